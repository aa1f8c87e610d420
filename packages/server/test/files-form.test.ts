/** Files in a form (`multipart/form-data`), as `curl -F archivo=@lista.csv` and pages send them, to `/curp/lote` and `/curp/lotes`. */
import { gzipSync } from 'node:zlib';
import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { xlsxFromCsv } from '@curp-service/lote/xlsx';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOf } from '../../lote/test/bytes-of.js';
import { Form } from '../src/files/receive.js';
import { databaseFor, newSqlite } from './databases.js';
import { JobClient, openJobReplica } from './jobs.js';
import { CURP, type Envelope, openService } from './service.js';
import { BAD, GOOD, HEADER, Upload, uploadFile } from './upload.js';

const service = openService();
const port = await service.listen();
const FILE = HEADER + GOOD;
const DONE = `${HEADER.trim()},curp,aviso,code_error,error_message\n${GOOD.trim()},${CURP},,0,\n`;

type Part = readonly [name: string, value: string | Blob, fileName?: string];
const CSV_PART: Part = ['archivo', new Blob([FILE], { type: 'text/csv' }), 'lista.csv'];

function formOf(...parts: readonly Part[]): FormData {
  const form = new FormData();
  for (const [name, value, fileName] of parts) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, value, fileName);
  }
  return form;
}
const send = async (form: FormData, query = 'token=pruebas') => {
  const answer = await fetch(`http://127.0.0.1:${port}/curp/lote?${query}`, { method: 'POST', body: form });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
};

/** Returns a form as bytes. */
const TYPE = { 'content-type': 'multipart/form-data; boundary=xYz' };
const part = (head: string, body: string): string => `--xYz\r\n${head}\r\n\r\n${body}\r\n`;
const file = (body: string, name = 'lista.csv'): string =>
  part(`Content-Disposition: form-data; name="archivo"; filename="${name}"`, body);
const field = (name: string, value: string): string => part(`Content-Disposition: form-data; name="${name}"`, value);
const END = '--xYz--\r\n';

