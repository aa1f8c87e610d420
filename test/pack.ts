/** The packages as whoever installs them has them: packed from a copy of the sources, and put in a folder of their own. */
import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const raiz = fileURLToPath(new URL('..', import.meta.url));
export const PAQUETES = readdirSync(`${raiz}packages`);

export interface Manifiesto {
  readonly version: string;
  readonly description: string;
  readonly keywords: readonly string[];
  readonly files: readonly string[];
  readonly engines?: { readonly node: string };
  readonly dependencies?: Readonly<Record<string, string>>;
}

export const manifiestoDe = (carpeta: string): Manifiesto =>
  JSON.parse(readFileSync(join(carpeta, 'package.json'), 'utf8')) as Manifiesto;

/** Runs a command, and gives what it prints. */
export const ejecutar = async (cwd: string, mandato: string, ...args: readonly string[]): Promise<string> =>
  (await promisify(execFile)(mandato, args, { cwd, env: entorno() })).stdout;

/** The environment without what `npm test` says of this project to the commands that it runs. */
const entorno = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(([nombre]) => !/^npm_(package|lifecycle|config_local_prefix)/.test(nombre)),
  ),
  PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
  LC_ALL: 'en_US.UTF-8',
});

/**
 * Packs all of them, as `npm publish` does. In a copy, for what is packed is built anew, and other tests use what is built
 * here. What an older build left behind must not be packed.
 */
export async function empacar(copia: string, destino: string): Promise<void> {
  mkdirSync(join(copia, 'node_modules/@curp-service'), { recursive: true });
  mkdirSync(destino);
  for (const archivo of ['package.json', 'tsconfig.base.json']) cpSync(`${raiz}${archivo}`, join(copia, archivo));
  for (const modulo of readdirSync(`${raiz}node_modules`)) {
    if (modulo !== '@curp-service' && (modulo === '.bin' || !modulo.startsWith('.'))) {
      symlinkSync(`${raiz}node_modules/${modulo}`, join(copia, 'node_modules', modulo));
    }
  }
  for (const paquete of PAQUETES) {
    const aqui = `${raiz}packages/${paquete}`;
    const alla = join(copia, 'packages', paquete);
    cpSync(aqui, alla, {
      recursive: true,
      filter: (archivo) => !/\/(dist|node_modules|.*\.tsbuildinfo)$/.test(archivo),
    });
    if (existsSync(`${aqui}/node_modules`)) symlinkSync(`${aqui}/node_modules`, `${alla}/node_modules`);
    symlinkSync(alla, join(copia, 'node_modules/@curp-service', paquete));
    mkdirSync(`${alla}/dist`);
    writeFileSync(`${alla}/dist/vieja.js`, '');
  }
  await ejecutar(copia, 'npm', 'pack', '--workspaces', '--silent', '--pack-destination', destino);
}

/** Puts what was packed where `npm install` would and, beside it, what it says that it depends on, and nothing else. */
export async function instalar(tarballs: string, proyecto: string): Promise<void> {
  await Promise.all(PAQUETES.map(async (paquete) => extraer(paquete, tarballs, join(proyecto, 'node_modules'))));
  mkdirSync(join(proyecto, 'node_modules/.bin'));
  symlinkSync('../@curp-service/cli/bin/curp.js', join(proyecto, 'node_modules/.bin/curp'));
  writeFileSync(join(proyecto, 'package.json'), '{ "type": "module", "private": true }\n');
}

async function extraer(paquete: string, tarballs: string, modulos: string): Promise<void> {
  const carpeta = join(modulos, '@curp-service', paquete);
  mkdirSync(carpeta, { recursive: true });
  const [tarball = ''] = globSync(`curp-service-${paquete}-*.tgz`, { cwd: tarballs });
  await ejecutar(tarballs, 'tar', '-xzf', tarball, '-C', carpeta, '--strip-components=1');
  for (const modulo of Object.keys(manifiestoDe(carpeta).dependencies ?? {})) {
    const enlace = join(modulos, modulo);
    const suyo = `${raiz}packages/${paquete}/node_modules/${modulo}`;
    if (modulo.startsWith('@curp-service/') || existsSync(enlace)) continue;
    mkdirSync(dirname(enlace), { recursive: true });
    symlinkSync(existsSync(suyo) ? suyo : `${raiz}node_modules/${modulo}`, enlace);
  }
}
