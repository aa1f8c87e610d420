/** CSV: the header says what each column holds, and then comes a row a person. */
import { codificacionDe } from '../read/encoding.js';
import { FIELDS, understandHeader, freeNames } from '@curp-service/contract/columns';
import type { Contexto, Formato } from './context.js';
import type { Encabezado } from '../read/csv-header.js';
import { Escritor } from '../write/csv-writer.js';
import { Recorrido } from '../read/csv-rows.js';
import { Tabla } from './csv-table.js';

const BOM = '\ufeff';

export class Csv implements Formato {
  private readonly recorrido: Recorrido;

  constructor(contexto: Contexto) {
    this.recorrido = new Recorrido(contexto, (leido) => empezar(contexto, leido));
  }

  fila(esElFinal: boolean): boolean {
    return this.recorrido.fila(esElFinal);
  }
}

/** Writes the header, and makes what does the rows under it. */
function empezar(contexto: Contexto, { fila, delimitador, salto, nombres, siguiente }: Encabezado): Tabla {
  const columnas = understandHeader(nombres, contexto.nombre, contexto.mapa, contexto.dice);
  const agregadas = freeNames(contexto.agregadas, nombres);
  const usadas = FIELDS.filter((campo) => columnas[campo] >= 0);
  contexto.alEntender({
    format: 'csv',
    encoding: codificacionDe(contexto, siguiente),
    delimiter: delimitador,
    columns: new Map(usadas.map((campo) => [campo, nombres[columnas[campo]] ?? ''])),
    others: nombres.filter((_, i) => !usadas.some((campo) => columnas[campo] === i)),
    added: agregadas,
  });
  if (contexto.excel) contexto.salida.texto(BOM);
  const escritor = new Escritor(contexto.salida, delimitador, salto, contexto.excel);
  escritor.fila(fila);
  for (const nombre of agregadas) escritor.celda(nombre);
  escritor.finDeFila();
  return new Tabla(contexto, escritor, delimitador, columnas, nombres.length);
}
