/** Puts the OpenAPI description, which is written in English, into the language of the reader. */
import type { Language } from '@curp-service/contract/language';
import { SPANISH, SPANISH_FORMS } from './spanish.js';

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

/** The Spanish of a text; the text itself if it has none, as the ids of examples. */
function toSpanish(text: string): string {
  const whole = SPANISH[text];
  if (whole !== undefined) return whole;
  for (const [form, spanish] of SPANISH_FORMS) {
    const [found, part = ''] = form.exec(text) ?? [];
    if (found !== undefined) return spanish(toSpanish(part));
  }
  return text;
}

export function inLanguage(value: unknown, language: Language): unknown {
  if (value instanceof InEach) return value.in(language);
  if (Array.isArray(value)) return value.map((each) => inLanguage(each, language));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const isText = (name === 'description' || name === 'summary') && typeof each === 'string';
      return [name, isText && language === 'es' ? toSpanish(each) : inLanguage(each, language)];
    }),
  );
}
