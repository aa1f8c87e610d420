/** The codes of the contract, and how a problem becomes a code with a message. */
import type { Bilingual, Language } from '../language.js';

export interface Code {
  readonly code: number;
  /** The parameter concerned; `null` if there is none, or if each problem names its own. */
  readonly parametro: string | null;
  readonly es: string;
  readonly en: string;
}

/* @__NO_SIDE_EFFECTS__ -- so that bundlers drop the tables that a page does not read */
export const code = (number: number, parametro: string | null, [es, en]: Bilingual): Code => ({
  code: number,
  parametro,
  es,
  en,
});

/** One problem: its cause and, if the table of codes leaves them open, the parameter and the parts of the message. */
export interface ProblemOf<C extends string> {
  readonly cause: C;
  readonly parametro?: string;
  readonly parts?: Readonly<Record<string, string>>;
}

/** A problem as an answer or a row carries it. */
export interface ErrorEntry {
  readonly code_error: number;
  readonly parametro: string | null;
  readonly error_message: string;
}

/** Words a problem with the table that holds its cause. */
export function toEntry<C extends string>(
  table: Readonly<Record<C, Code>>,
  { cause, parametro = table[cause].parametro ?? undefined, parts }: ProblemOf<C>,
  language: Language,
): ErrorEntry {
  const { code: code_error, [language]: text } = table[cause];
  const values: Readonly<Record<string, string | undefined>> = { parametro, ...parts };
  return {
    code_error,
    parametro: parametro ?? null,
    error_message: text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole),
  };
}
