/**
 * Finds doubts about a name: the written text may not be what was meant. They change no key (D 17).
 *
 * A name is plain if it has only Spanish letters, spaces, and the signs of names in their usual positions: a hyphen or
 * an apostrophe between letters, a period after an abbreviation of the norm. This file examines all other names.
 */
import type { DatoDeNombre } from './datos.js';
import { esInusual } from './fecha.js';
import type { CodigoHallazgo } from './hallazgos.js';
import { RELLENOS, RELLENOS_DE_PILA, enPalabras, esRelleno } from './nombre/relleno.js';
import { esParticula, inicio, leer } from './nombre/palabra.js';
import { normalizar } from './nombre/letras.js';
import { NOMBRES_OMITIDOS } from './norma/particulas.js';

export interface Duda {
  readonly codigo: CodigoHallazgo;
  /** Fills the gaps of the message: a sign, or the usual form of an abbreviation. Never the name. */
  readonly partes?: Readonly<Record<string, string>>;
}

/** Abbreviations that people write for names, by the full name. */
const FORMAS_CORTAS: Readonly<Record<string, string>> = {
  HERNÁNDEZ: 'HDEZ HDZ HRDZ HNDEZ HNDZ',
  MARTÍNEZ: 'MTZ MTNEZ MTEZ MTNZ',
  GONZÁLEZ: 'GLEZ GLZ GZLEZ GZZ GNZLZ GZLZ',
  RODRÍGUEZ: 'RDZ RGUEZ RDGZ RDGUEZ RODGZ RDRGZ',
  FERNÁNDEZ: 'FDEZ FDZ FNDEZ FRDZ',
  GUTIÉRREZ: 'GTZ GTRZ GUTZ',
  RAMÍREZ: 'RMZ RMRZ RAMZ',
  SÁNCHEZ: 'SNCHZ SCHZ SNCHEZ SHZ',
  PÉREZ: 'PRZ',
  LÓPEZ: 'LPZ',
  GÓMEZ: 'GMZ',
  JIMÉNEZ: 'JMZ JMNZ JMNEZ',
  DOMÍNGUEZ: 'DGUEZ DMGZ DMGUEZ',
  VÁZQUEZ: 'VZQZ VZQUEZ VQZ VZQ',
  VELÁZQUEZ: 'VLZQZ VLZQUEZ',
  ÁLVAREZ: 'ALVZ ALVRZ',
  CONTRERAS: 'CTRAS CNTRS',
  MÉNDEZ: 'MDZ MNDZ MNDEZ',
  GARCÍA: 'GCIA GRCIA',
  GUADALUPE: 'GPE GPA',
  FRANCISCO: 'FCO',
  FRANCISCA: 'FCA',
  ANTONIO: 'ANTO',
  ALEJANDRO: 'ALEJ',
  ROBERTO: 'ROBTO',
  EDUARDO: 'EDO',
  FERNANDO: 'FDO FERDO',
  GUILLERMO: 'GMO',
  IGNACIO: 'IGN',
  JOAQUÍN: 'JQN',
  MIGUEL: 'MGL',
  SANTIAGO: 'STGO',
  MARGARITA: 'MGTA',
  VICENTE: 'VCTE VTE',
  CONCEPCIÓN: 'CONCEP CONCN',
};
/** The abbreviations, and the forms left by programs that drop every accented letter: `LPEZ`. */
const ABREVIATURAS: ReadonlyMap<string, string> = new Map(
  Object.entries(FORMAS_CORTAS).flatMap(([forma, cortas]) =>
    [...cortas.split(' '), forma.replace(/(?!^)[ÁÉÍÓÚ]/, '')]
      .filter((corta) => corta !== forma)
      .map((corta) => [corta, forma] as const),
  ),
);

/** Titles, which precede given names and are no part of them (I06, chapter 3). */
const TITULOS = new Set(
  'ABOG ARQ BIOL C CMDTE CP DON DOÑA DR DRA ENF FRAY GRAL HNA HNO ING LAE LCP LIC LICDA MSC MTRA MTRO MVZ PBRO PHD PROF PROFA PROFR PROFRA PSIC QFB SGTO SOR SR SRA SRITA SRTA TEC TSU TTE'.split(
    ' ',
  ),
);

/** Words that show that no person is meant; `SIN_NOMBRE` shows that a person has no given name yet. */
const DE_NADIE =
  'ALUMNA ALUMNO APELLIDO APELLIDOS ASDF BAJA BLANCO CANCELADO CANCELADA DUPLICADO EJEMPLO EXTRAVIADO FALSE FALSO IDEM ILEGIBLE MATERNO MISMA MISMO NINGUN NOMBRE NOMBRES NULO PATERNO PENDIENTE PRUEBA QWERTY TEST TRUE UNICO VACANTE VACIO VERDADERO'.split(
    ' ',
  );
