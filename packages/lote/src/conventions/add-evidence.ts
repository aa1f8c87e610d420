/** Adds what the parts of a file show. The sum is what the whole file shows, wherever it is cut between two rows. */
import { NOT_SHOWN, type ShownRows } from '@curp-service/contract/reading';
import { EVIDENCE_NAMES, type EvidenceName } from '../datum/evidence-names.js';
import { addNames } from '../datum/name-counts.js';
import { type Evidence, toShown } from './evidence.js';
import { countBit, joinMarks } from './first-marks.js';
import { PROVEN_BY_KEY } from './key-proofs.js';
import { addNameShapes } from './name-shape.js';
import { MAX_JUDGED, MAX_KEYS, MAX_PIECES, OF_ENCODING, isNext } from './observe.js';
import { addLooked, provenIn } from './witness-columns.js';

/** Adds two counts. The row is the first. */
const addShown = (a: ShownRows, b: ShownRows): ShownRows => {
  if (a.count === 0 || b.count === 0) return a.count === 0 ? b : a;
  return { count: a.count + b.count, row: Math.min(a.row, b.row) };
};

/** Adds to the evidence of a part of a file that of the part that follows it. */
export function addEvidence(a: Evidence, b: Evidence): Evidence {
  const { rows: before } = a;
  const later = (row: number): number => (row === 0 ? 0 : row + before);
  const { marks: encodings, rest } = joinMarks(a.encodings, b.encodings, before, MAX_JUDGED);
  const shown = toShown(
    EVIDENCE_NAMES.map((name) => {
      const { count, row } = b.shown[name];
      return addShown(a.shown[name], { count, row: count === 0 ? 0 : row + before });
    }),
  );
  const goesOn = a.births !== null && b.births !== null && isNext(b.births.first, a.births.last);
  return {
    rows: before + b.rows,
    header: a.header,
    layout: a.layout,
    mark: a.mark,
    hints: a.hints,
    shown: {
      ...shown,
      ...unjudged(shown, rest),
      rising: goesOn ? addShown(shown.rising, { count: 1, row: later(b.births.row) }) : shown.rising,
    },
    otherHeader: a.otherHeader || later(b.otherHeader),
    stamped: a.stamped || later(b.stamped),
    pieces: [...a.pieces, ...b.pieces.map(later)].slice(0, MAX_PIECES),
    encodings,
    keys: joinMarks(a.keys, b.keys, before, MAX_KEYS).marks,
    births: a.births === null || b.births === null ? laterBirths(a, b) : { ...a.births, last: b.births.last },
    birthdays: addCounts(a.birthdays, b.birthdays),
    names: addNames(a.names, b.names),
    nameShapes: addNameShapes(a.nameShapes, b.nameShapes, before),
    looked: addLooked(a.looked, b.looked, before),
  };
}

const addCounts = (a: readonly number[], b: readonly number[]): readonly number[] =>
  (a.length === 0 ? b : a).map((count, i) => (a.length === 0 ? count : count + (b[i] ?? 0)));

function laterBirths({ births, rows }: Evidence, { births: others }: Evidence): Evidence['births'] {
  return births ?? (others && { ...others, row: others.row + rows });
}

/** Adds the rows beyond ASCII that count no more as judged: only whether they are UTF-8 is known of them. */
function unjudged(shown: Evidence['shown'], rest: Evidence['encodings']): Pick<Evidence['shown'], 'signs' | 'notUtf8'> {
  const broken = countBit(rest, OF_ENCODING.indexOf('notUtf8'));
  const isSound = ([mark]: Evidence['encodings'][number]): boolean =>
    ((mark >> OF_ENCODING.indexOf('notUtf8')) & 1) === 0;
  const sound = rest.filter(isSound);
  const signs = { count: sound.reduce((sum, [, times]) => sum + times, 0), row: sound[0]?.[2] ?? 0 };
  return { signs: addShown(shown.signs, signs), notUtf8: addShown(shown.notUtf8, broken) };
}

/** Returns everything that rows show, with what the first ones and the header show by their marks. */
export function allShown(evidence: Evidence): Evidence['shown'] {
  const { header, shown, keys, looked } = evidence;
  const ofHeader = header.encoding ? [[header.encoding, 1, 0] as const] : [];
  const { marks, rest } = joinMarks(ofHeader, evidence.encodings, 0, MAX_JUDGED);
  const byName = new Map<EvidenceName, ShownRows>();
  const see = (name: EvidenceName, more: ShownRows): void =>
    void byName.set(name, addShown(byName.get(name) ?? NOT_SHOWN, more));
  OF_ENCODING.forEach((name, bit) => see(name, countBit(marks, bit)));
  for (const proofs of [keys, ...looked.map(provenIn)])
    PROVEN_BY_KEY.forEach((name, bit) => see(name, countBit(proofs, bit)));
  const all = { ...shown, ...unjudged(shown, rest) };
  return toShown(EVIDENCE_NAMES.map((name) => addShown(all[name], byName.get(name) ?? NOT_SHOWN)));
}
