/** The operations on a row: the columns that each adds, and their values. */
import { type Hallazgo, cotejarDatos, dudasDeFecha, sugerir, unicaSugerencia, validar } from '@curp-service/core';
import { dudasEntreDatos, leerPersona } from '@curp-service/core/leido';
import { WIRE_NAMES, comparedData, toWire } from '@curp-service/contract/answers';
import type { RowProblem } from '@curp-service/contract/codes/file';
import { ADDED_COLUMNS, FIELDS, type Field, type OperationName } from '@curp-service/contract/columns';
import type { Notice } from '@curp-service/contract/finding-message';
import { CORE_OPTIONS, type Language } from '@curp-service/contract/language';
import type { Reason } from '@curp-service/contract/words/reasons';
import { areWellFormed, comparisonProblems, isMissing, toKnownData } from '@curp-service/contract/parameters';
import type { Identity } from '../people/people-taker.js';
import { wordedForFiles } from '../cell/judge.js';
import type { RowData } from './row-data.js';
import type { Doubt, DoubtfulCut } from '../datum/doubt.js';
import type { Value } from '../write/csv-writer.js';

/** The values of a row in the order of the columns, and the reasons for its review. */
export interface RowValues {
  readonly values: readonly Value[];
  readonly notices: readonly Notice[];
  /** The datum that the first notice is about. */
  readonly doubted?: Field | undefined;
  /** Whether the row needs a review; if absent, the notices say why. */
  readonly isReview?: boolean;
  /** The row's own valid key, and the key that the data give if it may be another one. */
  readonly keys?: Omit<Identity, 'names'>;
}

/** The answer to a row, or every problem with it. */
type Result = RowValues | { readonly problems: readonly RowProblem[] };

export interface RowOperation {
  readonly columns: readonly string[];
  /** `number`: that of the row, as a spreadsheet counts. */
  readonly run: RunRow;
}
export type RunRow = (data: RowData, language: Language, number: number) => Result;

const keyProblems = ({ curp }: RowData): RowProblem[] => (isMissing(curp) ? [{ cause: 'curp_ausente' }] : []);

/** Returns every problem with the data of a row, in the wording for files. */
const allProblems = (data: RowData, found: readonly RowProblem[]): RowProblem[] => [
  ...data.problems,
  ...wordedForFiles(found, data.hasOneDate),
];

export const ROW_OPERATIONS: Readonly<
  Record<Exclude<OperationName, 'cruzar'>, Omit<RowOperation, 'run'> & { readonly run: RunRow | null }>
> = {
  // A key is composed of what the texts of the row give.
  calcular: { columns: ADDED_COLUMNS.calcular, run: null },
  validar: {
    columns: ADDED_COLUMNS.validar,
    run: (data, language) => {
      const problems = [...data.problems, ...keyProblems(data)];
      if (problems.length > 0) return { problems };
      const { curp = '' } = data;
      const validacion = validar(curp, CORE_OPTIONS[language]);
      const { valido, hallazgos, datos: d } = validacion;
      const sugerencia = hallazgos.length === 0 ? undefined : unicaSugerencia(validacion, sugerir(curp));
      const read = [d.fechaNacimiento, d.sexo, d.claveEntidad, d.nombreEntidad, d.abreviaturaEntidad, d.homonimo];
      return {
        values: [valido, hallazgos.map(toWire), ...[...read, sugerencia].map((value) => value ?? null)],
        notices: hallazgos.map(asNotice),
        doubted: 'curp',
        keys: { curp: valido ? curp : undefined },
      };
    },
  },
  cotejar: {
    columns: ADDED_COLUMNS.cotejar,
    run: (data, language) => {
      const isReadable = data.problems.length === 0 && !isMissing(data.curp) && areWellFormed(data);
      const cotejo = isReadable ? cotejarDatos(data.curp ?? '', toKnownData(data), CORE_OPTIONS[language]) : null;
      if (!cotejo?.ok) return { problems: allProblems(data, comparisonProblems(data, language)) };
      const campos: Readonly<Record<string, string>> = comparedData(cotejo.campos);
      const { deLaClave: broken } = cotejo;
      // The characters of a key of another length are not in their positions.
      const isWhole = broken.every(({ codigo }) => codigo !== 'longitud');
      const difieren = Object.keys(campos).filter((campo) => isWhole && campos[campo] === 'difiere');
      const fields = FIELDS.filter((field) => difieren.includes(field));
      const ofData = noticesOf(data);
      const ofKey = [
        ...broken.map(asNotice),
        ...(fields.length === 0 ? [] : [differingIn(fields)]),
        ...(cotejo.edicion === undefined ? [] : [BY_OLD_EDITION]),
        ...(cotejo.resultado === 'misma_raiz' && broken.length === 0 ? [SAME_ROOT] : []),
      ];
      const differing = broken.length === 0 ? fields[0] : undefined;
      return {
        values: [cotejo.resultado, cotejo.calculada ?? null, difieren],
        notices: [...ofKey, ...ofData.notices],
        doubted: ofKey.length === 0 ? ofData.doubted : (differing ?? 'curp'),
        keys: { curp: broken.length === 0 ? data.curp : undefined, calculada: cotejo.calculada, difieren },
      };
    },
  },
};

