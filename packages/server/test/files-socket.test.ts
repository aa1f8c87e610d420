/** Files over real connections: kept open, slow, silent or cut, on a service that others use or that is stopping. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type Socket, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { ServiceProcess, cleanUp } from './process.js';
import { CURP, type Envelope, openService } from './service.js';
import { Pool } from '../src/files/pool.js';
import { FAILING_WORKER } from './broken-worker.js';
import {
  GOOD,
  HEADER,
  CSV,
  BAD,
  Upload,
  WIDE_FILE,
  WIDE_ROWS,
  envelopeOf,
  underWay,
  uploadFile,
  distinct,
} from './upload.js';
import { SOON } from './soon.js';

afterAll(cleanUp);

const DONE = `${GOOD.trimEnd()},${CURP},,0,\n`;

/** A raw connection that has sent the head of a request, and the bytes that it received. */
class RawConnection {
  readonly socket: Socket;
  recibido = '';
  readonly cerrada: Promise<void>;
  error: string | undefined;

  constructor(port: number, ...headers: readonly string[]) {
    this.socket = connect(port, '127.0.0.1');
    this.socket.on('data', (chunk) => (this.recibido += chunk.toString()));
    this.socket.on('error', ({ code }: NodeJS.ErrnoException) => (this.error = code));
    this.cerrada = new Promise((resolve) => this.socket.once('close', () => resolve()));
    const [line = 'POST /curp/lote?token=pruebas HTTP/1.1', ...rest] = headers;
    this.socket.write([line, 'Host: x', 'Content-Type: text/csv', ...rest, '', ''].join('\r\n'));
  }

  enviar(texto: string): this {
    this.socket.write(`${Buffer.byteLength(texto).toString(16)}\r\n${texto}\r\n`);
    return this;
  }

  async hasta(part: string | RegExp): Promise<void> {
    while (this.recibido.search(part) < 0) {
      if (this.socket.destroyed) throw new Error(`closed after ${JSON.stringify(this.recibido)}`);
      await Promise.race([once(this.socket, 'data'), this.cerrada]);
    }
  }
}
const POST = 'POST /curp/lote?token=pruebas HTTP/1.1';
const IN_CHUNKS = [POST, 'Transfer-Encoding: chunked'] as const;

/** Runs alongside all other tests: sends a row a second, for longer than any other request may take. */
const shared = await ServiceProcess.start({ LOG_LEVEL: 'debug', DEMO_TOKEN: 'on' });
const slow = new RawConnection(shared.port, ...IN_CHUNKS).enviar(HEADER);
let sent = 0;
const timer = setInterval(() => slow.enviar(distinct(GOOD, sent++)), 1000);
const startedAt = performance.now();

describe('an upload that is still running', () => {
  it('gets its rows once its last byte has arrived, and its connection stays usable', async () => {
    const raw = new RawConnection(shared.port, ...IN_CHUNKS).enviar(HEADER + distinct(GOOD.repeat(3)));
    raw.enviar(BAD.slice(0, 10));
    await wait(100);
    expect(raw.recibido).toBe('');
    raw.enviar(BAD.slice(10)).socket.write('0\r\n\r\n');
    await raw.hasta(/\r\n\r\n[0-9a-f]+\r\nnombres,.*,curp,aviso,code_error,error_message\n/);
    await raw.hasta(DONE);
    await raw.hasta(/0\r\nlote-filas: 4\r\nlote-correctas: 3\r\nlote-errores: 1\r\n(lote-.*\r\n)+\r\n/);
    raw.recibido = '';
    raw.socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
    await raw.hasta(/ok \S+\n/);
    raw.socket.destroy();
  });

  it('gets the envelope for a problem with its header', async () => {
    const raw = new RawConnection(shared.port, ...IN_CHUNKS).enviar(HEADER.slice(0, 20));
    raw.enviar(`\n${'x'.repeat(100)}`).socket.write('0\r\n\r\n');
    await raw.hasta('"code_error":8');
    expect(raw.recibido).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    raw.socket.destroy();
  });

  it('ends with the connection over HTTP/1.0', async () => {
    const file = HEADER + GOOD;
    const raw = new RawConnection(shared.port, POST.replace('1.1', '1.0'), `Content-Length: ${file.length}`);
    raw.socket.write(file);
    await raw.cerrada;
    const [head = '', body] = raw.recibido.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(head).not.toMatch(/trailer|chunked/i);
    expect(body).toBe(`${HEADER.trimEnd()},curp,aviso,code_error,error_message\n${DONE}`);
    expect(raw.error).toBeUndefined();
  });
});

