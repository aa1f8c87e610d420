/** The user's answers about a file and the options they become. The page keeps them for files of the same shape until it is closed. */
import { shellWord } from '@curp-service/contract/words/shell';
import { flagOf, parseReadingOption, type ReadingOptions } from '@curp-service/contract/file-options';
import { type Encoding, type Reading, READING_PARAMETERS, type ReadingParameter } from '@curp-service/contract/reading';
import { decideReading, type LoteOptions } from '@curp-service/lote';
import { readingParameters } from '@curp-service/contract/jobs';
import { currentLanguage } from '../../base/language.js';
import type { FilePreview, PreviewTask } from './worker/tasks.js';
import { type ColumnChoice, columnMap, noChoice } from './columns.js';
import type { Settings } from './view.js';

type Told = Partial<Record<ReadingParameter | 'codificacion', string>>;

export interface FileAnswers {
  choice: ColumnChoice;
  /** The conventions, written as the command line takes them. An empty text leaves the convention to the file. */
  readonly told: Told;
}

/** Keeps answers by the shape of files: their type and the names of their columns. */
export class AnswerMemory {
  private readonly known = new Map<string, FileAnswers>();

  of({ type, peek, evidence }: FilePreview): FileAnswers {
    const fresh = { choice: noChoice(), told: {} };
    if (evidence.layout !== null) return fresh; // files of the same shape without names may hold other data
    const shape = JSON.stringify([type, peek?.names]);
    const answers = this.known.get(shape) ?? fresh;
    this.known.set(shape, answers);
    return answers;
  }
}

type Declared = ReadingOptions & { readonly codificacion?: Encoding };

/** Returns the conventions that the user declares. */
function declaredBy({ told }: FileAnswers): Declared {
  const given = READING_PARAMETERS.flatMap((name) => {
    const text = told[name] ?? '';
    const read = text === '' ? null : parseReadingOption(name, text);
    return read !== null && 'value' in read ? [[name, read.value] as const] : [];
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one of the encodings that the page offers
  const codificacion = (told.codificacion || undefined) as Encoding | undefined;
  return { ...Object.fromEntries(given), ...(codificacion !== undefined && { codificacion }) };
}

/** Returns the answers that change what the rows of a file show; no property if none does. `names`: the names of its columns. */
export function lookOptions(answers: FileAnswers, names: readonly string[]): PreviewTask['options'] {
  const { codificacion, encabezado } = declaredBy(answers);
  const columnas = columnMap(answers.choice, names);
  return {
    ...(codificacion !== undefined && { codificacion }),
    ...(encabezado !== undefined && { encabezado }),
    // The order of the parts of a whole name does not matter for a preview.
    ...(answers.choice.hasFullName === true && { nombre_completo: 'apellidos' as const }),
    ...(Object.keys(columnas).length > 0 && { columnas }),
  };
}

const textFormat = ({ peek }: FilePreview): 'csv' | 'ndjson' => (peek === null ? 'ndjson' : 'csv');

/** Decides how a file is read, by its rows and by the answers. */
export const readingOf = (preview: FilePreview, answers: FileAnswers): Reading =>
  decideReading(preview.evidence, { ...declaredBy(answers), formato: textFormat(preview) });

/** Decides how a file is read by its rows, without the answers. Only the header and the encoding must be known before rows can be read. */
export const seenReading = (
  preview: FilePreview,
  { choice, told: { encabezado = '', codificacion = '' } }: FileAnswers,
): Reading => readingOf(preview, { choice, told: { encabezado, codificacion } });

/** Returns the options that the user declares, with those of the page. */
export const loteOptions = (preview: FilePreview, answers: FileAnswers, settings: Readonly<Settings>): LoteOptions => ({
  ...settings,
  ...declaredBy(answers),
  formato: textFormat(preview),
  language: currentLanguage(),
  columnas: columnMap(answers.choice, preview.peek?.names ?? []),
});

/** Writes the command line that processes the same file next time. `output`: the name of the result. */
export function commandFor(options: LoteOptions, name: string, output: string, hoja: string | undefined): string {
  const { operacion = 'calcular', codificacion, columnas = {} } = options;
  const words = [
    ...(operacion === 'calcular' ? [] : ['--operacion', operacion]),
    ...(hoja === undefined ? [] : ['--hoja', hoja]),
    ...Object.entries(columnas).flatMap(([field, column]) => ['--columna', `${field}=${column}`]),
    ...(codificacion === undefined ? [] : ['--codificacion', codificacion]),
    ...Object.entries(readingParameters(options)).flatMap(([option, value]) => [flagOf(option), value]),
  ];
  return ['curp', 'lote', name, ...words, '-o', output].map(shellWord).join(' ');
}
