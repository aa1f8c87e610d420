/** The language of the page: Spanish, or English once somebody has asked for it. */
import { type Opciones, ENTIDADES } from '@curp-service/core';
import { en } from '@curp-service/core/en';
import type { Language } from '@curp-service/contract/language';
import { TEXTOS } from './texts.js';

export type Clave = keyof typeof TEXTOS;

/** Remembered under this name when the switch is used, and never before. */
const GUARDADA = 'idioma';

let lengua: Language = guardada();
const oyentes: (() => void)[] = [];

export const lenguaActual = (): Language => lengua;

/** For the functions of `core`. */
export const opciones = (): Opciones => (lengua === 'en' ? { idioma: en } : {});

/** One of two texts, by the language. */
export const segun = <T>([es, ingles]: readonly [es: T, en: T]): T => (lengua === 'en' ? ingles : es);

/** A text of the page, with each `{name}` replaced by what is given under that name. */
export const t = (clave: Clave, partes: Readonly<Record<string, string>> = {}): string =>
  segun(TEXTOS[clave]).replaceAll(/\{(\w+)\}/g, (_, nombre: string) => partes[nombre] ?? '');

/** Whatever does not follow by itself is drawn again when the language changes. */
export function alCambiarIdioma(hacer: () => void): void {
  oyentes.push(hacer);
}

export function cambiarIdioma(): void {
  lengua = lengua === 'es' ? 'en' : 'es';
  try {
    localStorage.setItem(GUARDADA, lengua);
  } catch {
    // Where nothing may be stored, it holds until the page is closed.
  }
  document.documentElement.lang = lengua;
  rotular(...document.querySelectorAll('*'));
  for (const hacer of oyentes) hacer();
}

/** Writes the texts of elements made with `t`, and those of their attributes. */
export function rotular(...elementos: readonly Element[]): void {
  for (const elemento of elementos) {
    for (const { name, value } of Array.from(elemento.attributes)) {
      if (name === 'data-t') elemento.textContent = t(value as Clave);
      else if (name.startsWith('data-t-')) elemento.setAttribute(name.slice(7), t(value as Clave));
    }
  }
}

/** A number with its thousands apart. */
export const enMiles = (n: number): string => Math.round(n).toLocaleString(lengua === 'en' ? 'en-US' : 'es-MX');

/** `1990-05-17` in words. */
export const enPalabras = (fecha: string): string =>
  new Intl.DateTimeFormat(lengua === 'en' ? 'en-GB' : 'es-MX', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${fecha}T00:00:00Z`),
  );

/** The entities with their names as a sentence has them: `Ciudad de México`. */
export const NOMBRES: ReadonlyMap<string, string> = new Map(
  ENTIDADES.map(({ abreviaturaEntidad, nombreEntidad }) => [abreviaturaEntidad, enTitulo(nombreEntidad)]),
);

function enTitulo(nombre: string): string {
  return nombre
    .toLocaleLowerCase('es')
    .replaceAll(/(^|\s)(?!(?:de|en|el)\s)\S/g, (inicial) => inicial.toLocaleUpperCase('es'));
}

function guardada(): Language {
  try {
    return localStorage.getItem(GUARDADA) === 'en' ? 'en' : 'es';
  } catch {
    return 'es';
  }
}
