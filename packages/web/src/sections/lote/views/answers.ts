/** The user's answers about a file. The page keeps them for files of the same shape until it is closed. */
import type { OperationName } from '@curp-service/contract/columns';
import {
  type Encoding,
  type Reading,
  type ReadingOptions,
  type ReadingParameter,
  READING_PARAMETERS,
  parseReadingOption,
} from '@curp-service/contract/reading';
import { type LoteOptions, decideReading } from '@curp-service/lote';
import { currentLanguage } from '../../../base/language.js';
import type { FilePreview, PreviewTask } from '../worker/messages.js';
import { type ColumnChoice, columnMap, noChoice } from './columns.js';

type Told = Partial<Record<ReadingParameter | 'codificacion', string>>;

export interface Answers {
  choice: ColumnChoice;
  /** The conventions, written as the command line takes them. An empty text: the user leaves them to the file. */
  readonly told: Told;
}

/** Answers by the shape of files: their type and the names of their columns. */
export class AnswerMemory {
  private readonly known = new Map<string, Answers>();

  of({ type, peek }: FilePreview): Answers {
    const shape = JSON.stringify([type, peek?.names]);
    const answers = this.known.get(shape) ?? { choice: noChoice(), told: {} };
    this.known.set(shape, answers);
    return answers;
  }
}

type Declared = ReadingOptions & { readonly codificacion?: Encoding };

/** The conventions that the user declares. */
function declaredBy({ told }: Answers): Declared {
  const given = READING_PARAMETERS.flatMap((name) => {
    const text = told[name] ?? '';
    const read = text === '' ? null : parseReadingOption(name, text);
    return read !== null && 'value' in read ? [[name, read.value] as const] : [];
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one of the encodings that the page offers
  const codificacion = (told.codificacion || undefined) as Encoding | undefined;
  return { ...Object.fromEntries(given), ...(codificacion !== undefined && { codificacion }) };
}

/** The answers that change what the rows of a file show. `names`: the names of its columns. */
export function lookOptions(answers: Answers, names: readonly string[]): PreviewTask['options'] {
  const { codificacion, encabezado } = declaredBy(answers);
  const { choice } = answers;
  // The order in the whole name does not matter for a look.
  const nombre_completo = choice.hasFullName === true ? 'apellidos' : undefined;
  return { codificacion, encabezado, nombre_completo, columnas: columnMap(choice, names) };
}

/** Whether the answers change what the rows show. */
export const answersChangeLook = ({ choice, told }: Answers): boolean =>
  Boolean(told.encabezado || told.codificacion || choice.hasFullName === true || choice.inThree) ||
  Object.keys(choice.columns).length > 0;

const formatOf = ({ peek }: FilePreview): 'csv' | 'ndjson' => (peek === null ? 'ndjson' : 'csv');

/** How a file is read, by its rows and by the answers. */
export const readingOf = (preview: FilePreview, answers: Answers): Reading =>
  decideReading(preview.evidence, { ...declaredBy(answers), formato: formatOf(preview) });

/** How a file is read by its rows alone. The header and the encoding must be known before rows can be read. */
export const seenReading = (
  preview: FilePreview,
  { choice, told: { encabezado = '', codificacion = '' } }: Answers,
): Reading => readingOf(preview, { choice, told: { encabezado, codificacion } });

/** The options that the user declares, with those of the page. */
export const loteOptions = (
  preview: FilePreview,
  answers: Answers,
  settings: { readonly operacion: OperationName; readonly homonimos: boolean; readonly excel: boolean },
): LoteOptions => ({
  ...settings,
  ...declaredBy(answers),
  formato: formatOf(preview),
  language: currentLanguage(),
  columnas: columnMap(answers.choice, preview.peek?.names ?? []),
});
