/** Any bytes that reach the port get the envelope over HTTP; the service goes on and logs none of them. */
import { once } from 'node:events';
import { afterAll, describe, expect, it } from 'vitest';
import { createToken } from '../src/access/tokens.js';
import { Conexion, Proceso, type Respuesta, enviar, limpiar } from './process.js';
import type { Sobre } from './service.js';

afterAll(limpiar);

const servicio = await Proceso.iniciar({ LOG_LEVEL: 'trace' });
const { puerto } = servicio;

const LARGO = { timeout: 60_000 };

/** A text in everything sent, and nowhere else. */
const MARCA = 'Xochiquetzal';
const VALIDAR = `/curp/validar?token=pruebas&curp=${MARCA}`;

const peticion = (linea: string, ...headers: readonly string[]): string =>
  [linea, 'Host: x', `X-Marca: ${MARCA}`, ...headers, '', ''].join('\r\n');
const post = (...headers: readonly string[]): string =>
  peticion('POST /curp/validar HTTP/1.1', 'Content-Type: application/json', ...headers);
const CON_TROZOS = post('Transfer-Encoding: chunked');
const sinFin = (texto: string): string => texto.slice(0, -2);

const leido = ({ status, cuerpo }: Respuesta): [status: number, codigo: number | null] => {
  if (cuerpo === '') return [status, null];
  const sobre = JSON.parse(cuerpo) as Sobre;
  expect(Object.keys(sobre)).toEqual(['error', 'code_error', 'error_message', 'response']);
  expect(sobre.error).toBe(status >= 400);
  return [status, sobre.code_error];
};

/** Clients that send a byte a second beside all other tests. */
const lentas = [
  ['request line', `GET /${MARCA}`],
  ['headers', sinFin(peticion('GET / HTTP/1.1'))],
  ['body', post('Content-Length: 100')],
  ['body of no operation', post('Content-Length: 100').replace('validar', MARCA)],
  ['nothing at all', ''],
].map(([name = '', inicio = '']) => {
  const conexion = new Conexion(puerto);
  conexion.socket.write(inicio);
  const reloj = setInterval(() => {
    if (inicio !== '' && conexion.socket.writable) conexion.socket.write('a');
  }, 1000);
  return { name, respuestas: conexion.todo().finally(() => clearInterval(reloj)) };
});

