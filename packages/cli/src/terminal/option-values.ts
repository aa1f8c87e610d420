/** Reads the values of options. An error tells what the value must be, and never repeats it. */
import { InvalidArgumentError } from 'commander';
import type { Translate } from '../environment.js';

export type Reader<T> = (value: string) => T;

/** One of these words, in any case. */
export const oneOf =
  <W extends string>(text: Translate, ...words: readonly W[]): Reader<W> =>
  (value) => {
    const word = words.find((each) => each === value.toLowerCase());
    if (word !== undefined) return word;
    const list = words.join(', ');
    throw new InvalidArgumentError(text(`debe ser una de: ${list}.`, `must be one of: ${list}.`));
  };

/** `alternative`: the other values that the option takes, as the error names them. */
export const wholeNumber =
  (text: Translate, min: number, max: number, alternative = ''): Reader<number> =>
  (value) => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : NaN;
    if (number >= min && number <= max) return number;
    throw new InvalidArgumentError(
      text(
        `debe ser un número entero de ${min} a ${max}${alternative}.`,
        `must be a whole number from ${min} to ${max}${alternative}.`,
      ),
    );
  };
