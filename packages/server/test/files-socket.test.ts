/** Files over real connections: kept open, slow, silent or cut, on a service that others use or that is stopping. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type Socket, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Lote } from '@curp-service/lote';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { Proceso, limpiar } from './process.js';
import { CURP, type Sobre, abrirServicio } from './service.js';
import { BUENA, CABECERA, CSV, MALA, Subida, sobreDe, subir } from './upload.js';

afterAll(limpiar);

const LARGO = { timeout: 120_000 };
const HECHA = `${BUENA.trimEnd()},${CURP},0,\n`;

/** A raw connection that has sent the head of a request, and the bytes it received. */
class Cruda {
  readonly socket: Socket;
  recibido = '';
  readonly cerrada: Promise<void>;
  error: string | undefined;

  constructor(puerto: number, ...headers: readonly string[]) {
    this.socket = connect(puerto, '127.0.0.1');
    this.socket.on('data', (trozo) => (this.recibido += trozo.toString()));
    this.socket.on('error', ({ code }: NodeJS.ErrnoException) => (this.error = code));
    this.cerrada = new Promise((resolve) => this.socket.once('close', () => resolve()));
    const [linea = 'POST /curp/lote?token=pruebas HTTP/1.1', ...resto] = headers;
    this.socket.write([linea, 'Host: x', 'Content-Type: text/csv', ...resto, '', ''].join('\r\n'));
  }

  enviar(texto: string): this {
    this.socket.write(`${Buffer.byteLength(texto).toString(16)}\r\n${texto}\r\n`);
    return this;
  }

  async hasta(parte: string | RegExp): Promise<void> {
    while (this.recibido.search(parte) < 0) {
      if (this.socket.destroyed) throw new Error(`closed after ${JSON.stringify(this.recibido)}`);
      await Promise.race([once(this.socket, 'data'), this.cerrada]);
    }
  }
}
const POST = 'POST /curp/lote?token=pruebas HTTP/1.1';
const EN_TROZOS = [POST, 'Transfer-Encoding: chunked'] as const;

/** Runs beside all other tests: sends a row a second, for longer than any other request may take. */
const proceso = await Proceso.iniciar({ LOG_LEVEL: 'debug' });
const lenta = new Cruda(proceso.puerto, ...EN_TROZOS).enviar(CABECERA);
const reloj = setInterval(() => lenta.enviar(BUENA), 1000);
const empezo = performance.now();

describe('an upload that is still running', LARGO, () => {
  it('gets each row answered as it arrives', async () => {
    const cruda = new Cruda(proceso.puerto, ...EN_TROZOS).enviar(CABECERA);
    await cruda.hasta(/\r\n\r\n[0-9a-f]+\r\nnombres,.*,curp,code_error,error_message\n/);
    for (let i = 0; i < 3; i += 1) {
      cruda.recibido = '';
      cruda.enviar(BUENA);
      await cruda.hasta(HECHA);
    }
    cruda.recibido = '';
    cruda.enviar(MALA.slice(0, 10));
    await wait(100);
    expect(cruda.recibido).toBe('');
    cruda.enviar(MALA.slice(10));
    await cruda.hasta('417');
    cruda.recibido = '';
    cruda.socket.write('0\r\n\r\n');
    await cruda.hasta('0\r\nlote-filas: 4\r\nlote-correctas: 3\r\nlote-errores: 1\r\n\r\n');
    // The connection serves on.
    cruda.recibido = '';
    cruda.socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
    await cruda.hasta('ok\n');
    cruda.socket.destroy();
  });

  it('gets status 200 with its first row, and the envelope for a problem before it', async () => {
    const cruda = new Cruda(proceso.puerto, ...EN_TROZOS).enviar(CABECERA.slice(0, 20));
    await wait(100);
    expect(cruda.recibido).toBe('');
    cruda.enviar(`\n${'x'.repeat(100)}`);
    await cruda.hasta('"code_error":8');
    expect(cruda.recibido).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    cruda.socket.destroy();
  });

  it('over HTTP/1.0 ends with the connection', async () => {
    const archivo = CABECERA + BUENA;
    const cruda = new Cruda(proceso.puerto, POST.replace('1.1', '1.0'), `Content-Length: ${archivo.length}`);
    cruda.socket.write(archivo);
    await cruda.cerrada;
    const [cabeza = '', cuerpo] = cruda.recibido.split('\r\n\r\n');
    expect(cabeza).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(cabeza).not.toMatch(/trailer|chunked/i);
    expect(cuerpo).toBe(`${CABECERA.trimEnd()},curp,code_error,error_message\n${HECHA}`);
    expect(cruda.error).toBeUndefined();
  });
});

