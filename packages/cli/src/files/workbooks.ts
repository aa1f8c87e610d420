/** Workbooks on their way in and out, which only then load what reads them. */
import { UnreadableWorkbook, csvFromXlsx, xlsxFromCsv } from '@curp-service/lote/xlsx';
import { nodeCodec } from '@curp-service/lote/xlsx-node';
import type { Texto } from '../environment.js';
import { Falla, SALIDA } from '../failure.js';

export const deXlsx = (
  libro: Uint8Array,
  opciones: { readonly hoja: string | undefined; readonly delimitador: string },
  texto: Texto,
): AsyncIterable<Uint8Array> => conFalla(csvFromXlsx(libro, { ...opciones, codec: nodeCodec() }), texto);

export const aXlsx = (
  csv: AsyncIterable<Uint8Array>,
  delimitador: string | undefined,
  texto: Texto,
): AsyncIterable<Uint8Array> => conFalla(xlsxFromCsv(csv, { delimitador, codec: nodeCodec() }), texto);

async function* conFalla(piezas: AsyncIterable<Uint8Array>, texto: Texto): AsyncGenerator<Uint8Array, void> {
  try {
    yield* piezas;
  } catch (error) {
    throw error instanceof UnreadableWorkbook ? new Falla(SALIDA.USO, texto(error.es, error.en)) : error;
  }
}
