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
import { fillWorkbook } from '../../packages/lote/dist/xlsx/xlsx.js';

const [from, to] = process.argv.slice(2);
const file = await open(from);
const cells = { texts: ['XEXX010101HNEXXXA4', ''] };
const options = {
  titles: ['CURP', 'Motivo'],
  answer: ({ rows }) => Array.from({ length: rows }, () => cells),
  codec: nodeCodec(),
};
await pipeline(Readable.from(fillWorkbook(await fileSource(file), options)), createWriteStream(to));
await file.close();
