/** Puts the OpenAPI description into the language of the reader. */
import { type Bilingual, type Language, say } from '@curp-service/contract/language';

/** A value of the description that each language has of its own, such as a message in an example. */
export class InEach {
  readonly #make: (language: Language) => unknown;

  constructor(make: (language: Language) => unknown) {
    this.#make = make;
  }

  in(language: Language): unknown {
    return this.#make(language);
  }
}

/** A text with another sentence or clause behind it. */
export const followedBy = ([es, en]: Bilingual, [moreEs, moreEn]: Bilingual): Bilingual => [es + moreEs, en + moreEn];

/** Texts are in `summary` and in `about`, which becomes `description`: the builder of schemas takes no pair under that name. */
const isText = (name: string, value: unknown): value is Bilingual =>
  (name === 'about' || name === 'summary') && Array.isArray(value);

export function inLanguage(value: unknown, language: Language): unknown {
  if (value instanceof InEach) return value.in(language);
  if (Array.isArray(value)) return value.map((each) => inLanguage(each, language));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name === 'about' ? 'description' : name,
      isText(name, each) ? say(each, language) : inLanguage(each, language),
    ]),
  );
}
