/**
 * One contender of `excel.mjs`: hucre reads the rows of a workbook and writes their values to a new workbook, with two more
 * columns. Everything else in the workbook is lost.
 *
 *   node excel-hucre.mjs IN.xlsx OUT.xlsx
 */
import { createWriteStream, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { requirePeer } from '../tools/peers.mjs';

const { streamXlsxRows, writeXlsxStream } = await import(pathToFileURL(requirePeer.resolve('hucre/xlsx')).href);

const [from, to] = process.argv.slice(2);
async function* rows() {
  for await (const { values } of streamXlsxRows(readFileSync(from))) yield [...values, 'XEXX010101HNEXXXA4', ''];
}
await pipeline(
  Readable.from(writeXlsxStream(rows(), { name: 'Personas', maxRowsPerSheet: Infinity })),
  createWriteStream(to),
);
