/**
 * A message as data: a text with marks, and its parts. Each surface (HTTP, the command, the page, a cell) has its own words for
 * data and options:
 *
 * - `{name}` is a part, and `{declare}` the verb for using an option.
 * - `` `sexo` `` is a datum, `` `sexo=12` `` an option with its value, and any other quoted text is one to write.
 * - `[a|b|c]` is `a` where options are typed, `b` where there are none, and `c` where they are chosen; without `b` nothing,
 *   without `c` like `a`.
 * - `[?name:a]` is `a` if the part has a value.
 */
import type { Field } from '../columns.js';
import { type Language, quote } from '../language.js';
import type { SentenceId } from './sentences.js';

/** A list is a list of names, or of data if the text quotes it. A message is worded as the one that it is a part of. */
export type MessagePart = string | number | boolean | readonly string[] | Message | readonly Message[] | undefined;
export type MessageParts = Readonly<Record<string, MessagePart>>;

/** A message as data: the id of its sentence, and its parts. */
export interface Message {
  readonly id: SentenceId;
  readonly parts?: MessageParts;
}

export interface Surface {
  /** How an option is used: typed, chosen, or not at all. */
  readonly options: 'typed' | 'chosen' | 'none';
  readonly datum: (field: Field, language: Language) => string;
  readonly option: (name: string, value: string, language: Language) => string;
  /** Writes any other quoted text. */
  readonly quoted: (text: string) => string;
}

const inCode = (text: string): string => `\`${text}\``;

/** The surface of HTTP, and of the columns that every answer has. */
export const WIRE: Surface = {
  options: 'typed',
  datum: inCode,
  option: (name, value) => inCode(`${name}=${value}`),
  quoted: inCode,
};

/** Returns the names that a part lists. */
export const namesIn = (part: MessagePart): readonly string[] =>
  Array.isArray(part) ? part.filter((each) => typeof each === 'string') : [];

/** Returns a text as documents show it: where options are typed, with a gap for each part. */
export const asDocumented = (text: string): string =>
  text
    .replaceAll(/\[\?(\w+):[^\]]*\]/g, '{$1}')
    .replaceAll(/\[([^\]|]*)[^\]]*\]/g, '$1')
    .replaceAll('{declare}', 'declare')
    .replaceAll('{Declare}', 'Declare');

/** The most names that a message quotes. */
const MAX_QUOTED = 50;

/** Quotes names of columns or sheets in a message. A file may have any number of them, of any length. */
export function quoteNames(names: readonly string[], language: Language): string {
  const first = names.slice(0, MAX_QUOTED).map((name) => quote(shorten(name), language));
  return [...first, ...(names.length > MAX_QUOTED ? ['…'] : [])].join(', ');
}

const shorten = (name: string): string => (name.length > 40 ? `${name.slice(0, 40)}…` : name);
