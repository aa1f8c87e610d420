/** A thread keeps one instance of the kernel for its files, and each file finds it as if it were new. */
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { type Kernel, borrowKernel, returnKernel } from '../src/kernel/host.js';
import { At } from '../src/kernel/layout.js';
import { Lote, NO_EVIDENCE, SheetLote, answerFile, decideReading, textFile } from '../src/index.js';
import { openSheet } from '../src/xlsx/xlsx.js';
import { HEADER, KEY, RENATA, line } from './people.js';
import { concat, run, runText, toBytes, toText } from './run-lote.js';
import { workbookOf } from './workbook.js';

const NOBODY = { ask: () => 0, accept: () => false, cell: () => 0 };
const borrowed: Kernel[] = [];

function borrow(): Kernel {
  const kernel = borrowKernel(NOBODY);
  if (kernel === null) throw new Error('there is no kernel');
  borrowed.push(kernel);
  return kernel;
}

/** Returns the kernel that the next file uses. */
function nextKernel(): Kernel {
  const kernel = borrow();
  giveBack();
  return kernel;
}

function giveBack(): void {
  for (const kernel of borrowed.splice(0)) returnKernel(kernel);
}

afterEach(giveBack);

/** All that a kernel holds: its memory and its variables. */
interface Contents {
  readonly memory: Buffer;
  readonly variables: unknown;
}

const contents = (kernel: Kernel): Contents => ({
  memory: Buffer.from(kernel.memory),
  variables: Object.entries(kernel.variables).map(([name, { value }]) => [name, value]),
});

/** Returns what an instance holds before its first file. */
function newContents(): Contents {
  borrow(); // the kept one, so that the next is new
  const fresh = contents(borrow());
  giveBack();
  return fresh;
}

function expectWiped(kernel: Kernel, fresh: Contents): void {
  const { memory, variables } = contents(kernel);
  for (const text of TEXTS) expect(memory.includes(text)).toBe(false);
  expect(memory.equals(fresh.memory)).toBe(true);
  expect(variables).toEqual(fresh.variables);
  expect(nextKernel()).toBe(kernel);
}

const SECOND = 'Maximiliano Hermenegildo,Villavicencio,Montemayor,1985-02-03,H,14';
const TEXTS = ['Renata', 'Olvera', 'Hermenegildo', 'Villavicencio', '1990-05-17', KEY];
const FILES = {
  csv: [HEADER, RENATA, SECOND, RENATA, 'Ana,Peña,,31/02/1990,M,09', ''].join('\n'),
  ndjson: [line(), line({ nombres: 'Maximiliano', apellido_paterno: 'Villavicencio' }), line(), ''].join('\n'),
} as const;

describe('the kernel that a file gives back', () => {
  it.each(['csv', 'ndjson'] as const)(
    'is as new after its %s: no text, key, date, person or count is left',
    (formato) => {
      const fresh = newContents();
      const kernel = nextKernel();
      const lote = new Lote({ formato, sexo: 'hm' });
      run(lote, [toBytes(FILES[formato])]);
      const used = contents(kernel);
      expect(used.variables).not.toEqual(fresh.variables);
      for (const text of TEXTS.slice(0, 2)) expect(used.memory.includes(text)).toBe(true);
      lote.close();
      expectWiped(kernel, fresh);
    },
  );

  it('is as new after a workbook', async () => {
    const fresh = newContents();
    const kernel = nextKernel();
    const people = [HEADER, RENATA, SECOND, RENATA].map((row) => row.split(','));
    const sheet = await SheetLote.open(await openSheet(workbookOf({ Personas: people })), {
      formato: 'csv',
      sexo: 'hm',
    });
    expectWiped(kernel, fresh);
    let isUsed = false;
    const write = (): void => void (isUsed ||= contents(kernel).memory.includes('Olvera'));
    await answerFile(sheet, { write, restart: () => undefined });
    expect(isUsed).toBe(true);
    expectWiped(kernel, fresh);
  });

  it('is as new after a file with many names, short and long', () => {
    const fresh = newContents();
    const kernel = nextKernel();
    const people = Array.from({ length: 5000 }, (_, i) => {
      const letters = Array.from({ length: 4 }, (_unused, k) => 'BCDFGLMNPR'[Math.floor(i / 10 ** k) % 10]).join('A');
      return `${letters}a Hermenegildomaximiliano${letters},Olvera${letters},Tinajero,1990-05-17,M,09`;
    });
    const lote = new Lote({ formato: 'csv', sexo: 'hm' });
    run(lote, [toBytes([HEADER, ...people].join('\n'))]);
    const touched = kernel.memory.subarray(At.TOUCHED, At.CELLS).reduce((sum, bit) => sum + bit, 0);
    expect(touched).toBeGreaterThan(500);
    lote.close();
    expectWiped(kernel, fresh);
  });

  it.each(['the disk is gone', 'the client left'])('is as new after a file that ends early: %s', async (problem) => {
    const fresh = newContents();
    const kernel = nextKernel();
    const fail = (): never => {
      expect(contents(kernel).memory.includes('Olvera')).toBe(true);
      throw new Error(problem);
    };
    async function* chunks(): AsyncGenerator<Uint8Array, void> {
      yield toBytes(FILES.csv);
      if (problem === 'the disk is gone') fail();
    }
    const options = { formato: 'csv', sexo: 'hm' } as const;
    const file = textFile({ chunks }, { ...options, reading: decideReading(NO_EVIDENCE, options) });
    const write = problem === 'the client left' ? fail : () => undefined;
    await expect(answerFile(file, { write, restart: () => undefined })).rejects.toThrow(problem);
    expectWiped(kernel, fresh);
  });

  it('answers no further row of it', () => {
    const lote = new Lote({ formato: 'csv', sexo: 'hm' });
    run(lote, [toBytes(FILES.csv)]);
    const { rows } = lote.totals;
    lote.close();
    lote.close();
    expect(() => run(lote, [toBytes(`${RENATA}\n`)])).toThrow(RangeError);
    expect(lote.totals.rows).toBe(rows);
    expect(lote.takeEvidence().rows).toBeGreaterThan(0);
  });
});

it('two files that take turns on one thread have a kernel each, and the answers of each alone', () => {
  const other = FILES.csv.replaceAll('Olvera', 'Ibarra').replaceAll('1990', '1991');
  const alone = [FILES.csv, other, FILES.csv].map((text) => runText({ duplicates: undefined }, text));
  nextKernel();
  const lotes = alone.map(() => new Lote({ formato: 'csv', sexo: 'hm' }));
  const output: Uint8Array[][] = alone.map(() => []);
  const take = (i: number, pieces: Iterable<Uint8Array>): void => {
    for (const piece of pieces) output[i].push(piece.slice());
  };
  const files = [FILES.csv, other, FILES.csv].map(toBytes);
  for (let at = 0; at < files[0].length; at += 16) {
    for (const [i, lote] of lotes.entries()) take(i, lote.process(files[i].subarray(at, at + 16)));
  }
  // The first ends while the others go on, and its kernel serves a fourth.
  take(0, lotes[0].finish());
  lotes[0].close();
  expect(runText({ duplicates: undefined }, other)).toBe(alone[1]);
  for (const i of [2, 1]) {
    take(i, lotes[i].finish());
    lotes[i].close();
  }
  expect(output.map((pieces) => toText(concat(...pieces)))).toEqual(alone);
});

it('the kernel exports every variable, so that none keeps what a file left', () => {
  const source = readFileSync(new URL('../kernel/kernel.as.ts', import.meta.url), 'utf8');
  expect(source.match(/^(?:let|var) .*/gm)).toBe(null);
});
