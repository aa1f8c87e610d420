/** Makes the one-file executable of `curp` for Linux x64 and arm64, each in an archive and in a Debian package. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { withoutSymbols } from '../install.mjs';
import { makeManual } from './manual.mjs';

/** The names of the processors in Node, and in Debian. */
const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' };
/** The mark in Node's executable that shows whether it contains an application. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/** Puts a file into an executable; the arguments are the executable, the file and the mark. */
const INJECT = `import { readFileSync } from 'node:fs';
import { inject } from 'postject';
const [, file, blob, sentinelFuse] = process.argv;
await inject(file, 'NODE_SEA_BLOB', readFileSync(blob), { sentinelFuse });`;

/** Packs the files of a folder so that equal files produce equal bytes. `time` is the time of all files, in seconds since 1970. */
export function pack(folder, time) {
  const same = ['--format=gnu', '--sort=name', `--mtime=@${time}`, '--owner=0', '--group=0', '--numeric-owner'];
  const tar = execFileSync('tar', [...same, '--create', '--directory', folder, ...readdirSync(folder)], {
    maxBuffer: 1 << 30,
  });
  return gzipSync(tar);
}

/** Writes a file with this mode, whatever the user's mask, and creates its folders. */
function put(file, content, mode = 0o644) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  chmodSync(file, mode);
}

/** Returns Node for a processor: the installed one, or that of the package for the other processor, checked by the lock file. */
function nodeFor(arch, root, work) {
  const module = `node_modules/node-linux-${arch}`;
  if (existsSync(join(root, module))) return readFileSync(join(root, module, 'bin/node'));
  const { version, integrity } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages[module];
  execFileSync('npm', ['pack', '--silent', '--pack-destination', work, `node-linux-${arch}@${version}`], { cwd: root });
  const [tarball = ''] = globSync(`${work}/node-linux-${arch}-*.tgz`);
  const sum = createHash('sha512').update(readFileSync(tarball)).digest('base64');
  if (integrity !== `sha512-${sum}`) throw new Error(`${tarball} is not the file of package-lock.json`);
  return withoutSymbols(execFileSync('tar', ['-xzOf', tarball, 'package/bin/node'], { maxBuffer: 1 << 30 }));
}

