/** In which language a client, or an operator, reads the messages: Spanish unless English is asked for. */
import type { Opciones } from '@curp-service/core';
import { en } from '@curp-service/core/en';

export type Idioma = 'es' | 'en';

/** What `core` takes for each language. */
export const OPCIONES: Readonly<Record<Idioma, Opciones>> = { es: {}, en: { idioma: en } };

/** The language that an `Accept-Language` header prefers; the first named wins a tie. */
export function idiomaPedido(encabezado: string | undefined): Idioma {
  if (encabezado === undefined || encabezado === '*') return 'es';
  let elegido: Idioma = 'es';
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
export function idiomaDeLocale(env: Readonly<Record<string, string | undefined>>): Idioma {
  return /^en/i.test(env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '') ? 'en' : 'es';
}
