/** The bits of a character's class and of a packed word: numbers alone, which the byte form of the rules compiles too. */

/** The bits of a class. A `const enum`, so that the compiler puts the numbers themselves into the loops. */
export const enum Clase {
  /** The symbol of the letter that it gives as an initial: A = 1 … Z = 26, or one of two that give X. 0: none. */
  INICIAL = 31,
  /** The symbol that it gives as the first internal vowel; a sign stands in for one (1.4). 0: it is passed over. */
  VOCAL = 31 << 5,
  /** The symbol that it gives as the first internal consonant, as a sign does too (1.18). 0: it is passed over. */
  CONSONANTE = 31 << 10,
  /** The three letters together. */
  LETRAS = (1 << 15) - 1,
  ESPACIO = 1 << 15,
  /** A letter of the Latin script. */
  LATINA = 1 << 16,
  CONTROL = 1 << 17,
  /** `normalizar` must rewrite it: a mark, an invisible character, the ordinal ª, or one beyond the Latin blocks. */
  RARO = 1 << 18,
  /** A dot, which is plain only behind an abbreviation of the norm. Set only in the table for bytes. */
  PUNTO = 1 << 19,
  /** Shifted right by this, a class has all bits of `VOCAL` if it gives a vowel, and those of `CONSONANTE` likewise. */
  OCUPA = 15,
}

/** Words packed into numbers: five bits a letter, its symbol. */
export const enum Paquete {
  /** The norm's words have five letters at most. Six are kept, so that no longer word is mistaken for one of them. */
  SEIS_LETRAS = (1 << 30) - 1,
  /** Under this modulus no two words of one list of the norm collide; a test checks it. */
  MODULO = 1051,
}

/** The longest name that is read, in characters of its composed form. */
export const LARGO_MAXIMO = 200;