const SIN_NOMBRE =
  'BEBE FEMENINO GEMELA GEMELO HIJA HIJO MASCULINO MENOR NEONATO NIÑA NIÑO OBITO PRODUCTO RECIEN RN RNF RNM'.split(' ');
/** First words of a phrase like `NO HAY`, `SIN MATERNO` or `POR ASIGNAR`. */
const DE_FRASE = 'AUN NADA NO POR SE SIN'.split(' ');
const VIUDA = ['VDA', 'VIUDA'];
/** Words that mean, as the second surname, that there is none. DESCONOCIDO without a second surname is a first one (R 1.11). */
export const SIN_SEGUNDO: readonly string[] =
  'BLANK DESCONOCIDA DESCONOCIDO EMPTY EXTRANJERA EXTRANJERO FALTA IGNORADA IGNORADO NAN NAT NE NIL OTRA OTRO SOLO VARIOS'.split(
    ' ',
  );

const CON_ENIE =
  'ACUÑA AÑORVE AVENDAÑO BOLAÑOS BRISEÑO CABAÑAS CASTAÑEDA CASTAÑÓN CEDEÑO IBÁÑEZ ÍÑIGUEZ MAGAÑA MONTAÑEZ MUÑIZ MUÑOZ NÚÑEZ ORDÓÑEZ ORDUÑA ORTUÑO PATIÑO PEÑA PEÑALOZA QUIÑONES SALDAÑA SAÑUDO TREVIÑO UREÑA VICUÑA YÁÑEZ ZÚÑIGA'.split(
    ' ',
  );
/** Returns a name without its accents. An Ñ stays. */
const sinAcentos = (nombre: string): string =>
  nombre
    .normalize('NFD')
    .replace(/[\u0301\u0308]/g, '')
    .normalize();
const conOtras = (...letras: readonly string[]): string[] =>
  CON_ENIE.flatMap((nombre) => letras.map((cada) => sinAcentos(nombre.replace('Ñ', cada))));
/** Names that usually have an Ñ, written with an N, without the Ñ, or without any accented letter. */
export const SIN_ENIE: readonly string[] = [
  ...conOtras('N', ''),
  ...CON_ENIE.map((nombre) => nombre.replace(/[^A-Z]/g, '')),
];
/** Names that usually have an Ñ, with the letters that programs write for it: MUNNOZ, MUNIOZ, MUNXXOZ. */
const OTRA_ENIE = conOtras('NN', 'NI', 'NY', 'NH', 'NXX');

/** The words that raise a doubt if they decide the letters of a key. */
export const PALABRAS_DUDOSAS: readonly string[] = [
  ...ABREVIATURAS.keys(),
  ...TITULOS,
  ...DE_NADIE,
  ...SIN_NOMBRE,
  ...DE_FRASE,
  ...VIUDA,
  ...SIN_SEGUNDO,
  ...OTRA_ENIE,
  ...[...RELLENOS, ...RELLENOS_DE_PILA].flatMap((relleno) => [relleno.split(' ')[0], relleno.replaceAll(' ', '')]),
  'NN',
  'XX',
  // A packed word keeps six letters, so six also cover more.
  ...[1, 3, 4, 5, 6].flatMap((veces) => Array.from('ABCDEFGHIJKLMNÑOPQRSTUVWXYZ', (letra) => letra.repeat(veces))),
];

