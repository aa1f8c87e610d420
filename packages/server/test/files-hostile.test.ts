/** Files meant to stop the service, fill its memory or break it: each is answered, others are served meanwhile, and none is a bug. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { STYLES, partsOf, sheetXml, workbookOf, zip } from '../../lote/test/workbook.js';
import { JobClient, openJobReplica } from './jobs.js';
import { ServiceProcess, cleanUp, newFolder } from './process.js';
import { openService } from './service.js';
import { type Download, GOOD, HEADER, envelopeOf, uploadFile, distinct } from './upload.js';

afterAll(cleanUp);

/** Far longer than a busy machine needs, and far shorter than the stop that each of these files caused before it was mended. */
const PATIENCE_MS = 10_000;
const XLSX = { 'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' };
const NAMES = HEADER.trim().split(',');
const PERSON = GOOD.trim().split(',');
const cell = (text: string, column: number, row: number): string =>
  `<c r="${String.fromCharCode(65 + column)}${row}" t="inlineStr"><is><t>${text}</t></is></c>`;
const rowOf = (texts: readonly string[], row: number): string =>
  `<row r="${row}">${texts.map((text, column) => cell(text, column, row)).join('')}</row>`;
const PARTS = partsOf({ sheets: [['Una', sheetXml(rowOf(NAMES, 1) + rowOf(PERSON, 2))]] });
const packed = (parts: Readonly<Record<string, string>>): Buffer =>
  Buffer.from(zip({ ...PARTS, ...parts }, { deflate: true }));
const withRows = (rows: string): Buffer => packed({ 'xl/worksheets/sheet1.xml': sheetXml(rowOf(NAMES, 1) + rows) });

describe('a service in a process of its own', async () => {
  const service = await ServiceProcess.start({ LOG_LEVEL: 'debug' });
  const { port, pid } = service;
  const peak = (): number => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

  /** Sends files at once, and asks for `/livez` until all are answered. Returns the answers and the longest wait, in ms. */
  const sendAll = async (files: readonly (Buffer | string)[], headers = XLSX): Promise<[Download[], number]> => {
    const progress = { isDone: false };
    const answers = Promise.all(files.map(async (file) => uploadFile(port, file, undefined, headers)));
    void answers.finally(() => (progress.isDone = true));
    let longest = 0;
    do {
      const asked = performance.now();
      expect((await fetch(`http://127.0.0.1:${port}/livez`)).status).toBe(200);
      longest = Math.max(longest, performance.now() - asked);
      await wait(20);
    } while (!progress.isDone);
    return [await answers, longest];
  };

  /** Each of these once stopped the process for 5 to 12 seconds on a quiet machine. */
  it.each<[what: string, parts: Readonly<Record<string, string>>, status: number]>([
    [
      'four million tags of no style',
      { 'xl/styles.xml': STYLES.replace('<fonts', `${'<a/>'.repeat(4e6)}<fonts`) },
      200,
    ],
    ['three million styles', { 'xl/styles.xml': `<x><cellXfs>${'<xf/>'.repeat(3e6)}</cellXfs></x>` }, 400],
    ['a million sheets', { 'xl/workbook.xml': `<x>${'<sheet id="r"/>'.repeat(1e6)}</x>` }, 400],
    ['more bytes of styles than any workbook has', { 'xl/styles.xml': `<x>${'<a/>'.repeat(5e6)}</x>` }, 400],
  ])('answers others while it reads a workbook with %s', async (_, parts, status) => {
    const [[answer], longest] = await sendAll([packed(parts)]);
    expect(answer?.status).toBe(status);
    if (status === 400) expect(envelopeOf(answer as Download).error_message).toContain('guárdelo como CSV');
    expect(longest).toBeLessThan(PATIENCE_MS);
  });

  it('does not hold a row of 30 MB of a workbook', async () => {
    const file = withRows(`<row r="2"><c r="A2"><v>${'1'.repeat(30e6)}</v></c></row>`);
    const [answers] = await sendAll(Array.from({ length: 8 }, () => file));
    // Some may be refused before, because all together hold too much.
    const messages = answers.filter(({ status }) => status !== 503).map((answer) => envelopeOf(answer).error_message);
    expect(messages).not.toEqual([]);
    for (const message of messages) expect(message).toContain('una fila demasiado larga');
    expect(peak()).toBeLessThan(400);
  });

  it('counts long rows of workbooks in the memory of all files', async () => {
    const rows = Array.from({ length: 5 }, (_, i) =>
      rowOf([...Array.from({ length: 20 }, () => 'x'.repeat(150_000)), ...PERSON], i + 2),
    );
    const file = withRows(rows.join(''));
    const [answers] = await sendAll(Array.from({ length: 8 }, () => file));
    for (const { status } of answers) expect([200, 400, 503]).toContain(status);
    expect(peak()).toBeLessThan(400);
  });

  it('answers others while it reads names of a million characters', async () => {
    const name = `a${' '.repeat(500_000)}${'b '.repeat(240_000)}`;
    const rows = distinct(GOOD.replace('Renata', name).repeat(5));
    const [answers, longest] = await sendAll(
      Array.from({ length: 4 }, () => HEADER + rows),
      { 'content-type': 'text/csv' },
    );
    for (const { status, trailers } of answers) expect([status, trailers['lote-errores']]).toEqual([200, '5']);
    expect(longest).toBeLessThan(PATIENCE_MS);
    expect(peak()).toBeLessThan(400);
  });

  it('repeats few names of sheets in an error', async () => {
    const sheets = Array.from({ length: 100 }, (_, i) => [`${'x'.repeat(1000)}${i}`, sheetXml('')] as const);
    const file = Buffer.from(zip(partsOf({ sheets }), { deflate: true }));
    const unknown = await uploadFile(port, file, `token=pruebas&hoja=${'y'.repeat(1000)}`, XLSX);
    const empty = await uploadFile(port, file, undefined, XLSX);
    for (const { status, text } of [unknown, empty]) {
      expect(status).toBe(400);
      expect(text.length).toBeLessThan(5000);
    }
  });

  it('survives all hostile files, and logs no bug', async () => {
    expect((await uploadFile(port, packed({}), undefined, XLSX)).status).toBe(200);
    expect(service.output).not.toMatch(/"msg":"(bug|thread)"/);
    expect(await service.stop('SIGTERM')).toBe(0);
  });
});

