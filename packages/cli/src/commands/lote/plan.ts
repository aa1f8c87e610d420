/** Reads the command into a plan before any file is touched: columns, formats, service, and options that conflict. */
import { type ColumnMap, type Field, FIELDS, type OperationName } from '@curp-service/contract/columns';
import type { ReadingOptions } from '@curp-service/contract/file-options';
import { type Encoding, READING_PARAMETERS } from '@curp-service/contract/reading';
import type { CommandContext, Translate } from '../../environment.js';
import { type Formats, formatsOf, PIPE, unknownFile, workbookFormat } from '../../files/format.js';
import { formatOfOtherWorkbook } from '../../files/stages.js';

export interface LotePlan {
  readonly source: string;
  readonly target: string;
  readonly formats: Formats;
  readonly columnMap: ColumnMap;
  /** The service that processes the file; `null` if this process does. */
  readonly service: { readonly url: URL; readonly token: string } | null;
}

export function planLote(path: string, options: LoteCommandOptions, { text, failUsage }: CommandContext): LotePlan {
  const orFail = <T>(value: T | string): T => (typeof value === 'string' ? failUsage(value) : value);
  const source = path === '/dev/stdin' ? PIPE : path;
  const target = options.salida === '/dev/stdout' ? PIPE : (options.salida ?? PIPE);
  if (options.salida === undefined && process.stdout.isTTY) {
    failUsage(
      text(
        'Diga dónde escribir con -o SALIDA, o con -o - si lo quiere en la terminal.',
        'Say where to write with -o SALIDA, or with -o - if you want it on the terminal.',
      ),
    );
  }
  const columnMap = orFail(columnMapOf(options.columna, text));
  const formats = orFail(formatsOf(source, target, options.formato, text, unknownFile, formatOfOtherWorkbook));
  orFail(conflictIn(options, formats, text));
  return { source, target, formats, columnMap, service: orFail(serviceOf(options.servidor, text)) };
}

/** Returns a message if something is wrong. The token is not an option: other users can see the options of a process. */
function serviceOf(address: string | undefined, text: Translate): LotePlan['service'] | string {
  if (address === undefined) return null;
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return text(
      '--servidor es la dirección base de un servicio, como https://curp.ejemplo.mx.',
      '--servidor is the base address of a service, like https://curp.example.mx.',
    );
  }
  const token = process.env['CURP_TOKEN']?.trim() ?? '';
  if (/^[!-~]+$/.test(token)) return { url, token };
  return text(
    'Ponga el token de su proyecto en la variable de entorno CURP_TOKEN.',
    'Put the token of your project into the environment variable CURP_TOKEN.',
  );
}

export interface LoteCommandOptions extends ReadingOptions {
  readonly salida?: string;
  readonly operacion: OperationName;
  readonly columna: readonly string[];
  readonly formato?: 'csv' | 'ndjson';
  readonly codificacion?: Encoding;
  readonly hoja?: string;
  /** Absent: as many as pay. */
  readonly hilos?: number;
  readonly servidor?: string;
  readonly excel?: true;
  readonly homonimos?: true;
  readonly sin_preguntas?: true;
  readonly forzar?: true;
  readonly json?: true;
  readonly silencio?: true;
}

export const readingOptionsOf = (options: LoteCommandOptions): ReadingOptions =>
  Object.fromEntries(READING_PARAMETERS.map((name) => [name, options[name]]));

/** Reads the `CAMPO=COLUMNA` options. Returns a message if one is written otherwise. */
function columnMapOf(columns: readonly string[], text: Translate): ColumnMap | string {
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
      return text(`--columna indica ${field} dos veces.`, `--columna names ${field} twice.`);
    columnMap[field] = value;
  }
  return columnMap;
}

/** The message for the first conflict; `null` if there is none. */
export function conflictIn(options: LoteCommandOptions, { input, output }: Formats, text: Translate): string | null {
  const { hilos = 1, operacion } = options;
  const objects = input?.kind === 'ndjson' || output?.kind === 'ndjson';
  const cases: readonly (readonly [boolean | undefined, es: string, en: string])[] = [
    [
      options.hoja !== undefined && workbookFormat(input) === undefined,
      '--hoja es solo para una ENTRADA .xlsx.',
      '--hoja is only for an ENTRADA that is .xlsx.',
    ],
    [
      options.codificacion !== undefined && workbookFormat(input) !== undefined,
      '--codificacion no se usa con .xlsx: el archivo ya indica la suya.',
      '--codificacion does not apply to .xlsx: the file states its own.',
    ],
    [
      options.excel && workbookFormat(output) !== undefined,
      '--excel solo se usa con una SALIDA en CSV: en .xlsx todas las celdas ya son texto.',
      '--excel is only for a SALIDA in CSV: in .xlsx all cells are text already.',
    ],
    [options.excel && objects, '--excel no se usa con NDJSON.', '--excel does not apply to NDJSON.'],
    [
      options.servidor !== undefined && (hilos > 1 || options.homonimos),
      '--hilos y --homonimos no se usan con --servidor: el servicio organiza el trabajo.',
      '--hilos and --homonimos do not apply with --servidor: the service organizes the work.',
    ],
    [
      options.homonimos && hilos > 1,
      '--homonimos necesita leer todas las filas en orden: use un solo hilo.',
      '--homonimos must read all rows in order: use a single thread.',
    ],
    [
      options.homonimos && operacion === 'validar',
      '--homonimos compara claves calculadas: use calcular o cotejar.',
      '--homonimos compares calculated keys: use calcular or cotejar.',
    ],
  ];
  const found = cases.find(([conflicts]) => conflicts);
  return found === undefined ? null : text(found[1], found[2]);
}