/** A sign that no name has; a slash except that of D/AMICO; a hyphen, an apostrophe or a period without a letter before it. */
const SIGNO =
  /[^\p{L}\p{M}\p{N}\p{Cf}\p{Z}\s./'’‘´`ʼ\p{Pd}]|(?<!(?:^|\s)\p{L})\/|\/(?!\p{L}{2})|(?<![\p{L}\p{M}])[.'’‘´`ʼ\p{Pd}]|\p{Pd}(?![\p{L}])/u;
const NUMERADO = /^\s*\d+\s*(?:[.):]|\p{Pd})/u;
/**
 * Matches what is no Spanish letter: another letter, a separate accent, a dash other than a hyphen, a slash. An accent
 * that was typed by itself is no letter either: `JOSE´`, `LO'PEZ`, `JOS´E`.
 */
const AJENA =
  /(?![A-Za-zÁÉÍÓÚÜÑáéíóúüñªº])[\p{L}\p{M}]|(?!-)\p{Pd}|\/|(?<=\p{L}[AEIOUaeiou])['’‘´`ʼ]|(?<!(?:^|\s)[DL])[´`](?=[AEIOUaeiou])/u;
const INVISIBLE = /\p{Cf}|(?! )[\p{Z}\s]/u;
/** An accented letter in the other case than its neighbours: `LàPEZ`, `MuÒoz`. */
export const FUERA_DE_LUGAR =
  /[a-záéíóúüñ][ÁÉÍÓÚÜÑ]|[A-ZÁÉÍÓÚÜÑ][áéíóúüñ][A-ZÁÉÍÓÚÜÑ]|(?<!\p{L})[áéíóúüñ][A-ZÁÉÍÓÚÜÑ]/u;
/** A word with a period. Only a word of the norm, for example MA., may have one. */
const PUNTO = /(?<!\p{L})(\p{L}+)\.(?<pegado>\p{L})?/gu;

/** A given name that the norm passes over, joined to the next: `MARÍA-LUISA`, `JOSELUIS`. JOSEFINA or MARIANELA is one name. */
const NOMBRE_UNIDO = /^(?:MAR[IÍ]A|JOS[EÉ]|MA|M|J)\p{Pd}|^(?:MAR[IÍ]A|JOS[EÉ])(?!N[EGI]|FIN|L[IY]N|LITO|PH)\p{L}{4}/u;
/** A particle joined to its surname: `DELACRUZ`. */
const APELLIDO_UNIDO =
  /^DE(?:L(?:A|OS)\p{L}{3}|L(?:BOSQUE|CAMPO|CARMEN|CASTILLO|MONTE|MORAL|POZO|PRADO|REAL|R[IÍ]O|TORO|VALLE)$|(?:JES[UÚ]S|LE[OÓ]N|LUNA)$)/u;
/** A capital inside a word begins another word: `MariaGuadalupe`, `DeLeón`. McGregor is one. */
const MAYUSCULA_DENTRO = /(?<!^Ma?c)(?<=\p{Ll})\p{Lu}\p{Ll}/u;

/** Returns every doubt about one name. `sinEnies`: it comes from a file without any Ñ. */
export function dudasDeNombre(texto: string, dato: DatoDeNombre, sinEnies = false): Duda[] {
  const esDePila = dato === 'nombres';
  const escrito = texto.normalize().trim();
  if (escrito === '') return [];
  const dudas: Duda[] = [];
  const dudar = (codigo: CodigoHallazgo, partes?: Readonly<Record<string, string>>): void => {
    dudas.push(partes === undefined ? { codigo } : { codigo, partes });
  };
  if (esRelleno(escrito, esDePila) || /^[XN]$/.test(enPalabras(escrito))) return [{ codigo: 'nombre_de_relleno' }];
  const signo = NUMERADO.exec(escrito) ?? SIGNO.exec(escrito);
  if (signo !== null) dudar('nombre_con_signo', { signo: signo[0].trim() });
  else if (/\p{N}/u.test(escrito)) dudar('nombre_con_cifras');
  const ajena = AJENA.exec(escrito) ?? FUERA_DE_LUGAR.exec(escrito);
  if (ajena !== null) dudar(esLatina(ajena[0]) ? 'nombre_letra_ajena' : 'nombre_otro_alfabeto', { signo: ajena[0] });
  else if (INVISIBLE.test(escrito)) dudar('nombre_invisible');
  // BLANCO is a surname. As a second surname, it may mean that there is none.
  const esBlanco = dato === 'apellidoPaterno' && /^blanco$/i.test(escrito);
  if (dudas.length === 0 && !esBlanco) dudarDePalabras(escrito, esDePila, sinEnies, dudar);
  return dudas;
}

const esLatina = (signo: string): boolean => /\p{Script=Latin}|\P{L}/u.test(signo);

type Dudar = (codigo: CodigoHallazgo, partes?: Readonly<Record<string, string>>) => void;

function dudarDePalabras(escrito: string, esDePila: boolean, sinEnies: boolean, dudar: Dudar): void {
  const mayusculas = escrito.toUpperCase();
  for (const { 1: palabra, groups } of mayusculas.matchAll(PUNTO)) {
    if (groups?.['pegado'] !== undefined) return dudar('nombre_pegado');
    if (!esDePila || !NOMBRES_OMITIDOS.includes(`${palabra}.`))
      return dudar(...deAbreviatura(palabra, 'nombre_con_punto'));
  }
  const [escrita, palabras] = palabraQueCuenta(escrito, esDePila);
  const que = escrita.toUpperCase();
  if ((esDePila ? NOMBRE_UNIDO : APELLIDO_UNIDO).test(que) || MAYUSCULA_DENTRO.test(escrita))
    return dudar('nombre_pegado');
  const noEsNombre = DE_NADIE.includes(que) || (esDePila && SIN_NOMBRE.includes(que));
  if (ABREVIATURAS.has(que) || VIUDA.includes(que)) dudar(...deAbreviatura(que));
  else if (esDePila && TITULOS.has(que) && que !== mayusculas) dudar('nombre_con_titulo');
  else if (noEsNombre || DE_FRASE.includes(que)) dudar('nombre_ausente');
  else if (que.replace('.', '').length === 1 && (esDePila || palabras > 1 || !DE_UNA_LETRA.test(que)))
    dudar('nombre_con_punto');
  else if (CORTADO.test(mayusculas)) dudar('nombre_cortado');
  else if ((sinEnies && SIN_ENIE.includes(sinAcentos(que))) || OTRA_ENIE.includes(sinAcentos(que)))
    dudar('nombre_sin_enie');
}

/** A name without its last word: `PONCE DE`. LE, DI, MAC and VAN are surnames by themselves, and so is Y. */
const CORTADO = /(?:^|\s)(?:DEL?|EL|LAS?|LOS)$|\sY$/;

/** A surname of one letter, such as that of DE LA O. No given name has only one. */
const DE_UNA_LETRA = /^[EIOUY]$/;

/** Returns the doubt about an abbreviation. `otra` is the code for an unknown one. */
function deAbreviatura(
  palabra: string,
  otra: CodigoHallazgo = 'nombre_abreviado',
): [codigo: CodigoHallazgo, partes?: Readonly<Record<string, string>>] {
  const forma = ABREVIATURAS.get(palabra);
  if (forma !== undefined) return ['nombre_abreviado', { forma }];
  if (VIUDA.includes(palabra)) return ['apellido_de_casada'];
  return [TITULOS.has(palabra) ? 'nombre_con_titulo' : otra];
}

/** Returns the word that decides the letters of the key, and how many words are from there on. */
function palabraQueCuenta(escrito: string, esDePila: boolean): readonly [palabra: string, palabras: number] {
  const leido = normalizar(escrito);
  const palabras = leido.slice(inicio(leer(leido, esDePila))).split(' ');
  return [palabras[0], palabras.length];
}

/** Surnames that a married woman may have from her husband: `DE` before a patronymic. */
const DE_CASADA =
  /(?:^|\s)DE (?:\p{L}*EZ|GARC[IÍ]A|TORRES|FLORES|RIVERA|REYES|CRUZ|MORALES|ORTIZ|RAMOS|CASTILLO|MENDOZA|MORENO|ROMERO|RU[IÍ]Z|SOTO|VARGAS)$/u;

interface Nombres {
  readonly nombres: string;
  readonly apellidoPaterno?: string | null | undefined;
  readonly apellidoMaterno?: string | null | undefined;
  readonly sexo?: string;
}

/** Returns the doubts about the names of a person together. */
export function dudasDeNombres({ nombres, apellidoPaterno, apellidoMaterno, sexo }: Nombres): (Duda & {
  readonly dato: DatoDeNombre;
})[] {
  const [dePila, paterno, materno] = [nombres, apellidoPaterno, apellidoMaterno].map((texto) =>
    normalizar(texto ?? '')
      .trim()
      .toUpperCase(),
  );
  if (paterno === '' && materno === '') {
    return dePila.split(/\s+/u).length > 2 ? [{ codigo: 'apellidos_en_nombres', dato: 'nombres' }] : [];
  }
  const repite = dePila.startsWith(`${paterno} `) && (materno === '' || dePila.startsWith(`${paterno} ${materno} `));
  if (repite && paterno !== '') return [{ codigo: 'apellidos_repetidos', dato: 'nombres' }];
  if (paterno !== '' && SIN_SEGUNDO.includes(materno)) return [{ codigo: 'nombre_ausente', dato: 'apellidoMaterno' }];
  if (sexo === 'M' && DE_CASADA.test(materno)) return [{ codigo: 'apellido_de_casada', dato: 'apellidoMaterno' }];
  if (sexo === 'M' && materno === '' && /\S DE \S/.test(paterno)) {
    return [{ codigo: 'apellido_de_casada', dato: 'apellidoPaterno' }];
  }
  return [];
}

/** Counts the words of a surname that are no particles. */
export const palabrasDeApellido = (apellido: string): number =>
  enPalabras(apellido)
    .split(' ')
    .filter((palabra) => !esParticula(palabra)).length;

/** Days that systems write for a missing date. */
const DE_SISTEMA = new Set(['1753-01-01', '1800-01-01', '1899-12-30', '1899-12-31', '1900-01-01', '1900-01-02']);

/** Returns the doubt about a date of birth as `YYYY-MM-DD`. */
export function dudasDeFecha(fecha: string): CodigoHallazgo[] {
  if (DE_SISTEMA.has(fecha)) return ['fecha_de_sistema'];
  return esInusual(Number(fecha.slice(0, 4))) ? ['edad_inusual'] : [];
}
