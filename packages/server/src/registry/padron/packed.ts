/**
 * A record as it is kept: the key, and the other 25 fields in their order with tabs in between. The names of the fields
 * would take twice the room of what they hold.
 */
import { DOC_PROBATORIO, type RegistryRecord, SOLICITANTE, readRecord } from '../record.js';
import type { PadronRow } from '../../store/padron.js';

const SEPARADOR = '\t';
const [CLAVE, ...RESTO] = SOLICITANTE;

/** The texts of the 26 fields, without control characters, the key first. */
export function pack([curp = '', ...textos]: readonly string[]): PadronRow {
  return { curp, datos: textos.join(SEPARADOR) };
}

/** `null`: that is no record. */
export function unpack({ curp, datos }: PadronRow): RegistryRecord | null {
  const textos = datos.split(SEPARADOR);
  const grupo = (campos: readonly string[], desde: number): Record<string, string | undefined> =>
    Object.fromEntries(campos.map((campo, i) => [campo, textos[desde + i]]));
  return readRecord({
    Solicitante: { [CLAVE]: curp, ...grupo(RESTO, 0) },
    DocProbatorio: grupo(DOC_PROBATORIO, RESTO.length),
  });
}
