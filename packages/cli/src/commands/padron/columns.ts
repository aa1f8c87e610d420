/** What a file has of the fields of a record, or why it cannot be imported. */
import type { FileHead } from '@curp-service/lote';
import { REQUIRED_FIELDS, locateFields } from '@curp-service/server/padron';
import type { Translate } from '../../environment.js';
import { Failure, EXIT } from '../../failure.js';

export type LocatedColumns = ReturnType<typeof locateFields>;

const NDJSON_COLUMNS: LocatedColumns = { indexes: [], missing: [], unknown: [], repeated: [] };

/** Fails where a field that no record lacks has no column. What the first line holds is not repeated: it may be a person's. */
export function columnsOf({ names }: FileHead, text: Translate): LocatedColumns {
  if (names === undefined) return NDJSON_COLUMNS;
  const columns = locateFields(names);
  const missing = REQUIRED_FIELDS.filter((field) => columns.missing.includes(field)).join(', ');
  if (missing !== '') {
    throw new Failure(
      EXIT.USAGE,
      text(
        `A la primera línea le faltan columnas: ${missing}. Lleva los nombres de los campos de obtener_datos.`,
        `The first line lacks columns: ${missing}. It holds the names of the fields of obtener_datos.`,
      ),
    );
  }
  const repeated = columns.repeated.join(', ');
  if (repeated !== '') {
    throw new Failure(
      EXIT.USAGE,
      text(`Hay columnas repetidas: ${repeated}.`, `There are columns twice: ${repeated}.`),
    );
  }
  return columns;
}
