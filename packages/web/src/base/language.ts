/** The language of the page: Spanish, or English if the user chose it. */
import { ELECCIONES_DE_ENTIDAD, ENTIDADES, type Opciones } from '@curp-service/core';
import { type Bilingual, CORE_OPTIONS, type Language } from '@curp-service/contract/language';
import type { LOTE_TEXTS } from './lote-texts.js';
import { TEXTS } from './texts.js';

export type TextKey = keyof typeof TEXTS | keyof typeof LOTE_TEXTS;

const texts: Record<string, Bilingual> = { ...TEXTS };

/** Adds the texts of a script that is loaded later. */
export function addTexts(more: Readonly<Record<string, Bilingual>>): void {
  Object.assign(texts, more);
}

/** The key under which the browser stores the language, once the user switches it. */
const STORAGE_KEY = 'idioma';

let language: Language = storedLanguage();
const listeners: (() => void)[] = [];

export const currentLanguage = (): Language => language;

/** Returns the options for the functions of `core`. */
export const coreOptions = (): Opciones => CORE_OPTIONS[language];

/** Returns the text in the current language. */
export const translated = <T>([es, en]: readonly [es: T, en: T]): T => (language === 'en' ? en : es);

/** Returns a text of the page. `parts` replace each `{name}` in it. */
export const t = (key: TextKey, parts: Readonly<Record<string, string>> = {}): string =>
  translated(texts[key] ?? ['', '']).replaceAll(/\{(\w+)\}/g, (_, name: string) => parts[name] ?? '');

/** Registers a callback for texts that `applyTexts` does not reach. */
export function onLanguageChange(callback: () => void): void {
  listeners.push(callback);
}

export function switchLanguage(): void {
  language = language === 'es' ? 'en' : 'es';
  try {
    localStorage.setItem(STORAGE_KEY, language);
  } catch {
    // If the browser forbids storage, the choice holds until the page closes.
  }
  document.documentElement.lang = language;
  applyTexts(...document.querySelectorAll('*'));
  for (const callback of listeners) callback();
}

/** Writes the texts of elements created with `t` or `t-…`. */
export function applyTexts(...elements: readonly Element[]): void {
  for (const element of elements) {
    for (const { name, value } of Array.from(element.attributes)) {
      if (name === 'data-t') element.textContent = t(value as TextKey);
      else if (name.startsWith('data-t-')) element.setAttribute(name.slice(7), t(value as TextKey));
    }
  }
}

/** Writes a number with separators for thousands. */
export const formatNumber = (n: number): string => Math.round(n).toLocaleString(language === 'en' ? 'en-US' : 'es-MX');

/** The format of each language. Creating one takes longer than the rest of the work on a keystroke. */
const dateFormats: Partial<Record<Language, Intl.DateTimeFormat>> = {};

/** Writes `1990-05-17` as `17 de mayo de 1990`. */
export function formatDate(date: string): string {
  const options = { dateStyle: 'long', timeZone: 'UTC' } as const;
  const format = (dateFormats[language] ??= new Intl.DateTimeFormat(translated(['es-MX', 'en-GB']), options));
  return format.format(new Date(`${date}T00:00:00Z`));
}

/** Names of the entities by abbreviation, in title case: `Ciudad de México`. */
export const STATE_NAMES: ReadonlyMap<string, string> = new Map(
  ENTIDADES.map(({ abreviaturaEntidad }, i) => [abreviaturaEntidad, ELECCIONES_DE_ENTIDAD[i]?.etiqueta ?? '']),
);

function storedLanguage(): Language {
  try {
    return localStorage.getItem(STORAGE_KEY) === 'en' ? 'en' : 'es';
  } catch {
    return 'es';
  }
}
