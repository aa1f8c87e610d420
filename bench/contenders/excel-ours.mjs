/**
 * One contender of `excel.mjs`: reads a workbook and writes it with two new columns, filled in every row.
 *
 *   node excel-ours.mjs IN.xlsx OUT.xlsx
 */
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileSource, nodeCodec } from '../../packages/lote/dist/node/xlsx-node.js';
import { openSheet } from '../../packages/lote/dist/xlsx/xlsx.js';

const [from, to] = process.argv.slice(2);
const file = await open(from);
const cells = { texts: ['XEXX010101HNEXXXA4', ''] };
const sheet = await openSheet(await fileSource(file), { codec: nodeCodec() });
const options = {
  titles: () => ['CURP', 'Motivo'],
  answer: ({ rows }) => Array.from({ length: rows }, () => cells),
};
await pipeline(Readable.from(sheet.workbook(options)), createWriteStream(to));
await file.close();
