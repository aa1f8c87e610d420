/** Finds the columns of a file that hold the fields of a record. */
import type { FileHead } from '@curp-service/lote';
import { REQUIRED_FIELDS, locateFields } from '@curp-service/server/padron';
import type { Translate } from '../../environment.js';
import { CommandFailure, EXIT } from '../../failure.js';

export type LocatedColumns = ReturnType<typeof locateFields>;

const NDJSON_COLUMNS: LocatedColumns = { indexes: [], missing: [], unknown: [], repeated: [] };

/** The errors do not quote the first line: it may hold a person's data. */
export function columnsOf({ names }: FileHead, text: Translate): LocatedColumns {
  if (names === undefined) return NDJSON_COLUMNS;
  const columns = locateFields(names);
  const missing = REQUIRED_FIELDS.filter((field) => columns.missing.includes(field)).join(', ');
  if (missing !== '') {
    throw new CommandFailure(
      EXIT.USAGE,
      text(
        `Faltan columnas en la primera línea: ${missing}. Debe llevar los nombres de los campos de obtener_datos.`,
        `The first line lacks columns: ${missing}. It must hold the names of the fields of obtener_datos.`,
      ),
    );
  }
  const repeated = columns.repeated.join(', ');
  if (repeated !== '') {
    throw new CommandFailure(
      EXIT.USAGE,
      text(`Hay columnas repetidas: ${repeated}.`, `Repeated columns: ${repeated}.`),
    );
  }
  return columns;
}
