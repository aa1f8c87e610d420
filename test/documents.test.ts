/** Runs the examples of the documents, and checks that they print what the documents show. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { helpIn } from '../deploy/manual.mjs';
import { GONE_OPTIONS } from '../packages/cli/src/gone-options.js';
import { MAIN } from '../packages/server/test/process.js';
import { copyClone, root } from './clone.js';

const EXAMPLE = /<!-- example: (\w+) -->\s+```(js|sh)\n([^]*?)```\s+```\w*\n([^]*?)```/g;
const TOKEN = /curp_\w{38}/;

/** Hides ids, tokens and days, which differ between runs. */
const withoutRandom = (text: string): string =>
  text
    .replaceAll(/(prj|tok|lote)_[0-9a-f]{12,24}/g, '$1_…')
    .replaceAll(new RegExp(TOKEN, 'g'), 'curp_…')
    .replaceAll(/\d{4}-\d\d(-\d\d)?/g, 'YYYY-MM');

/** Returns the anchor that a heading has in a browser. */
const anchorOf = (heading = ''): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\d_ -]/gu, '')
    .replaceAll(' ', '-');

/** Starts a reader in one language: a service with a database of its own, and the commands that the reader runs. */
function startReader(locale: string) {
  const folder = mkdtempSync(join(tmpdir(), 'curp-documents-'));
  copyClone(folder);
  symlinkSync(`${root}node_modules`, join(folder, 'node_modules'));
  // Another user of this machine may own the files that the examples write. The path is short, because long lines are wrapped.
  const files = mkdtempSync(join(tmpdir(), 'd'));
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NO_COLOR: '1',
    LC_ALL: locale,
    PATH: `${dirname(process.execPath)}:${root}node_modules/.bin:${process.env['PATH']}`,
    DATABASE_URL: `sqlite:${folder}/curp.db`,
  };
  const service = spawn(process.execPath, [MAIN], {
    cwd: folder,
    env: { ...env, PORT: '0', ADMIN_PORT: '0' },
  });
  const address = new Promise<string>((resolve, reject) => {
    service.stdout.once('data', (line: Buffer) => resolve(/http:\S+/.exec(line.toString())?.[0] ?? ''));
    service.once('exit', reject);
  });
  return {
    async run(language: string, code: string): Promise<string> {
      env['CURP_URL'] = await address;
      const options = { cwd: folder, encoding: 'utf8' as const, env };
      const here = code.replaceAll('http://127.0.0.1:3000', await address).replaceAll('/tmp/', `${files}/`);
      if (language === 'js') return execFileSync(process.execPath, ['--input-type=module', '--eval', here], options);
      const command = here.replaceAll('curl "', 'curl -s "');
      const printed = execFileSync('sh', ['-c', command], options).replaceAll(`${files}/`, '/tmp/');
      // The examples that follow use the last token shown, as a reader would.
      env['TOKEN'] = TOKEN.exec(printed)?.[0] ?? env['TOKEN'];
      return printed;
    },
    async stop(): Promise<void> {
      await address;
      const ended = once(service, 'exit');
      service.kill();
      await ended;
      for (const path of [folder, files]) rmSync(path, { recursive: true });
    },
  };
}

const readers = { es: startReader('es_MX.UTF-8'), en: startReader('en_US.UTF-8') };
afterAll(async () => {
  await Promise.all([readers.es.stop(), readers.en.stop()]);
});

/** The examples of the earlier documents. */
const seen = new Set<string>();

/** The help of `curp` and of each of its commands, under their names; a command of commands has theirs too. */
const HELP = new Map(helpIn(root, 'en_US.UTF-8').map(({ path, text }) => [path.join(' '), text]));
const helpOf = (words: readonly string[]): string | undefined => HELP.get(words.join(' '));

it.each(['docs/cli.md', 'docs/es/cli.md'])('%s has a row for each command', (document) => {
  const [, table = ''] =
    /\| com\w+ \| .+\n\|---\|---\|\n([^]*?)\n\n/.exec(readFileSync(`${root}${document}`, 'utf8')) ?? [];
  const rows = Array.from(table.matchAll(/^\| `(\w+)`/gm), ([, name]) => name);
  expect(rows).toEqual([...HELP.keys()].filter((name) => /^\w+$/.test(name)));
});

it.each(['docs/*.md', 'docs/es/*.md'])('%s name each option', (documents) => {
  const text = globSync(documents, { cwd: root })
    .map((document) => readFileSync(`${root}${document}`, 'utf8'))
    .join('');
  // `cruzar` has most options of `lote` twice, with the letter of the list.
  const options = [...HELP.values()].flatMap((help) => [...help.matchAll(/^ {2}(?:(-\w), )?(--[\w-]+?)(?:-[ab])? /gm)]);
  const isNamed = ([, short, long = '']: RegExpExecArray): boolean =>
    text.includes(long) || (short !== undefined && text.includes(`\`${short} `));
  expect(options.filter((option) => !isNamed(option)).map(([, , long]) => long)).toEqual([]);
});

