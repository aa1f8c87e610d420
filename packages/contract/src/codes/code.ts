/** A code of the contract, and how a problem that has one is put into words. */
import type { Language } from '../language.js';

export interface Code {
  readonly code: number;
  /** The parameter concerned; `null` where there is none, or where it differs from case to case. */
  readonly parametro: string | null;
  readonly es: string;
  readonly en: string;
}

export type Text = readonly [es: string, en: string];

/* @__NO_SIDE_EFFECTS__ -- so that a page leaves out the tables that it does not read */
export const code = (numero: number, parametro: string | null, [es, en]: Text): Code => ({
  code: numero,
  parametro,
  es,
  en,
});

/** One thing that is wrong: its cause and, where the registry does not fix them, the parameter and parts of the message. */
export interface Problem<C extends string> {
  readonly cause: C;
  readonly parametro?: string;
  readonly parts?: Readonly<Record<string, string>>;
}

/** A problem as the client is told. */
export interface ErrorEntry {
  readonly code_error: number;
  readonly parametro: string | null;
  readonly error_message: string;
}

/** Puts a problem into words, by the registry that knows its cause. */
export function toEntry<C extends string>(
  registro: Readonly<Record<C, Code>>,
  { cause: causa, parametro = registro[causa].parametro ?? undefined, parts: partes }: Problem<C>,
  lengua: Language,
): ErrorEntry {
  const { code: code_error, [lengua]: texto } = registro[causa];
  const valores: Readonly<Record<string, string | undefined>> = { parametro, ...partes };
  return {
    code_error,
    parametro: parametro ?? null,
    error_message: texto.replace(/\{(\w+)\}/g, (entero, nombre: string) => valores[nombre] ?? entero),
  };
}