describe('each input gets one answer', LARGO, () => {
  it.each<[titulo: string, bytes: string | Buffer, status: number, codigo: number | null]>([
    ['junk', Buffer.from(`\x01\xfe\xff\x80 ${MARCA}\r\n\r\n`, 'latin1'), 400, 8],
    ['junk without an end of line', MARCA, 400, 8],
    ['a TLS hello', Buffer.from(`\x16\x03\x01\x00\xc8\x01\x00\x00\xc4\x03\x03${MARCA}`, 'latin1'), 400, 8],
    ['the preface of HTTP/2', `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${MARCA}`, 400, 8],
    ['NUL bytes', '\0'.repeat(100), 400, 8],
    ['NUL in the address', peticion(`GET /${MARCA}\0 HTTP/1.1`), 400, 8],
    ['NUL in a header', peticion(`GET ${VALIDAR} HTTP/1.1`, 'X-Nul: a\0b'), 400, 8],
    ['no version', peticion(`GET ${VALIDAR}`), 200, 0],
    ['a version that does not exist', peticion(`GET ${VALIDAR} HTTP/9.9`), 400, 8],
    ['HTTP/1.0', `GET ${VALIDAR} HTTP/1.0\r\n\r\n`, 200, 0],
    ['no Host', `GET ${VALIDAR} HTTP/1.1\r\n\r\n`, 200, 0],
    ['a header without a colon', peticion(`GET ${VALIDAR} HTTP/1.1`, MARCA), 400, 8],
    ['a space in the address', peticion(`GET ${VALIDAR} ${MARCA} HTTP/1.1`), 400, 8],
    ['lines that end in LF', peticion(`GET ${VALIDAR} HTTP/1.1`).replaceAll('\r', ''), 400, 8],
    ['Content-Length and Transfer-Encoding', `${post('Content-Length: 5', 'Transfer-Encoding: chunked')}0\r\n`, 400, 8],
    ['two Content-Length', `${post('Content-Length: 5', 'Content-Length: 6')}${MARCA}`, 400, 8],
    ['a negative Content-Length', `${post('Content-Length: -5')}${MARCA}`, 400, 8],
    ['a bad chunk', `${CON_TROZOS}${MARCA}\r\n`, 400, 8],
    ['a chunk beyond all numbers', `${CON_TROZOS}ffffffffffffffffff\r\n${MARCA}`, 400, 8],
    ['a body that is too large', `${post('Content-Length: 20000')}${MARCA.padEnd(20_000)}`, 413, 8],
    ['one that only says so', post('Content-Length: 9999999999'), 413, 8],
    ['chunks that are too many', CON_TROZOS + `800\r\n${MARCA.padEnd(2048)}\r\n`.repeat(9), 413, 8],
    ['a body of another type', post('Content-Length: 12').replace('json', MARCA) + MARCA, 415, 8],
    ['a header over 16 KB', peticion(`GET ${VALIDAR} HTTP/1.1`, `X-Larga: ${MARCA.repeat(1500)}`), 414, 8],
    ['an address over 8 KB', peticion(`GET ${VALIDAR}&x=${'a'.repeat(8192)} HTTP/1.1`), 414, 8],
    ['an address over 64 KB', peticion(`GET ${VALIDAR}&x=${'a'.repeat(65_536)} HTTP/1.1`), 414, 8],
    ['an address over 2 MB', peticion(`GET ${VALIDAR}&x=${'a'.repeat(2_097_152)} HTTP/1.1`), 414, 8],
    ['UTF-8 as it is in the address', peticion(`GET ${VALIDAR}&nombres=Ñusta HTTP/1.1`), 400, 8],
    ['Latin-1 as it is', Buffer.from(peticion(`GET ${VALIDAR}&nombres=Ñusta HTTP/1.1`), 'latin1'), 400, 8],
    ['a malformed % in the path', peticion(`GET /curp/%zz${MARCA} HTTP/1.1`), 400, 8],
    ['a malformed % in the query', peticion(`GET ${VALIDAR}&nombres=%zz HTTP/1.1`), 400, 8],
    ['an expectation nobody knows', peticion(`GET ${VALIDAR} HTTP/1.1`, `Expect: ${MARCA}`), 200, 0],
    ['CONNECT', peticion(`CONNECT ${MARCA}:443 HTTP/1.1`), 405, 7],
    ['an upgrade', peticion(`GET ${VALIDAR} HTTP/1.1`, 'Connection: Upgrade', 'Upgrade: websocket'), 200, 0],
    ['PURGE', peticion(`PURGE ${VALIDAR} HTTP/1.1`), 405, 7],
    ['BREW', peticion(`BREW ${VALIDAR} HTTP/1.1`), 400, 8],
    ['TRACE', peticion(`TRACE ${VALIDAR} HTTP/1.1`), 405, 7],
    ['a whole URL', peticion(`GET http://${MARCA}${VALIDAR} HTTP/1.1`), 200, 0],
    ['a whole URL of nothing', peticion(`GET http://x/${MARCA} HTTP/1.1`), 404, 6],
    ['a whole URL with another method', peticion(`PUT http://x${VALIDAR} HTTP/1.1`), 405, 7],
    ['OPTIONS *', peticion('OPTIONS * HTTP/1.1'), 204, null],
    ['HEAD', peticion(`HEAD ${VALIDAR} HTTP/1.1`), 200, null],
    ['HEAD of nothing', peticion(`HEAD /${MARCA} HTTP/1.1`), 404, null],
  ])('%s', async (_, bytes, status, codigo) => {
    expect((await enviar(puerto, bytes)).map(leido)).toEqual([[status, codigo]]);
  });

  it.each([
    ['half a request line', `GET /${MARCA}`, 400, 8],
    ['half the headers', sinFin(peticion(`GET ${VALIDAR} HTTP/1.1`)), 400, 8],
    ['half a body', post('Content-Length: 100') + MARCA, 400, 8],
    ['a whole request', peticion(`GET ${VALIDAR} HTTP/1.1`), 200, 0],
  ])('%s, then the end of the connection', async (_, bytes, status, codigo) => {
    expect((await enviar(puerto, bytes, 0)).map(leido)).toEqual([[status, codigo]]);
  });
});

