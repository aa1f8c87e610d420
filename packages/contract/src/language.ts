/** Chooses the language of the messages: Spanish unless English is asked for. */
import type { Opciones } from '@curp-service/core';
import { en } from '@curp-service/core/en';
import { WIRE_NAMES } from './answers.js';

export type Language = 'es' | 'en';

/** A text in both languages. */
export type Bilingual = readonly [es: string, en: string];

export const say = ([es, english]: Bilingual, language: Language): string => (language === 'en' ? english : es);

/** Quotes a text within a message. */
export const quote = (text: string, language: Language): string => say([`«${text}»`, `“${text}”`], language);

/** The options of `core` for each language. Messages name data as the wire does. */
export const CORE_OPTIONS: Readonly<Record<Language, Opciones>> = {
  es: { datos: WIRE_NAMES },
  en: { datos: WIRE_NAMES, idioma: en },
};

/** Returns the language that an `Accept-Language` header prefers; the first of two with the same weight wins. */
export function requestedLanguage(header: string | undefined): Language {
  if (header === undefined) return 'es';
  let chosen: Language = 'es';
  let best = 0;
  for (const part of header.split(',', 20)) {
    const [, name, weight = '1'] = /^\s*(es|en)(?:-[\w-]*)?\s*(?:;\s*q=([\d.]+)\s*)?$/i.exec(part) ?? [];
    if (name !== undefined && Number(weight) > best) {
      best = Number(weight);
      chosen = name.toLowerCase() === 'en' ? 'en' : 'es';
    }
  }
  return chosen;
}

/** Returns the language of a process by its locale, as the C library reads it. */
export function localeLanguage(env: Readonly<Record<string, string | undefined>>): Language {
  return /^en/i.test(env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '') ? 'en' : 'es';
}
