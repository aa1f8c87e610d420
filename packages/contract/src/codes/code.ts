/** The codes of the contract, and how a problem becomes a code with a message. */
import type { Bilingual, Language } from '../language.js';
import { inWords } from '../words/in-words.js';
import { type MessageParts, type Surface, WIRE, asDocumented } from '../words/message.js';

export interface Code {
  /** The public name of the cause and of its sentence. */
  readonly id: string;
  readonly code: number;
  /** The parameter concerned; `null` if there is none, or if each problem names its own. */
  readonly parametro: string | null;
  /** The status of an answer with this code. */
  readonly http: number;
  /** The message as documents show it. */
  readonly es: string;
  readonly en: string;
  /** The message with its marks, which a surface puts into words. */
  readonly text: Bilingual;
}

type TextsById<C extends string> = Readonly<Record<C, string>>;
type CodeRow = readonly [code: number, parametro: string | null, http?: number];

/** Returns the codes of a group of sentences. */
/* @__NO_SIDE_EFFECTS__ -- so that bundlers drop the tables that a page does not read */
export const codes = <C extends string>(
  es: TextsById<C>,
  en: TextsById<C>,
  rows: Readonly<Record<C, CodeRow>>,
): Readonly<Record<C, Code>> => {
  const all: Partial<Record<C, Code>> = {};
  for (const id in rows) {
    const [number, parametro, http = 400] = rows[id];
    const text = [es[id], en[id]] as const;
    const shown = (each: string): string => asDocumented(each).replaceAll('{parametro}', parametro ?? '{parametro}');
    all[id] = { id, code: number, parametro, http, es: shown(text[0]), en: shown(text[1]), text };
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every row gave a code
  return all as Record<C, Code>;
};

/** One problem: its cause and, if the table of codes leaves them open, the parameter and the parts of the message. */
export interface ProblemOf<C extends string> {
  readonly cause: C;
  readonly parametro?: string;
  readonly parts?: MessageParts;
}

/** A problem as an answer or a row carries it. */
export interface ErrorEntry {
  /** The public name of the cause. */
  readonly id: string;
  readonly code_error: number;
  readonly parametro: string | null;
  readonly error_message: string;
}

/** Words a problem of a table for a surface. */
export function problemInWords<C extends string>(
  table: Readonly<Record<C, Code>>,
  { cause, parametro = table[cause].parametro ?? undefined, parts }: ProblemOf<C>,
  surface: Surface,
  language: Language,
): string {
  const [es, en] = table[cause].text;
  const text = language === 'en' ? en : es;
  if (parts !== undefined) return inWords(text, { parametro, ...parts }, surface, language);
  const known = renderedBefore.get(surface) ?? new Map<string, string>();
  renderedBefore.set(surface, known);
  const key = `${parametro} ${text}`;
  const words = known.get(key) ?? inWords(text, { parametro }, surface, language);
  known.set(key, words);
  return words;
}

/** The words of problems without parts, because many rows have the same. */
const renderedBefore = new WeakMap<Surface, Map<string, string>>();

/** Returns a problem as an answer carries it. */
export function toEntry<C extends string>(
  table: Readonly<Record<C, Code>>,
  problem: ProblemOf<C>,
  language: Language,
  surface: Surface = WIRE,
): ErrorEntry {
  const { code: code_error, parametro } = table[problem.cause];
  return {
    id: problem.cause,
    code_error,
    parametro: problem.parametro ?? parametro,
    error_message: problemInWords(table, problem, surface, language),
  };
}
