/** Converts the texts of a row's columns to the parameters of the contract. */
import { type NombreCortado, parseApellidos, parseNombre } from '@curp-service/core/completo';
import type { RowProblem } from '@curp-service/contract/codes/file';
import { DATE_PARTS, type Field, type OperationName } from '@curp-service/contract/columns';
import { isMissing } from '@curp-service/contract/parameters';
import { readFigures } from '@curp-service/contract/values';
import { FORMULA } from '../read/row.js';
import type { Values } from './values.js';
import type { Doubt, RowData } from './operations.js';
import { NAME_DATA, type NameField } from './values.js';

/** These replace a bad datum, so that it causes no second problem. */
const NEUTRAL_DATE = { anio: '2000', mes: '01', dia: '01' };
const NEUTRAL_ENTITY: string | undefined = '09';
/** The most characters of a datum, without the blanks around it: names have at most 200. */
const LONGEST_DATUM = 1000;
const NEUTRAL_NAME: NombreCortado = { nombres: 'X', apellidoPaterno: 'X', apellidoMaterno: '', dudoso: false };

const NO_NAMES = { nombres: undefined, apellido_paterno: undefined, apellido_materno: undefined };
const NO_DATE = { anio_nacimiento: undefined, mes_nacimiento: undefined, dia_nacimiento: undefined };
/** The data of an operation that reads no person. */
const NO_PERSON = {
  ...NO_NAMES,
  ...NO_DATE,
  sexo: undefined,
  entidad: undefined,
  rfc: undefined,
  hasOneDate: false,
  doubts: [],
  witness: undefined,
};

/**
 * Reads the data that an operation needs. `textOf` returns the text of a datum, or `undefined` if the row has none.
 * `inOneColumn`: the date is in one column.
 */
export function readRowData(
  textOf: (field: Field) => string | undefined,
  operation: OperationName,
  inOneColumn: boolean,
  values: Values,
): RowData {
  const problems: RowProblem[] = [];
  const doubts: Doubt[] = [];
  /** Returns the text of a datum, which is empty for a null word. */
  const read = (field: Field): string | undefined => {
    const text = shortened(textOf(field));
    if (text === undefined) return text;
    if (values.nullWords.has(text)) return nothingIn(field);
    if (text !== FORMULA) return values.unwrapped(field, field in NAME_DATA ? text : text.replace(/\p{Cf}/gu, ''));
    problems.push({ cause: 'fila_formula', parametro: field });
    return '';
  };
  /** Returns an empty text for a null word, and adds a problem if it replaces a first surname. A comparison needs no surname. */
  const nothingIn = (field: Field): string => {
    const isNeeded = operation === 'calcular' && (field === 'apellido_paterno' || field === 'apellidos');
    if (isNeeded) problems.push({ cause: 'apellido_sin_dato' });
    return '';
  };
  /** Returns the meaning of a text. Instead of a problem, it returns a neutral meaning, so that it causes no second problem. */
  const accept: Accept = (meaning, neutral) => {
    if (!isProblem(meaning)) return meaning;
    problems.push(meaning);
    return neutral;
  };
  const curp = operation === 'calcular' ? undefined : read('curp');
  if (operation === 'validar') return { ...NO_PERSON, curp, problems };
  const written = inOneColumn
    ? (read('fecha_nacimiento') ?? '')
    : DATE_PARTS.map((part) => (read(part) ?? '').trim().padStart(2, '0')).join('-');
  const date =
    inOneColumn && operation === 'cotejar' && isMissing(written)
      ? NO_DATE
      : readBirth(read, inOneColumn, values, accept);
  const sexo = read('sexo');
  const entity = read('entidad');
  const key = entity === undefined ? undefined : values.entity(entity);
  const isRecognised = isMissing(key) || /^\d+$/.test(key); // the contract judges digits
  const given = readNames(read, values, accept, doubts, nothingIn);
  // A row without surnames does not say that the person has no second surname.
  const isSilent = operation === 'cotejar' && isMissing(given.apellido_paterno) && isMissing(given.apellido_materno);
  const names = isSilent ? { ...given, apellido_materno: undefined } : given;
  const isNewYear = date.mes_nacimiento === '01' && date.dia_nacimiento === '01';
  doubts.push(...values.doubtsOfFile(names, written, isNewYear, entity ?? ''));
  return {
    ...names,
    ...date,
    sexo: isMissing(sexo) ? sexo : accept<string>(values.sex(sexo), 'X'),
    entidad: accept(isRecognised ? key : { cause: 'entidad_desconocida' }, NEUTRAL_ENTITY),
    curp,
    witness: operation === 'calcular' ? textOf('curp') : undefined,
    rfc: operation === 'cotejar' ? read('rfc') : undefined,
    problems,
    doubts,
    hasOneDate: inOneColumn,
  };
}

