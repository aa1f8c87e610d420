/**
 * Recognises a name that a file spoilt: saved in one encoding and read in another, or replaced by an error of a
 * spreadsheet. By the norm its signs would give X (D 5), and the key would be wrong without a word.
 */

/** Signs of the Latin blocks that no name has: `¤` is an ñ of DOS, `?` a letter that was lost. */
const SIGNOS = '?*¡¢£¤¥¦§©¬®±²³¶¹¼½¾¿×÷µ';
/** Letters of Windows-1252 that an é or ú of a Mac looks like. They are names too, so that they are only doubtful. */
const LETRAS_RARAS = 'ŠŒŽšœžŸ';
/** The characters of 80 to 9F in Windows-1252. */
const DE_1252 = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';

const DANADO = new RegExp(
  [
    `[${SIGNOS}\uFFFD‚ƒ„†‡ˆ‰•˜™€]`,
    `[ÃÂ][\u0080-\u00BF${DE_1252}]`, // `Ã±`: the two bytes of an ñ in UTF-8
    '&#?\\w+;', // `&ntilde;`
    '^\\s*#', // `#REF!`
  ].join('|'),
);
const DUDOSO = new RegExp(`[${LETRAS_RARAS}–—]`);

/** The characters of the Latin blocks without which no name is damaged; with a comma, a name may be a whole one. */
export const SOSPECHOSOS = `${SIGNOS}${LETRAS_RARAS}ÃÂ&#,`;

/** `enDuda`: the encoding of the text was guessed to be Windows-1252. */
export const estaDanado = (texto: string, enDuda: boolean): boolean =>
  DANADO.test(texto) || (enDuda && DUDOSO.test(texto));
