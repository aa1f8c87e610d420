/** What every command is given: the language of the user, where to write, and the store. */
import type { Opening, Store } from '@curp-service/server/admin';
import type { Language } from '@curp-service/contract/language';

/** A text in the language of the user. */
export type Texto = (es: string, en: string) => string;

export const textoEn =
  (idioma: Language): Texto =>
  (es, en) =>
    idioma === 'en' ? en : es;

export interface Entorno {
  readonly idioma: Language;
  readonly texto: Texto;
  readonly print: (lineas: string) => void;
  /** Opens the store for some work, and closes it however that ends. */
  readonly withStore: <T>(work: (store: Store) => Promise<T>, opening?: Opening) => Promise<T>;
}

/** What a script reads: one JSON document. */
export const json = (valor: unknown): string => JSON.stringify(valor, null, 2);

/** What `--json` is for. */
export const enJson = (texto: Texto): string =>
  texto('un documento JSON, para programas', 'a JSON document, for programs');
