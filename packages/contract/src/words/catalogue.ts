/** Finds sentences in the catalogue of one program, which has both languages, and fills their gaps. */
import type { Bilingual } from '../language.js';

/** A part that differs between the languages has both texts. */
type Filling = string | number | null | undefined | Bilingual;

/** The names of the gaps of a text. */
type GapsOf<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | GapsOf<Rest> : never;

/** The parts that a text needs, which are none if it has no gap. */
export type PartsOf<T extends string> = [GapsOf<T>] extends [never]
  ? []
  : [parts: Readonly<Record<GapsOf<T>, Filling>>];

/** Returns a function that words a sentence in both languages. */
export const wordsOf =
  <Es extends Readonly<Record<string, string>>>(es: Es, en: Readonly<Record<keyof Es, string>>) =>
  <I extends keyof Es & string>(id: I, ...[parts]: PartsOf<Es[I]>): Bilingual => {
    const gaps: Readonly<Record<string, Filling>> = parts ?? {};
    const fill = (text: string, language: 0 | 1): string =>
      text.replaceAll(/\{(\w+)\}/g, (gap, name: string) => {
        const part = gaps[name];
        return typeof part === 'object' && part !== null ? part[language] : String(part ?? gap);
      });
    return [fill(es[id], 0), fill(en[id], 1)];
  };
