/** The example clients are run against a real service, where their interpreter is at hand. */
import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { it } from 'vitest';
import { EXAMPLE_PERSON } from '../packages/server/src/routes/person.js';
import { abrirServicio } from '../packages/server/test/service.js';
import { SE_PUEDE_INSTALAR, instalar } from './apt.js';
import { raiz } from './pack.js';

const hay = (mandato: string): boolean => spawnSync(mandato, ['--version']).status === 0;

if (process.env['CI'] && SE_PUEDE_INSTALAR && !hay('php') && !instalar('the example in PHP', 'php-cli')) {
  throw new Error('The example in PHP needs php-cli, which cannot be installed.');
}

const CLAVE = 'CUOA900517MDFRXN01';

const EJEMPLOS = [
  ['curl', 'sh', 'calcular.sh'],
  ['node', process.execPath, 'calcular.mjs'],
  ['python3', 'python3', 'calcular.py'],
  ['php', 'php', 'calcular.php'],
] as const;
const ALCANZABLES = EJEMPLOS.filter(([necesita, , archivo]) => {
  if (hay(necesita)) return true;
  process.stderr.write(`examples/${archivo} was not tried: ${necesita} is not installed.\n`);
  return false;
});

async function pedir(
  [, interprete, archivo]: (typeof EJEMPLOS)[number],
  url: string,
  datos: object,
  token = 'pruebas',
) {
  return new Promise<{ salida: unknown; stdout: string; stderr: string }>((listo) => {
    const args = Object.entries(datos).map(([nombre, valor]) => `${nombre}=${valor}`);
    const env = { ...process.env, CURP_URL: url, CURP_TOKEN: token };
    execFile(interprete, [`${raiz}examples/${archivo}`, ...args], { env }, (error, stdout, stderr) =>
      listo({ salida: error === null ? 0 : error.code, stdout, stderr }),
    );
  });
}

const servicio = abrirServicio();
const escucha = servicio.escuchar();

it.concurrent.for(ALCANZABLES)('%s tells the key, or every problem', async (ejemplo, { expect }) => {
  const url = `http://127.0.0.1:${await escucha}`;
  const clave = (curp: string): object => ({ salida: 0, stdout: `${curp}\n`, stderr: '' });
  expect(await pedir(ejemplo, url, EXAMPLE_PERSON)).toEqual(clave(CLAVE));
  const { token } = await servicio.crearProyecto();
  const begona = {
    ...EXAMPLE_PERSON,
    nombres: 'Begoña',
    apellido_paterno: 'Ñúñez',
    apellido_materno: '',
    anio_nacimiento: '1984',
    mes_nacimiento: '02',
    dia_nacimiento: '29',
    entidad: '19',
  };
  expect(await pedir(ejemplo, url, begona, token)).toEqual(clave('XUXB840229MNLXXG08'));

  const { mes_nacimiento: _, ...sinMes } = EXAMPLE_PERSON;
  const mal = { ...sinMes, nombres: 'null', dia_nacimiento: '7', sexo: 'F&=+%' };
  const { errores = [] } = (await servicio.operar('calcular_curp', mal)).response;
  expect(errores.map(({ code_error }) => code_error)).toEqual([400, 404, 414, 416]);
  const lineas = errores.map(({ code_error, error_message }) => `${code_error}: ${error_message}\n`);
  expect(await pedir(ejemplo, url, mal)).toEqual({ salida: 1, stdout: '', stderr: lineas.join('') });
  expect(await pedir(ejemplo, url, EXAMPLE_PERSON, 'otro')).toEqual({
    salida: 1,
    stdout: '',
    stderr: expect.stringMatching(/^2: .*`token`.*\n$/) as unknown,
  });
});

it.concurrent.for(ALCANZABLES)(
  '%s waits as long as it is told, but not for ever; without an answer it says so',
  async (ejemplo, { expect, onTestFinished }) => {
    const MUCHAS = { error: true, code_error: 5, error_message: 'Demasiadas «peticiones».', response: {} };
    const BIEN = { error: false, code_error: 0, error_message: null, response: { curp: CLAVE } };
    let muchas = 1;
    const server = createServer((request, response) => {
      request.resume();
      const sobre = muchas > 0 ? MUCHAS : BIEN;
      const luego = sobre.error ? { 'retry-after': '1' } : {};
      response.writeHead(sobre.error ? (muchas % 2 === 1 ? 429 : 503) : 200, {
        'content-type': 'application/json',
        ...luego,
      });
      response.end(JSON.stringify(sobre));
      muchas--;
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const antes = performance.now();
    expect(await pedir(ejemplo, url, EXAMPLE_PERSON)).toEqual({ salida: 0, stdout: `${CLAVE}\n`, stderr: '' });
    expect(performance.now() - antes).toBeGreaterThan(990);
    muchas = 4;
    expect(await pedir(ejemplo, url, EXAMPLE_PERSON)).toEqual({
      salida: 1,
      stdout: '',
      stderr: '5: Demasiadas «peticiones».\n',
    });
    expect(muchas).toBe(0);
    server.close();
    expect(await pedir(ejemplo, url, EXAMPLE_PERSON)).toMatchObject({
      salida: 2,
      stdout: '',
      stderr: expect.stringMatching(/connect|refused/i) as unknown,
    });
  },
);
