/** The bits of a character's class and of a packed word. The file has only numbers, because the kernel compiles it too. */

/** The bits of a class. A `const enum`, so that the compiler puts the numbers themselves into the loops. */
export const enum Clase {
  /** The symbol of the character as an initial: A = 1 … Z = 26, or one of two that become X. 0 if it has none. */
  INICIAL = 31,
  /** The symbol of the character as the first internal vowel; a sign counts as one (1.4). 0 if it is passed over. */
  VOCAL = 31 << 5,
  /** The symbol of the character as the first internal consonant; a sign counts as one (1.18). 0 if it is passed over. */
  CONSONANTE = 31 << 10,
  /** The three letters together. */
  LETRAS = (1 << 15) - 1,
  ESPACIO = 1 << 15,
  /** A letter of the Latin script. */
  LATINA = 1 << 16,
  CONTROL = 1 << 17,
  /** `normalizar` must rewrite it: a mark, an invisible character, the ordinal ª, or one beyond the Latin blocks. */
  RARO = 1 << 18,
  /** Shifted right by this, a class has all bits of `VOCAL` if the character has a vowel, and likewise of `CONSONANTE`. */
  OCUPA = 15,
}

/** Words packed into numbers: five bits for the symbol of each letter. */
export const enum Paquete {
  /** The norm's words have at most five letters. Six are kept, so that no longer word looks like one of them. */
  SEIS_LETRAS = (1 << 30) - 1,
  /** Under this modulus no two words of one list of the norm collide; a test checks it. */
  MODULO = 1051,
}

/** The longest name that is read, in characters of its composed form. */
export const LARGO_MAXIMO = 200;
