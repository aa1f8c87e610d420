/**
 * Puts messages into words. A message is a text with marks, and its parts; each surface (HTTP, the command, the page, a
 * cell) has its own words for data and options:
 *
 * - `{name}` is a part, and `{declare}` the verb for using an option.
 * - `` `sexo` `` is a datum, `` `sexo=12` `` an option with its value, and any other quoted text is one to write.
 * - `[a|b|c]` is `a` where options are typed, `b` where there are none, and `c` where they are chosen; without `b` nothing,
 *   without `c` like `a`.
 * - `[?name:a]` is `a` if the part has a value.
 */
import { FIELDS, type Field } from '../columns.js';
import { type Bilingual, type Language, quote } from '../language.js';
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

const VERBS: Readonly<Record<Surface['options'], Bilingual>> = {
  typed: ['declare', 'declare'],
  chosen: ['elija', 'choose'],
  none: ['', ''],
};

const MARK_FORM = /\[\?(\w+):([^\]]*)\]|\[([^\]]*)\]|`([^`]*)`|\{(\w+)\}/g;

/** Words a message that is a part of another. The texts of requests have no such parts, so the page goes without the catalogues of files. */
export type WordPart = (part: Message, surface: Surface, language: Language) => string;
const byId: WordPart = ({ id }) => String(id);

/** Words a text with marks. */
export function inWords(
  text: string,
  parts: MessageParts,
  surface: Surface,
  language: Language,
  wordPart: WordPart = byId,
): string {
  const word = (each: string): string => inWords(each, parts, surface, language, wordPart);
  const partText = (part: MessagePart): string => partInText(part, surface, language, wordPart);
  return text.replace(
    MARK_FORM,
    (mark, condition?: string, then?: string, clause?: string, code?: string, part?: string) => {
      if (condition !== undefined) return hasValue(parts[condition]) ? word(then ?? '') : '';
      if (clause !== undefined) return word(chosenClause(clause, surface));
      if (code !== undefined) return codeInWords(code, parts, surface, language, partText);
      return part === undefined ? mark : partInWords(part, parts, surface, language, partText);
    },
  );
}

const hasValue = (part: MessagePart): boolean =>
  part !== undefined && part !== false && !(Array.isArray(part) && part.length === 0);

function chosenClause(clause: string, { options }: Surface): string {
  const [typed = '', none = '', chosen = typed] = clause.split('|');
  return options === 'typed' ? typed : options === 'none' ? none : chosen;
}

function partInWords(
  name: string,
  parts: MessageParts,
  surface: Surface,
  language: Language,
  partText: (part: MessagePart) => string,
): string {
  const part = parts[name];
  if (part !== undefined) return partText(part);
  const verb = VERBS[surface.options][language === 'en' ? 1 : 0];
  if (name === 'declare') return verb;
  return name === 'Declare' ? verb.charAt(0).toUpperCase() + verb.slice(1) : `{${name}}`;
}

/** Returns a part of a message as a text. */
export function partInText(part: MessagePart, surface: Surface, language: Language, wordPart: WordPart): string {
  if (typeof part !== 'object') return String(part);
  if ('id' in part) return wordPart(part, surface, language);
  const names = namesIn(part);
  if (names.length > 0) return quoteNames(names, language);
  return part.map((each) => partInText(each, surface, language, wordPart)).join(', ');
}

/** Returns the names that a part lists. */
export const namesIn = (part: MessagePart): readonly string[] =>
  Array.isArray(part) ? part.filter((each) => typeof each === 'string') : [];

function codeInWords(
  code: string,
  parts: MessageParts,
  surface: Surface,
  language: Language,
  partText: (part: MessagePart) => string,
): string {
  const [, listed = ''] = /^\{(\w+)\}$/.exec(code) ?? [];
  const list = parts[listed];
  if (Array.isArray(list))
    return namesIn(list)
      .map((each) => codeInWords(each, {}, surface, language, partText))
      .join(', ');
  const text = code.replace(/\{(\w+)\}/g, (gap, name: string) =>
    parts[name] === undefined ? gap : partText(parts[name]),
  );
  const field = FIELDS.find((each) => each === text.replace(/=$/, ''));
  if (field !== undefined && (field === text || surface.options !== 'typed')) return surface.datum(field, language);
  const [, name, value] = /^([a-z_]+)=(.+)$/s.exec(text) ?? [];
  return name === undefined || value === undefined ? surface.quoted(text) : surface.option(name, value, language);
}

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
