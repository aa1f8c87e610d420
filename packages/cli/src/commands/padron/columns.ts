/** What a file has of the fields of a record, or why it cannot be imported. */
import type { FileHead } from '@curp-service/lote';
import { REQUIRED_FIELDS, locateFields } from '@curp-service/server/padron';
import type { Texto } from '../../environment.js';
import { Falla, SALIDA } from '../../failure.js';

export type Columnas = ReturnType<typeof locateFields>;

const DE_NDJSON: Columnas = { indexes: [], missing: [], unknown: [], repeated: [] };

/** Fails where a field that no record lacks has no column. What the first line holds is not repeated: it may be a person's. */
export function columnasDe({ names: nombres }: FileHead, texto: Texto): Columnas {
  if (nombres === undefined) return DE_NDJSON;
  const columnas = locateFields(nombres);
  const faltan = REQUIRED_FIELDS.filter((campo) => columnas.missing.includes(campo)).join(', ');
  if (faltan !== '') {
    throw new Falla(
      SALIDA.USO,
      texto(
        `A la primera línea le faltan columnas: ${faltan}. Lleva los nombres de los campos de obtener_datos.`,
        `The first line lacks columns: ${faltan}. It holds the names of the fields of obtener_datos.`,
      ),
    );
  }
  const repetidos = columnas.repeated.join(', ');
  if (repetidos !== '') {
    throw new Falla(
      SALIDA.USO,
      texto(`Hay columnas repetidas: ${repetidos}.`, `There are columns twice: ${repetidos}.`),
    );
  }
  return columnas;
}
