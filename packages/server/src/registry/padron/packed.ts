/**
 * A record as the padron stores it: the key, and the other 25 fields in order, separated by tabs. The names of the fields
 * would take twice the room of their values.
 */
import { DOC_PROBATORIO, type RegistryRecord, SOLICITANTE } from '@curp-service/contract/record';
import { readRecord } from '../record.js';

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
