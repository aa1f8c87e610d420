/** Reads the command into a plan before any file is touched, and asks on a terminal what only a person can know about a file. */
import type { FileCause, RowProblem, UnreadableFile } from '@curp-service/contract/codes/file';
import { type ColumnMap, type Field, FIELDS, indexOfGiven, type OperationName } from '@curp-service/contract/columns';
import { ALL_SHEETS, conventionRow } from '@curp-service/contract/conventions/table';
import { flagOf, parseReadingOption, type ReadingOptions } from '@curp-service/contract/file-options';
import type { Bilingual } from '@curp-service/contract/language';
import { FIELD_NAMES } from '@curp-service/contract/people-words';
import { type Encoding, READING_PARAMETERS } from '@curp-service/contract/reading';
import { messageInWords } from '@curp-service/contract/words/in-words';
import { WIRE, namesIn, quoteNames } from '@curp-service/contract/words/message';
import type { SheetFile } from '@curp-service/lote';
import { text, user } from '../../environment.js';
import { WrongUse, wrongUse } from '../../failure.js';
import { areCompatible, formatOf, type Formats, PIPE, workbookFormat } from '../../files/format.js';
import { type DeclaredFormat, layoutOf, textFormatOf } from '../../files/layout.js';
import { formatByBytes } from '../../files/stages.js';
import { printError } from '../../terminal/color.js';
import type { OutputOptions } from '../../terminal/commands.js';
import { ask, hasTerminal } from '../../terminal/questions.js';
import { shellWord } from '@curp-service/contract/words/shell';

export interface LoteCommandOptions extends ReadingOptions, OutputOptions {
  readonly operacion?: OperationName;
  readonly columna: readonly string[];
  readonly formato?: DeclaredFormat;
  readonly codificacion?: Encoding;
  readonly hoja?: string;
  readonly hilos?: number;
  readonly excel?: true;
  readonly sin_preguntas?: true;
  readonly solo_pendientes?: true;
  readonly cambios?: string;
  readonly json?: true;
  readonly lectura?: string;
  readonly huellas?: string;
  readonly repetidas?: string;
}

export interface LotePlan {
  readonly source: string;
  readonly target: string;
  readonly formats: Formats;
  readonly columnMap: ColumnMap;
}

export function planLote(path: string, options: LoteCommandOptions): LotePlan {
  const source = path === '/dev/stdin' ? PIPE : path;
  const target = options.salida === '/dev/stdout' ? PIPE : (options.salida ?? PIPE);
  if (options.salida === undefined && process.stdout.isTTY) {
    throw wrongUse(
      'Diga dónde escribir con -o SALIDA, o con -o - si lo quiere en la terminal.',
      'Say where to write with -o SALIDA, or with -o - if you want it on the terminal.',
    );
  }
  const columnMap = columnMapOf(options.columna);
  const declared = textFormatOf(options.formato);
  const formats = { input: formatByBytes(source) ?? formatOf(source, declared), output: formatOf(target, declared) };
  const conflict = conflictIn(options, formats);
  if (conflict !== null) throw new WrongUse(conflict);
  return { source, target, formats, columnMap };
}

/** Reads the `CAMPO=COLUMNA` options. */
function columnMapOf(columns: readonly string[]): ColumnMap {
  const columnMap: Partial<Record<Field, string>> = {};
  for (const column of columns) {
    const [, name = '', value] = /^([^=]*)=(.*)$/s.exec(column) ?? [];
    const field = FIELDS.find((known) => known === name);
    if (field === undefined || value === undefined) {
      throw wrongUse(
        `--columna se escribe CAMPO=COLUMNA, y CAMPO es ${FIELDS.join(', ')}.`,
        `--columna is written CAMPO=COLUMNA, and CAMPO is one of ${FIELDS.join(', ')}.`,
      );
    }
    if (columnMap[field] !== undefined)
      throw wrongUse(`--columna indica ${field} dos veces.`, `--columna names ${field} twice.`);
    columnMap[field] = value;
  }
  return columnMap;
}

/** Returns the message for the first conflict; `null` if there is none. */
export function conflictIn(options: LoteCommandOptions, { input, output }: Formats): string | null {
  const objects = input?.kind === 'ndjson' || output?.kind === 'ndjson';
  const cases: readonly (readonly [boolean | undefined, ...Bilingual])[] = [
    [
      !areCompatible(input, output),
      'ENTRADA y SALIDA deben ser compatibles: NDJSON con NDJSON; CSV o XLSX con CSV o XLSX; XLSM con XLSM o CSV.',
      'ENTRADA and SALIDA must be compatible: NDJSON with NDJSON; CSV or XLSX with CSV or XLSX; XLSM with XLSM or CSV.',
    ],
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
    [
      options.cambios !== undefined && (objects || workbookFormat(input) !== undefined),
      '--cambios es solo para una ENTRADA en CSV.',
      '--cambios is only for an ENTRADA in CSV.',
    ],
    [options.excel && objects, '--excel no se usa con NDJSON.', '--excel does not apply to NDJSON.'],
    [
      layoutOf(options.formato) !== undefined && (input?.kind === 'ndjson' || workbookFormat(input) !== undefined),
      '--formato con un formato de oficina o propio es solo para archivos de texto.',
      '--formato with the layout of an office, or your own, is only for text files.',
    ],
  ];
  const [, ...message] = cases.find(([conflicts]) => conflicts) ?? [];
  return message.length === 0 ? null : text(...message);
}

