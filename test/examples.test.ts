/** Runs the example clients against a real service, each if its interpreter is installed. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'vitest';
import { openService } from '../packages/server/test/service.js';
import { root } from './pack.js';
import { PYTHON, has } from './tools.js';

const KEY = 'CUOA900517MDFRXN01';
const PERSON = {
  nombres: 'María de los Ángeles',
  apellido_paterno: 'de la Cruz',
  apellido_materno: "O'Hara",
  anio_nacimiento: '1990',
  mes_nacimiento: '05',
  dia_nacimiento: '17',
  sexo: 'M',
  entidad: '09',
};

const EXAMPLES = [
  ['curl', 'sh', 'calcular.sh'],
  ['node', process.execPath, 'calcular.mjs'],
  ['python3', PYTHON, 'calcular.py'],
  ['php', 'php', 'calcular.php'],
] as const;

async function run([, interpreter, file]: (typeof EXAMPLES)[number], url: string, data: object, token = 'pruebas') {
  return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    const args = Object.entries(data).map(([name, value]) => `${name}=${value}`);
    const env = { ...process.env, CURP_URL: url, CURP_TOKEN: token };
    execFile(interpreter, [`${root}examples/${file}`, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : error.code, stdout, stderr }),
    );
  });
}

const service = openService();
const port = service.listen();

for (const example of EXAMPLES)
  describe.skipIf(!has(example[0]))(`the client for ${example[2]} (needs ${example[0]})`, () => {
    it.concurrent('prints the key, or every problem', async ({ expect }) => {
      const url = `http://127.0.0.1:${await port}`;
      const printed = (curp: string): object => ({ code: 0, stdout: `${curp}\n`, stderr: '' });
      expect(await run(example, url, PERSON)).toEqual(printed(KEY));
      const { token } = await service.createProject();
      const begona = {
        ...PERSON,
        nombres: 'Begoña',
        apellido_paterno: 'Ñúñez',
        apellido_materno: '',
        anio_nacimiento: '1984',
        mes_nacimiento: '02',
        dia_nacimiento: '29',
        entidad: '19',
      };
      expect(await run(example, url, begona, token)).toEqual(printed('XUXB840229MNLXXG08'));

      const { mes_nacimiento: _, ...withoutMonth } = PERSON;
      const wrong = { ...withoutMonth, nombres: 'null', dia_nacimiento: '7', sexo: 'F&=+%' };
      const { errores = [] } = (await service.operate('calcular_curp', wrong)).response;
      expect(errores.map(({ code_error }) => code_error)).toEqual([400, 404, 414, 416]);
      const lines = errores.map(({ code_error, error_message }) => `${code_error}: ${error_message}\n`);
      expect(await run(example, url, wrong)).toEqual({ code: 1, stdout: '', stderr: lines.join('') });
      expect(await run(example, url, PERSON, 'otro')).toEqual({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(/^2: .*`token`.*\n$/) as unknown,
      });
    });

    it.concurrent('obeys Retry-After, gives up after four attempts, and reports a missing answer', async ({
      expect,
      onTestFinished,
    }) => {
      const TOO_MANY = { error: true, code_error: 5, error_message: 'Demasiadas «peticiones».', response: {} };
      const GOOD = { error: false, code_error: 0, error_message: null, response: { curp: KEY } };
      let refusals = 1;
      const server = createServer((request, response) => {
        request.resume();
        const envelope = refusals > 0 ? TOO_MANY : GOOD;
        const later = envelope.error ? { 'retry-after': '1' } : {};
        response.writeHead(envelope.error ? (refusals % 2 === 1 ? 429 : 503) : 200, {
          'content-type': 'application/json',
          ...later,
        });
        response.end(JSON.stringify(envelope));
        refusals--;
      }).listen(0, '127.0.0.1');
      onTestFinished(() => void server.close());
      await once(server, 'listening');
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const before = performance.now();
      expect(await run(example, url, PERSON)).toEqual({ code: 0, stdout: `${KEY}\n`, stderr: '' });
      expect(performance.now() - before).toBeGreaterThan(990);
      refusals = 4;
      expect(await run(example, url, PERSON)).toEqual({
        code: 1,
        stdout: '',
        stderr: '5: Demasiadas «peticiones».\n',
      });
      expect(refusals).toBe(0);
      server.close();
      expect(await run(example, url, PERSON)).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(/connect|refused/i) as unknown,
      });
    });
  });