describe('a file in a form', () => {
  it('comes back with its answers, whatever its field is called', async () => {
    for (const name of ['archivo', 'file', 'ñ']) {
      const { status, text, headers } = await send(formOf([name, ...(CSV_PART.slice(1) as [Blob, string])]));
      expect([status, text, headers.get('content-type')]).toEqual([200, DONE, 'text/csv; charset=utf-8']);
    }
  });

  it('is read by the type of its part or, if that says nothing, by its name', async () => {
    const json = JSON.stringify([{ curp: CURP }]);
    const rows = async (content: string, type: string, name: string): Promise<string> => {
      const form = formOf(['f', new Blob([content], { type }), name], ['operacion', 'validar']);
      const { status, text } = await send(form);
      expect([status, name]).toEqual([200, name]);
      return text.split('\n')[content === json ? 0 : 1] ?? '';
    };
    for (const [type, name] of [
      ['text/csv', 'lista'],
      ['application/octet-stream', 'LISTA.CSV'],
      ['application/vnd.ms-excel', 'C:\\Documentos\\lista.csv'],
      ['text/plain', 'lista.txt'],
    ] as const) {
      expect(await rows(`curp\n${CURP}\n`, type, name)).toContain('1990-05-17');
    }
    expect(await rows(json, '', 'lista.json')).toMatch(/^\{"curp":.*"valido":true/);
    expect(await rows(`{"curp":"${CURP}"}\n{}`, '', 'lista.jsonl')).toMatch(/^\{.*"code_error":100/);
    expect(await send(formOf(['f', new Blob([FILE]), 'lista.pdf']))).toMatchObject({
      status: 415,
      text: expect.stringMatching(/`lista\.csv`/) as string,
    });
  });

  it('may be a workbook, which comes back as a workbook', async () => {
    const book = await bytesOf(
      xlsxFromCsv(
        (async function* () {
          yield Buffer.from(FILE);
        })(),
      ),
    );
    const { status, headers } = await send(formOf(['libro', new Blob([new Uint8Array(book)]), 'lista.xlsx']));
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('spreadsheetml')]);
  });

  it('gets its options from the fields before and after it, and from the query', async () => {
    const keys = new Blob([`CLAVE\n${CURP}\n`]);
    const { status, text } = await send(
      formOf(['operacion', 'validar'], ['x', 'unknown'], ['f', keys, 'a.csv'], ['columna_curp', 'CLAVE']),
      'token=pruebas&excel=1',
    );
    expect([status, text.split('\n')[1]]).toEqual([200, expect.stringMatching(`^${CURP},true,`)]);
  });

  it('gets the token from a field before it, and its charset from the part', async () => {
    const latin = Buffer.from(`${HEADER}Renata,Peña,Tinajero,1990-05-17,M,09\n`, 'latin1');
    const type = 'text/csv; charset=iso-8859-1';
    const { status, text } = await send(formOf(['token', 'pruebas'], ['f', new Blob([latin], { type }), 'a.csv']), '');
    expect([status, text]).toEqual([200, expect.stringContaining('Renata,Peña')]);
    expect((await send(formOf(CSV_PART, ['token', 'pruebas']), '')).status).toBe(401);
  });

  it.each<[query: string, parts: readonly Part[], status: number, message: RegExp]>([
    ['', [CSV_PART], 401, /`token`/],
    ['token=pruebas', [['operacion', 'x'], CSV_PART], 400, /`operacion`/],
    ['token=pruebas', [CSV_PART, ['operacion', 'x']], 400, /`operacion`/],
    ['token=pruebas&operacion=validar', [CSV_PART, ['operacion', 'validar']], 400, /más de una vez/],
    ['token=pruebas', [CSV_PART, CSV_PART], 400, /solo uno/],
    ['token=pruebas', [['archivo', FILE]], 400, /`curl -F archivo=@lista\.csv`/],
    ['token=pruebas', [['x', 'x'.repeat(17_000)], CSV_PART], 413, /16384 bytes/],
    ['token=pruebas', [CSV_PART, ['x', 'x'.repeat(17_000)]], 413, /16384 bytes/],
  ])('is refused if the form is wrong (%s)', async (query, parts, status, message) => {
    const answer = await send(formOf(...parts), query);
    expect(answer.status).toBe(status);
    expect((JSON.parse(answer.text) as Envelope).error_message).toMatch(message);
  });

  it('is refused with the remedy if it is compressed', async () => {
    const body = gzipSync(file(FILE) + END);
    const answer = await uploadFile(port, body, undefined, { ...TYPE, 'content-encoding': 'gzip' });
    expect(answer.status).toBe(415);
    expect((JSON.parse(answer.text) as Envelope).error_message).toMatch(
      /comprimido.*sin comprimir y sin ese encabezado/,
    );
  });

  it.each<[what: string, body: string, type?: string]>([
    ['no boundary in the type', file(FILE) + END, 'multipart/form-data'],
    [
      'a boundary of more than 70 bytes, whose search could stop the service',
      (file(FILE) + END).replaceAll('xYz', 'x'.repeat(71)),
      `multipart/form-data; boundary=${'x'.repeat(71)}`,
    ],
    ['no delimiter', FILE],
    ['nothing', ''],
    ['much that is no form', 'x'.repeat(100_000)],
    ['no end', file(FILE)],
    ['a file that is cut', file(FILE).slice(0, -10)],
    ['a head that is cut', '--xYz\r\nContent-Dispo'],
    ['a part without a name', part('Content-Type: text/csv', FILE) + END],
    ['lines that end otherwise', (file(FILE) + END).replaceAll('\r', '')],
  ])('is refused with the reason if it has %s', async (_, body, type = TYPE['content-type']) => {
    const answer = await uploadFile(port, body, undefined, { 'content-type': type });
    expect(answer.status).toBe(400);
    expect((JSON.parse(answer.text) as Envelope).error_message).toMatch(/`multipart\/form-data`/);
  });

  it('has the same answer byte by byte, with a preamble and an epilogue', async () => {
    const upload = new Upload(port, 'token=pruebas', TYPE);
    for (const byte of Buffer.from(`hola\r\n${field('excel', '0')}${file(FILE + BAD)}${END}adiós`)) {
      upload.send(Buffer.of(byte));
    }
    const answer = await upload.finish();
    expect([answer.status, answer.text.startsWith(DONE)]).toEqual([200, true]);
    expect(answer.trailers).toMatchObject({ 'lote-filas': '2', 'lote-correctas': '1' });
  });

  it('is asked for with `100 Continue`, once', async () => {
    const body = file(FILE) + END;
    const head = `POST /curp/lote?token=pruebas HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\nexpect: 100-continue\r\ncontent-type: ${TYPE['content-type']}\r\ncontent-length: ${body.length}\r\n\r\n`;
    const socket = connect(port, '127.0.0.1').setEncoding('utf8');
    socket.write(head);
    socket.once('data', () => socket.write(body));
    const answer = await textOf(socket);
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 100', 'HTTP/1.1 200']);
    expect(answer).toContain(CURP);
  });

  it('is no failure of the service if its sender leaves in the middle', async () => {
    for (const sent of [field('excel', '0'), file(FILE)]) {
      const upload = new Upload(port, 'token=pruebas', TYPE).send(sent);
      await new Promise((resolve) => setTimeout(resolve, 50));
      upload.request.destroy();
    }
    expect((await send(formOf(CSV_PART))).status).toBe(200);
  });
});

