/**
 * The 26 fields of a record: their columns in a file, and the record as the padron stores it. That is the key, and the other 25
 * fields in order, separated by tabs: their names would take twice the room of their values.
 */
import { simplify } from '@curp-service/contract/columns';
import { DOC_PROBATORIO, type RegistryRecord, SOLICITANTE } from '@curp-service/contract/record';
import { isObject, readRecord } from '../registry.js';

export const PADRON_FIELDS = [...SOLICITANTE, ...DOC_PROBATORIO] as const;
export type RecordField = (typeof PADRON_FIELDS)[number];

/** No record lacks these, because the contract gives each a form. The others may be empty. */
export const REQUIRED_FIELDS = ['CURP', 'Nombres', 'ClaveSexo', 'FechaNacimiento', 'ClaveEntidadNacimiento'] as const;

/** `ApellidoPaterno`, `apellido_paterno` and `APELLIDO PATERNO` are one name. */
const plain = (name: string): string => simplify(name).replaceAll('_', '');

/** Gives the column of each field, from 0 (-1: none); the fields with none, or with several; and the columns that hold no field. */
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
 * The values of an object, field by field. The object is a record as `obtener_datos` answers it, with or without its
 * envelope, or has all the fields side by side.
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

/** `null`: the row is no record. */
export function unpack({ curp, datos }: PadronRow): RegistryRecord | null {
  const texts = datos.split(SEPARATOR);
  const group = (fields: readonly string[], start: number): Record<string, string | undefined> =>
    Object.fromEntries(fields.map((field, i) => [field, texts[start + i]]));
  return readRecord({
    Solicitante: { [KEY]: curp, ...group(OTHERS, 0) },
    DocProbatorio: group(DOC_PROBATORIO, OTHERS.length),
  });
}
