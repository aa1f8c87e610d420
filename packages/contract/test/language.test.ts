/** The language of the messages that a request or a process asks for. */
import { expect, it } from 'vitest';
import { CORE_OPTIONS, localeLanguage, requestedLanguage } from '../src/language.js';

it.each([
  [undefined, 'es'],
  ['', 'es'],
  ['*', 'es'],
  ['en', 'en'],
  ['EN-us', 'en'],
  ['en_US', 'es'],
  ['english', 'es'],
  ['zh-en', 'es'],
  ['fr', 'es'],
  ['fr, en', 'en'],
  ['es-MX, en', 'es'],
  ['en, es', 'en'],
  ['es;q=0.5, en;q=0.8', 'en'],
  [' en ; q=0.4 , es ; q=0.9 ', 'es'],
  [' es ; q=0.4 , en ; q=0.9 ', 'en'],
  ['en;q=0.9,es;q=0.9', 'en'],
  ['en;q=0', 'es'],
  ['en;q=x', 'es'],
  [`${'fr,'.repeat(20)}en`, 'es'],
  [`${'fr,'.repeat(19)}en`, 'en'],
])('Accept-Language: %s asks for %s', (header, language) => {
  expect(requestedLanguage(header)).toBe(language);
});

it.each([
  [{}, 'es'],
  [{ LANG: 'en_US.UTF-8' }, 'en'],
  [{ LANG: 'es_MX.UTF-8' }, 'es'],
  [{ LANG: 'C.en' }, 'es'],
  [{ LANG: 'es_MX', LC_MESSAGES: 'EN' }, 'en'],
  [{ LANG: 'en', LC_MESSAGES: 'es_MX' }, 'es'],
  [{ LANG: 'en', LC_MESSAGES: 'en', LC_ALL: 'es_MX' }, 'es'],
  [{ LANG: 'en', LC_ALL: '' }, 'en'],
])('the locale %j asks for %s', (env, language) => {
  expect(localeLanguage(env)).toBe(language);
});

it('the messages of core are in Spanish unless English is asked for', () => {
  expect(CORE_OPTIONS.es.idioma).toBeUndefined();
  expect(CORE_OPTIONS.en.idioma?.hallazgos.ausente).toMatch(/is missing/);
});
