/** The environment that every command receives: the user's language, where to print, and the store. */
import type { JobStore, Opening, Store } from '@curp-service/server/admin';
import type { SettingSources } from '@curp-service/server/settings';
import type { Language } from '@curp-service/contract/language';

/** Picks the text in the user's language. */
export type Translate = (es: string, en: string) => string;

export const translator =
  (language: Language): Translate =>
  (es, en) =>
    language === 'en' ? en : es;

export interface Environment {
  readonly language: Language;
  readonly text: Translate;
  readonly print: (lines: string) => void;
  readonly sources: SettingSources;
  /** Opens the store, does the work and closes the store, even if the work fails. */
  readonly withStore: <T>(work: (store: Store) => Promise<T>, opening?: Opening) => Promise<T>;
  /** The same with the jobs of the service. */
  readonly withJobs: <T>(work: (jobs: JobStore, store: Store) => Promise<T>) => Promise<T>;
}

export interface CommandContext extends Environment {
  /** Reports a wrong use of the command and ends it. */
  readonly failUsage: (message: string) => never;
}

/** One JSON document, for scripts. */
export const json = (value: unknown): string => JSON.stringify(value, null, 2);

/** The help of `--json`. */
export const jsonHelp = (text: Translate): string =>
  text('un documento JSON, para programas', 'a JSON document, for programs');

/** The help of `--config`. */
export const configHelp = (text: Translate): string =>
  text('el archivo de variables del servicio', 'the file of variables of the service');
