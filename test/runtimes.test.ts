/**
 * `core` and `lote`, as they are built, give the same keys wherever JavaScript runs. The runtimes come from npm when they are
 * needed, for they are large: two of them for every `npm test`, all of them for `npm run test:runtimes`.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { personWith, readVectors } from '../packages/core/test/people.js';
import { conNavegador, lanzar } from '../packages/web/test/browser.js';
import { ejecutar, raiz } from './pack.js';

interface Vector {
  readonly nombres: string;
  readonly apellido_paterno: string;
  readonly apellido_materno: string;
  readonly sexo: string;
  readonly entidad: string;
}

type Clave = Vector & Readonly<Record<'anio_nacimiento' | 'mes_nacimiento' | 'dia_nacimiento' | 'curp', string>>;

/** `?`: the document does not say. */
type Ejemplo = Vector & { readonly fecha: string | null; readonly esperado: string };

const CLAVES = readVectors<Clave>('claves-sinteticas.jsonl').map((v) => ({
  ...v,
  fecha: `${v.anio_nacimiento}-${v.mes_nacimiento}-${v.dia_nacimiento}`,
  esperado: v.curp,
}));
const TODOS = [...CLAVES, ...readVectors<Ejemplo>('ejemplos-oficiales.jsonl')];
const CELDAS = ['nombres', 'apellido_paterno', 'apellido_materno', 'fecha', 'sexo', 'entidad'] as const;
/** The contract, which files follow, wants a first surname. */
const EN_ARCHIVO = CLAVES.filter(({ apellido_paterno }) => apellido_paterno !== '');
const FILAS = EN_ARCHIVO.map((v) => CELDAS.map((celda) => `"${v[celda]}"`).join());

const PREGUNTA = {
  personas: TODOS.map(({ nombres, apellido_paterno, apellido_materno, fecha, sexo, entidad }) =>
    personWith({
      nombres,
      apellidoPaterno: apellido_paterno,
      apellidoMaterno: apellido_materno,
      ...(fecha !== null && { fechaNacimiento: fecha, sexo, entidad }),
    }),
  ),
  csv: `${[CELDAS.join(), ...FILAS].join('\n')}\n`,
};

interface Respuesta {
  readonly claves: readonly string[];
  readonly archivo: string;
}

function comparar({ claves, archivo }: Respuesta): void {
  const dichas = claves.map((clave, i) =>
    Array.from(clave, (c, j) => (TODOS[i]?.esperado[j] === '?' ? '?' : c)).join(''),
  );
  expect(dichas).toEqual(TODOS.map(({ esperado }) => esperado));
  const [, ...filas] = archivo.trimEnd().split('\n');
  expect(filas).toEqual(EN_ARCHIVO.map(({ curp }, i) => `${FILAS[i]},${curp},0,`));
}

function preguntar(binario: string, ...args: readonly string[]): Respuesta {
  const { stdout, stderr } = spawnSync(binario, [...args, 'test/runtimes/process.mjs'], {
    cwd: raiz,
    encoding: 'utf8',
    input: JSON.stringify(PREGUNTA),
    env: { ...process.env, DENO_DIR: `${CACHE}/deno`, DENO_NO_UPDATE_CHECK: '1' },
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout) as Respuesta;
}

const CACHE = `${raiz}node_modules/.cache/runtimes`;
const { arch, env, platform } = process;
const SE_PUEDE = platform === 'linux' && ['arm64', 'x64'].includes(arch);
const SIEMPRE = 'node20-bun';

type Runtime = readonly [nombre: string, carpeta: string, archivo: string, ...args: string[]];

const RUNTIMES: readonly Runtime[] = [
  ['Node 20', SIEMPRE, `node20-${arch}/bin/node`],
  ['Bun', SIEMPRE, `@oven/bun-linux-${arch === 'arm64' ? 'aarch64' : 'x64-baseline'}/bin/bun`, 'run'],
  ['Node 22', 'node22-deno', `node22-${arch}/bin/node`],
  ['Deno', 'node22-deno', `@deno/linux-${arch}-glibc/deno`, 'run', '--allow-read', '--no-lock'],
];

const binarioDe = ([, carpeta, archivo]: Runtime): string => `${CACHE}/${carpeta}/node_modules/${archivo}`;

/** Installs what a lock file names, unless it is there. What cannot be had is missed later. */
async function traer(carpeta: string): Promise<void> {
  const lock = (donde: string): string => readFileSync(`${donde}/${carpeta}/package-lock.json`, 'utf8');
  const estan = RUNTIMES.filter((runtime) => runtime[1] === carpeta).every((runtime) => existsSync(binarioDe(runtime)));
  if (estan && lock(CACHE) === lock(`${raiz}test/runtimes`)) return;
  cpSync(`${raiz}test/runtimes/${carpeta}`, `${CACHE}/${carpeta}`, { recursive: true });
  const orden = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries=1'];
  await ejecutar(`${CACHE}/${carpeta}`, 'npm', ...orden).catch(() => '');
}

it('this Node', () => comparar(preguntar(process.execPath)));

describe('from npm', () => {
  const pedidos = RUNTIMES.filter(([, carpeta]) => carpeta === SIEMPRE || env['RUNTIMES'] === 'todos');
  beforeAll(async () => {
    if (SE_PUEDE) await Promise.all(Array.from(new Set(pedidos.map(([, carpeta]) => carpeta)), traer));
  }, 300_000);

  it.for(pedidos)('%s', (runtime, { skip }) => {
    const [nombre, , , ...args] = runtime;
    const binario = binarioDe(runtime);
    if (!existsSync(binario)) {
      const dicho = `${nombre} cannot be had from npm: core was not tried on it.`;
      if (SE_PUEDE && env['CI']) throw new Error(dicho);
      process.stderr.write(`${dicho}\n`);
      skip(dicho);
    }
    comparar(preguntar(binario, ...args));
  });
});

conNavegador('in a browser', () => {
  it('Chromium', async () => {
    const navegador = await lanzar();
    onTestFinished(async () => navegador.close());
    const pagina = await navegador.newPage();
    await pagina.route('http://curp.example/**', async (ruta) => {
      const { pathname } = new URL(ruta.request().url());
      if (pathname === '/') return ruta.fulfill({ contentType: 'text/html', body: mapaDeImportaciones() });
      return ruta.fulfill({ contentType: 'text/javascript', body: readFileSync(`${raiz}${pathname}`) });
    });
    await pagina.goto('http://curp.example/');
    const pregunta = JSON.stringify(PREGUNTA);
    comparar(await pagina.evaluate(`import('/test/runtimes/keys.mjs').then((m) => m.claves(${pregunta}))`));
  });
});

/** A page in which `@curp-service/core` means what its manifest says. */
function mapaDeImportaciones(): string {
  const { exports } = JSON.parse(readFileSync(`${raiz}packages/core/package.json`, 'utf8')) as {
    exports: Record<string, { default: string }>;
  };
  const imports = Object.entries(exports).map(([entrada, { default: archivo }]) => [
    `@curp-service/core${entrada.slice(1)}`,
    `/packages/core${archivo.slice(1)}`,
  ]);
  return `<script type="importmap">${JSON.stringify({ imports: Object.fromEntries(imports) as unknown })}</script>`;
}