describe('Expect: 100-continue', LARGO, () => {
  const EXPECT = 'Expect: 100-continue';

  it('is answered once the request is admitted', async () => {
    const cruda = new Cruda(proceso.puerto, ...EN_TROZOS, EXPECT);
    await cruda.hasta('HTTP/1.1 100 Continue\r\n\r\n');
    cruda.enviar(CABECERA + BUENA).socket.write('0\r\n\r\n');
    await cruda.hasta('lote-filas: 1');
    expect(cruda.recibido.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 100', 'HTTP/1.1 200']);
    cruda.socket.destroy();
  });

  it.each([
    ['no token', POST.replace('?token=pruebas', ''), 401],
    ['a parameter that is wrong', POST.replace('pruebas', 'pruebas&operacion=x'), 400],
  ])('is not answered with 100 for %s', async (_, linea, status) => {
    const cruda = new Cruda(proceso.puerto, linea, 'Content-Length: 1000000000', EXPECT);
    await cruda.cerrada;
    expect(cruda.recibido.match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`]);
  });

  it('is answered at once for any other operation', async () => {
    const cruda = new Cruda(proceso.puerto, 'POST /curp/validar HTTP/1.1', 'Content-Length: 2', EXPECT);
    await cruda.hasta('HTTP/1.1 415');
    expect(cruda.recibido).toMatch(/^HTTP\/1\.1 100/);
  });
});

describe.concurrent('a refused upload', LARGO, () => {
  it('leaves the connection usable if the rest of the file is short', async () => {
    const cruda = new Cruda(proceso.puerto, POST.replace('pruebas', 'x'), 'Transfer-Encoding: chunked');
    await cruda.hasta('"code_error":2');
    cruda.enviar('x'.repeat(500_000)).socket.write('0\r\n\r\nGET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
    await cruda.hasta('ok\n');
    cruda.socket.destroy();
  });

  it('leaves the connection usable if it was refused after its last byte', async () => {
    const cruda = new Cruda(proceso.puerto, POST, 'Content-Length: 2');
    cruda.socket.write('x\n');
    await cruda.hasta('"code_error":8');
    await wait(5500);
    cruda.socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
    await cruda.hasta('ok\n');
    cruda.socket.destroy();
  });

  it.each([
    ['at once', POST.replace('pruebas', 'x'), ''],
    ['after its first bytes', POST, BUENA],
  ])('%s is cut if it never ends', async (_, linea, inicio) => {
    const cruda = new Cruda(proceso.puerto, linea, 'Transfer-Encoding: chunked').enviar(`${inicio}x`);
    const chorro = setInterval(() => cruda.enviar('x'.repeat(1000)), 50);
    await cruda.cerrada.finally(() => clearInterval(chorro));
    expect(cruda.recibido.match(/HTTP\/1\.1 \d+/g)).toHaveLength(1);
    expect(cruda.recibido).toMatch(/"code_error":[28],/);
  });
});

describe('a client that leaves', LARGO, () => {
  it.each<[como: string, irse: (socket: Socket) => void]>([
    ['closes', (socket) => socket.destroy()],
    ['resets', (socket) => socket.resetAndDestroy()],
  ])('%s, at any point, frees everything it held', async (_, irse) => {
    const servicio = abrirServicio();
    const puerto = await servicio.escuchar();
    const datos = CABECERA + BUENA.repeat(20_000);
    const puntos: ((cruda: Cruda) => Promise<void>)[] = [
      async () => wait(20), // nothing was sent
      async (cruda) => void cruda.enviar(CABECERA.slice(0, 9)),
      async (cruda) => cruda.enviar(CABECERA).hasta('curp'),
      async (cruda) => cruda.enviar(datos).hasta('curp'), // in the middle of the answer
      async (cruda) => {
        cruda.socket.pause(); // it sends without end, and reads nothing
        for (let i = 0; i < 20; i += 1) cruda.enviar(datos);
        await wait(300);
      },
      async (cruda) => void cruda.enviar(datos).socket.write('zz\r\n'), // no chunk
    ];
    for (const punto of puntos) {
      const cruda = new Cruda(puerto, ...EN_TROZOS);
      await once(cruda.socket, 'connect');
      await wait(50);
      await punto(cruda);
      irse(cruda.socket);
    }
    const cortes = (): string[] => servicio.log.filter((linea) => linea.includes('"cortado":true'));
    await vi.waitUntil(() => cortes().length === puntos.length, { timeout: 10_000 });
    for (const corte of cortes()) expect(JSON.parse(corte)).toMatchObject({ level: 'info', code_error: 8 });
    const cerrado = performance.now();
    await servicio.cerrar(); // nothing is in flight
    expect(performance.now() - cerrado).toBeLessThan(3000);
  });

  it('before its token is known takes no quota', async () => {
    const servicio = abrirServicio();
    const puerto = await servicio.escuchar();
    const { token, proyecto } = await servicio.crearProyecto({ cuota: 1000 });
    const abrir = servicio.store.openToken.bind(servicio.store);
    const pregunta = vi.spyOn(servicio.store, 'openToken').mockImplementation(async (sha256) => {
      await wait(300);
      return abrir(sha256);
    });
    const cruda = new Cruda(puerto, POST.replace('pruebas', token), 'Transfer-Encoding: chunked').enviar(CABECERA);
    await vi.waitUntil(() => pregunta.mock.calls.length > 0, 20_000);
    cruda.socket.destroy();
    await vi.waitUntil(() => servicio.log.some((linea) => linea.includes('"cortado":true')), { timeout: 5000 });
    await servicio.cerrar();
    expect(await servicio.store.quotaTaken(proyecto.id, '2026-11')).toBe(0);
  });

  it('falls silent and is cut', async () => {
    const servicio = abrirServicio({}, { maxIdleMs: 300 });
    const puerto = await servicio.escuchar();
    const [callada, muda, sinLeer] = [0, 1, 2].map(() => new Cruda(puerto, ...EN_TROZOS)) as [Cruda, Cruda, Cruda];
    callada.enviar(CABECERA + BUENA);
    sinLeer.socket.pause();
    for (let i = 0; i < 20; i += 1) sinLeer.enviar(CABECERA + BUENA.repeat(20_000));
    await Promise.all([callada.cerrada, muda.cerrada]);
    expect(callada.recibido).toContain(HECHA);
    expect(callada.recibido).not.toMatch(/\r\n0\r\n/); // the last chunk did not come
    expect(muda.recibido).toMatch(/^HTTP\/1\.1 400 .*"code_error":8/s); // there was still room for the envelope
    await vi.waitUntil(() => servicio.log.filter((linea) => linea.includes('"cortado":true')).length === 2, 20_000);
    sinLeer.socket.destroy();
    // Whoever sends a little now and then is not silent.
    const viva = new Subida(puerto).enviar(CABECERA);
    for (let i = 0; i < 8; i += 1) {
      await wait(100);
      viva.enviar(BUENA);
    }
    expect((await viva.terminar()).trailers).toMatchObject({ 'lote-filas': '8' });
  });
});

describe('a bug', LARGO, () => {
  it('is answered with code 9 and status 500, or cuts a file that has begun, and takes no quota', async () => {
    const servicio = abrirServicio();
    const puerto = await servicio.escuchar();
    const { token, proyecto } = await servicio.crearProyecto({ cuota: 1000 });
    const rota = vi.spyOn(Lote.prototype, 'process').mockImplementation(() => {
      throw new Error('bug');
    });
    const antes = await subir(puerto, CABECERA + BUENA, `token=${token}`);
    expect([antes.status, sobreDe(antes).code_error]).toEqual([500, 9]);
    rota.mockRestore();
    const subida = new Subida(puerto, `token=${token}`).enviar(CABECERA + BUENA);
    await subida.lineas(2);
    vi.spyOn(Lote.prototype, 'finish').mockImplementation(() => {
      throw new Error('bug');
    });
    const { status, cortada } = await subida.terminar();
    vi.restoreAllMocks();
    expect([status, cortada]).toEqual([200, true]);
    expect(servicio.log.filter((linea) => linea.includes('"msg":"bug"')).length).toBe(2);
    await servicio.cerrar();
    expect(await servicio.store.quotaTaken(proyecto.id, '2026-11')).toBe(1);
  });
});

describe('a service that others use too', LARGO, () => {
  it('answers them while files are running', async () => {
    const puertas = Array.from({ length: 3 }, () => new Subida(proceso.puerto, 'token=pruebas&operacion=cotejar'));
    const filas = `${CURP.replace('05', '13')},${BUENA}`.repeat(1000);
    for (const subida of puertas) subida.enviar(`curp,${CABECERA}`);
    const chorro = setInterval(() => puertas.forEach((subida) => subida.enviar(filas)), 10);
    const tiempos: number[] = [];
    for (let i = 0; i < 100; i += 1) {
      const antes = performance.now();
      await proceso.pedir(`/curp/validar?token=pruebas&curp=${CURP}`);
      tiempos.push(performance.now() - antes);
    }
    clearInterval(chorro);
    for (const { peticion } of puertas) peticion.destroy();
    // Rows of the slow kind: in one go, each piece would take a tenth of a second.
    expect(tiempos.toSorted((a, b) => a - b)[50]).toBeLessThan(150);
  });
});

/** The memory of a process, in MB. */
const memoria = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

describe('memory', LARGO, () => {
  it('does not grow with the size of a file, even if nobody reads the answer', async () => {
    const propio = await Proceso.iniciar();
    await subir(propio.puerto, CABECERA + BUENA.repeat(50_000));
    const antes = memoria(propio.pid);
    const { socket } = new Cruda(propio.puerto, ...EN_TROZOS).enviar(CABECERA.replace('\n', ',notas\n'));
    let recibidos = 0;
    let final = '';
    socket.removeAllListeners('data').on('data', (trozo) => {
      recibidos += trozo.length;
      final = (final + trozo.toString('latin1', trozo.length - 200)).slice(-200);
    });
    const bloque = Buffer.from(BUENA.replace('\n', `,${'x'.repeat(500)}\n`).repeat(2000)); // a megabyte
    let maxima = 0;
    const mandar = async (bloques: number, pacienciaMs: number): Promise<number> => {
      let enviados = 0;
      while (enviados < bloques) {
        socket.write(`${bloque.length.toString(16)}\r\n`);
        socket.write(bloque);
        enviados += 1;
        const seco = socket.write('\r\n') || once(socket, 'drain').then(() => true);
        maxima = Math.max(maxima, memoria(propio.pid));
        if (!(await Promise.race([seco, wait(pacienciaMs).then(() => false)]))) break;
      }
      return enviados;
    };
    socket.pause(); // as long as nobody reads, the service takes no more than the system holds for both
    const tomados = await mandar(100, 500);
    expect(tomados).toBeLessThan(50);
    await wait(500);
    expect(socket.writableLength).toBeGreaterThan(0);
    const aRatos = setInterval(() => (socket.isPaused() ? socket.resume() : socket.pause()), 10);
    expect(await mandar(220, 30_000)).toBe(220);
    clearInterval(aRatos);
    socket.resume().write('0\r\n\r\n');
    await vi.waitUntil(() => final.includes('lote-errores: 0'), { timeout: 60_000 });
    expect(final).toContain(`lote-correctas: ${(tomados + 220) * 2000}`);
    expect(recibidos).toBeGreaterThan(220e6);
    socket.destroy();
    expect(maxima - antes).toBeLessThan(100);
  });
});

describe('a stop', LARGO, () => {
  it('lets a running file end and takes no other', async () => {
    const servicio = abrirServicio();
    const puerto = await servicio.escuchar();
    const subida = new Subida(puerto).enviar(CABECERA + BUENA);
    await subida.lineas(2);
    const fin = servicio.cerrar();
    const otra = await subir(puerto, CABECERA + BUENA);
    expect([otra.status, sobreDe(otra).code_error, otra.headers['retry-after']]).toEqual([503, 9, '5']);
    const { trailers, cortada } = await subida.terminar(BUENA);
    expect([trailers['lote-filas'], cortada]).toEqual(['2', false]);
    await fin;
  });

  it('cuts a file that does not end, so that its client can tell, and gives its quota back', async () => {
    const servicio = abrirServicio();
    const { token, proyecto } = await servicio.crearProyecto({ cuota: 100_000 });
    const puerto = await servicio.escuchar();
    const subida = new Subida(puerto, `token=${token}`).enviar(CABECERA + BUENA);
    const muda = new Subida(puerto, `token=${token}`, { ...CSV, expect: '100-continue' });
    const linea = `POST /curp/lote?token=${token} HTTP/1.0`;
    const vieja = new Cruda(puerto, linea, 'Content-Length: 1000');
    vieja.socket.write(CABECERA + BUENA);
    await Promise.all([subida.lineas(2), vieja.hasta(HECHA), once(muda.peticion, 'continue')]);
    await servicio.cerrar();
    const { texto, cortada } = await subida.todo();
    expect([texto.split('\n').length, cortada]).toEqual([3, true]);
    const sinEmpezar = await muda.todo();
    expect([sinEmpezar.status, (JSON.parse(sinEmpezar.texto) as Sobre).code_error]).toEqual([503, 9]);
    await vieja.cerrada;
    expect(vieja.error).toBe('ECONNRESET'); // without chunks, the end of the connection would be that of the file
    expect(await servicio.store.quotaTaken(proyecto.id, '2026-11')).toBe(2);
  });
});

describe('after all that', LARGO, () => {
  it('a file took longer than any other request may, and no row was lost', async () => {
    await wait(Math.max(0, 18_000 - (performance.now() - empezo)));
    clearInterval(reloj);
    lenta.recibido = '';
    lenta.socket.write('0\r\n\r\n');
    await lenta.hasta(/lote-filas: (\d+)\r\nlote-correctas: \1\r\n/);
    expect(Number(/lote-filas: (\d+)/.exec(lenta.recibido)?.[1])).toBeGreaterThan(15);
    lenta.socket.destroy();
    expect(await proceso.terminar('SIGTERM')).toBe(0);
    expect(proceso.errores).toBe('');
    expect(proceso.salida).not.toMatch(/Renata|Olvera|OETR|1990/);
  });
});
