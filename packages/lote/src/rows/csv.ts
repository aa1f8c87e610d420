/** The rows of a CSV as texts. */
import { type Slot, rechazar, rechazarLarga, seSalta } from './slot.js';
import { codificacionDe } from '../read/encoding.js';
import type { RowProblem } from '@curp-service/contract/codes/file';
import type { Encabezado } from '../read/csv-header.js';
import { CsvRow, formaDe } from '../read/row.js';
import { CsvReader } from '../read/csv-reader.js';
import type { Destino } from '../read/csv-rows.js';

const SALTO = 10;

export function deCsv(bandeja: Slot, { delimitador, nombres, fila: cabecera, siguiente }: Encabezado): Destino {
  const { entrada, decodificador } = bandeja;
  const lector = new CsvReader(delimitador.charCodeAt(0));
  const fila = new CsvRow(lector);
  const escrito = cabecera.desde(0);
  bandeja.alEmpezar({
    encoding: codificacionDe(bandeja, siguiente),
    delimiter: delimitador,
    names: nombres,
    written: escrito,
  });
  bandeja.linea += saltosEn(entrada.bytes, 0, siguiente);
  return {
    lector,
    larga: () => rechazarLarga(bandeja),
    fila: () => {
      const { inicio } = entrada;
      const lineas = saltosEn(entrada.bytes, inicio, lector.siguiente);
      if (lector.fin > inicio) {
        const sana = fila.tomar(entrada.bytes, entrada.vista, inicio, decodificador);
        const problema: RowProblem | null = sana ? formaDe(lector, nombres.length) : { cause: 'fila_codificacion' };
        if (!seSalta(bandeja)) poner(bandeja, fila, delimitador, problema);
      }
      bandeja.linea += lineas;
    },
  };
}

function poner(bandeja: Slot, fila: CsvRow, delimitador: string, problema: RowProblem | null): void {
  const escrito = fila.desde(0);
  if (problema !== null) {
    rechazar(bandeja, escrito, problema);
    return;
  }
  // One text cut into cells costs much less than a text for each.
  const contenido = escrito.includes('"')
    ? Array.from({ length: fila.lector.celdas }, (_, i) => fila.texto(i))
    : escrito.split(delimitador);
  bandeja.renglon = { line: bandeja.linea, written: escrito, content: contenido, reason: '' };
}

/** How many lines end there. */
function saltosEn(bytes: Uint8Array, desde: number, hasta: number): number {
  let saltos = 0;
  for (let i = bytes.indexOf(SALTO, desde); i >= 0 && i < hasta; i = bytes.indexOf(SALTO, i + 1)) saltos++;
  return saltos;
}