/** Leaves out the words of a finding, and where it is. */
const asNotice = ({ codigo, dato, esperado, partes }: Hallazgo): Notice => ({
  codigo,
  dato,
  ...(esperado !== undefined && { esperado }),
  ...(partes !== undefined && { partes }),
});

const differingIn = (campos: readonly Field[]): Reason => ({
  id: 'datos_difieren',
  campo: campos[0] ?? 'curp',
  parts: { campos },
});
/** Comes before the reasons of a row that a person has looked at. */
export const REVIEWED: Reason = { id: 'revisado', campo: null };
export const SAME_ROOT: Reason = { id: 'misma_raiz', campo: 'curp' };

/** The key differs, but is the one that the edition of 2006 gives. */
export const BY_OLD_EDITION: Reason = { id: 'edicion_anterior', campo: 'curp' };

/** A key, whole or with a slip. An RFC is shorter. */
const LIKE_KEY = /^[A-ZÑ]{4}\d{6}[A-Z\d]{6,10}$/;

/** Returns how a key that the row already has differs from the calculated one; nothing if the row has none. */
export function otherKey(data: RowData, calculated: string): readonly Notice[] {
  const written = (data.witness ?? '').trim().toUpperCase();
  if (!LIKE_KEY.test(written) || calculated.startsWith(written)) return [];
  if (!validar(written).valido) return [{ id: 'otra_clave_invalida', campo: 'curp' }];
  const cotejo = cotejarDatos(written, toKnownData(data));
  const campos: Readonly<Record<string, string>> = cotejo.ok ? comparedData(cotejo.campos) : {};
  const fields = FIELDS.filter((field) => campos[field] === 'difiere');
  const other: Reason =
    fields.length === 0
      ? { id: 'otra_clave_raiz', campo: 'curp' }
      : { id: 'otra_clave_difiere', campo: 'curp', parts: { campos: fields } };
  return cotejo.ok && cotejo.edicion !== undefined ? [other, BY_OLD_EDITION] : [other];
}

/** Returns why a person's row with a key needs a review. */
function noticesOf(data: RowData): { readonly notices: readonly Notice[]; readonly doubted: Field | undefined } {
  const { nombres, apellidoPaterno, apellidoMaterno, fechaNacimiento, sexo = 'X' } = toKnownData(data);
  const hasNames = nombres !== undefined && apellidoPaterno !== undefined && apellidoMaterno !== undefined;
  const doubts: readonly Doubt[] = [
    ...data.doubts,
    ...(hasNames ? dudasEntreDatos(leerPersona({ nombres, apellidoPaterno, apellidoMaterno, sexo })) : []),
    ...(fechaNacimiento === undefined ? [] : dudasDeFecha(fechaNacimiento)).map(
      (codigo) => ({ codigo, dato: 'fechaNacimiento' }) as const,
    ),
  ];
  const [first] = doubts;
  const wireName = first && ('cut' in first ? first.field : WIRE_NAMES[first.dato]);
  const notices = doubts.map((doubt) => ('cut' in doubt ? cutNotice(doubt) : doubt));
  return { notices, doubted: FIELDS.find((field) => field === wireName) };
}

export function cutNotice({ field, cut, hasBoth }: DoubtfulCut): Reason {
  const id = hasBoth ? (field === 'nombres' ? 'corte_nombres' : 'corte_apellidos') : 'corte_un_apellido';
  return { id, campo: field, parts: { corte: cut } };
}