export type AskedOptions = ReadingOptions & Partial<Pick<LoteCommandOptions, 'columna' | 'hoja'>>;
const NONE_GIVEN = { columna: [] };

interface TerminalQuestion {
  readonly prompt: string;
  /** Returns the options that an answer means; `null` if it answers nothing. */
  readonly read: (answer: string) => AskedOptions | null;
}

/** Asks, and returns the options that the answer means; `null` if there is no question or no terminal to ask on. */
export async function askAbout(
  error: UnreadableFile,
  path: string,
  options: LoteCommandOptions,
): Promise<AskedOptions | null> {
  const asked = questionFor(error, options);
  return asked === null || !mayAsk(path, options) ? null : askOnce(asked, options);
}

/** Returns whether a person can be asked. */
export const mayAsk = (path: string, options: LoteCommandOptions): boolean =>
  options.sin_preguntas !== true && path !== PIPE && hasTerminal();

/** Asks which sheets are read: all with people, or only the one with most. Returns the option that says so. */
export async function askSheet({
  value,
  otras,
  todas = ALL_SHEETS[0],
}: NonNullable<SheetFile['chosen']>): Promise<string> {
  const [one, others] = [[value], otras].map((names) => quoteNames(names, user.language));
  const asked: TerminalQuestion = {
    prompt: text(
      `Hay personas en la hoja ${one} y también en ${others}: ¿todas, o solo la primera?`,
      `There are people in the sheet ${one} and also in ${others}: todas (all), or solo (only) the first?`,
    ),
    read: (answer) => (/^t/i.test(answer) ? { hoja: todas } : /^s/i.test(answer) ? { hoja: value } : null),
  };
  const { hoja = value } = await askOnce(asked, NONE_GIVEN);
  return hoja;
}

/** Asks, and shows the answer as the option to use the next time. */
async function askOnce(
  { prompt, read }: TerminalQuestion,
  options: Pick<LoteCommandOptions, 'columna'>,
): Promise<AskedOptions> {
  const invalid = text('Conteste con una de esas palabras.', 'Answer with one of those words.');
  const [typed = ''] = await ask([{ prompt, problems: (answer) => (read(answer.trim()) === null ? [invalid] : []) }]);
  const answer = read(typed.trim()) ?? {};
  printError(`${text('La próxima vez', 'The next time')}: ${flagsOf(answer, options)}`);
  return answer;
}

/** Returns the question about a convention that the table asks for a problem. */
function conventionQuestion({ cause }: RowProblem<FileCause>, options: LoteCommandOptions): TerminalQuestion | null {
  for (const name of READING_PARAMETERS) {
    const asked = conventionRow(name).asked?.find(({ causes }) => causes.includes(cause));
    // A user who declared the convention is not asked again.
    if (asked === undefined || options[name] !== undefined) continue;
    return {
      prompt: messageInWords({ id: asked.prompt }, WIRE, user.language),
      read: (answer) => {
        const [value] = Object.entries(asked.answers).find(([, beginning]) => beginning.test(answer)) ?? [];
        const read = value === undefined ? null : parseReadingOption(name, value);
        return read !== null && 'value' in read ? { [name]: read.value } : null;
      },
    };
  }
  return null;
}

function questionFor({ problem }: UnreadableFile, options: LoteCommandOptions): TerminalQuestion | null {
  const asked = conventionQuestion(problem, options);
  if (asked !== null) return asked;
  const { cause, parametro, parts = {} } = problem;
  const field = FIELDS.find((known) => known === parametro);
  if (field === undefined) return null;
  const [es, en] = FIELD_NAMES[field];
  /** Asks for a column. `find` returns the column that an answer names. */
  const columnQuestion = (prompt: string, find: (answer: string) => string | undefined): TerminalQuestion => ({
    prompt,
    read: (answer) => {
      const column = /^(ninguna|none)$/i.test(answer) ? '' : find(answer);
      return column === undefined ? null : { columna: [...options.columna, `${field}=${column}`] };
    },
  });
  if (cause === 'archivo_sin_nombres') {
    const numbers = Array.from({ length: Number(parts['columnas']) }, (_, i) => `${i + 1}`);
    return columnQuestion(
      text(
        `El archivo no tiene encabezado: ¿en qué columna, de 1 a ${numbers.length} o por su letra, está «${es}», o ninguna?`,
        `The file has no header: which column, from 1 to ${numbers.length} or by its letter, holds “${en}”, or ninguna (none)?`,
      ),
      (answer) => (answer !== '' && indexOfGiven(answer, numbers) !== null ? answer : undefined),
    );
  }
  if (cause !== 'archivo_dudosa' && cause !== 'archivo_ambiguo' && cause !== 'archivo_apellidos') return null;
  const names = namesIn(parts['columnas']);
  return columnQuestion(
    text(
      `¿Qué columna es «${es}»: ${names.join(', ')} o ninguna?`,
      `Which column is “${en}”: ${names.join(', ')} or ninguna (none)?`,
    ),
    (answer) => names.find((known) => known.toLowerCase() === answer.toLowerCase()),
  );
}

/** Writes the answer as the options of the command. */
const flagsOf = ({ columna, ...others }: AskedOptions, before: Pick<LoteCommandOptions, 'columna'>): string =>
  [
    ...Object.entries(others).map(([name, value]) => `${flagOf(name)} ${shellWord(String(value))}`),
    ...(columna ?? []).slice(before.columna.length).map((value) => `--columna '${value}'`),
  ].join(' ');
