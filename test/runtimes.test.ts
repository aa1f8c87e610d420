/** `core` and `lote`, as built, give the same keys on every runtime, and `client` calls the service from each. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { CURP, startJobService } from '../packages/client/test/service.js';
import { personWith, readVectors } from '../packages/core/test/people.js';
import { inBrowser, sharedBrowser } from '../packages/web/test/browser.js';
import { root } from './pack.js';
import { RUNTIME_PROGRAMS, has } from './tools.js';

interface Vector {
  readonly nombres: string;
  readonly apellido_paterno: string;
  readonly apellido_materno: string;
  readonly sexo: string;
  readonly entidad: string;
}

type KeyVector = Vector & Readonly<Record<'anio_nacimiento' | 'mes_nacimiento' | 'dia_nacimiento' | 'curp', string>>;

/** `?` replaces a character that the official document does not print. */
type ExampleVector = Vector & { readonly fecha: string | null; readonly esperado: string };

const KEYS = readVectors<KeyVector>('claves-sinteticas.jsonl').map((v) => ({
  ...v,
  fecha: `${v.anio_nacimiento}-${v.mes_nacimiento}-${v.dia_nacimiento}`,
  esperado: v.curp,
}));
const ALL = [...KEYS, ...readVectors<ExampleVector>('ejemplos-oficiales.jsonl')];
const CELLS = ['nombres', 'apellido_paterno', 'apellido_materno', 'fecha', 'sexo', 'entidad'] as const;
/** Files require a first surname, as the contract does. Two of the surnames are slips or no names. */
const IN_FILE = KEYS.filter(({ apellido_paterno }) => !['', "'Orsay", 'N.'].includes(apellido_paterno));
const ROWS = IN_FILE.map((v) => CELLS.map((cell) => `"${v[cell]}"`).join());

const QUESTION = {
  people: ALL.map(({ nombres, apellido_paterno, apellido_materno, fecha, sexo, entidad }) =>
    personWith({
      nombres,
      apellidoPaterno: apellido_paterno,
      apellidoMaterno: apellido_materno,
      ...(fecha !== null && { fechaNacimiento: fecha, sexo, entidad }),
    }),
  ),
  csv: `${[CELLS.join().replace('fecha', 'fecha_nacimiento'), ...ROWS].join('\n')}\n`,
};

interface Answer {
  readonly keys: readonly string[];
  readonly file: string;
  readonly client: unknown;
}

function compare({ keys, file, client }: Answer): void {
  const given = keys.map((key, i) => Array.from(key, (c, j) => (ALL[i]?.esperado[j] === '?' ? '?' : c)).join(''));
  expect(given).toEqual(ALL.map(({ esperado }) => esperado));
  const [, ...rows] = file.trimEnd().split('\n');
  const begun = IN_FILE.map(({ curp }, i) => `${ROWS[i]},${curp},`);
  expect(rows.map((row, i) => row.slice(0, begun[i]?.length))).toEqual(begun);
  expect(client).toEqual({
    curp: CURP,
    rows: expect.stringMatching(/^.*\n(Renata,.*,,0,\n){3}$/) as string,
    estado: 'terminado',
    same: true,
    erased: 'cancelado',
    refused: 100,
    aborted: 'enough',
  });
}

async function ask(binary: string, ...args: readonly string[]): Promise<Answer> {
  const { url } = await startJobService();
  const answering = promisify(execFile)(binary, [...args, 'test/runtimes/process.mjs'], {
    cwd: root,
    env: { ...process.env, DENO_DIR: `${root}node_modules/.cache/deno`, DENO_NO_UPDATE_CHECK: '1' },
  });
  answering.child.stdin?.end(JSON.stringify({ ...QUESTION, url, streams: true }));
  const { stdout, stderr } = await answering;
  expect(stderr).toBe('');
  return JSON.parse(stdout) as Answer;
}

const FLAGS: Readonly<Record<string, readonly string[]>> = {
  Bun: ['run'],
  Deno: ['run', '--allow-read', '--allow-net=127.0.0.1', '--no-lock'],
};

it('this Node gives the same keys and calls the service', async () => compare(await ask(process.execPath)));

for (const [name, { path }] of Object.entries(RUNTIME_PROGRAMS)) {
  it.skipIf(!has(name))(`another runtime gives the same keys and calls the service (needs ${name})`, async () =>
    compare(await ask(path, ...(FLAGS[name] ?? []))),
  );
}

inBrowser('in a browser (needs chromium)', () => {
  it('Chromium gives the same keys and calls the service', async () => {
    const { url } = await startJobService();
    const page = await (await sharedBrowser()).newPage();
    onTestFinished(async () => page.close());
    await page.route(/\/((packages|test)\/.*)?$/, async (route) => {
      const { pathname } = new URL(route.request().url());
      if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: importMap() });
      const file = pathname.replace(/(?<!\.(?:m?js|json))$/, '.js');
      const contentType = file.endsWith('.json') ? 'application/json' : 'text/javascript';
      return route.fulfill({ contentType, body: readFileSync(`${root}${file}`) });
    });
    await page.goto(url);
    const question = JSON.stringify({ ...QUESTION, url, streams: false });
    const keys = await page.evaluate<Answer>(`import('/test/runtimes/keys.mjs').then((m) => m.answer(${question}))`);
    const client = await page.evaluate(`import('/test/runtimes/client.mjs').then((m) => m.useClient(${question}))`);
    compare({ ...keys, client });
  });
});

/** Returns a page with an import map for our packages, from their manifests. The route adds the `.js` of a pattern. */
function importMap(): string {
  const imports = ['core', 'contract'].flatMap((name) => {
    const { exports } = JSON.parse(readFileSync(`${root}packages/${name}/package.json`, 'utf8')) as {
      exports: Record<string, { default: string }>;
    };
    return Object.entries(exports).map(([entry, { default: file }]) => [
      `@curp-service/${name}${entry.slice(1).replace('*', '')}`,
      `/packages/${name}${file.slice(1).replace('*.js', '')}`,
    ]);
  });
  return `<script type="importmap">${JSON.stringify({ imports: Object.fromEntries(imports) as unknown })}</script>`;
}
