/**
 * Finds the 26 fields of a record in a file, and packs a record for the padron. The padron stores the key, and the other 25
 * fields in order, separated by tabs: their names would take twice the space of their values.
 */
import { simplify } from '@curp-service/contract/columns/names';
import { DOC_PROBATORIO, type RegistryRecord, SOLICITANTE } from '@curp-service/contract/record';
import { isObject, readRecord } from '../registry.js';

export const PADRON_FIELDS = [...SOLICITANTE, ...DOC_PROBATORIO] as const;
export type RecordField = (typeof PADRON_FIELDS)[number];

/** The fields that no record lacks, because the contract defines their form. Other fields may be empty. */
export const REQUIRED_FIELDS = ['CURP', 'Nombres', 'ClaveSexo', 'FechaNacimiento', 'ClaveEntidadNacimiento'] as const;

/** Simplifies a name: `ApellidoPaterno`, `apellido_paterno` and `APELLIDO PATERNO` become equal. */
const plain = (name: string): string => simplify(name).replaceAll('_', '');

/** Returns the column of each field (-1 if none), the fields with no column or several, and the columns without a field. */
export function locateFields(names: readonly string[]) {
  const plainNames = names.map(plain);
  const indexes = PADRON_FIELDS.map((field) => plainNames.indexOf(plain(field)));
  return {
    indexes,
    missing: PADRON_FIELDS.filter((_, i) => indexes[i] === -1),
    unknown: names.filter((_, i) => !indexes.includes(i)),
    repeated: PADRON_FIELDS.filter((field, i) => indexes[i] !== plainNames.lastIndexOf(plain(field))),
  };
}

/**
 * Returns the values of the 26 fields of an object. The object is a record as `obtener_datos` answers it, with or without its
 * envelope, or has all fields at its top level.
 */
export function fieldValues(object: object): readonly unknown[] {
  const record = 'response' in object && isObject(object.response) ? object.response : { ...object };
  const { Solicitante: solicitante, DocProbatorio: document }: Readonly<Record<string, unknown>> = record;
  if (!isObject(solicitante)) return PADRON_FIELDS.map((field) => record[field]);
  const documentFields = isObject(document) ? document : {};
  return [...SOLICITANTE.map((field) => solicitante[field]), ...DOC_PROBATORIO.map((field) => documentFields[field])];
}

/** A record: its key, and its other fields in one text. */
export interface PadronRow {
  readonly curp: string;
  readonly datos: string;
}

const SEPARATOR = '\t';
const [KEY, ...OTHERS] = SOLICITANTE;

/** Packs the texts of the 26 fields, the key first. They must have no control characters. */
export function pack([curp = '', ...texts]: readonly string[]): PadronRow {
  return { curp, datos: texts.join(SEPARATOR) };
}

/** Returns the record of a row, or `null` if the row is no record. */
export function unpackRecord({ curp, datos }: PadronRow): RegistryRecord | null {
  const texts = datos.split(SEPARATOR);
  const group = (fields: readonly string[], start: number): Record<string, string | undefined> =>
    Object.fromEntries(fields.map((field, i) => [field, texts[start + i]]));
  return readRecord({
    Solicitante: { [KEY]: curp, ...group(OTHERS, 0) },
    DocProbatorio: group(DOC_PROBATORIO, OTHERS.length),
  });
}
