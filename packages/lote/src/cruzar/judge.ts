/** Judges whether two rows are the same person, and says by what evidence. */
import { type Dato, cotejarDatos } from '@curp-service/core';
import { WIRE_NAMES } from '@curp-service/contract/answers';
import type { Field } from '@curp-service/contract/columns';
import type { MessageParts } from '@curp-service/contract/words/message';
import type { Reason } from '@curp-service/contract/words/reasons';
import type { ReasonId } from '@curp-service/contract/words/sentences';
import { BY_OLD_EDITION, SAME_ROOT } from '../answer/operations.js';
import {
  DATUM_BITS,
  PROFILE_DATA,
  Has,
  NAME_DATUMS,
  POSITIONS,
  type Profile,
  UNKNOWN_SIGN,
  rootOfKey,
} from './profile.js';

/** Two rows that are the same person (`isSure`) or may be; `score` is higher the more they agree. */
export interface Match {
  readonly isSure: boolean;
  readonly score: number;
  readonly reasons: readonly Reason[];
}

/** What two rows have in common, the weakest first. */
const enum Rank {
  SLIP = 1,
  PART,
  EXCHANGED,
  DIFFERENTIATOR,
  SAME_KEY,
  OTHER_KEY,
  SURE,
  SURE_KEY,
}
/** The least scores of two rows that are the same person by their data, and by their key. */
export const SURE = Rank.SURE * 10;
export const SURE_KEY = Rank.SURE_KEY * 10;

const said = (id: ReasonId, parts?: MessageParts): Reason =>
  parts === undefined ? { id, campo: 'curp' } : { id, campo: 'curp', parts };

export const SAME_KEY_EVIDENCE = said('cruce_misma_curp');
const SAME_DATA = said('cruce_mismos_datos');

type Differing = Dato | 'anio' | 'mes' | 'dia' | 'curp' | 'slip';
const DIFFERENCES: Readonly<Record<Differing, readonly [id: ReasonId, campo: Field]>> = {
  nombres: ['cruce_nombres', 'nombres'],
  apellidoPaterno: ['cruce_apellido_paterno', 'apellido_paterno'],
  apellidoMaterno: ['cruce_apellido_materno', 'apellido_materno'],
  fechaNacimiento: ['cruce_fecha', 'fecha_nacimiento'],
  anio: ['cruce_anio', 'fecha_nacimiento'],
  mes: ['cruce_mes', 'fecha_nacimiento'],
  dia: ['cruce_dia', 'fecha_nacimiento'],
  sexo: ['cruce_sexo', 'sexo'],
  entidad: ['cruce_entidad', 'entidad'],
  curp: ['cruce_otra_curp', 'curp'],
  slip: ['cruce_captura', 'curp'],
};

const differing = (what: Differing, a = '', b = ''): Reason => {
  const [id, campo] = DIFFERENCES[what];
  return { id, campo, parts: a === '' && b === '' ? {} : { a: a || '—', b: b || '—' } };
};