const DOCUMENTS = globSync(['README*.md', 'docs/**/*.md', 'packages/*/README.md', 'conformance/*.md'], { cwd: root });
const ALL = [...DOCUMENTS, 'CONTRIBUTING.md', 'SECURITY.md'];
const { scripts, dependencies, devDependencies } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as Record<
  'scripts' | 'dependencies' | 'devDependencies',
  object
>;
const TOOLS = { ...dependencies, ...devDependencies };

describe.each(ALL)('%s', (document) => {
  const text = readFileSync(`${root}${document}`, 'utf8');
  const examples = Array.from(text.matchAll(EXAMPLE), ([, name, language = '', code = '', output = '']) => ({
    name,
    language,
    code,
    output,
  }));

  it('contains only blocks of code that are examples, or commands that another test runs', () => {
    const blocks = text.match(/(?<!<!-- run: .* -->\s+)```(?:js|sh)\n(?!npm ci)/g) ?? [];
    expect(examples.length).toBe(blocks.length);
    // A block without a language is an output, not a command in hiding.
    expect(text).not.toMatch(/```\w*\n(?<!```(?:sh|console)\n)(?:curl|curp|node|docker|apt|npm) /);
  });

  it('names only commands and options that `curp --help` lists, or that are gone', () => {
    for (const [, span = ''] of text.replaceAll(/```[^]*?```/g, '').matchAll(/`(curp [a-z][^`]*)`/g)) {
      if (span.slice('curp '.length) in GONE_OPTIONS) continue;
      const [, ...words] =
        span
          .replaceAll(/\s+/g, ' ')
          .split(/ -- | [|<>] /)[0]
          ?.split(' ') ?? [];
      const help = helpOf(words.slice(0, 2)) ?? helpOf(words.slice(0, 1));
      expect([span, help !== undefined]).toEqual([span, true]);
      for (const option of words.filter((word) => word.startsWith('--')))
        expect([span, help?.includes(option)]).toEqual([span, true]);
    }
  });

  // An example that prints the same in both languages runs once, unless it uses the token of the one before.
  const fresh = examples.filter(({ code, output }) => code.includes('$TOKEN') || !seen.has(code + output));
  for (const { code, output } of examples) seen.add(code + output);
  it.each(fresh)('prints in the example $name what the document shows', async ({ language, code, output }) => {
    const printed = await readers[/\bes\b/.test(document) ? 'es' : 'en'].run(language, code);
    expect(withoutRandom(printed).trimEnd()).toBe(withoutRandom(output).trimEnd());
  });

  it('names only scripts that npm can run', () => {
    const named = Array.from(text.matchAll(/\bnpm run ([\w:]+)/g), ([, name]) => name);
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named));
  });

  it('links only to files and headings that exist', () => {
    for (const [, path = '', heading] of text.matchAll(/\]\((?!https:)([^)#]*)(?:#([^)]+))?\)/g)) {
      const linked = path === '' ? text : readFileSync(join(root, dirname(document), path), 'utf8');
      expect(linked).not.toBe('');
      if (heading !== undefined)
        expect(Array.from(linked.matchAll(/^#+ (.*)/gm), ([, title]) => anchorOf(title))).toContain(heading);
    }
  });
});

/** Returns the words of a text that make npm or its like fetch a package that is neither ours nor one of our tools. */
function fetched(text: string): string[] {
  const run = /\b(?:npx|bunx|pnpx|npm (?:exec|x|create)|(?:pnpm|yarn) dlx)[ "',[]+([\w@/.-]+)/g;
  const installed = /\b(?:npm|pnpm|yarn|bun) (?:install|i|add) ([^`\n]+)/g;
  return [
    ...Array.from(text.matchAll(run), ([, name = '']) => name).filter((name) => !(name in TOOLS)),
    ...Array.from(text.matchAll(installed), ([, words = '']) => words.split(' '))
      .flat()
      .filter((word) => !/^(-\w|\.{1,2}\/|CLONE\/)/.test(word)),
  ];
}

it.each([
  'npx curp validar',
  '"command": "npx", "args": ["curp", "mcp"]',
  'npm exec curp',
  'pnpm dlx curp',
  'npm install -g curp',
  'yarn add @curp-service/core',
])('a document that said `%s` would be noticed', (command) => {
  expect(fetched(command)).not.toEqual([]);
});

const OTHER_TEXTS = ['*.md', 'conformance/*.md', 'deploy/**/*.*', 'examples/*', 'packages/*/src/**/*.ts'];
it.each([...new Set([...DOCUMENTS, ...globSync(OTHER_TEXTS, { cwd: root })])])(
  '%s names no command by which npm could fetch a package of others',
  (file) => {
    // The changelog keeps what earlier versions said.
    if (file === 'CHANGELOG.md') return;
    expect(fetched(readFileSync(`${root}${file}`, 'utf8'))).toEqual([]);
  },
);

it.each([...DOCUMENTS, ...globSync('examples/*', { cwd: root })])(
  '%s says that a calculated key proves no registration',
  (document) => {
    const text = readFileSync(`${root}${document}`, 'utf8').replaceAll(/\s+/g, ' ');
    expect(text).toMatch(
      /proves no registration|does not prove that the key was ever assigned|[Nn]o prueba ningún registro/,
    );
  },
);
