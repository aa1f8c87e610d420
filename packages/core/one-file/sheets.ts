/** The functions of `curp.gs` for Google Sheets: a cell or a whole range in, results of the same shape out. */
import { type Hallazgo, calcular, dudasDeNombre, validar } from '@curp-service/core';
import { readEntity } from '@curp-service/contract/conventions/places';
import { readSex } from '@curp-service/contract/values';
import { type Cell, dayReader, textOf } from './cells.js';
import { sentence } from './words.js';

type CellRange = readonly (readonly Cell[])[];

const isRange = (value: Cell | CellRange): value is CellRange => Array.isArray(value);
/** An error of the sheet, which reaches a function as text. */
const SHEET_ERROR = /^#[A-Z0-9/]+[!?]?$/;
/** A name with a sign that no name has, or with an accent that was saved in another encoding. */
const isGarbled = (name: string): boolean =>
  /[ÃÂ][^\p{L}\s]/u.test(name) ||
  dudasDeNombre(name, 'apellidoPaterno').some(({ codigo }) => codigo === 'nombre_con_signo');
const isBlank = (cell: Cell): boolean => textOf(cell) === '';

/** `=CURP(…)`. A single person with a problem throws; in a range the problem stands in the cell of its row. */
export function curp(...data: readonly (Cell | CellRange)[]): string | string[][] {
  const people = toPeople(data);
  const dayOf = dayReader();
  const hasF = people.flat().some(([, , , , sexo]) => textOf(sexo).toUpperCase() === 'F');
  const results = people.map((row) => row.map((person) => calculate(person, dayOf, hasF)));
  if (data.some(isRange)) return results.map((row) => row.map(({ key, problem }) => key ?? `Error: ${problem}`));
  const [only] = results.flat();
  if (only?.key === undefined) throw new Error(only?.problem);
  return only.key;
}

type Validity = boolean | '';

/** `=CURP_VALIDA(…)`: whether each key is valid; an empty cell stays empty. */
export function isValid(keys: Cell | CellRange): Validity | Validity[][] {
  const judge = (cell: Cell): Validity => (isBlank(cell) ? '' : validar(textOf(cell)).valido);
  return isRange(keys) ? keys.map((row) => row.map(judge)) : judge(keys);
}

/** `=CURP_DATOS(…)`: one row for each key, with the date of birth, the sex, the entity and the findings. */
export function dataOf(keys: Cell | CellRange): string[][] {
  return (isRange(keys) ? keys.flat() : [keys]).map((cell) => {
    if (isBlank(cell)) return ['', '', '', ''];
    const { datos, hallazgos } = validar(textOf(cell));
    const { fechaNacimiento = '', sexo = '', nombreEntidad = '' } = datos;
    return [fechaNacimiento, sexo, nombreEntidad, sentences(hallazgos)];
  });
}

/** Names, two surnames, date, sex and entity, as they stand in the cells. */
type PersonCells = readonly Cell[];

/** The people as a range of persons: from one range of six columns, or from six arguments, cell by cell. */
function toPeople(data: readonly (Cell | CellRange)[]): PersonCells[][] {
  const [first, ...others] = data;
  if (isRange(first) && others.every((other) => other === undefined)) {
    if (first.some((row) => row.length < 6)) {
      throw new Error('El rango debe tener seis columnas: nombres, dos apellidos, fecha, sexo y entidad.');
    }
    return first.map((row) => [row.slice(0, 6)]);
  }
  const ranges = data.filter(isRange);
  const [shape = [[undefined]]] = ranges;
  if (ranges.some((range) => range.length !== shape.length || range[0]?.length !== shape[0]?.length)) {
    throw new Error('Los rangos deben tener el mismo número de filas y de columnas.');
  }
  const at = (value: Cell | CellRange, i: number, j: number): Cell => (isRange(value) ? value[i]?.[j] : value);
  return shape.map((row, i) => row.map((_, j) => data.map((value) => at(value, i, j))));
}

interface KeyResult {
  /** Empty: the row is. */
  readonly key?: string;
  readonly problem?: string;
}

/** `hasF`: the range writes women as F, so that its M may be men. */
function calculate(person: PersonCells, dayOf: (cell: Cell) => string, hasF: boolean): KeyResult {
  const [nombres, paterno, materno, fecha, sexo, entidad] = person;
  if ([nombres, paterno, materno, fecha].every(isBlank)) return { key: '' };
  if (person.some((cell) => SHEET_ERROR.test(textOf(cell)))) {
    return { problem: 'Una celda de la fila trae un error de la hoja, como #N/A.' };
  }
  if ([nombres, paterno, materno].some((cell) => isGarbled(textOf(cell)))) {
    return { problem: 'Un nombre trae signos que ningún nombre lleva, como ? o Ã: escríbalo como está en el acta.' };
  }
  if (hasF && /^[FM]$/i.test(textOf(sexo))) {
    return { problem: 'Sexo: con F en la columna, M puede ser Masculino; escriba Hombre o Mujer.' };
  }
  const result = calcular({
    nombres: textOf(nombres),
    apellidoPaterno: textOf(paterno),
    apellidoMaterno: textOf(materno),
    fechaNacimiento: dayOf(fecha),
    sexo: readSex(textOf(sexo)),
    entidad: readEntity(textOf(entidad).replace(/^\d$/, '0$&')),
  });
  return result.ok ? { key: result.curp } : { problem: sentences(result.hallazgos) };
}

/** Findings in one text. Positions that lack the same kind of character need one sentence. */
const sentences = (hallazgos: readonly Hallazgo[]): string => Array.from(new Set(hallazgos.map(sentence))).join(' ');