describe.concurrent('Expect: 100-continue', () => {
  const EXPECT = 'Expect: 100-continue';

  it('gets 100 once the request is admitted', async () => {
    const raw = new RawConnection(shared.port, ...IN_CHUNKS, EXPECT);
    await raw.hasta('HTTP/1.1 100 Continue\r\n\r\n');
    raw.enviar(HEADER + GOOD).socket.write('0\r\n\r\n');
    await raw.hasta('lote-filas: 1');
    expect(raw.recibido.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 100', 'HTTP/1.1 200']);
    raw.socket.destroy();
  });

  it.each([
    ['no token', POST.replace('token=pruebas', ''), 401],
    ['a parameter that is wrong', POST.replace('pruebas', 'pruebas&operacion=x'), 400],
  ])('gets no 100 for %s', async (_, line, status) => {
    const raw = new RawConnection(shared.port, line, 'Content-Length: 1000000000', EXPECT);
    await raw.cerrada;
    expect(raw.recibido.match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`]);
  });

  it('gets 100 at once for any other operation', async () => {
    const raw = new RawConnection(shared.port, 'POST /curp/validar HTTP/1.1', 'Content-Length: 2', EXPECT);
    await raw.hasta('HTTP/1.1 415');
    expect(raw.recibido).toMatch(/^HTTP\/1\.1 100/);
  });
});

describe.concurrent('a refused upload', () => {
  it('closes the connection after the rest of the file, as its answer says', async () => {
    const raw = new RawConnection(shared.port, POST.replace('pruebas', 'x'), 'Transfer-Encoding: chunked');
    await raw.hasta('"code_error":2');
    expect(raw.recibido).toContain('Connection: close'.toLowerCase());
    raw.enviar('x'.repeat(500_000)).socket.write('0\r\n\r\n');
    await raw.cerrada;
    expect(raw.recibido.match(/HTTP\/1\.1 \d+/g)).toHaveLength(1);
  });

  it('leaves the connection usable if it was refused after its last byte', async () => {
    const raw = new RawConnection(shared.port, POST, 'Content-Length: 2');
    raw.socket.write('x\n');
    await raw.hasta('"code_error":8');
    await wait(5500);
    raw.socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
    await raw.hasta(/ok \S+\n/);
    raw.socket.destroy();
  });

  it('is cut if it never ends', async () => {
    const raw = new RawConnection(shared.port, POST.replace('pruebas', 'x'), 'Transfer-Encoding: chunked').enviar('x');
    const flow = setInterval(() => raw.enviar('x'.repeat(1000)), 50);
    await raw.cerrada.finally(() => clearInterval(flow));
    expect(raw.recibido.match(/HTTP\/1\.1 \d+/g)).toHaveLength(1);
    expect(raw.recibido).toContain('"code_error":2,');
  });
});

describe('a client that leaves', () => {
  it.each<[como: string, irse: (socket: Socket) => void]>([
    ['closes', (socket) => socket.destroy()],
    ['resets', (socket) => socket.resetAndDestroy()],
  ])('%s, at any point, releases everything that it held', async (_, leave) => {
    const service = openService({ demoToken: true });
    const port = await service.listen();
    const data = HEADER + distinct(GOOD.repeat(20_000));
    const points: ((raw: RawConnection) => Promise<void>)[] = [
      async () => wait(20), // Nothing was sent.
      async (raw) => void raw.enviar(HEADER.slice(0, 9)),
      async (raw) => {
        raw.enviar(WIDE_FILE).socket.write('0\r\n\r\n');
        await raw.hasta('curp'); // The client leaves in the middle of the answer.
        raw.socket.pause();
      },
      async (raw) => {
        raw.socket.pause(); // The client sends without end and reads nothing.
        for (let i = 0; i < 20; i += 1) raw.enviar(data);
        await wait(300);
      },
      async (raw) => void raw.enviar(data).socket.write('zz\r\n'), // This is no chunk.
    ];
    for (const point of points) {
      const raw = new RawConnection(port, ...IN_CHUNKS);
      await once(raw.socket, 'connect');
      await wait(50);
      await point(raw);
      leave(raw.socket);
    }
    const cuts = (): string[] => service.log.filter((line) => line.includes('"cortado":true'));
    await vi.waitUntil(() => cuts().length === points.length, SOON);
    for (const cut of cuts()) expect(JSON.parse(cut)).toMatchObject({ level: 'info', code_error: 8 });
    expect(service.metrics()).toMatch(/^curp_lote_files 0$/m);
    expect(service.metrics()).toMatch(/^curp_lote_temp_bytes 0$/m);
    const closed = performance.now();
    await service.close();
    expect(performance.now() - closed).toBeLessThan(7000); // An open connection would delay it for 8 seconds.
  });

  it('takes no quota if its token is not known yet', async () => {
    const service = openService({ demoToken: true });
    const port = await service.listen();
    const { token, proyecto } = await service.createProject({ cuota: 1000 });
    const open = service.store.openToken.bind(service.store);
    const question = vi.spyOn(service.store, 'openToken').mockImplementation(async (sha256) => {
      await wait(300);
      return open(sha256);
    });
    const raw = new RawConnection(port, POST.replace('pruebas', token), 'Transfer-Encoding: chunked').enviar(HEADER);
    await vi.waitUntil(() => question.mock.calls.length > 0, 20_000);
    raw.socket.destroy();
    await vi.waitUntil(() => service.log.some((line) => line.includes('"cortado":true')), SOON);
    await service.close();
    expect(await service.store.quotaTaken(proyecto.id, '2026-11')).toBe(0);
  });

  it('is cut if it falls silent', async () => {
    // Long enough for a busy machine: only a client that sends nothing may be cut.
    const service = openService({ demoToken: true }, { maxIdleMs: 8000 });
    const port = await service.listen();
    const [silent, mute, unread] = [0, 1, 2].map(() => new RawConnection(port, ...IN_CHUNKS)) as [
      RawConnection,
      RawConnection,
      RawConnection,
    ];
    silent.enviar(HEADER + GOOD);
    unread.socket.pause();
    unread.enviar(WIDE_FILE).socket.write('0\r\n\r\n');
    await Promise.all([silent.cerrada, mute.cerrada]);
    for (const { recibido } of [silent, mute]) expect(recibido).toMatch(/^HTTP\/1\.1 400 .*"code_error":8/s);
    await vi.waitUntil(() => service.log.filter((line) => line.includes('"cortado":true')).length === 1, {
      timeout: 200_000,
    });
    unread.socket.destroy();
    // A client that sends a little now and then is not silent.
    const alive = new Upload(port).send(HEADER);
    for (let i = 0; i < 8; i += 1) {
      await wait(1200);
      alive.send(GOOD);
    }
    expect((await alive.finish()).trailers).toMatchObject({ 'lote-filas': '8' });
  });
});

describe('a bug while a file is processed', () => {
  it('is answered with code 9 and status 500, and takes no quota', async () => {
    const service = openService({}, { pool: new Pool({ worker: FAILING_WORKER }) });
    const port = await service.listen();
    const { token, proyecto } = await service.createProject({ cuota: 1000 });
    const before = await uploadFile(port, HEADER + GOOD, `token=${token}`);
    expect([before.status, envelopeOf(before).code_error]).toEqual([500, 9]);
    expect(service.log.filter((line) => line.includes('"msg":"bug"')).length).toBe(1);
    await service.close();
    expect(await service.store.quotaTaken(proyecto.id, '2026-11')).toBe(0);
  });
});

describe('a service that others use too', () => {
  it('answers other requests while files are running', async () => {
    const rows = `${CURP.replace('05', '13')},${GOOD}`.repeat(3000); // Each file takes nearly half a second.
    const query = 'token=pruebas&operacion=cotejar';
    let running = 3;
    const files = Array.from({ length: running }, async () => {
      await uploadFile(shared.port, `curp,${HEADER}${rows}`, query);
      running -= 1;
    });
    let answered = 0;
    while (running === files.length) {
      await shared.request(`/curp/validar?token=pruebas&curp=${CURP}`);
      answered += 1;
      await wait(20);
    }
    expect(answered).toBeGreaterThan(1);
    await Promise.all(files);
  });
});

/** Returns the memory of a process, in MB. */
const memory = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

describe('the memory of the process', () => {
  it('does not grow with the size of a file, even if the answer is not read', async () => {
    const own = await ServiceProcess.start({ DEMO_TOKEN: 'on', LOTE_MAX_MB: '300' });
    const rows = GOOD.replace('\n', `,${'x'.repeat(5000)}\n`).repeat(200); // About a megabyte.
    /** Sends a file of some megabytes, and reads its answer late. Returns the highest memory meanwhile. */
    const answer = async (blocks: number): Promise<number> => {
      const { socket } = new RawConnection(own.port, ...IN_CHUNKS).enviar(HEADER.replace('\n', ',notas\n'));
      let receivedBytes = 0;
      let final = '';
      socket.removeAllListeners('data').on('data', (chunk) => {
        receivedBytes += chunk.length;
        final = (final + chunk.toString('latin1', Math.max(0, chunk.length - 2000))).slice(-2000);
      });
      let highest = 0;
      for (let block = 0; block < blocks; block += 1) {
        const bytes = Buffer.from(distinct(rows, block * 200));
        socket.write(`${bytes.length.toString(16)}\r\n`);
        socket.write(bytes);
        if (!socket.write('\r\n')) await once(socket, 'drain');
        highest = Math.max(highest, memory(own.pid));
      }
      socket.pause().write('0\r\n\r\n');
      for (let i = 0; i < 20; i += 1) {
        await wait(100);
        highest = Math.max(highest, memory(own.pid));
      }
      socket.resume();
      await vi.waitUntil(() => final.includes('lote-errores: 0'), { ...SOON, timeout: 200_000 });
      expect(final).toContain(`lote-correctas: ${blocks * 200}`);
      expect(receivedBytes).toBeGreaterThan(blocks * 1e6);
      socket.destroy();
      return highest;
    };
    const short = await answer(30);
    const long = await answer(200);
    expect(long - short).toBeLessThan(100); // of 170 megabytes more
  });
});

describe('a stop of the service', () => {
  it('lets a running file end and accepts no other', async () => {
    const service = openService({ demoToken: true }, { drainMs: 120_000 });
    const port = await service.listen();
    const upload = await underWay(port);
    const end = service.close();
    let other = await uploadFile(port, HEADER + GOOD);
    // A connection that has sent nothing yet is closed, which on a busy machine may be this one.
    while (other.status === undefined) other = await uploadFile(port, HEADER + GOOD);
    expect([other.status, envelopeOf(other).code_error, other.headers['retry-after']]).toEqual([503, 9, '5']);
    const { trailers, cut: cortada } = await upload.all();
    expect([trailers['lote-filas'], cortada]).toEqual([String(WIDE_ROWS), false]);
    await end;
  });

  it('cuts a file that does not end so that its client notices, and returns its quota', async () => {
    const service = openService({ demoToken: true });
    const { token, proyecto } = await service.createProject({ cuota: 100_000 });
    const port = await service.listen();
    const upload = await underWay(port, `token=${token}`);
    const mute = new Upload(port, `token=${token}`, { ...CSV, expect: '100-continue' });
    const line = `POST /curp/lote?token=${token} HTTP/1.0`;
    const old = new RawConnection(port, line, `Content-Length: ${WIDE_FILE.length}`);
    old.socket.write(WIDE_FILE);
    await Promise.all([old.hasta('curp'), once(mute.request, 'continue')]);
    old.socket.pause();
    await service.close();
    const { text: texto, cut: cortada } = await upload.all();
    expect(texto.split('\n').length).toBeLessThan(WIDE_ROWS);
    expect(cortada).toBe(true);
    const notBegun = await mute.all();
    expect([notBegun.status, (JSON.parse(notBegun.text) as Envelope).code_error]).toEqual([503, 9]);
    old.socket.resume();
    await old.cerrada;
    expect(old.error).toBe('ECONNRESET'); // Without chunks, the end of the connection would be the end of the file.
    const [usage] = await service.store.usage(proyecto.id, '2000-01-01', '2999-12-31');
    expect(await service.store.quotaTaken(proyecto.id, '2026-11')).toBe(usage?.cuenta);
  });
});

describe('a file that is sent slowly', () => {
  it('may take longer than any other request, and loses no row', async () => {
    await wait(Math.max(0, 18_000 - (performance.now() - startedAt)));
    clearInterval(timer);
    slow.recibido = '';
    slow.socket.write('0\r\n\r\n');
    await slow.hasta(/lote-filas: (\d+)\r\nlote-correctas: \1\r\n/);
    expect(Number(/lote-filas: (\d+)/.exec(slow.recibido)?.[1])).toBeGreaterThan(15);
    slow.socket.destroy();
    expect(await shared.stop('SIGTERM')).toBe(0);
    expect(shared.errorOutput).toBe('');
    expect(shared.output).not.toMatch(/Renata|Olvera|OETR|1990-05/);
  });
});
