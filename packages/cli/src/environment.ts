/** The language of the user and the settings of the service. All commands share them. */
import type { OpcionesDePersona } from '@curp-service/core';
import { LEXICO } from '@curp-service/core/leido';
import { type Bilingual, CORE_OPTIONS, type Language, localeLanguage, say } from '@curp-service/contract/language';
import type { PartsOf } from '@curp-service/contract/words/catalogue';
import { SettingSources } from '@curp-service/server/settings';
import type { es } from './textos/es.js';
import { words } from './textos/words.js';

/** `main` sets the language before it loads a command. */
export const user: { language: Language } = { language: 'es' };

/** Picks the text in the language of the user. */
export const text = (...both: Bilingual): string => say(both, user.language);

/** Says a sentence in the language of the user. */
export const tell = <I extends keyof typeof es>(id: I, ...parts: PartsOf<(typeof es)[I]>): string =>
  text(...words(id, ...parts));

/** The options of `core` in the language of the user. */
export const coreOptions = (): OpcionesDePersona => ({ ...CORE_OPTIONS[user.language], lexico: LEXICO });

export const sources = new SettingSources(process.env, localeLanguage(process.env));

/** Writes one JSON document, for scripts. */
export const json = (value: unknown): string => JSON.stringify(value, null, 2);
