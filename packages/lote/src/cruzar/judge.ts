/** Judges whether two rows are the same person, and says by what evidence. */
import { type Dato, cotejarDatos } from '@curp-service/core';
import { problemaDeFecha } from '@curp-service/core/leido';
import type { Field } from '@curp-service/contract/columns';
import { readDate } from '@curp-service/contract/values';
import type { Message, MessageParts } from '@curp-service/contract/words/message';
import type { Reason } from '@curp-service/contract/words/reasons';
import type { ReasonId } from '@curp-service/contract/words/sentences';
import { BY_OLD_EDITION, SAME_ROOT } from '../answer/operations.js';
import {
  DATUM_BITS,
  Has,
  NAME_DATUMS,
  POSITIONS,
  PROFILE_DATA,
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
/** What both rows have agrees. */
const SAME_REST = said('cruce_coincide_lo_demas');
const NO_SURNAME = said('cruce_sin_apellidos');

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
  // Nobody is found by less than names. A person may have no surnames, if neither list has any: then all but one of the rest are needed.
  const areAlone = NO_SURNAMES.test(a.root) && NO_SURNAMES.test(b.root);
  const isEnough = areAlone
    ? !unknown.includes('nombres') && OTHER_DATA.filter((datum) => unknown.includes(datum)).length < 2
    : !unknown.some((datum) => NAME_DATUMS.includes(datum));
  if (!isEnough) return null;
  if (different.length === 0) {
    if (haveKeys && rootOfKey(a.key) === rootOfKey(b.key)) return perhaps(Rank.DIFFERENTIATOR, SAME_ROOT);
    const isOld = areWhole && (isOfOldEdition(a, b) || isOfOldEdition(b, a));
    if (haveKeys || areWhole)
      return perhaps(Rank.OTHER_KEY, differing('curp', a.key, b.key), ...(isOld ? [BY_OLD_EDITION] : []));
    if (((a.has | b.has) & Has.KEY) !== 0) return perhaps(Rank.PART, said('cruce_curp_de_los_datos'));
    const isDated = !unknown.includes('fechaNacimiento');
    const lacking = [...absencesIn(a, 'A'), ...absencesIn(b, 'B')];
    return perhaps(isDated ? Rank.PART : Rank.SLIP, SAME_REST, ...(areAlone ? [NO_SURNAME] : []), ...lacking);
  }
  // A slip as well as an unknown date is too much.
  if (unknown.includes('fechaNacimiento')) return null;
  const [datum] = different;
  if (different.length === 1) {
    if (datum === 'fechaNacimiento' && !isDateNear(a.root, b.root)) return null;
    return perhaps(Rank.SLIP, differenceIn(datum, a, b), ...(isMarried(datum, a, b) ? [said('cruce_casada')] : []));
  }
  return exchange === null ? null : perhaps(Rank.EXCHANGED, exchange);
}

/** The root of a person without surnames, by her data or by her key. */
const NO_SURNAMES = /^(?:\0{3}|XXX.{10}XX)/s;

/** Returns which two names are exchanged, if nothing else differs; `null` if none are. */
function exchangeOf(different: readonly Dato[], a: Profile, b: Profile): Reason | null {
  if (different.length !== 2 || (a.has & b.has & Has.NAMES) !== Has.NAMES) return null;
  const [i, j] = different.map((each) => PROFILE_DATA.indexOf(each));
  if (j >= NAME_DATUMS.length || a.names[i] !== b.names[j] || a.names[j] !== b.names[i]) return null;
  return said(i === 0 ? 'cruce_nombre_y_apellido' : 'cruce_apellidos_intercambiados');
}

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

/** Says how a datum differs, as it is written or, where a row lacks it, by the characters of its key. */
function differenceIn(datum: Dato, a: Profile, b: Profile): Reason {
  const areWritten = (a.has & b.has & DATUM_BITS[datum]) !== 0;
  const [ofA, ofB] = [a, b].map(({ written }) => written[PROFILE_DATA.indexOf(datum)]);
  if (datum === 'fechaNacimiento') {
    const two = [a, b].find(({ hasTwoDates }) => hasTwoDates);
    if (two !== undefined && areSwapped(dateOfRoot(a.root), dateOfRoot(b.root))) return twoDates(two);
    return dateEvidence(dateOfRoot(a.root), dateOfRoot(b.root), areWritten ? [ofA, ofB] : null);
  }
  if (areWritten) return differing(datum, ofA, ofB);
  if (NAME_DATUMS.includes(datum)) return differing(datum);
  const [first = 0, last = first] = POSITIONS[datum];
  return differing(datum, a.root.slice(first, last + 1), b.root.slice(first, last + 1));
}

/** Says which two days the date of a row may be. */
function twoDates({ root, written }: Profile): Reason {
  const [, month, day] = dateOfRoot(root).map(Number);
  const texto = written[DATE_AT];
  return said('cruce_fecha_doble', { texto, uno: dayOf(day, month), otro: dayOf(month, day) });
}
const DATE_AT = PROFILE_DATA.indexOf('fechaNacimiento');
const dayOf = (dia: number, mes: number): Message => ({ id: 'dia_del_mes', parts: { dia, [`mes${mes}`]: true } });

const OTHER_DATA = PROFILE_DATA.slice(NAME_DATUMS.length);

/** Says which of the date, the sex and the entity a row of a list lacks, or has in a text that nobody can read. */
export function absencesIn({ has, root, written }: Profile, lista: 'A' | 'B'): readonly Reason[] {
  const isLacking = (datum: Dato): boolean =>
    (has & DATUM_BITS[datum]) === 0 && root.charAt(POSITIONS[datum][0]) === UNKNOWN_SIGN;
  return OTHER_DATA.filter(isLacking).map((datum) => {
    const texto = written[PROFILE_DATA.indexOf(datum)];
    const parts = { texto, lista, [datum]: true };
    if (texto === '') return said('cruce_falta', parts);
    return said(datum === 'fechaNacimiento' && isNoDay(texto) ? 'cruce_fecha_inexistente' : 'cruce_ilegible', parts);
  });
}

/** Returns whether a text has the form of a date, but the calendar has no such day, in whatever order. */
function isNoDay(text: string): boolean {
  const date = readDate(text);
  if (date === null) return false;
  const [year, month, day] = [date.anio, date.mes, date.dia].map(Number);
  return [
    [month, day],
    [day, month],
  ].every(([m = 0, d = 0]) => problemaDeFecha(year, m, d) === 'fecha_inexistente');
}

type DateTexts = readonly [year: string, month: string, day: string];

/** Returns the parts of the date in a root. */
const dateOfRoot = (root: string): DateTexts => [
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

/** `written`: the dates as the rows have them; `null` if a key says one of them. */
function dateEvidence(a: DateTexts, b: DateTexts, written: readonly string[] | null): Reason {
  const [ofA = '', ofB = ''] = written ?? [a, b].map(([year, month, day]) => `${day}/${month}/${year}`);
  if (areSwapped(a, b)) return said('cruce_dia_y_mes', { a: ofA, b: ofB });
  const changed = PARTS_OF_DATE.filter((_, i) => a[i] !== b[i]);
  return differing(changed.length === 1 ? changed[0] : 'fechaNacimiento', ofA, ofB);
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
