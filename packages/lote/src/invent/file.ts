/** Files of invented people, row by row: any number of them, in constant memory, with the same bytes for the same seed. */
import type { Layout } from '@curp-service/contract/layouts';
import { layoutWriter } from './layout.js';
import { Dice, type InventedPerson, type InventOptions, inventPerson } from './people.js';
import { mistype, type TypedPerson } from './slips.js';

export { inventPeople, inventPerson, type InventedPerson, type InventOptions } from './people.js';
export { GIVEN_NAMES, COMMON_SURNAMES, UNUSUAL_NAMES, UNUSUAL_SURNAMES } from './names.js';
export type { SlipName, TypedPerson } from './slips.js';

export interface InventedFileOptions extends InventOptions {
  readonly formato?: 'csv' | 'ndjson' | Layout | undefined;
  /** The delimiter of a CSV; a comma by default. */
  readonly delimitador?: string | undefined;
  /** Puts slips into some rows, and names them in the last column; a layout has no room for the names. */
  readonly conErrores?: boolean | undefined;
}

export const ROWS_IN_A_PIECE = 1000;
const INVENTED_COLUMNS = [
  'nombres',
  'apellido_paterno',
  'apellido_materno',
  'fecha_nacimiento',
  'sexo',
  'entidad',
  'curp',
];
const SLIP_COLUMN = 'error_sembrado';

/** Yields the text of a file in pieces. */
export function* inventFile(
  count: number,
  { formato = 'csv', delimitador = ',', conErrores = false, ...options }: InventedFileOptions = {},
): Generator<string, void> {
  const columns = conErrores ? [...INVENTED_COLUMNS, SLIP_COLUMN] : INVENTED_COLUMNS;
  const typed = (number: number): InventedPerson =>
    conErrores ? typePerson(number, options) : inventPerson(number, options);
  const layout = typeof formato === 'object' ? layoutWriter(formato) : null;
  const line = (number: number): string => {
    const person = typed(number);
    if (layout !== null) return layout.line(person, inventPerson(number, options).curp);
    const cells = cellsOfPerson(person);
    return `${formato === 'csv' ? cells.join(delimitador) : JSON.stringify(objectOf(columns, cells))}\n`;
  };
  let piece = layout?.start ?? (formato === 'csv' ? `${columns.join(delimitador)}\n` : '');
  for (let number = 0; number < count;) {
    const end = Math.min(count, number + ROWS_IN_A_PIECE);
    for (; number < end; number++) piece += line(number);
    yield piece;
    piece = '';
  }
  if (layout !== null) yield layout.end(count);
}

const cellsOfPerson = (person: InventedPerson | TypedPerson): readonly string[] => [
  person.nombres,
  person.apellidoPaterno,
  person.apellidoMaterno,
  person.fechaNacimiento,
  person.sexo,
  person.entidad,
  person.curp,
  ...('slip' in person ? [person.slip] : []),
];

const objectOf = (columns: readonly string[], cells: readonly string[]): Record<string, string> =>
  Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? '']));

/** Slips have their own seed: the people are the same with and without slips. */
const OF_SLIPS = 0x5eed;
const ONE_PAIR_IN = 100;
const ONE_ROW_IN = 10;

/** Returns a person as a clerk typed her, mostly right. Two neighbours may have each other's key. */
export function typePerson(number: number, options: InventOptions = {}): TypedPerson {
  const person = inventPerson(number, options);
  const seed = (options.semilla ?? 1) ^ OF_SLIPS;
  if (new Dice(seed, -1 - (number >> 1)).oneIn(ONE_PAIR_IN)) {
    const { curp } = inventPerson(number ^ 1, options);
    if (curp !== person.curp) return { ...person, curp, slip: 'claves_cruzadas' };
  }
  const dice = new Dice(seed, number);
  return dice.oneIn(ONE_ROW_IN) ? mistype(person, dice) : { ...person, slip: '' };
}
