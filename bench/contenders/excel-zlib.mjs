/**
 * One contender of `excel.mjs`: zlib only inflates the sheet of a workbook and deflates it again. No program that returns the
 * same workbook can take less.
 *
 *   node excel-zlib.mjs IN.xlsx OUT.xlsx
 */
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileSource, nodeCodec } from '../../packages/lote/dist/node/xlsx-node.js';
import { Workbook } from '../../packages/lote/dist/xlsx/workbook.js';
import { replaceParts } from '../../packages/lote/dist/xlsx/zip/zip-writer.js';

const [from, to] = process.argv.slice(2);
await using file = await open(from);
const book = await Workbook.open(await fileSource(file), nodeCodec());
const sheet = book.sheet();
/** A piece holds only until the next is asked for. */
async function* copied(pieces) {
  for await (const piece of pieces) yield new Uint8Array(piece);
}
const changed = new Map([[sheet.part, copied(book.open(sheet))]]);
await pipeline(Readable.from(replaceParts(book.zip, changed, [])), createWriteStream(to));
