/** Cuts a whole name into given names and surnames. */
import { PARTICULAS } from '@curp-service/core';

export interface CutName {
  readonly nombres: string;
  readonly apellido_paterno: string;
  readonly apellido_materno: string;
  /** The name can be cut in another way as well. */
  readonly isUnsure: boolean;
}

/** Cuts a name in which `first` come first. A comma separates them; without one, most people have two surnames. */
export function cutFullName(text: string, first: 'apellidos' | 'nombres'): CutName | null {
  const parts = text.split(',').map(toWords);
  const [before = [], behind = []] = parts;
  if (parts.length === 2 && before.length > 0 && behind.length > 0) {
    return first === 'apellidos' ? join(before, behind, before.length > 2) : join(behind, before, behind.length > 2);
  }
  const words = parts.flat();
  if (words.length < 2) return null;
  const surnames = words.length === 2 ? 1 : 2;
  const isUnsure = words.length > 2;
  return first === 'apellidos'
    ? join(words.slice(0, surnames), words.slice(surnames), isUnsure)
    : join(words.slice(-surnames), words.slice(0, -surnames), isUnsure);
}

const join = (
  [paterno = '', ...materno]: readonly string[],
  nombres: readonly string[],
  isUnsure: boolean,
): CutName => ({
  nombres: nombres.join(' '),
  apellido_paterno: paterno,
  apellido_materno: materno.join(' '),
  isUnsure,
});

/** The words of a name, each with the particles before it: `DE LA CRUZ` is one. */
function toWords(text: string): string[] {
  const words: string[] = [];
  let particles = '';
  for (const word of text.split(/\s+/)) {
    if (word === '') continue;
    if (PARTICULAS.includes(word.toUpperCase())) particles += `${word} `;
    else {
      words.push(particles + word);
      particles = '';
    }
  }
  return particles === '' ? words : [...words, particles.trim()];
}