/** Cuts a text that is too long for any datum, and leaves it too long: searches take time by the length of the text. */
const shortened = (text: string | undefined): string | undefined =>
  text === undefined || text.length <= LONGEST_DATUM ? text : text.trim().slice(0, LONGEST_DATUM + 1);

type CutSurnames = Omit<NombreCortado, 'nombres'>;
type Read = (field: Field) => string | undefined;
type Accept = <T>(meaning: NoInfer<T> | RowProblem, neutral: T) => T;

const isProblem = (value: unknown): value is RowProblem =>
  typeof value === 'object' && value !== null && 'cause' in value;

function readBirth(
  read: Read,
  inOneColumn: boolean,
  values: Values,
  accept: Accept,
): Pick<RowData, 'anio_nacimiento' | 'mes_nacimiento' | 'dia_nacimiento'> {
  if (inOneColumn) {
    const written = read('fecha_nacimiento');
    const problem = { cause: 'fecha_ausente' } as const;
    const { anio, mes, dia } = accept(isMissing(written) ? problem : values.date(written), NEUTRAL_DATE);
    return { anio_nacimiento: anio, mes_nacimiento: mes, dia_nacimiento: dia };
  }
  const year = read('anio_nacimiento');
  const month = read('mes_nacimiento');
  const day = read('dia_nacimiento');
  return {
    anio_nacimiento: year === undefined ? undefined : accept(values.year(year), NEUTRAL_DATE.anio),
    mes_nacimiento: month === undefined ? undefined : values.month(month),
    dia_nacimiento: day === undefined ? undefined : readFigures(day),
  };
}

function readNames(
  read: Read,
  values: Values,
  accept: Accept,
  doubts: Doubt[],
  nothingIn: (field: Field) => string,
): Pick<RowData, 'nombres' | 'apellido_paterno' | 'apellido_materno'> {
  const { fullName } = values;
  const readName = (field: NameField, neutral: string): string | undefined => judge(field, read(field), neutral);
  const judge = (field: NameField, text: string | undefined, neutral: string): string | undefined => {
    if (isMissing(text)) return text;
    const dato = NAME_DATA[field];
    const nothing = values.nothing(field, text);
    if (nothing === 'likely') doubts.push({ codigo: 'apellido_de_relleno', dato });
    if (nothing !== null) return nothingIn(field);
    const judged = values.judge(field, text);
    for (const doubt of judged.doubts) doubts.push({ ...doubt, dato });
    return accept(judged.name, neutral);
  };
  /** Returns the surnames that were cut out of a field. */
  const cutNames = (
    field: 'nombres' | 'apellidos',
    { nombres = '', apellidoPaterno, apellidoMaterno, dudoso }: CutSurnames & { readonly nombres?: string },
  ): Pick<RowData, 'apellido_paterno' | 'apellido_materno'> => {
    const parts = [apellidoPaterno, apellidoMaterno, nombres].filter((part) => part !== '');
    const cut = parts.map((part) => `«${part}»`).join(' ');
    if (dudoso) doubts.push({ field, cut, hasBoth: apellidoMaterno !== '' });
    return {
      apellido_paterno: judge('apellido_paterno', apellidoPaterno, NEUTRAL_NAME.apellidoPaterno),
      apellido_materno: judge('apellido_materno', apellidoMaterno, ''),
    };
  };
  if (fullName === null) {
    const first = readName('nombres', NEUTRAL_NAME.nombres);
    const second = isMissing(first) ? '' : readName('segundo_nombre', '');
    const given = isMissing(second) ? first : `${first} ${second}`;
    const together = read('apellidos') ?? '';
    const isNothing = values.nothing('apellidos', together) !== null;
    const surnames = parseApellidos(isNothing && together !== '' ? nothingIn('apellidos') : together);
    if (surnames !== null) return { nombres: given, ...cutNames('apellidos', surnames) };
    return {
      nombres: given,
      apellido_paterno: readName('apellido_paterno', NEUTRAL_NAME.apellidoPaterno),
      apellido_materno: readName('apellido_materno', ''),
    };
  }
  const whole = read('nombres');
  if (isMissing(whole)) return NO_NAMES;
  const cut = accept(parseNombre(whole, fullName) ?? { cause: 'nombre_sin_corte' }, NEUTRAL_NAME);
  return { ...cutNames('nombres', cut), nombres: judge('nombres', cut.nombres, NEUTRAL_NAME.nombres) };
}
