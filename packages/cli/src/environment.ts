/** What every command is given: the language of the user, where to write, and the store. */
import type { Opening, Store } from '@curp-service/server/admin';
import type { Language } from '@curp-service/contract/language';

/** A text in the language of the user. */
export type Translate = (es: string, en: string) => string;

export const translator =
  (language: Language): Translate =>
  (es, en) =>
    language === 'en' ? en : es;

export interface Environment {
  readonly language: Language;
  readonly text: Translate;
  readonly print: (lines: string) => void;
  /** Opens the store for some work, and closes it however that ends. */
  readonly withStore: <T>(work: (store: Store) => Promise<T>, opening?: Opening) => Promise<T>;
}

/** What a script reads: one JSON document. */
export const json = (value: unknown): string => JSON.stringify(value, null, 2);

/** What `--json` is for. */
export const jsonHelp = (text: Translate): string =>
  text('un documento JSON, para programas', 'a JSON document, for programs');
