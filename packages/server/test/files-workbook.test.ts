/** `POST /curp/lote` with a workbook: the workbook comes back with the answers, or its rows come back as CSV. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { csvFromXlsx, xlsxFromCsv } from '@curp-service/lote/xlsx';
import { describe, expect, it } from 'vitest';
import {
  MACROS,
  filteredWorkbook,
  macroWorkbookOf,
  partsOf,
  workbookOf as sheetsOf,
  zip,
} from '../../lote/test/workbook.js';
import { databaseFor, newSqlite } from './databases.js';
import { JobClient, openJobReplica } from './jobs.js';
import { CURP, type Envelope, openService } from './service.js';
import { BAD, GOOD, HEADER, distinct } from './upload.js';
import { bytesOf } from '../../lote/test/bytes-of.js';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const XLSM = 'application/vnd.ms-excel.sheet.macroEnabled.12';
const fixture = (name: string): Buffer => readFileSync(new URL(`../../lote/test/workbooks/${name}`, import.meta.url));

const rowsOf = async (workbook: Uint8Array, hoja?: string): Promise<string[]> =>
  (await bytesOf(csvFromXlsx(workbook, { hoja }))).toString().trimEnd().split('\n');
/** Returns the cells of a file without quotes. */
const cellsOf = (csv: string): string[][] =>
  csv
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));
/** A workbook of two sheets with three good rows and a bad one, and a sheet of notes. */
const GROUPS = Buffer.from(
  sheetsOf({
    '1A': cellsOf(HEADER + GOOD),
    Notas: [['x']],
    '1B': cellsOf(HEADER + BAD + distinct(GOOD.repeat(2), 1)),
  }),
);
const workbookOf = async (csv: string): Promise<Buffer> =>
  bytesOf(
    xlsxFromCsv(
      (async function* () {
        yield Buffer.from(csv);
      })(),
    ),
  );

/** The columns of a file without a header. */
const BY_LETTER = HEADER.trim()
  .split(',')
  .map((name, i) => `columna_${name.replace(' (H/M)', '')}=${'ABCDEF'.charAt(i)}`)
  .join('&');

