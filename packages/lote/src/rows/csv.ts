/** The rows of a CSV as texts. */
import { type Bandeja, rechazar, rechazarLarga, seSalta } from './slot.js';
import { codificacionDe } from '../read/encoding.js';
import type { Problema } from '@curp-service/contract/codes/file';
import type { Encabezado } from '../read/csv-header.js';
import { Fila, formaDe } from '../read/row.js';
import { Lector } from '../read/csv-reader.js';
import type { Destino } from '../read/csv-rows.js';

const SALTO = 10;

export function deCsv(bandeja: Bandeja, { delimitador, nombres, fila: cabecera, siguiente }: Encabezado): Destino {
  const { entrada, decodificador } = bandeja;
  const lector = new Lector(delimitador.charCodeAt(0));
  const fila = new Fila(lector);
  const escrito = cabecera.desde(0);
  bandeja.alEmpezar({ codificacion: codificacionDe(bandeja, siguiente), delimitador, nombres, escrito });
  bandeja.linea += saltosEn(entrada.bytes, 0, siguiente);
  return {
    lector,
    larga: () => rechazarLarga(bandeja),
    fila: () => {
      const { inicio } = entrada;
      const lineas = saltosEn(entrada.bytes, inicio, lector.siguiente);
      if (lector.fin > inicio) {
        const sana = fila.tomar(entrada.bytes, entrada.vista, inicio, decodificador);
        const problema: Problema | null = sana ? formaDe(lector, nombres.length) : { causa: 'fila_codificacion' };
        if (!seSalta(bandeja)) poner(bandeja, fila, delimitador, problema);
      }
      bandeja.linea += lineas;
    },
  };
}

function poner(bandeja: Bandeja, fila: Fila, delimitador: string, problema: Problema | null): void {
  const escrito = fila.desde(0);
  if (problema !== null) {
    rechazar(bandeja, escrito, problema);
    return;
  }
  // One text cut into cells costs much less than a text for each.
  const contenido = escrito.includes('"')
    ? Array.from({ length: fila.lector.celdas }, (_, i) => fila.texto(i))
    : escrito.split(delimitador);
  bandeja.renglon = { linea: bandeja.linea, escrito, contenido, motivo: '' };
}

/** How many lines end there. */
function saltosEn(bytes: Uint8Array, desde: number, hasta: number): number {
  let saltos = 0;
  for (let i = bytes.indexOf(SALTO, desde); i >= 0 && i < hasta; i = bytes.indexOf(SALTO, i + 1)) saltos++;
  return saltos;
}
