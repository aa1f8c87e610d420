/** Files sent to the service: every kind of source, large files, and files that the service refuses. */
import { describe, expect, it, vi } from 'vitest';
import { SOON } from '../../server/test/soon.js';
import { CurpClient, type FileSource, type DescribedReading } from '../src/index.js';
import { ANSWERED_HEADER, ANSWERED_ROW, HEADER, ROW, file, startService, textOf } from './service.js';

const TEXT = `${HEADER}\n${ROW}\n`;
const BYTES = new TextEncoder().encode(TEXT);
const ANSWERED = `${ANSWERED_HEADER}\n${ANSWERED_ROW}\n`;

describe('lote of the client', () => {
  it.each<[name: string, source: () => FileSource]>([
    ['a Blob', () => new Blob([TEXT])],
    ['a Uint8Array', () => BYTES],
    ['a ReadableStream', () => new Blob([TEXT]).stream()],
    ['an async iterable', () => file(1)],
    ['a function that opens it', () => () => file(1)],
  ])('sends %s and returns its rows', async (_, source) => {
    const { client } = await startService();
    expect(await textOf(await client.lote(source(), { formato: 'csv' }))).toBe(ANSWERED);
  });

  it('sends the options of the file', async () => {
    const { client } = await startService();
    const source = new Blob(['{"clave":"OETR900517MDFLNN05"}\n']);
    const options = { formato: 'ndjson', operacion: 'validar', columnas: { curp: 'clave' } } as const;
    expect(await textOf(await client.lote(source, options))).toContain('"valido":true');
  });

  it('reports how the service read a file as the client declares', async () => {
    const { client } = await startService();
    const lecturas: DescribedReading[] = [];
    const source = new Blob([`${HEADER}\n${ROW}\n`]);
    const onReading = (lectura: DescribedReading): void => void lecturas.push(lectura);
    const rows = await client.lote(source, { formato: 'csv', sexo: 'fm', onReading });
    expect(lecturas).toEqual([
      expect.arrayContaining([{ convencion: 'sexo', origen: 'declarada', texto: expect.any(String) as string }]),
    ]);
    expect(await textOf(rows)).toContain('OETR900517HDF');
  });

  it('returns the rows of a large file, and reports the progress of sending it', async () => {
    const { client } = await startService();
    let sent = 0;
    let received = 0;
    let end = '';
    const onProgress = (bytes: number): void => void (sent = bytes);
    for await (const piece of await client.lote(file(100_000), { formato: 'csv', onProgress })) {
      received += piece.length;
      end = Buffer.from(piece.subarray(-ANSWERED_ROW.length - 1)).toString();
    }
    expect(sent).toBe(HEADER.length + 1 + 100_000 * (ROW.length + 1));
    expect(received).toBe(ANSWERED_HEADER.length + 1 + 100_000 * (ANSWERED_ROW.length + 1));
    expect(end).toMatch(/,[A-Z]{4}\d{6}[A-Z]{6}\d\d,,0,\n$/);
  });

  it('fails with the message of the service when the file is refused, and reads no more of it', async () => {
    const { url } = await startService();
    const client = new CurpClient({ url, token: 'desconocido', language: 'en' });
    let whole: boolean | undefined;
    const answer = client.lote(
      file(5_000_000, (all) => (whole = all)),
      { formato: 'csv' },
    );
    await expect(answer).rejects.toMatchObject({ codeError: 2, httpStatus: 401 });
    await vi.waitFor(() => expect(whole).toBe(false), SOON);
  });

  it('fails with the error of the source', async () => {
    const { client } = await startService();
    const broken = new Error('the disk is gone');
    async function* source(): AsyncGenerator<Uint8Array, void> {
      yield* file(20_000);
      throw broken;
    }
    const rows = client.lote(source(), { formato: 'csv' }).then(textOf);
    await expect(rows).rejects.toBe(broken);
  });

  it('stops when the caller aborts', async () => {
    const { client } = await startService();
    const controller = new AbortController();
    const rows = (await client.lote(file(200_000), { formato: 'csv', signal: controller.signal })).getReader();
    await rows.read();
    controller.abort(new Error('enough'));
    const drain = async (): Promise<void> => {
      while (!(await rows.read()).done);
    };
    await expect(drain()).rejects.toThrow('enough');
  });
});