/** Makes the executable. The code that V8 compiled is for this processor only; on another, V8 compiles at each start. */
function makeExecutable(arch, { root, work }) {
  const bundle = join(root, 'packages/cli/dist/bundle');
  const files = globSync('**', { cwd: bundle, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = files.map((entry) => join(entry.parentPath, entry.name).slice(bundle.length + 1)).toSorted();
  const assets = names.filter((name) => arch === process.arch || !name.endsWith('.cache'));
  const [flag] = /--max-semi-space-size=\d+/.exec(readFileSync(join(root, 'package.json'), 'utf8'));
  const config = {
    main: 'loader.cjs', // relative, because it is written into the executable
    output: join(work, `${arch}.blob`),
    disableExperimentalSEAWarning: true,
    execArgv: [flag],
    execArgvExtension: 'none',
    assets: Object.fromEntries(assets.map((name) => [name, name])),
  };
  writeFileSync(join(work, 'sea.json'), JSON.stringify(config));
  execFileSync(process.execPath, ['--experimental-sea-config', join(work, 'sea.json')], {
    cwd: bundle,
    stdio: 'ignore',
  });
  const file = join(work, arch, 'curp');
  put(file, nodeFor(arch, root, work), 0o755);
  // Another process, because postject prints warnings about sections of Node that have no meaning here.
  execFileSync(process.execPath, ['--input-type=module', '--eval', INJECT, file, config.output, FUSE], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return file;
}

/** Joins the licences of the project, of the packages inside, and of Node. */
function licences(root) {
  const [node] = globSync('node_modules/node-linux-*/LICENSE', { cwd: root });
  const texts = {
    'curp-service': 'LICENSE',
    'packages of npm': 'packages/cli/dist/bundle/LICENSES.txt',
    'swagger-ui': 'packages/web/swagger-ui.LICENSE.txt',
    'Node.js': node,
  };
  return Object.entries(texts)
    .map(([name, file]) => `${name}\n\n${readFileSync(join(root, file), 'utf8')}`)
    .join(`\n${'-'.repeat(80)}\n\n`);
}

/** Makes a Debian package: an `ar` archive of a version, the packed control files, and the packed files. */
function debOf(control, data, time) {
  const member = (name, bytes) => {
    const fields = [
      name.padEnd(16),
      String(time).padEnd(12),
      '0     0     100644  ',
      String(bytes.length).padEnd(10),
      '`\n',
    ];
    return [Buffer.from(fields.join('')), bytes, Buffer.alloc(bytes.length % 2, '\n')];
  };
  const members = [
    ['debian-binary', Buffer.from('2.0\n')],
    ['control.tar.gz', control],
    ['data.tar.gz', data],
  ];
  return Buffer.concat([Buffer.from('!<arch>\n'), ...members.flatMap(([name, bytes]) => member(name, bytes))]);
}

/** Writes the files that the package installs into a folder. */
function layOut(folder, executable, { root, version, texts }) {
  const unit = readFileSync(join(root, 'deploy/curp-service.service'), 'utf8');
  const command = /\/opt\/curp-service\/\S+ \/opt\/curp-service\/\S+ servir/;
  put(join(folder, 'usr/bin/curp'), readFileSync(executable), 0o755);
  put(join(folder, 'usr/lib/systemd/system/curp-service.service'), unit.replace(command, '/usr/bin/curp servir'));
  put(join(folder, 'usr/share/doc/curp-service/copyright'), texts);
  for (const [file, text] of makeManual({ root, version })) {
    // `man` pages are packed, with the same bytes each time.
    const isManual = file.endsWith('.1');
    put(join(folder, 'usr/share', isManual ? `${file}.gz` : file), isManual ? gzipSync(text) : text);
  }
  put(join(folder, 'etc/curp-service.env'), readFileSync(join(root, 'deploy/debian/curp-service.env')), 0o600);
}

/** Returns the size of a folder's files, as the field Installed-Size counts: each in whole kilobytes. */
const kilobytesOf = (folder) =>
  globSync('**', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + Math.ceil(statSync(join(entry.parentPath, entry.name)).size / 1024), 0);

/** Makes the archives and Debian packages of the executables, and returns their bytes by file name. */
export function makeExecutables({ root, version, time }) {
  const ofDebian = version.replace('-', '~'); // `0.3.0~dev` comes before `0.3.0`
  const work = mkdtempSync(join(tmpdir(), 'curp-release-'));
  process.umask(0o022); // for the modes of the folders
  const made = new Map();
  const texts = licences(root);
  for (const [arch, debian] of Object.entries(ARCHITECTURES)) {
    const executable = makeExecutable(arch, { root, work });
    put(join(work, arch, 'LICENSES.txt'), texts);
    made.set(`curp-${version}-linux-${arch}.tar.gz`, pack(join(work, arch), time));
    const [control, data] = [join(work, `${arch}-control`), join(work, `${arch}-data`)];
    layOut(data, executable, { root, version, texts });
    for (const script of ['postinst', 'prerm', 'postrm']) {
      put(join(control, script), readFileSync(join(root, 'deploy/debian', script)), 0o755);
    }
    put(join(control, 'conffiles'), '/etc/curp-service.env\n');
    const text = readFileSync(join(root, 'deploy/debian/control'), 'utf8');
    const values = { version: ofDebian, architecture: debian, kilobytes: kilobytesOf(data) };
    put(
      join(control, 'control'),
      text.replaceAll(/\$\{(\w+)\}/g, (_, name) => values[name]),
    );
    made.set(`curp-service_${ofDebian}_${debian}.deb`, debOf(pack(control, time), pack(data, time), time));
  }
  rmSync(work, { recursive: true });
  return made;
}