/** Returns workbooks with every kind of defect, some of which appear only late in the file. */
function brokenWorkbooks(): Buffer[] {
  const many = Array.from({ length: 300 }, (_, i) => rowOf(PERSON, i + 2));
  const late = (row: string): Buffer => withRows([...many, row, rowOf(PERSON, 305)].join(''));
  const whole = withRows(many.join(''));
  const changed = (at: number, byte: number): Buffer => {
    const copy = Buffer.from(whole);
    copy[at] = (copy[at] ?? 0) ^ byte;
    return copy;
  };
  return [
    Buffer.alloc(0),
    Buffer.from('PK'),
    ...['<row r="302"><c r="A302"><v>1</v>', '<row r="2"/>', '<c/>', '</x>', '<row r="302" x></row>'].map(late),
    ...['<v>&x;</v>', '<v t="', '<f>', '<![CDATA['].map((part) => late(`<row r="302"><c r="A302">${part}</c></row>`)),
    late('<row r="302"><c r="ZZZZ302"><v>1</v></c></row>'),
    late('<row r="302"><c r="A302" t="s"><v>99</v></c></row>'),
    late('<row r="99999999"><c r="A302"><v>1</v></c></row>'),
    packed({ 'xl/worksheets/sheet1.xml': sheetXml(many.join('')).slice(0, -60) }),
    packed({ 'xl/sharedStrings.xml': '<sst><si><t>x' }),
    packed({ 'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="' }),
    packed({ 'xl/workbook.xml': '<workbook/>' }),
    ...[0.2, 0.5, 0.9, 0.99].map((part) => whole.subarray(0, Math.floor(whole.length * part))),
    // One byte is changed: of the deflated data, of a checksum, of a size, or of the directory.
    ...Array.from({ length: 16 }, (_, i) => changed(Math.floor((whole.length * i) / 16), 1 << (i % 8))),
    ...Array.from({ length: 16 }, (_, i) => changed(whole.length - 1 - i * 37, 255)),
    Buffer.from(workbookOf({ Una: [Array.from({ length: 16_384 }, (_, i) => (i < 6 ? (NAMES[i] ?? '') : `x${i}`))] })),
  ];
}

describe('a broken workbook', () => {
  it('is refused or answered by POST /curp/lote, and is never a bug', async () => {
    const service = openService({ rateLimit: null });
    const port = await service.listen();
    for (const file of brokenWorkbooks()) {
      const { status } = await uploadFile(port, file, undefined, XLSX);
      expect([200, 400]).toContain(status);
    }
    expect(service.log.filter((line) => /"msg":"(bug|thread)"/.test(line))).toEqual([]);
  });

  it('is refused or accepted by POST /curp/lotes, and is never a bug', async () => {
    const service = await openJobReplica(`sqlite:${join(newFolder(), 'curp.db')}`, {}, { rateLimit: null });
    const client = new JobClient(service.base);
    const taken: string[] = [];
    for (const file of brokenWorkbooks()) {
      const { status, sobre } = await client.request('', { method: 'POST', body: new Uint8Array(file), headers: XLSX });
      expect([202, 400]).toContain(status);
      if (status === 202) taken.push(String(sobre.response['id']));
      for (const id of taken.splice(0)) {
        await client.waitFor(id);
        expect([200, 400]).toContain((await client.download(id)).status);
        await client.erase(id);
      }
    }
    expect(service.log.filter((line) => /"msg":"(bug|thread|store)"/.test(line))).toEqual([]);
  });
});
