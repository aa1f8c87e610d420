/** From the bytes that came out to rows as they are shown: what was answered, why not, and the data. */
import { validar } from '@curp-service/core';
import { CsvRow, CsvReader } from '@curp-service/lote';
import type { OperationName } from '@curp-service/contract/columns';
import { type Clave, opciones, t } from '../../../base/language.js';
import { TEXTOS } from '../../../base/texts.js';
import type { Encargo } from './messages.js';

const SALTO = 10;
/** Of the columns that an operation adds, those that say something beside the reason. */
const VISIBLES: Readonly<Record<OperationName, readonly number[]>> = {
  calcular: [0],
  validar: [0, 2, 3, 5],
  cotejar: [0, 1],
};

/** A finding as a row of NDJSON has it. */
export interface HallazgoEnFila {
  readonly codigo: string;
  readonly severidad: string;
  readonly mensaje: string;
}

export const sonHallazgos = (valor: unknown): valor is readonly HallazgoEnFila[] => Array.isArray(valor);

export interface FilaVista {
  readonly numero: string;
  readonly celdas: readonly string[];
  readonly motivo: string;
}

/** The cells of each row; a line of NDJSON is one cell. */
export async function leerFilas(blob: Blob, { delimitador, opciones: { formato } }: Encargo): Promise<string[][]> {
  if (formato === 'ndjson') {
    const lineas = (await blob.text()).split('\n').slice(0, -1);
    return lineas.map((linea) => (linea === '' ? [] : [linea]));
  }
  const bytes = new Uint8Array(blob.size + 1);
  bytes.set(new Uint8Array(await blob.arrayBuffer()));
  bytes[blob.size] = SALTO;
  const fila = new CsvRow(new CsvReader(delimitador.charCodeAt(0)));
  fila.bytes = bytes;
  const filas: string[][] = [];
  for (; fila.inicio < blob.size; fila.inicio = fila.lector.siguiente) {
    fila.lector.leer(bytes, fila.inicio, blob.size);
    const largo = fila.lector.fin === fila.inicio ? 0 : fila.lector.celdas;
    filas.push(Array.from({ length: largo }, (_, i) => fila.texto(i)));
  }
  return filas;
}

/** Takes the number from the front of a row. */
export function sinNumero(
  [primera = '', ...demas]: readonly string[],
  { delimitador, opciones: { formato } }: Encargo,
) {
  if (formato === 'csv') return { numero: primera, celdas: demas };
  const corte = primera.indexOf(delimitador);
  return { numero: primera.slice(0, corte), celdas: [primera.slice(corte + 1)] };
}

/** Which of the added columns are shown, by their place among them. */
export function visibles({ agregadas, opciones: { operacion = 'calcular', homonimos } }: Encargo): readonly number[] {
  return homonimos ? [...VISIBLES[operacion], agregadas - 3] : VISIBLES[operacion];
}

/** A row as it is shown. `datos`: the columns that hold the data. */
export function mostrar(
  numero: string,
  celdas: readonly string[],
  encargo: Encargo,
  datos: readonly number[],
): FilaVista {
  const {
    agregadas,
    opciones: { formato, operacion },
  } = encargo;
  const esCsv = formato === 'csv';
  const objeto: Readonly<Record<string, unknown>> = esCsv ? {} : JSON.parse(celdas[0] ?? '');
  const pares = Object.entries(objeto);
  const valores: readonly unknown[] = esCsv
    ? celdas.slice(-agregadas)
    : pares.slice(-agregadas).map(([, valor]) => valor);
  const resto = esCsv
    ? datos.map((i) => celdas[i] ?? '')
    : [
        pares
          .slice(0, -agregadas)
          .map(([nombre, valor]) => `${nombre}: ${String(valor)}`)
          .join(', '),
      ];
  const primero = String(valores[0]);
  let motivo = '';
  if (String(valores[agregadas - 2]) !== '0') motivo = String(valores[agregadas - 1]);
  else if (operacion === 'validar' && primero === 'false') {
    const hallazgos = esCsv ? validar(celdas[encargo.curp] ?? '', opciones()).hallazgos : valores[1];
    if (sonHallazgos(hallazgos)) motivo = hallazgos.map(({ mensaje }) => mensaje).join(' ');
  } else if (primero === 'difiere') motivo = [t('difiere'), ...difieren(valores[2])].join(': ');
  const vistas = visibles(encargo).map((i) => enCelda(valores[i]));
  return { numero, celdas: [...vistas, ...resto], motivo };
}

const enCelda = (valor: unknown): string =>
  typeof valor === 'string' || typeof valor === 'boolean' ? String(valor) : '';

/** The data that do not agree: none, if only what the registry assigns does not. */
function difieren(datos: unknown): readonly string[] {
  const nombres = String(datos)
    .split(/[ ,]/)
    .flatMap((dato) => (esClave(dato) ? [t(dato)] : []));
  return nombres.length === 0 ? [] : [nombres.join(', ')];
}

const esClave = (nombre: string): nombre is Clave => nombre in TEXTOS;
