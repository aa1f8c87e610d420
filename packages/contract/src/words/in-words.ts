/** Puts a message into words: finds its sentence in the catalogues, and fills the gaps, also with other messages. */
import { type Language, say } from '../language.js';
import { type Message, type MessageParts, type Surface, WIRE, inWords, partInText } from './message.js';
import { sentenceOf } from './sentences.js';

export const messageInWords = ({ id, parts = {} }: Message, surface: Surface, language: Language): string =>
  inWords(say(sentenceOf(id), language), parts, surface, language, messageInWords);

/** Returns the parts of a message as texts. */
export const partsInWords = (parts: MessageParts = {}, language: Language = 'es'): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [name, partInText(part, WIRE, language, messageInWords)]),
  );
