/** The options of `curp lote`: how their values are written, and which do not go together. */
import { type Field, FIELDS, type ColumnMap, type OperationName } from '@curp-service/contract/columns';
import type { Encoding } from '@curp-service/contract/jobs';
import type { Translate } from '../../environment.js';
import type { Formats } from '../../files/format.js';

/** As commander gives them. */
export interface LoteCommandOptions {
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
export function columnMapOf(columns: readonly string[], text: Translate): ColumnMap | string {
  const columnMap: Partial<Record<Field, string>> = {};
  for (const column of columns) {
    const [, name = '', value] = /^([^=]*)=(.*)$/s.exec(column) ?? [];
    const field = FIELDS.find((known) => known === name);
    if (field === undefined || value === undefined) {
      return text(
        `--columna se escribe CAMPO=COLUMNA, y CAMPO es ${FIELDS.join(', ')}.`,
        `--columna is written CAMPO=COLUMNA, and CAMPO is one of ${FIELDS.join(', ')}.`,
      );
    }
    if (columnMap[field] !== undefined)
      return text(`--columna dice dos veces ${field}.`, `--columna says ${field} twice.`);
    columnMap[field] = value;
  }
  return columnMap;
}

/** What makes no sense together; `null`: nothing. */
export function conflictIn(options: LoteCommandOptions, { input, output }: Formats, text: Translate): string | null {
  const { hilos, operacion } = options;
  const objects = input?.kind === 'ndjson' || output?.kind === 'ndjson';
  const cases: readonly (readonly [boolean | undefined, es: string, en: string])[] = [
    [
      options.hoja !== undefined && input?.kind !== 'xlsx',
      '--hoja es sólo para una ENTRADA .xlsx.',
      '--hoja is only for an ENTRADA that is .xlsx.',
    ],
    [
      options.codificacion !== undefined && input?.kind === 'xlsx',
      '--codificacion no es para .xlsx, que dice la suya.',
      '--codificacion is not for .xlsx, which tells its own.',
    ],
    [
      options.excel && output?.kind === 'xlsx',
      '--excel es para una SALIDA en CSV: en .xlsx todas las celdas son texto ya.',
      '--excel is for a SALIDA in CSV: in .xlsx all cells are text already.',
    ],
    [options.excel && objects, '--excel no es para NDJSON.', '--excel is not for NDJSON.'],
    [
      options.servidor !== undefined && (hilos > 1 || options.homonimos),
      '--hilos y --homonimos no van con --servidor, que hace las filas por su cuenta.',
      '--hilos and --homonimos do not go with --servidor, which does the rows on its own.',
    ],
    [
      options.homonimos && hilos > 1,
      '--homonimos necesita ver todas las filas en orden: va con un solo hilo.',
      '--homonimos must see all rows in order: it goes with one thread only.',
    ],
    [
      options.homonimos && operacion === 'validar',
      '--homonimos compara claves calculadas: va con calcular o cotejar.',
      '--homonimos compares calculated keys: it goes with calcular or cotejar.',
    ],
  ];
  const found = cases.find(([conflicts]) => conflicts);
  return found === undefined ? null : text(found[1], found[2]);
}