const post = async (port: number, body: Buffer, query = '', headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}/curp/lote?token=pruebas${query}`, {
    method: 'POST',
    headers: { 'content-type': XLSX, ...headers },
    body: new Uint8Array(body),
  });
const envelopeOf = async (answer: Response): Promise<Envelope> => (await answer.json()) as Envelope;

describe('a workbook sent to /curp/lote', async () => {
  const port = await openService().listen();

  it('comes back with the keys and the reasons, as a workbook', async () => {
    const answer = await post(port, fixture('openpyxl.xlsx'));
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, XLSX]);
    const told = JSON.parse(answer.headers.get('lote-lectura') ?? '') as { convencion: string }[];
    expect(told.map(({ convencion }) => convencion)).toContain('encabezado');
    const rows = await rowsOf(Buffer.from(await answer.arrayBuffer()));
    expect(rows[2]).toMatch(/,Entidad,CURP,Motivo$/);
    expect(rows[3]).toMatch(/,Nuevo León,MUAL840312HNLXLS03,$/);
    expect(rows[6]).toMatch(/,Puebla,,Falta «Nombre\(s\)»\./);
  });

  it('comes back with its macros', async () => {
    const book = Buffer.from(macroWorkbookOf({ Una: [HEADER, GOOD].map((line) => line.trim().split(',')) }));
    const answer = await post(port, book, '', { 'content-type': XLSM });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, XLSM]);
    const back = Buffer.from(await answer.arrayBuffer());
    expect((await rowsOf(back))[1]).toContain(CURP);
    expect(back.includes(MACROS.bytes)).toBe(true);
  });

  it('is read by all of its rows even if it does not fit in memory', async () => {
    // A look sees 1 MiB. Notes that do not compress make the workbook long with few rows.
    const notes = Array.from({ length: 7000 }, (_, i) => createHash('sha512').update(String(i)).digest('hex'));
    const people = notes.map((note) => GOOD.replace('Renata', 'Tadeo').replace('\n', `,${note}\n`));
    const last = GOOD.replace(',M,', ',F,').replace('\n', ',\n');
    const book = await workbookOf(`${HEADER.trim().replace(' (H/M)', '')},notas\n${people.join('')}${last}`);
    expect(book.length).toBeGreaterThan(300_000);
    const rows = await rowsOf(Buffer.from(await (await post(port, book)).arrayBuffer()));
    expect(rows).toHaveLength(7002);
    expect(rows[1]).toContain(',OETT900517H');
    expect(rows[7001]).toContain(CURP);
  });

  it('comes back as CSV if the client accepts only that', async () => {
    const answer = await post(port, await workbookOf(HEADER + GOOD), '', { accept: 'text/csv' });
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(await answer.text()).toBe(
      `${HEADER.trim()},curp,aviso,code_error,error_message\n${GOOD.trim()},${CURP},,0,\n`,
    );
  });

  it('is read in the sheet that `hoja` names, and in English if that is asked for', async () => {
    const missing = await post(port, fixture('hucre.xlsx'), '&hoja=Nada', { 'accept-language': 'en' });
    expect(missing.status).toBe(400);
    expect(await envelopeOf(missing)).toMatchObject({
      code_error: 8,
      error_message: expect.stringMatching(/^The workbook has no sheet “Nada”/) as string,
    });
    const answer = await post(port, await workbookOf(HEADER + GOOD), '&hoja=CURP', { 'accept-language': 'en' });
    expect((await rowsOf(Buffer.from(await answer.arrayBuffer())))[0]).toMatch(/,CURP,Reason$/);
  });

  it.each([
    ['sheetjs.xls', 'El archivo es un libro .xls: ábralo en Excel o en LibreOffice y guárdelo como .xlsx.'],
    ['xlsx-populate-password.xlsx', 'El libro tiene contraseña: guárdelo como .xlsx sin contraseña.'],
  ])('is refused with a sentence if it is of another kind: %s', async (name, error_message) => {
    const answer = await post(port, fixture(name));
    expect([answer.status, await envelopeOf(answer)]).toEqual([
      400,
      { error: true, code_error: 8, error_message, response: {} },
    ]);
  });

  it('is refused in the envelope if it lacks a column or has no rows', async () => {
    const noSex = await post(port, await workbookOf('nombres,apellido_paterno\nAna,Ruiz\n'));
    expect(await envelopeOf(noSex)).toMatchObject({
      code_error: 8,
      error_message: expect.stringContaining('Falta la columna') as string,
    });
    expect((await post(port, Buffer.from('nada'))).status).toBe(400);
  });
});

describe('a workbook with `hoja=todas`', async () => {
  const service = openService();
  const port = await service.listen();

  it('comes back with the answers in each sheet, and the totals of all', async () => {
    const { headers, trailers, body } = await new Promise<{
      headers: IncomingHttpHeaders;
      trailers: NodeJS.Dict<string>;
      body: Buffer;
    }>((resolve, reject) => {
      const path = '/curp/lote?token=pruebas&hoja=todas';
      const sent = request({ port, path, method: 'POST', headers: { 'content-type': XLSX } }, (answer) => {
        bytesOf(answer).then(
          (all) => resolve({ headers: answer.headers, trailers: answer.trailers, body: all }),
          reject,
        );
      });
      sent.end(GROUPS);
    });
    expect(headers['lote-lectura']).toContain('Se leen todas las hojas con personas');
    expect(trailers).toMatchObject({ 'lote-filas': '4', 'lote-correctas': '3', 'lote-errores': '1' });
    expect((await rowsOf(body, '1A'))[1]).toContain(`,${CURP},`);
    expect((await rowsOf(body, '1B')).map((row) => /,[A-Z]{4}\d{6}/.test(row))).toEqual([false, false, true, true]);
  });

  it('of 200 sheets has headers that clients accept: they leave sentences out and say where those are', async () => {
    const names = Array.from({ length: 200 }, (_, i) => `Grupo ${i + 1} de la mañana`);
    const book = sheetsOf(Object.fromEntries(names.map((name) => [name, cellsOf(HEADER + GOOD)])));
    const answer = await post(port, Buffer.from(book), '&hoja=todas');
    const told = [...answer.headers].filter(([name]) => name.startsWith('lote-'));
    expect(told.map(([name, value]) => name.length + value.length + 4).reduce((sum, n) => sum + n)).toBeLessThan(3000);
    const sentences = JSON.parse(answer.headers.get('lote-lectura') ?? '') as { readonly texto: string }[];
    expect(sentences[1]?.texto).toMatch(/^«Grupo 1 de la mañana»: M = Mujer/);
    expect(sentences.at(-1)?.texto).toMatch(/^Frases que no caben aquí: \d+\. La lectura completa está en/);
    expect((await rowsOf(Buffer.from(await answer.arrayBuffer()), names.at(-1)))[1]).toContain(`,${CURP},`);
  });

  it('is refused with the name of the sheet that lacks a column, and as CSV', async () => {
    const book = Buffer.from(
      sheetsOf({ '1A': cellsOf(HEADER + GOOD), '1B': cellsOf(HEADER.replace('entidad', 'x') + GOOD) }),
    );
    const lacking = await post(port, book, '&hoja=todas');
    expect([lacking.status, await envelopeOf(lacking)]).toMatchObject([
      400,
      { code_error: 8, error_message: expect.stringMatching(/^En la hoja «1B»: Falta la columna `entidad`/) as string },
    ]);
    const csv = await post(port, GROUPS, '&hoja=todas', { accept: 'text/csv' });
    expect([csv.status, (await envelopeOf(csv)).error_message]).toEqual([
      400,
      'Todas las hojas se leen juntas solo para contestarlas en su mismo libro, no como CSV ni para cruzarlas: elija una con `hoja=NOMBRE` («1A», «1B»).',
    ]);
  });
});

it('a zip bomb is refused with a sentence', async () => {
  const port = await openService().listen();
  // A part may always inflate to 64 MiB.
  const sheet = `<worksheet><sheetData>${' '.repeat(68_000_000)}</sheetData></worksheet>`;
  const bomb = zip(partsOf({ sheets: [['Una', sheet]] }), { deflate: true });
  expect(bomb.length).toBeLessThan(200_000);
  const answer = await post(port, Buffer.from(bomb));
  expect([answer.status, (await envelopeOf(answer)).error_message]).toEqual([
    400,
    expect.stringMatching(/^El libro no se puede leer porque tiene /),
  ]);
});

it('a workbook uses up the quota row by row', async () => {
  const service = openService();
  const port = await service.listen();
  const { token } = await service.createProject({ cuota: 2 });
  const book = await workbookOf(HEADER + distinct(GOOD.repeat(3)));
  const answer = await fetch(`http://127.0.0.1:${port}/curp/lote?token=${token}`, {
    method: 'POST',
    headers: { 'content-type': XLSX },
    body: new Uint8Array(book),
  });
  const rows = await rowsOf(Buffer.from(await answer.arrayBuffer()));
  expect(rows.slice(1).map((row) => /OETR900\d{3}MDFLNN\d\d/.test(row))).toEqual([true, true, false]);
  expect(rows[3]).toMatch(/La cuota del mes está agotada/);
});

