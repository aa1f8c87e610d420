/** Crosses two lists in memory, for tests. */
import { type CruceTotals, Cruce, type PairDecisions, type PeopleFile, textFile } from '../src/index.js';
import { type Options, cells, chunksOf, concat, toBytes, toText } from './run-lote.js';

interface Crossed {
  /** The list A with its answers, and by row. */
  readonly text: string;
  readonly rows: readonly Readonly<Record<string, string>>[];
  readonly onlyInB: readonly Readonly<Record<string, string>>[];
  readonly totals: CruceTotals;
}

function listOf(text: string, options: Options): PeopleFile {
  const bytes = toBytes(text);
  return textFile({ chunks: () => chunksOf(bytes) }, { formato: 'csv', ...options });
}

function byName(csv: string): Readonly<Record<string, string>>[] {
  const [names = [], ...others] = cells(csv);
  return others.map((row) => Object.fromEntries(names.map((name, i) => [name, row[i] ?? ''])));
}

/** `most`: the most people that B may have; `decided`: what somebody said about pairs. */
export async function cross(
  a: string,
  b: string,
  ofA: Options = {},
  ofB: Options = {},
  { most, decided }: { readonly most?: number; readonly decided?: PairDecisions } = {},
): Promise<Crossed> {
  const cruce = new Cruce(most, decided);
  const pieces: Uint8Array[] = [];
  await cruce.run(
    {
      a: listOf(a, { ...cruce.optionsFor('a', 'es'), ...ofA }),
      b: listOf(b, { ...cruce.optionsFor('b', 'es'), ...ofB }),
    },
    { write: (piece) => void pieces.push(piece.slice()) },
  );
  const text = toText(concat(...pieces));
  const only: Uint8Array[] = [];
  for await (const piece of cruce.onlyInB('es')) only.push(piece.slice());
  return {
    text,
    get rows() {
      return byName(text);
    },
    onlyInB: byName(toText(concat(...only))),
    totals: cruce.totals,
  };
}
