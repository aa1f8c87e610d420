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
import { tell, text, user } from '../../environment.js';
import { WrongUse, wrongUse } from '../../failure.js';
import { areCompatible, formatOf, type Formats, PIPE, workbookFormat } from '../../files/format.js';
import { type DeclaredFormat, layoutOf, textFormatOf } from '../../files/layout.js';
import { formatByBytes } from '../../files/stages.js';
import { printError } from '../../terminal/color.js';
import type { OutputOptions } from '../../terminal/commands.js';
import { ask, hasTerminal } from '../../terminal/questions.js';
import { shellWord } from '@curp-service/contract/words/shell';
import { words } from '../../textos/words.js';

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
    throw wrongUse(...words('lote_diga_donde_escribir'));
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
      throw wrongUse(...words('lote_columna_se_escribe', { fields: FIELDS.join(', ') }));
    }
    if (columnMap[field] !== undefined) throw wrongUse(...words('lote_columna_indica_dos', { field }));
    columnMap[field] = value;
  }
  return columnMap;
}

/** Returns the message for the first conflict; `null` if there is none. */
export function conflictIn(options: LoteCommandOptions, { input, output }: Formats): string | null {
  const objects = input?.kind === 'ndjson' || output?.kind === 'ndjson';
  const cases: readonly (readonly [boolean | undefined, ...Bilingual])[] = [
    [!areCompatible(input, output), ...words('lote_entrada_y_salida')],
    [options.hoja !== undefined && workbookFormat(input) === undefined, ...words('lote_hoja_es_solo')],
    [options.codificacion !== undefined && workbookFormat(input) !== undefined, ...words('lote_codificacion_no_se')],
    [options.excel && workbookFormat(output) !== undefined, ...words('lote_excel_solo_se')],
    [
      options.cambios !== undefined && (objects || workbookFormat(input) !== undefined),
      ...words('lote_cambios_es_solo'),
    ],
    [options.excel && objects, ...words('lote_excel_no_se')],
    [
      layoutOf(options.formato) !== undefined && (input?.kind === 'ndjson' || workbookFormat(input) !== undefined),
      ...words('lote_formato_con_un'),
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
    prompt: tell('lote_hay_personas_en', { one, others }),
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
  const invalid = tell('lote_conteste_con_una');
  const [typed = ''] = await ask([{ prompt, problems: (answer) => (read(answer.trim()) === null ? [invalid] : []) }]);
  const answer = read(typed.trim()) ?? {};
  printError(`${tell('lote_la_proxima_vez')}: ${flagsOf(answer, options)}`);
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
  const dato = FIELD_NAMES[field];
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
    return columnQuestion(tell('lote_en_que_columna', { n: numbers.length, dato }), (answer) =>
      answer !== '' && indexOfGiven(answer, numbers) !== null ? answer : undefined,
    );
  }
  if (cause !== 'archivo_dudosa' && cause !== 'archivo_ambiguo' && cause !== 'archivo_apellidos') return null;
  const names = namesIn(parts['columnas']);
  return columnQuestion(tell('lote_que_columna_es', { dato, columnas: names.join(', ') }), (answer) =>
    names.find((known) => known.toLowerCase() === answer.toLowerCase()),
  );
}

/** Writes the answer as the options of the command. */
const flagsOf = ({ columna, ...others }: AskedOptions, before: Pick<LoteCommandOptions, 'columna'>): string =>
  [
    ...Object.entries(others).map(([name, value]) => `${flagOf(name)} ${shellWord(String(value))}`),
    ...(columna ?? []).slice(before.columna.length).map((value) => `--columna '${value}'`),
  ].join(' ');
