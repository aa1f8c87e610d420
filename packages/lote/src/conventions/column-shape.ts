/**
 * Principle: the shape of a column is told once. Births that rise by one from row to row come from a spreadsheet that filled
 * them down; so do one birthday in most rows and one sex among names of both; and a program that keeps so many letters of a column
 * cuts the longer ones. The rows that rest on such cells are for review.
 */
import type { ColumnShape } from '@curp-service/contract/reading';
import type { Composed } from '../cell/composed.js';
import type { PersonRow } from '../cell/person-row.js';
import { Role } from '../cell/roles.js';
import type { EvidenceName } from '../datum/evidence-names.js';
import { beginsSeveral } from '../datum/meant-entity.js';
import type { Evidence } from './evidence.js';
import { decideNameShapes, isTornIn, touchesNames } from './name-shape.js';

/** Fewer rows have no shape. */
const FEWEST_ROWS = 5;
/** Of the given names beside a constant sex, so many are those of the other. */
const FEWEST_OTHERS = 2;
const SHARE_OF_OTHERS = 1 / 5;

/** Birthdays are counted by month and day, MMDD. */
const BIRTHDAYS = 1232;
const FIRST_OF_JANUARY = 101;
/** A few bits of the hash of a name. */
const BITS_OF_NAME = 0xff;
/** The years of birth that are counted. */
const FIRST_YEAR = 1800;
const YEARS = 300;
/** Where the counts of birthdays end: for each, the people, and the sums of their names' bits and of the squares of these, which show whether they are the same person again. */
const [SUMS, SQUARES, BY_YEAR] = [BIRTHDAYS, 2 * BIRTHDAYS, 3 * BIRTHDAYS];

/** Counts the births of a file: numbers of a fixed size, which add up over its parts in any order. */
export class Births {
  private readonly counts = new Float64Array(BY_YEAR + YEARS);

  /** Counts a row whose person is composed. */
  see({ birth, nameHash }: Composed): void {
    if (birth === 0) return;
    const { counts } = this;
    const day = birth % 10_000;
    const name = (nameHash ^ (nameHash >>> 16)) & BITS_OF_NAME;
    counts[day]++;
    counts[SUMS + day] += name;
    counts[SQUARES + day] += name * name;
    counts[BY_YEAR + Math.trunc(birth / 10_000) - FIRST_YEAR]++;
  }

  /** Returns the counts since the last call. */
  take(): readonly number[] {
    const taken = Array.from(this.counts);
    this.counts.fill(0);
    return taken;
  }
}

/** Returns how many rows have a birth. */
export const peopleIn = (births: readonly number[]): number => sumOf(births.slice(0, BIRTHDAYS));

/** Returns the shapes of the columns of a file. */
export function decideShapes({ shown, birthdays, nameShapes, hints }: Evidence): readonly ColumnShape[] {
  const { rising, names, cutState } = shown;
  const areRising = rising.count >= FEWEST_ROWS - 1 && rising.count * 2 >= names.count;
  return [
    ...(areRising ? [{ forma: 'fechas_seguidas', campo: 'fecha_nacimiento', filas: rising.count } as const] : []),
    ...(areRising ? [] : repeatedDay(birthdays)),
    ...(hints.hasSchoolYears ? farBirths(birthdays) : []),
    ...constantSex(shown),
    ...(cutState.count > 0 ? [{ forma: 'estados_cortados', campo: 'entidad', filas: cutState.count } as const] : []),
    ...decideNameShapes(nameShapes),
  ];
}

/** Returns whether the shape of a column touches a row. */
export function touches(shape: ColumnShape, person: PersonRow): boolean {
  const { forma, valor } = shape;
  const { composed, texts } = person;
  if (forma === 'nombres_cortados') return touchesNames(shape, person);
  if (forma === 'apellidos_partidos') return isTornIn(shape, person);
  if (forma === 'fecha_repetida') return composed.birth % 10_000 === valor;
  if (forma === 'nacimiento_lejano') return Math.trunc(composed.birth / 10_000) === valor;
  return forma !== 'estados_cortados' || beginsSeveral(texts.text(Role.ENTITY) ?? '');
}

/** One birthday of different people in most rows. People born on 1 January have a reason of their own. */
function repeatedDay(births: readonly number[]): readonly ColumnShape[] {
  const days = births.slice(0, BIRTHDAYS);
  const all = sumOf(days);
  const filas = Math.max(0, ...days);
  const valor = days.indexOf(filas);
  const areDifferent = births[SUMS + valor] ** 2 < filas * births[SQUARES + valor];
  const isOne = all >= FEWEST_ROWS && filas * 2 > all && areDifferent && valor !== FIRST_OF_JANUARY;
  return isOne ? [{ forma: 'fecha_repetida', campo: 'fecha_nacimiento', valor, filas }] : [];
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

/** In a list of a school, births lie within so many years; so far from all others is a single one that is wrong. */
const YEARS_OF_A_SCHOOL = 8;
const FAR = 15;
const FEWEST_OF_A_SCHOOL = 6;
const SHARE_OF_FAR = 50;

/** Births far from all others, in a list with school years. */
function farBirths(births: readonly number[]): readonly ColumnShape[] {
  const years = births.slice(BY_YEAR);
  const isFar = (year: number): boolean => sumOf(years.slice(Math.max(year - FAR, 0), year + FAR + 1)) === 1;
  const filled = years.flatMap((count, year) => (count > 0 ? [year] : []));
  const far = filled.filter((year) => years[year] === 1 && isFar(year));
  const near = filled.filter((year) => !far.includes(year));
  const all = sumOf(years);
  const areYoung = near.length > 0 && (near.at(-1) ?? 0) - near[0] <= YEARS_OF_A_SCHOOL;
  const areFew = far.length <= Math.max(1, all / SHARE_OF_FAR);
  if (all < FEWEST_OF_A_SCHOOL || !areYoung || !areFew) return [];
  return far.map((year) => ({
    forma: 'nacimiento_lejano',
    campo: 'fecha_nacimiento',
    valor: year + FIRST_YEAR,
    filas: 1,
  }));
}

/** One sex beside given names of both. */
function constantSex(shown: Readonly<Record<EvidenceName, { readonly count: number }>>): readonly ColumnShape[] {
  const { womanH, manH, womanF, manF, womanM, manM } = shown;
  const columns = [
    [womanH.count, manH.count],
    [womanF.count, manF.count],
    [womanM.count, manM.count],
  ] as const;
  const filled = columns.filter(([women, men]) => women + men > 0);
  const [[women, men] = [0, 0]] = filled;
  const others = Math.min(women, men);
  const isOne = filled.length === 1 && others >= Math.max(FEWEST_OTHERS, (women + men) * SHARE_OF_OTHERS);
  return isOne ? [{ forma: 'sexo_unico', campo: 'sexo', filas: women + men }] : [];
}
