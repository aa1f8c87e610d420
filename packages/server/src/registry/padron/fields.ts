/** The 26 fields of a record under one name each, as the columns of a file have them. */
import { simplify } from '@curp-service/contract/columns';
import { DOC_PROBATORIO, SOLICITANTE, isObject } from '../record.js';

export const RECORD_FIELDS = [...SOLICITANTE, ...DOC_PROBATORIO] as const;
export type RecordField = (typeof RECORD_FIELDS)[number];

/** Those that no record lacks: the contract gives each a form. The others may be empty. */
export const REQUIRED_FIELDS = ['CURP', 'Nombres', 'ClaveSexo', 'FechaNacimiento', 'ClaveEntidadNacimiento'] as const;

/** Which column holds which field. */
export interface RecordColumns {
  /** For each field its column, from 0; -1: none. */
  readonly indexes: readonly number[];
  readonly missing: readonly RecordField[];
  /** Columns that are no field. */
  readonly unknown: readonly string[];
  /** Fields that stand in several columns. */
  readonly repeated: readonly RecordField[];
}

/** `ApellidoPaterno`, `apellido_paterno` and `APELLIDO PATERNO` are one name. */
const llano = (nombre: string): string => simplify(nombre).replaceAll('_', '');

export function locateFields(nombres: readonly string[]): RecordColumns {
  const llanos = nombres.map(llano);
  const indices = RECORD_FIELDS.map((campo) => llanos.indexOf(llano(campo)));
  return {
    indexes: indices,
    missing: RECORD_FIELDS.filter((_, i) => indices[i] === -1),
    unknown: nombres.filter((_, i) => !indices.includes(i)),
    repeated: RECORD_FIELDS.filter((campo, i) => indices[i] !== llanos.lastIndexOf(llano(campo))),
  };
}

/**
 * The values of an object, field by field: a record as the operation answers it, in its envelope or not, or an object with
 * all the fields side by side.
 */
export function fieldValues(objeto: object): readonly unknown[] {
  const registro = 'response' in objeto && isObject(objeto.response) ? objeto.response : { ...objeto };
  const { Solicitante: solicitante, DocProbatorio: documento }: Readonly<Record<string, unknown>> = registro;
  if (!isObject(solicitante)) return RECORD_FIELDS.map((campo) => registro[campo]);
  const delDocumento = isObject(documento) ? documento : {};
  return [...SOLICITANTE.map((campo) => solicitante[campo]), ...DOC_PROBATORIO.map((campo) => delDocumento[campo])];
}