/** Returns `null` if the rows differ in more than a slip explains; with `isStrict`, also if they are not surely the same person. */
export function judge(a: Profile, b: Profile, isStrict = false): Match | null {
  const both = a.has & b.has;
  const haveKeys = (both & Has.KEY) !== 0;
  const states = PROFILE_DATA.map((datum) => compare(datum, a, b));
  const inState = (state: boolean | null): Dato[] => PROFILE_DATA.filter((_, i) => states[i] === state);
  const different = inState(false);
  const score = (rank: Rank): number => rank * 10 + inState(true).length;
  const sure = (rank: Rank, ...reasons: Reason[]): Match => ({ isSure: true, score: score(rank), reasons });
  const perhaps = (rank: Rank, ...reasons: Reason[]): Match => ({ isSure: false, score: score(rank), reasons });
  const exchange = exchangeOf(different, a, b);
  if (haveKeys && a.key === b.key) {
    const evidence = exchange === null ? different.map((datum) => differenceIn(datum, a, b)) : [exchange];
    // One datum may be a slip if another one that both rows have agrees.
    const isBacked =
      exchange !== null || different.length === 0 || inState(true).some((datum) => both & DATUM_BITS[datum]);
    return evidence.length < 2 && isBacked
      ? sure(Rank.SURE_KEY, SAME_KEY_EVIDENCE, ...evidence)
      : perhaps(Rank.SAME_KEY, SAME_KEY_EVIDENCE, ...evidence);
  }
  const areWhole = (both & Has.ALL) === Has.ALL;
  const isDoubtful = ((a.has | b.has) & Has.DOUBTFUL) !== 0;
  if (different.length === 0 && areWhole && !haveKeys && hasOwnKey(a) && hasOwnKey(b))
    return isDoubtful ? perhaps(Rank.PART, SAME_DATA) : sure(Rank.SURE, SAME_DATA);
  if (isStrict) return null;
  const isKeyOnly = (a.has & b.has & Has.ALL) === 0;
  if ((different.length < 3 || isKeyOnly) && isOneSlip(a, b))
    return perhaps(Rank.SLIP, a.key === b.key ? said('cruce_curp_con_error') : differing('slip', a.key, b.key));
  const unknown = inState(null);
  if (isDoubtful && different.length === 0 && isDateLost(a, b, unknown))
    return perhaps(Rank.SLIP, said('cruce_fecha_inexistente'));
  // Nobody is found by less than names and a date. A person may have no surnames, if neither list has any.
  const needed = NO_SURNAMES.test(a.root) && NO_SURNAMES.test(b.root) ? NEEDED_ALONE : NEEDED;
  if (unknown.some((datum) => needed.includes(datum))) return null;
  if (different.length === 0) {
    if (haveKeys && rootOfKey(a.key) === rootOfKey(b.key)) return perhaps(Rank.DIFFERENTIATOR, SAME_ROOT);
    const isOld = areWhole && (isOfOldEdition(a, b) || isOfOldEdition(b, a));
    if (haveKeys || areWhole)
      return perhaps(Rank.OTHER_KEY, differing('curp', a.key, b.key), ...(isOld ? [BY_OLD_EDITION] : []));
    return perhaps(Rank.PART, (a.has | b.has) & Has.KEY ? said('cruce_curp_de_los_datos') : partly(unknown));
  }
  const [datum] = different;
  if (different.length === 1) {
    if (datum === 'fechaNacimiento' && !isDateNear(a.root, b.root)) return null;
    return perhaps(Rank.SLIP, differenceIn(datum, a, b), ...(isMarried(datum, a, b) ? [said('cruce_casada')] : []));
  }
  return exchange === null ? null : perhaps(Rank.EXCHANGED, exchange);
}

/** The root of a person without surnames, by her data or by her key. */
const NO_SURNAMES = /^(?:\0{3}|XXX.{10}XX)/s;
const NEEDED: readonly Dato[] = [...NAME_DATUMS, 'fechaNacimiento'];
const NEEDED_ALONE: readonly Dato[] = ['nombres', 'fechaNacimiento', 'sexo', 'entidad'];

/** Returns which two names are exchanged, if nothing else differs; `null` if none are. */
function exchangeOf(different: readonly Dato[], a: Profile, b: Profile): Reason | null {
  if (different.length !== 2 || (a.has & b.has & Has.NAMES) !== Has.NAMES) return null;
  const [i, j] = different.map((each) => PROFILE_DATA.indexOf(each));
  if (j >= NAME_DATUMS.length || a.names[i] !== b.names[j] || a.names[j] !== b.names[i]) return null;
  return said(i === 0 ? 'cruce_nombre_y_apellido' : 'cruce_apellidos_intercambiados');
}

/** Returns whether only the date of two rows is not known: one of them has one that no person has. */
const isDateLost = (a: Profile, b: Profile, [unknown, ...others]: readonly Dato[]): boolean =>
  unknown === 'fechaNacimiento' && others.length === 0 && (a.has & b.has & Has.NAMES) === Has.NAMES;

/** Returns whether a row has no valid key, or that of its own data. */
const hasOwnKey = ({ has, key, root }: Profile): boolean => (has & Has.KEY) === 0 || rootOfKey(key) === root;

/** Returns whether a datum agrees: by its text or, where a row lacks it, by the characters of its root; `null` if it is not known. */
function compare(datum: Dato, a: Profile, b: Profile): boolean | null {
  const i = NAME_DATUMS.indexOf(datum);
  if (i >= 0 && a.has & b.has & DATUM_BITS[datum]) return a.names[i] === b.names[i];
  let agrees = true;
  for (const position of POSITIONS[datum]) {
    const [own, other] = [a.root.charAt(position), b.root.charAt(position)];
    if (own === UNKNOWN_SIGN || other === UNKNOWN_SIGN) return null;
    agrees &&= own === other;
  }
  return agrees;
}