describe('a job from a form', () => {
  const database = databaseFor(async () => newSqlite());

  it('has the name of its file or another, and the options after the file', async () => {
    const client = new JobClient((await openJobReplica(database.url)).base);
    const create = async (...parts: readonly Part[]): Promise<object> => {
      const { status, sobre } = await client.request('', { method: 'POST', body: formOf(...parts) });
      expect([status, sobre.error_message]).toEqual([202, null]);
      await client.waitFor(String(sobre.response['id']));
      return { ...sobre.response, text: (await client.download(String(sobre.response['id']))).text };
    };
    expect(await create(CSV_PART)).toMatchObject({ nombre: 'lista.csv', operacion: 'calcular', text: DONE });
    const keys = ['f', new Blob([`curp\n${CURP}\n`]), 'claves.csv'] as const;
    expect(await create(keys, ['operacion', 'validar'], ['nombre', 'Nómina de mayo'])).toMatchObject({
      nombre: 'Nómina de mayo',
      operacion: 'validar',
      text: expect.stringContaining(`${CURP},true,`) as string,
    });
  });

  it('is not stored if an option after the file is wrong', async () => {
    const replica = await openJobReplica(database.url);
    const { token, proyecto } = await replica.createProject();
    const body = formOf(CSV_PART, ['sexo', 'x']);
    const answer = await new JobClient(replica.base, token).request('', { method: 'POST', body });
    expect(answer).toMatchObject({
      status: 400,
      sobre: { error_message: expect.stringContaining('`sexo`') as string },
    });
    expect(await replica.jobs.store.list(proyecto.id, 9, 0)).toMatchObject({ total: 0 });
  });
});

describe('the reader of forms', () => {
  const pieces = fc.array(fc.constantFrom('\r', '\n', '\r\n', '-', '--', '--xY', '\r\n--xY', 'xYz', 'a,b\n', 'ñ'), {
    maxLength: 20,
  });

  it('returns any file and fields, however the bytes are cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        pieces,
        pieces,
        fc.array(fc.nat({ max: 30 }), { minLength: 1 }),
        async (inFile, inField, cuts) => {
          const [content, value] = [inFile, inField].map((all) => all.join('').replaceAll('--xYz', ''));
          fc.pre(![content, value].some((each) => `\r\n${each}`.includes('\r\n--xYz')));
          const bytes = Buffer.from(field('campo', value ?? '') + file(content ?? '', 'a; name=\\"b\\".csv') + END);
          let at = 0;
          let cut = 0;
          const form = new Form(TYPE['content-type'], async () => {
            if (at >= bytes.length) return null;
            const length = cuts[(cut += 1) % cuts.length] ?? 1;
            return bytes.subarray(at, (at += Math.max(1, length)));
          });
          await form.open();
          expect(form.fileName).toBe('a; name="b".csv');
          const received: Uint8Array[] = [];
          for await (const piece of form.file()) received.push(Buffer.from(piece));
          expect(Buffer.concat(received).toString()).toBe(content);
          expect(new URLSearchParams(form.fields).get('campo')).toBe(value);
        },
      ),
    );
  });

  it.each([
    [16_000, true],
    [17_000, false],
  ])('takes fields of %i bytes, however they arrive: %s', async (length, isTaken) => {
    const bytes = Buffer.from(field('x', 'x'.repeat(length)) + file(FILE) + END);
    for (const step of [50, 1 << 16]) {
      let at = 0;
      const form = new Form(TYPE['content-type'], async () =>
        at < bytes.length ? bytes.subarray(at, (at += step)) : null,
      );
      const opened = form.open().then(
        () => true,
        () => false,
      );
      expect(await opened).toBe(isTaken);
    }
  });

  it('keeps no more than a piece of the file', async () => {
    const piece = Buffer.alloc(1 << 16, '\r\n--xY');
    let left = 500;
    const form = new Form(TYPE['content-type'], async () => {
      left -= 1;
      if (left === 499) return Buffer.from(file('').slice(0, -2));
      return left > 0 ? piece : left === 0 ? Buffer.from(`\r\n${END}`) : null;
    });
    await form.open();
    let [largest, all] = [0, 0];
    for await (const each of form.file()) {
      largest = Math.max(largest, each.length);
      all += each.length;
    }
    expect(largest).toBeLessThan(piece.length + 10);
    expect(all).toBe(498 * piece.length);
  });
});
