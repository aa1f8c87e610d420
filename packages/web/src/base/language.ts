/** The language of the page: Spanish, or English once somebody has asked for it. */
import { type Opciones, ENTIDADES } from '@curp-service/core';
import { en } from '@curp-service/core/en';
import { FIELDS } from '@curp-service/contract/columns';
import type { Language } from '@curp-service/contract/language';
import { TEXTOS } from './texts.js';

export type Clave = keyof typeof TEXTOS;

/** Remembered under this name when the switch is used, and never before. */
const STORAGE_KEY = 'idioma';

let language: Language = storedLanguage();
const listeners: (() => void)[] = [];

export const currentLanguage = (): Language => language;

/** For the functions of `core`. */
export const opciones = (): Opciones => (language === 'en' ? { idioma: en } : {});

/** One of two texts, by the language. */
export const inLanguage = <T>([es, english]: readonly [es: T, en: T]): T => (language === 'en' ? english : es);

/** A text of the page, with each `{name}` replaced by what is given under that name. */
export const t = (key: Clave, parts: Readonly<Record<string, string>> = {}): string =>
  inLanguage(TEXTOS[key]).replaceAll(/\{(\w+)\}/g, (_, name: string) => parts[name] ?? '');

/** A message of the library for people: it names data as the form does and has no code quotes. */
export const forPeople = (message: string): string =>
  message.replaceAll(/`([^`]*)`/g, (_, quoted: string) => {
    const field = FIELDS.find((name) => name === quoted);
    return field === undefined ? quoted : `«${t(field)}»`;
  });

/** Whatever does not follow by itself is drawn again when the language changes. */
export function onLanguageChange(callback: () => void): void {
  listeners.push(callback);
}

export function switchLanguage(): void {
  language = language === 'es' ? 'en' : 'es';
  try {
    localStorage.setItem(STORAGE_KEY, language);
  } catch {
    // Where nothing may be stored, it holds until the page is closed.
  }
  document.documentElement.lang = language;
  applyTexts(...document.querySelectorAll('*'));
  for (const callback of listeners) callback();
}

/** Writes the texts of elements made with `t`, and those of their attributes. */
export function applyTexts(...elements: readonly Element[]): void {
  for (const element of elements) {
    for (const { name, value } of Array.from(element.attributes)) {
      if (name === 'data-t') element.textContent = t(value as Clave);
      else if (name.startsWith('data-t-')) element.setAttribute(name.slice(7), t(value as Clave));
    }
  }
}

/** A number with its thousands apart. */
export const formatNumber = (n: number): string => Math.round(n).toLocaleString(language === 'en' ? 'en-US' : 'es-MX');

/** `1990-05-17` in words. */
export const formatDate = (date: string): string =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'es-MX', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  );

/** The entities with their names as a sentence has them: `Ciudad de México`. */
export const STATE_NAMES: ReadonlyMap<string, string> = new Map(
  ENTIDADES.map(({ abreviaturaEntidad, nombreEntidad }) => [abreviaturaEntidad, titleCase(nombreEntidad)]),
);

function titleCase(name: string): string {
  return name
    .toLocaleLowerCase('es')
    .replaceAll(/(^|\s)(?!(?:de|en|el)\s)\S/g, (initial) => initial.toLocaleUpperCase('es'));
}

function storedLanguage(): Language {
  try {
    return localStorage.getItem(STORAGE_KEY) === 'en' ? 'en' : 'es';
  } catch {
    return 'es';
  }
}
