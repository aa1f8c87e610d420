/** Puts the sentences of the command into words: each has an id, and parts for its gaps. */
import type { Bilingual } from '@curp-service/contract/language';
import { en } from './en.js';
import { es } from './es.js';

export type TextId = keyof typeof es;

/** A part that differs between the languages has both texts. */
type TextPart = string | number | null | undefined | Bilingual;

/** The names of the gaps of a text. */
type GapsOf<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | GapsOf<Rest> : never;

export type PartsOf<I extends TextId> = [GapsOf<(typeof es)[I]>] extends [never]
  ? []
  : [parts: Readonly<Record<GapsOf<(typeof es)[I]>, TextPart>>];

/** Returns a sentence in both languages. */
export function words<I extends TextId>(id: I, ...[parts]: PartsOf<I>): Bilingual {
  const gaps: Readonly<Record<string, TextPart>> = parts ?? {};
  const fill = (text: string, language: 0 | 1): string =>
    text.replaceAll(/\{(\w+)\}/g, (gap, name: string) => {
      const part = gaps[name];
      return typeof part === 'object' && part !== null ? part[language] : String(part ?? gap);
    });
  return [fill(es[id], 0), fill(en[id], 1)];
}
