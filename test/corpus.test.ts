/** Tries every case of `corpus` by every way that it can go: each row gets the pile, the key and the reasons that the case names. */
import { describe, expect, it } from 'vitest';
import { mutating } from '../packages/lote/test/run-lote.js';
import { openService } from '../packages/server/test/service.js';
import { type Case, type Refused, type Verdict, WAYS, type Way, readCorpus } from './corpus/case.js';
import { ANSWERS, type Outcome, canGo, outcomeOf, overHttp, toldBy } from './corpus/ways.js';

const CASES = readCorpus();
/** Without a service: in the quick loop, and where mutants of `lote` are tried. */
const isQuick = process.env['QUICK'] === 'true' || mutating;
const waysOf = (one: Case): Way[] => one.ways.filter((way) => canGo(one, way) && (way === 'http' ? !isQuick : true));

const port = isQuick ? 0 : await openService().listen();

/** Writes a row as a case does. Leaves out what the case does not say, or the way does not tell. */
function shown({ pile, key, ids }: Verdict, other: Verdict | undefined, way: Way): string {
  // A file refuses some data that `core` doubts.
  const word = way === 'core' && pile !== 'lista' ? 'revisar or error' : pile;
  const hasKey = key !== undefined && other?.key !== undefined && (way !== 'core' || pile !== 'error');
  const hasIds = ids !== undefined && other?.ids !== undefined;
  return [word, ...(hasKey && other.pile === pile ? [key] : []), ...(hasIds ? ids : [])].filter(Boolean).join(' ');
}

/** Returns the lines of a case with what came of each row, for a case that is not finished. */
const finished = (rows: readonly Verdict[]): string =>
  rows
    .map(({ pile, key, ids = [], said }) => `=> ${[pile, key, ...ids].filter(Boolean).join(' ')} ${said.join(' ')}`)
    .join('\n');

function expectRows(rows: readonly Verdict[], expected: readonly Verdict[], way: Way): void {
  expect(rows.map((row, i) => shown(row, expected[i], way))).toEqual(
    expected.map((row, i) => shown(row, rows[i], way)),
  );
  for (const [i, { said }] of expected.entries())
    if (way !== 'core') for (const text of said) expect(rows[i]?.said.join(' ')).toContain(text);
}

function expectOutcome(outcome: Outcome, expected: readonly Verdict[] | Refused, way: Way): void {
  if (!('refused' in expected) && expected.some(({ pile }) => pile === '?'))
    throw new Error(
      `What came by ${way}:\n${'refused' in outcome ? `refused ${outcome.refused.join(' ')}` : finished(outcome)}`,
    );
  if ('refused' in expected) {
    expect(outcome).toHaveProperty('refused');
    if (way !== 'http' && expected.refused.length > 0) expect(outcome).toEqual(expected);
  } else if ('refused' in outcome) expect(outcome).toBe('an answer');
  else expectRows(outcome, expected, way);
}

describe.each(CASES)('$name', (one) => {
  it.each(waysOf(one))('by %s', async (way) => {
    const answer = async (): Promise<Outcome> => (way === 'http' ? overHttp(one, port) : ANSWERS[way](one));
    expectOutcome(await outcomeOf(answer), one.expected, way);
  });

  it.each(one.told.length > 0 ? [one.told] : [])('tells how it is read', async (...told) => {
    expect(await toldBy(one)).toEqual(expect.arrayContaining(told));
  });
});

it('every way is gone by some case', () => {
  const gone = new Set(CASES.flatMap(waysOf));
  expect(WAYS.filter((way) => !gone.has(way) && !(isQuick && way === 'http'))).toEqual([]);
});