function differenceIn(datum: Dato, a: Profile, b: Profile): Reason {
  if (datum === 'fechaNacimiento') return dateEvidence(dateOfRoot(a.root), dateOfRoot(b.root));
  const i = NAME_DATUMS.indexOf(datum);
  if (i >= 0) return a.has & b.has & DATUM_BITS[datum] ? differing(datum, a.names[i], b.names[i]) : differing(datum);
  const [first = 0, last = first] = POSITIONS[datum];
  return differing(datum, a.root.slice(first, last + 1), b.root.slice(first, last + 1));
}

type DateTexts = readonly [year: string, month: string, day: string];

/** Returns the parts of the date in a root. */
export const dateOfRoot = (root: string): DateTexts => [
  CENTURIES[root.charAt(16)] + root.slice(4, 6),
  root.slice(6, 8),
  root.slice(8, 10),
];
const CENTURIES: Readonly<Record<string, string>> = { 8: '18', 0: '19', A: '20' };

/** Returns whether two dates differ in one part, or by the order of day and month. */
function isDateNear(a: string, b: string): boolean {
  const [dateA, dateB] = [dateOfRoot(a), dateOfRoot(b)];
  return dateA.filter((part, i) => part !== dateB[i]).length < 2 || areSwapped(dateA, dateB);
}

const areSwapped = (a: DateTexts, b: DateTexts): boolean => a[0] === b[0] && a[1] === b[2] && a[2] === b[1];

function dateEvidence(a: DateTexts, b: DateTexts): Reason {
  const written = ([year, month, day]: DateTexts): string => `${day}/${month}/${year}`;
  if (areSwapped(a, b)) return said('cruce_dia_y_mes', { a: written(a), b: written(b) });
  const changed = PARTS_OF_DATE.filter((_, i) => a[i] !== b[i]);
  if (changed.length !== 1) return differing('fechaNacimiento', written(a), written(b));
  const i = PARTS_OF_DATE.indexOf(changed[0]);
  return differing(changed[0], a[i], b[i]);
}
const PARTS_OF_DATE = ['anio', 'mes', 'dia'] as const;

/** Returns whether the key of one row is that of the data of the other, by the edition of 2006. */
function isOfOldEdition({ key }: Profile, { names, root }: Profile): boolean {
  const [nombres = '', apellidoPaterno, apellidoMaterno] = names;
  const fechaNacimiento = dateOfRoot(root).join('-');
  const sexo = root.charAt(10);
  const entidad = root.slice(11, 13);
  const cotejo = cotejarDatos(key, { nombres, apellidoPaterno, apellidoMaterno, fechaNacimiento, sexo, entidad });
  return cotejo.ok && cotejo.edicion !== undefined;
}

/** Returns whether the keys of two rows are one slip apart. */
function isOneSlip(a: Profile, b: Profile): boolean {
  if (a.key === '' || b.key === '') return false;
  const [short, long] = a.key.length < b.key.length ? [a.key, b.key] : [b.key, a.key];
  let i = 0;
  while (i < short.length && short[i] === long[i]) i++;
  if (short.length < long.length) return long.length - short.length === 1 && short.slice(i) === long.slice(i + 1);
  const isSwapped = short[i] === long[i + 1] && short[i + 1] === long[i] && short.slice(i + 2) === long.slice(i + 2);
  return isSwapped || short.slice(i + 1) === long.slice(i + 1);
}

/** Returns whether a woman's surname that differs begins as that of a husband does. */
function isMarried(datum: Dato, a: Profile, b: Profile): boolean {
  const i = PROFILE_DATA.indexOf(datum);
  if (i !== 1 && i !== 2) return false;
  return a.root.charAt(10) === 'M' && [a, b].some(({ names }) => / DE |^(DE|VDA) /.test(names[i] ?? ''));
}

/** Names and date agree; these data are not known in both rows. */
const partly = (data: readonly Dato[]): Reason =>
  said('cruce_parcial', { campos: data.map((datum) => WIRE_NAMES[datum]) });
