/**
 * Puts messages into words: finds their sentences in the catalogues, and fills the gaps, also with other messages. Apart from
 * `message.ts`, because the page does without these sentences until somebody chooses a file.
 */
import { FIELDS } from '../columns.js';
import { type Bilingual, type Language, say } from '../language.js';
import {
  type Message,
  type MessagePart,
  type MessageParts,
  type Surface,
  WIRE,
  namesIn,
  quoteNames,
} from './message.js';
import { sentenceOf } from './sentences.js';

const VERBS: Readonly<Record<Surface['options'], Bilingual>> = {
  typed: ['declare', 'declare'],
  chosen: ['elija', 'choose'],
  none: ['', ''],
};

const MARK_FORM = /\[\?(\w+):([^\]]*)\]|\[([^\]]*)\]|`([^`]*)`|\{(\w+)\}/g;

/** Words a text with marks. */
export function inWords(text: string, parts: MessageParts, surface: Surface, language: Language): string {
  const word = (each: string): string => inWords(each, parts, surface, language);
  return text.replace(
    MARK_FORM,
    (mark, condition?: string, then?: string, clause?: string, code?: string, part?: string) => {
      if (condition !== undefined) return hasValue(parts[condition]) ? word(then ?? '') : '';
      if (clause !== undefined) return word(chosenClause(clause, surface));
      if (code !== undefined) return codeInWords(code, parts, surface, language);
      return part === undefined ? mark : partInWords(part, parts, surface, language);
    },
  );
}

const hasValue = (part: MessagePart): boolean =>
  part !== undefined && part !== false && !(Array.isArray(part) && part.length === 0);

function chosenClause(clause: string, { options }: Surface): string {
  const [typed = '', none = '', chosen = typed] = clause.split('|');
  return options === 'typed' ? typed : options === 'none' ? none : chosen;
}

function partInWords(name: string, parts: MessageParts, surface: Surface, language: Language): string {
  const part = parts[name];
  if (part !== undefined) return partText(part, surface, language);
  const verb = VERBS[surface.options][language === 'en' ? 1 : 0];
  if (name === 'declare') return verb;
  return name === 'Declare' ? verb.charAt(0).toUpperCase() + verb.slice(1) : `{${name}}`;
}

function partText(part: MessagePart, surface: Surface, language: Language): string {
  if (typeof part !== 'object') return String(part);
  if ('id' in part) return messageInWords(part, surface, language);
  const names = namesIn(part);
  if (names.length > 0) return quoteNames(names, language);
  return part.map((each) => partText(each, surface, language)).join(', ');
}

function codeInWords(code: string, parts: MessageParts, surface: Surface, language: Language): string {
  const [, listed = ''] = /^\{(\w+)\}$/.exec(code) ?? [];
  const list = parts[listed];
  if (Array.isArray(list))
    return namesIn(list)
      .map((each) => codeInWords(each, {}, surface, language))
      .join(', ');
  const text = code.replace(/\{(\w+)\}/g, (gap, name: string) =>
    parts[name] === undefined ? gap : partText(parts[name], surface, language),
  );
  const field = FIELDS.find((each) => each === text.replace(/=$/, ''));
  if (field !== undefined && (field === text || surface.options !== 'typed')) return surface.datum(field, language);
  const [, name, value] = /^([a-z_]+)=(.+)$/s.exec(text) ?? [];
  return name === undefined || value === undefined ? surface.quoted(text) : surface.option(name, value, language);
}

export const messageInWords = ({ id, parts = {} }: Message, surface: Surface, language: Language): string =>
  inWords(say(sentenceOf(id), language), parts, surface, language);

/** Returns the parts of a message as texts. */
export const partsInWords = (parts: MessageParts = {}, language: Language = 'es'): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, partText(part, WIRE, language)]));
