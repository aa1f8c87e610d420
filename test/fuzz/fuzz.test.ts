/** Attacks the library and the service at random: the same few cases in `npm run test:all`, others for minutes in `npm run test:fuzz`. */
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { newDatabase } from '../../packages/server/test/postgres.js';
import { cleanUp, newFolder } from '../../packages/server/test/process.js';
import { attack } from './attack.js';
import { tryContract, tryCore, tryLote } from './library.js';
import { Random } from './random.js';
import { type Row, table } from './table.js';

/** `SECONDS` is the time of the whole run, `SEED` that of a run to repeat, and `CASE` the only case of it to repeat. */
const { SECONDS, SEED, CASE } = process.env;
const seed = SEED === undefined ? (SECONDS === undefined ? 1 : Math.floor(Math.random() * 1e9)) : Number(SEED);
/** The short form ends with its cases. The time is for machines that hang. */
const total = (SECONDS === undefined ? 60 : Number(SECONDS)) * 1000;
/** The time of each part: most of it is for the two services. */
const [libraryMs, serviceMs] = [total * 0.1, total * 0.35];
/** Returns the first and the last case of a part, which has `short` cases in the short form. */
const range = (short: number): { from: number; to: number } =>
  CASE === undefined
    ? { from: 0, to: SECONDS === undefined ? short - 1 : Infinity }
    : { from: Number(CASE), to: Number(CASE) };
/** Silent clients are cut after a minute or more. */
const SLOW = { timeout: total + 200_000 };
const rows: Row[] = [];

afterAll(async () => {
  if (SECONDS !== undefined) process.stdout.write(`\nSEED=${seed}\n\n${table(rows)}\n`);
  await cleanUp();
});

describe('with random values', () => {
  it.each([
    ['core', tryCore, 500],
    ['contract', tryContract, 5000],
    ['lote', tryLote, 20],
  ] as const)('%s throws nothing, and its results agree with each other', SLOW, (name, attempt, short) => {
    const wrong: string[] = [];
    const deadline = performance.now() + libraryMs;
    const { from, to } = range(short);
    let cases = 0;
    for (let number = from; number <= to && performance.now() < deadline; number++) {
      cases += 1;
      try {
        attempt(new Random(seed, number));
      } catch (error) {
        wrong.push(`case ${number}: ${error instanceof Error ? error.stack : String(error)}`);
      }
    }
    rows.push({ name, cases, wrong: wrong.length });
    expect(wrong.slice(0, 5), `SEED=${seed}`).toEqual([]);
  });
});

describe('with many random requests at once', () => {
  it.each([
    ['SQLite', async () => `sqlite:${join(newFolder(), 'curp.db')}`],
    ['PostgreSQL', newDatabase],
  ] as const)('the service on %s answers rightly or refuses clearly, and continues', SLOW, async (name, database) => {
    const figures = await attack(await database(), { seed, ms: serviceMs, ...range(120) });
    rows.push({ name, ...figures, wrong: figures.wrong.length });
    expect(figures.wrong.slice(0, 10), `SEED=${seed}`).toEqual([]);
  });
});
