/** The examples of the documents are run, and what they print is what the documents show. */
import { execFileSync, spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const raiz = fileURLToPath(new URL('..', import.meta.url));
const EJEMPLO = /<!-- example: (\w+) -->\s+```(js|sh)\n([^]*?)```\s+```\w*\n([^]*?)```/g;
const TOKEN = /curp_\w{38}/;

/** What differs from run to run: ids, tokens, days. */
const sinAzar = (texto: string): string =>
  texto
    .replaceAll(/(prj|tok)_[0-9a-f]{12}/g, '$1_…')
    .replaceAll(new RegExp(TOKEN, 'g'), 'curp_…')
    .replaceAll(/\d{4}-\d\d(-\d\d)?/g, 'YYYY-MM');

const carpeta = mkdtempSync(join(tmpdir(), 'curp-documentos-'));
const entorno: NodeJS.ProcessEnv = {
  ...process.env,
  NO_COLOR: '1',
  PATH: `${dirname(process.execPath)}:${raiz}node_modules/.bin:${process.env['PATH']}`,
  DATABASE_URL: `sqlite:${carpeta}/curp.db`,
};
const servicio = spawn(process.execPath, [`${raiz}packages/server/dist/main.js`], {
  cwd: carpeta,
  env: { ...entorno, PORT: '0', ADMIN_PORT: '0' },
});
let base = '';
beforeAll(async () => {
  base = await new Promise<string>((listo, mal) => {
    servicio.stdout.once('data', (linea: Buffer) => listo(/http:\S+/.exec(linea.toString())?.[0] ?? ''));
    servicio.once('exit', mal);
  });
  entorno['CURP_URL'] = base;
});
afterAll(async () => {
  const fin = new Promise((listo) => servicio.once('exit', listo));
  servicio.kill();
  await fin;
  rmSync(carpeta, { recursive: true });
});

function ejecutar(lengua: string, codigo: string, locale: string): string {
  const env = { ...entorno, LC_ALL: locale };
  const opciones = { cwd: raiz, encoding: 'utf8' as const, env };
  const aqui = codigo.replaceAll('http://127.0.0.1:3000', base);
  if (lengua === 'js') return execFileSync(process.execPath, ['--input-type=module', '--eval', aqui], opciones);
  const mandato = aqui.replaceAll(/npx (@curp-service\/cli|curp)/g, 'curp').replaceAll('curl "', 'curl -s "');
  const impreso = execFileSync('sh', ['-c', mandato], opciones);
  // As whoever follows the document would do: a token that is shown is the one used from there on.
  entorno['TOKEN'] = TOKEN.exec(impreso)?.[0] ?? entorno['TOKEN'];
  return impreso;
}

describe.each([
  'README.md',
  'README.es.md',
  'docs/api.md',
  'docs/cli.md',
  'docs/operations.md',
  ...globSync('packages/*/README.md', { cwd: raiz }),
])('%s', (documento) => {
  const texto = readFileSync(`${raiz}${documento}`, 'utf8');
  const ejemplos = Array.from(texto.matchAll(EJEMPLO), ([, nombre, lengua = '', codigo = '', salida = '']) => ({
    nombre,
    lengua,
    codigo,
    salida,
  }));

  it('has an example for every block of code', () => {
    const bloques = texto.match(/```(?:js|sh)\n(?!npm ci)/g);
    expect(ejemplos.length).toBe(bloques?.length);
  });

  it.each(ejemplos)('example $nombre', ({ lengua, codigo, salida }) => {
    const impreso = ejecutar(lengua, codigo, documento.endsWith('.es.md') ? 'es_MX.UTF-8' : 'en_US.UTF-8');
    expect(sinAzar(impreso).trimEnd()).toBe(sinAzar(salida).trimEnd());
  });

  it('leads to files that exist', () => {
    const enlaces = Array.from(texto.matchAll(/\]\((?!https:)([^)#]+)[^)]*\)/g), ([, enlace]) => enlace ?? '');
    for (const enlace of enlaces) expect(readFileSync(join(raiz, dirname(documento), enlace), 'utf8')).not.toBe('');
  });
});

it.each(globSync(['README*.md', 'docs/*.md', 'packages/*/README.md', 'examples/*'], { cwd: raiz }))(
  '%s says what a calculated key is worth',
  (documento) => {
    const texto = readFileSync(`${raiz}${documento}`, 'utf8').replaceAll(/\s+/g, ' ');
    expect(texto).toMatch(
      /proves no registration|does not prove that the key was ever assigned|No prueba ningún registro/,
    );
  },
);
