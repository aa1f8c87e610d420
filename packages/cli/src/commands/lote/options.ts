/** The options of `curp lote`: how their values are written, and which do not go together. */
import { type Field, FIELDS, type ColumnMap, type OperationName } from '@curp-service/contract/columns';
import type { Encoding } from '@curp-service/contract/jobs';
import type { Texto } from '../../environment.js';
import type { Formatos } from '../../files/format.js';

/** As commander gives them. */
export interface Opciones {
  readonly salida?: string;
  readonly operacion: OperationName;
  readonly columna: readonly string[];
  readonly formato?: 'csv' | 'ndjson';
  readonly codificacion?: Encoding;
  readonly hoja?: string;
  readonly hilos: number;
  readonly servidor?: string;
  readonly excel?: true;
  readonly homonimos?: true;
  readonly forzar?: true;
  readonly json?: true;
  readonly silencio?: true;
}

/** Where each datum stands, as the user says: `CAMPO=COLUMNA`. Gives a text if it is not written so. */
export function mapaDe(columnas: readonly string[], texto: Texto): ColumnMap | string {
  const mapa: Partial<Record<Field, string>> = {};
  for (const columna of columnas) {
    const [, nombre = '', valor] = /^([^=]*)=(.*)$/s.exec(columna) ?? [];
    const campo = FIELDS.find((uno) => uno === nombre);
    if (campo === undefined || valor === undefined) {
      return texto(
        `--columna se escribe CAMPO=COLUMNA, y CAMPO es ${FIELDS.join(', ')}.`,
        `--columna is written CAMPO=COLUMNA, and CAMPO is one of ${FIELDS.join(', ')}.`,
      );
    }
    if (mapa[campo] !== undefined) return texto(`--columna dice dos veces ${campo}.`, `--columna says ${campo} twice.`);
    mapa[campo] = valor;
  }
  return mapa;
}

/** What makes no sense together; `null`: nothing. */
export function loQueSobra(opciones: Opciones, { entrada, salida }: Formatos, texto: Texto): string | null {
  const { hilos, operacion } = opciones;
  const objetos = entrada?.tipo === 'ndjson' || salida?.tipo === 'ndjson';
  const casos: readonly (readonly [boolean | undefined, es: string, en: string])[] = [
    [
      opciones.hoja !== undefined && entrada?.tipo !== 'xlsx',
      '--hoja es sólo para una ENTRADA .xlsx.',
      '--hoja is only for an ENTRADA that is .xlsx.',
    ],
    [
      opciones.codificacion !== undefined && entrada?.tipo === 'xlsx',
      '--codificacion no es para .xlsx, que dice la suya.',
      '--codificacion is not for .xlsx, which tells its own.',
    ],
    [
      opciones.excel && salida?.tipo === 'xlsx',
      '--excel es para una SALIDA en CSV: en .xlsx todas las celdas son texto ya.',
      '--excel is for a SALIDA in CSV: in .xlsx all cells are text already.',
    ],
    [opciones.excel && objetos, '--excel no es para NDJSON.', '--excel is not for NDJSON.'],
    [
      opciones.servidor !== undefined && (hilos > 1 || opciones.homonimos),
      '--hilos y --homonimos no van con --servidor, que hace las filas por su cuenta.',
      '--hilos and --homonimos do not go with --servidor, which does the rows on its own.',
    ],
    [
      opciones.homonimos && hilos > 1,
      '--homonimos necesita ver todas las filas en orden: va con un solo hilo.',
      '--homonimos must see all rows in order: it goes with one thread only.',
    ],
    [
      opciones.homonimos && operacion === 'validar',
      '--homonimos compara claves calculadas: va con calcular o cotejar.',
      '--homonimos compares calculated keys: it goes with calcular or cotejar.',
    ],
  ];
  const caso = casos.find(([sobra]) => sobra);
  return caso === undefined ? null : texto(caso[1], caso[2]);
}