describe('a job with a workbook', () => {
  const database = databaseFor(async () => newSqlite());
  const send = async (client: JobClient, book: Buffer, query = ''): Promise<string> =>
    client.send(book, query, { 'content-type': XLSX });
  const result = async ({ base, token }: JobClient, id: string): Promise<Buffer> =>
    Buffer.from(await (await fetch(`${base}/${id}/resultado?token=${token}`)).arrayBuffer());

  it('has the same result as `POST /curp/lote`', async () => {
    const replica = await openJobReplica(database.url);
    const client = new JobClient(replica.base);
    const port = Number(new URL(replica.base).port);
    // The answers are read in ranges of 256 KiB: those of 6000 rows are longer.
    const many = HEADER + distinct((GOOD + BAD).repeat(3000));
    for (const [book, query] of [
      [fixture('openpyxl.xlsx'), ''],
      [fixture('libreoffice-1904.xlsx'), '?operacion=calcular&sexo=fm'],
      [await workbookOf(`curp\n${CURP}\nX\n`), '?operacion=validar'],
      [await workbookOf(many), ''],
      [await workbookOf(`${`7,${CURP}\n`.repeat(10)}8,X\n`), '?operacion=validar'],
      [await workbookOf(GOOD + BAD.repeat(2) + GOOD), `?${BY_LETTER}&sexo=hm`],
      [Buffer.from(filteredWorkbook('A1:G2', `${HEADER.trim()},,Clave`, GOOD)), ''],
      [GROUPS, '?hoja=todas'],
    ] as const) {
      const id = await send(client, book, query);
      const { lectura } = await client.waitFor(id);
      const direct = await post(port, book, query.replace('?', '&'));
      expect(lectura).toEqual(JSON.parse(direct.headers.get('lote-lectura') ?? ''));
      const [job, alone] = [await result(client, id), Buffer.from(await direct.arrayBuffer())];
      expect(await rowsOf(job)).toEqual(await rowsOf(alone));
      expect(job.equals(alone)).toBe(true);
    }
  });

  it('has its figures, and is refused if the workbook cannot be read', async () => {
    const client = new JobClient((await openJobReplica(database.url)).base);
    const id = await send(client, fixture('sheetjs.xlsx'));
    expect(await client.waitFor(id)).toMatchObject({ filas_hechas: 4, filas_correctas: 2, filas_total: 4 });
    const all = await client.waitFor(await send(client, GROUPS, '?hoja=todas'));
    expect(all).toMatchObject({ filas_hechas: 4, filas_correctas: 3, filas_total: 4 });
    const head = await fetch(`${client.base}/${id}/resultado?token=pruebas`, { method: 'HEAD' });
    expect(head.headers.get('content-disposition')).toBe(`attachment; filename="${id}.xlsx"`);
    const macros = Buffer.from(macroWorkbookOf({ Una: [HEADER, GOOD].map((line) => line.trim().split(',')) }));
    const other = await client.send(macros, '', { 'content-type': XLSM });
    await client.waitFor(other);
    const back = await fetch(`${client.base}/${other}/resultado?token=pruebas`);
    expect(back.headers.get('content-type')).toBe(XLSM);
    expect(back.headers.get('content-disposition')).toBe(`attachment; filename="${other}.xlsm"`);
    expect(Buffer.from(await back.arrayBuffer()).includes(MACROS.bytes)).toBe(true);
    const { status, sobre } = await client.request('', {
      method: 'POST',
      body: new Uint8Array(fixture('sheetjs.xls')),
      headers: { 'content-type': XLSX },
    });
    expect([status, sobre.error_message]).toEqual([
      400,
      'El archivo es un libro .xls: ábralo en Excel o en LibreOffice y guárdelo como .xlsx.',
    ]);
  });
});
