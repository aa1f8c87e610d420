/** Finds words that grew together with a particle, or two words that did, and writes them apart: `DELA CRUZ`, `DELCARMEN`, `JOSELUIS`. */
import { PARTICULAS } from '../norma/particulas.js';
import { sinAcentos } from './letras.js';

const CON_EL =
  'BOSQUE|CAMPO|CARMEN|CASTILLO|CONSUELO|MONTE|MORAL|PILAR|POZO|PRADO|REAL|REFUGIO|RIO|ROCIO|ROSARIO|SAGRARIO|SOCORRO|TORO|VALLE';
const CON_ARTICULO =
  '(LA)(?:BARRERA|CERDA|CONCHA|CRUZ|CUEVA|FUENTE|GARZA|LUZ|MORA|PARRA|PAZ|PE[NÑ]A|RIVA|ROSA|SERNA|TORRE|VEGA)|(LOS)(?:ANGELES|COBOS|MONTEROS|REYES|RIOS|SANTOS)|(LAS)(?:CASAS|HERAS|MERCEDES|NIEVES)';

/** A given name that the norm passes over, joined to the next: `MARÍA-LUISA`, `JOSELUIS`. JOSEFINA, MARIANELA or MARIAJOSE is one name. */
const NOMBRE_UNIDO =
  /^(MARIA|JOSE|MA|M|J)\p{Pd}|^(?!MARIAJOSE$|JOSEMARIA$)(MARIA|JOSE)(?!N[EGI]|FIN|L[IY]N|LITO|PH)\p{L}{4}/u;
/** A particle joined to its surname: `DELACRUZ`. */
const APELLIDO_UNIDO = new RegExp(`^(DE)(L(?:A|OS))\\p{L}{3}|^(DEL)(?:${CON_EL})$|^(DE)(?:JESUS|LEON|LUNA)$`, 'u');
const enCajas = (texto: string): string => texto.replace(/[A-Z]/g, (letra) => `[${letra}${letra.toLowerCase()}]`);
/** A particle before a slash, as in `MAC/GREGOR`; and also the letter of D/AMICO and O/HARA (1.4). Such a slash separates no names. */
export const PARTICULA_CON_BARRA = `(?:^|[\\s,$/])(?:${PARTICULAS.map(enCajas).join('|')})`;
export const ANTES_DE_BARRA = `${PARTICULA_CON_BARRA}|(?:^|[\\s,$/])[DLOdlo]`;
/**
 * Particles joined to the next word by hyphens or slashes, or to MARÍA before them: `DE-LA-CRUZ`, `MAC/GREGOR`,
 * `MARÍA-DEL-CARMEN`. Mac-Gregor is one word (1.7).
 */
const CON_GUIONES = new RegExp(
  `^(?:(?:MARIA|MA|JOSE)\\p{Pd})?(?:DEL?|LAS?|LOS)\\p{Pd}|^(?:${PARTICULAS.join('|')})/`,
  'u',
);
/** A particle joined to the article behind it, or to the name before it: `DELA`, `D'LOS`, `MARIADEL`. */
const PARTICULA_UNIDA = /^(D)['’‘´`ʼ]?E?(L(?:AS?|OS))$|^(MARIA|MA|JOSE)(DE(?:L|LAS?|LOS)?)$/u;
const ARTICULO_UNIDO = new RegExp(`^(?:${CON_ARTICULO})$`, 'u');
const DEL_UNIDO = new RegExp(`^(DEL)(?:${CON_EL})$`, 'u');

const FORMAS_UNIDAS = [NOMBRE_UNIDO, APELLIDO_UNIDO, CON_GUIONES, PARTICULA_UNIDA, ARTICULO_UNIDO, DEL_UNIDO];
const UNIDA = new RegExp(FORMAS_UNIDAS.map(({ source }) => source).join('|'), 'u');

/** Returns whether a word, in upper case and without accents, may be two. */
export const puedeSerUnida = (palabra: string): boolean =>
  /^[DEJLMVY]/.test(palabra) && (palabra === 'LO' || UNIDA.test(palabra));

/** Returns a name in upper case with its words apart; `null` if none grew together. `cuenta` is the index of the word that counts for the key. */
export function separar(palabras: readonly string[], cuenta: number, esDePila: boolean): string | null {
  const simples = palabras.map(sinAcentos);
  if (!simples.some(puedeSerUnida)) return null;
  const separadas = palabras.map((palabra, i) => {
    const simple = simples[i];
    const anterior = palabras[i - 1];
    const hayMas = i + 1 < palabras.length;
    if (hayMas && anterior === 'DE' && simple === 'LO') return 'LOS';
    if (i === cuenta && CON_GUIONES.test(simple)) return palabra.replace(/[\p{Pd}/]/gu, ' ');
    const [, d, articulo, nombre, particula] = (hayMas && PARTICULA_UNIDA.exec(simple)) || [];
    if (d !== undefined) return `DE ${articulo}`;
    if (nombre !== undefined) return `${nombre} ${particula}`;
    const formas = [
      ...(anterior === 'DE' ? [ARTICULO_UNIDO] : []),
      ...(esDePila && i > 0 ? [DEL_UNIDO] : []),
      ...(i === cuenta ? [esDePila ? NOMBRE_UNIDO : APELLIDO_UNIDO] : []),
    ];
    const partes = formas.flatMap(
      (forma) =>
        forma
          .exec(simple)
          ?.slice(1)
          .filter((parte) => parte !== undefined) ?? [],
    );
    if (partes.length === 0) return palabra;
    return [...partes, palabra.slice(partes.join('').length).replace(/^\p{Pd}/u, '')].join(' ');
  });
  const todas = separadas.join(' ');
  return todas === palabras.join(' ') ? null : todas;
}