describe('a connection', LARGO, () => {
  it('gets a hundred pipelined requests answered in order', async () => {
    const clases: [ruta: string, status: number, codigo: number][] = [
      [VALIDAR, 200, 0],
      [`/curp/validar?token=${createToken()}`, 401, 2], // this one asks the store
      [`/curp/validar?token=pruebas`, 400, 100],
      [`/${MARCA}`, 404, 6],
      ['/curp/validar', 401, 1],
    ];
    const cien = Array.from({ length: 20 }, () => clases).flat();
    const bytes = cien.map(([ruta]) => peticion(`GET ${ruta} HTTP/1.1`)).join('');
    expect((await enviar(puerto, bytes, 100)).map(leido)).toEqual(cien.map(([, status, codigo]) => [status, codigo]));
  });

  it('may be lost at any point', async () => {
    const entera = post('Content-Length: 60') + MARCA.padEnd(60);
    for (let hasta = 1; hasta < entera.length; hasta += 10) {
      const { socket, cerrada } = new Conexion(puerto);
      socket.write(entera.slice(0, hasta), () => (hasta % 20 === 1 ? socket.resetAndDestroy() : socket.destroy()));
      await cerrada;
    }
    expect((await servicio.pedir(VALIDAR)).status).toBe(200);
  });

  it(
    'is not kept once it was told that it makes no sense, even by a client that never closes',
    { timeout: 10_000 },
    async () => {
      const conexion = new Conexion(puerto, { allowHalfOpen: true });
      conexion.socket.write(MARCA);
      expect((await conexion.espera()).map(leido)).toEqual([[400, 8]]);
      const reloj = setInterval(() => conexion.socket.write(MARCA), 100);
      await conexion.cerrada.finally(() => clearInterval(reloj));
    },
  );

  it('gets the answer to bad bytes after that to the request before them', async () => {
    const desconocido = `curp_${'0'.repeat(32)}1eKiZf`; // well written, so the store is asked
    const primera = peticion(`GET /curp/entidades?token=${desconocido} HTTP/1.1`);
    const respuestas = await enviar(puerto, `${primera}${MARCA}\r\n\r\n`, 2);
    expect(respuestas.map(leido)).toEqual([
      [401, 2],
      [400, 8],
    ]);
  });

  it('gets no second answer in the middle of another', async () => {
    const conexion = new Conexion(puerto);
    let recibido = '';
    conexion.socket.on('data', (trozo) => (recibido += trozo.toString('latin1')));
    conexion.socket.write(peticion('GET /docs/swagger-ui-bundle.js HTTP/1.1').repeat(10));
    await once(conexion.socket, 'data');
    conexion.socket.pause().write(`${MARCA}\r\n\r\n`);
    await new Promise((resolve) => setTimeout(resolve, 500)); // no more fits between the two
    conexion.socket.resume().end();
    await conexion.cerrada;
    expect(recibido).toMatch(/^HTTP\/1\.1 200 OK/);
    // Only after the last chunk.
    expect(recibido.replace('\r\n0\r\n\r\nHTTP/1.1 400', '')).not.toContain('HTTP/1.1 400');
  });

  it.each(lentas)('is cut if it is slow: $name', async ({ respuestas }) => {
    expect((await respuestas).map(leido)).toEqual([[400, 8]]);
  });
});

describe('after all that', LARGO, () => {
  it('the service answers, and its log holds nothing that was sent', async () => {
    expect((await servicio.pedir(VALIDAR)).status).toBe(200);
    expect(await servicio.terminar('SIGTERM')).toBe(0);
    expect(servicio.salida.split('\n').length).toBeGreaterThan(50);
    expect(servicio.salida).not.toMatch(new RegExp(`${MARCA}|websocket|usta|\\0|BREW|PURGE`, 'i'));
    expect(servicio.errores).toBe('');
  });
});
