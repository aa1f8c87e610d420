/** In which language a client, or an operator, reads the messages: Spanish unless English is asked for. */
import type { Opciones } from '@curp-service/core';
import { en } from '@curp-service/core/en';

export type Language = 'es' | 'en';

/** What `core` takes for each language. */
export const CORE_OPTIONS: Readonly<Record<Language, Opciones>> = { es: {}, en: { idioma: en } };

/** The language that an `Accept-Language` header prefers; the first named wins a tie. */
export function requestedLanguage(encabezado: string | undefined): Language {
  if (encabezado === undefined || encabezado === '*') return 'es';
  let elegido: Language = 'es';
  let mejor = 0;
  for (const parte of encabezado.split(',', 20)) {
    const [, lengua, peso = '1'] = /^\s*(es|en)(?:-[\w-]*)?\s*(?:;\s*q=([\d.]+)\s*)?$/i.exec(parte) ?? [];
    if (lengua !== undefined && Number(peso) > mejor) {
      mejor = Number(peso);
      elegido = lengua.toLowerCase() === 'en' ? 'en' : 'es';
    }
  }
  return elegido;
}

/** The language of a process: that of its locale, as the C library reads it. */
export function localeLanguage(env: Readonly<Record<string, string | undefined>>): Language {
  return /^en/i.test(env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '') ? 'en' : 'es';
}
