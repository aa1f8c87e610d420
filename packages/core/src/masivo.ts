/**
 * The calculation for files of millions of rows: reads names where they stand among the bytes of a row, writes the key
 * as bytes, and allocates nothing. It leaves rare characters, surnames that may be DESCONOCIDO and bad data to whoever
 * reads the texts, and says which names may be placeholders.
 */
import { armar, parecenDesconocidos } from './calcular.js';
import { SOSPECHOSOS } from './nombre/danado.js';
import { CLASES, Clase, claseDe, esSigno } from './nombre/letras.js';
import { Ilegible, LARGO_MAXIMO, type Lectura, Paquete, leer, omitidos, particulas } from './nombre/palabra.js';
import { RELLENOS, RELLENOS_DE_PILA } from './nombre/relleno.js';

export { VALORES } from './digito-verificador.js';
export { estaDanado } from './nombre/danado.js';
export { esRelleno } from './nombre/relleno.js';
export { type Lectura, leer } from './nombre/palabra.js';
export { codigosDeClave } from './norma/entidades.js';

/** The classes of the Latin blocks. Characters of names that a file may have spoilt are left to whoever reads the text. */
const clases = CLASES.slice(0, 0x180);
for (const caracter of SOSPECHOSOS) clases[caracter.charCodeAt(0)] = Clase.RARO;
// local names: V8 reads an imported table through its module at every look-up
const deParticulas = particulas;
const deOmitidos = omitidos;

/**
 * Reads a name that stands as UTF-8 among other bytes: the same walk as that of `leer`, for characters of the Latin
 * blocks. Negative: `leer` has to decide, whatever the reason.
 */
export function leerUtf8(bytes: Uint8Array, principio: number, fin: number, esDePila: boolean): Lectura {
  if (fin - principio > LARGO_MAXIMO) return -Ilegible.LARGO;
  let omisible = esDePila;
  let vistas = 0;
  let letras = 0;
  let i = principio;
  while (i < fin) {
    let byte = bytes[i++];
    let clase = clases[byte];
    if (byte > 0x7f) clase = claseDeDos(byte, bytes[i++]);
    if (clase & Clase.ESPACIO) continue;
    if (esSigno(clase)) vistas |= Clase.RARO; // a placeholder such as `(sin dato)`, or a rare name
    letras = clase & ~(Clase.VOCAL | Clase.CONSONANTE);
    let palabra = clase & Clase.INICIAL;
    let ocupadas: number = Clase.INICIAL;
    while (i < fin) {
      byte = bytes[i++];
      clase = clases[byte];
      if (byte > 0x7f) clase = claseDeDos(byte, bytes[i++]);
      if (clase & Clase.ESPACIO) break;
      palabra = (palabra << 5) | (clase & Clase.INICIAL);
      letras |= clase & ~ocupadas;
      ocupadas |= clase >> Clase.OCUPA;
    }
    vistas |= letras;
    if (i >= fin) break;
    palabra &= Paquete.SEIS_LETRAS;
    if (deParticulas[palabra % Paquete.MODULO] === palabra) continue; // 1.7
    if (!omisible || deOmitidos[palabra % Paquete.MODULO] !== palabra) break;
    omisible = false; // 1.3: one of them, never two
  }
  while (i < fin) {
    const byte = bytes[i++];
    vistas |= byte > 0x7f ? claseDeDos(byte, bytes[i++]) : clases[byte];
  }
  if ((vistas & (Clase.LATINA | Clase.CONTROL | Clase.RARO)) === Clase.LATINA) return letras & Clase.LETRAS;
  return (vistas & ~Clase.ESPACIO) === 0 ? 0 : -Ilegible.SIN_LETRAS;
}

/** The class of a character of two bytes; the Latin blocks begin with C2 to C5. */
const claseDeDos = (primero: number, segundo: number): number =>
  primero >= 0xc2 && primero <= 0xc5 && (segundo & 0xc0) === 0x80
    ? clases[((primero & 31) << 6) | (segundo & 63)]
    : Clase.RARO;

/** 1 for each reading that a placeholder may have if it begins with a letter. */
const deRellenos = new Uint8Array(Clase.LETRAS + 1);
/** A sign behind the first word takes the place of a vowel or consonant that the word does not have. */
const partes = (lectura: Lectura, parte: number): readonly number[] =>
  lectura & parte ? [lectura & parte] : [0, claseDe('.') & parte, claseDe('-') & parte];
for (const relleno of [...RELLENOS, ...RELLENOS_DE_PILA, 'XX', 'NN', 'X X', 'N N']) {
  const lectura = leer(relleno, false);
  for (const vocal of partes(lectura, Clase.VOCAL)) {
    for (const consonante of partes(lectura, Clase.CONSONANTE)) {
      deRellenos[(lectura & Clase.INICIAL) | vocal | consonante] = 1;
    }
  }
}

/** Whether a name may be a placeholder by its reading: the cheap test before `esRelleno`. */
export const pareceRelleno = (lectura: Lectura): boolean => deRellenos[lectura & Clase.LETRAS] === 1;

/** Where `escribir` writes the key. */
let destino: Uint8Array = new Uint8Array();
let en = 0;

// oxfmt-ignore
const escribir = (
  p1: number, p2: number, p3: number, p4: number, p5: number, p6: number, p7: number, p8: number, p9: number,
  p10: number, p11: number, p12: number, p13: number, p14: number, p15: number, p16: number, p17: number, p18: number,
): string => {
  const d = destino;
  const i = en;
  d[i] = p1;
  d[i + 1] = p2;
  d[i + 2] = p3;
  d[i + 3] = p4;
  d[i + 4] = p5;
  d[i + 5] = p6;
  d[i + 6] = p7;
  d[i + 7] = p8;
  d[i + 8] = p9;
  d[i + 9] = p10;
  d[i + 10] = p11;
  d[i + 11] = p12;
  d[i + 12] = p13;
  d[i + 13] = p14;
  d[i + 14] = p15;
  d[i + 15] = p16;
  d[i + 16] = p17;
  d[i + 17] = p18;
  return '';
};

/**
 * Writes the key of a person at `desde`: the readings of the three names, the date, the code of `H`, `M` or `X`, and
 * the number that `codigosDeClave` gives. `false`: nothing was written, and `calcular` has to decide.
 */
export function escribirClave(
  hacia: Uint8Array,
  desde: number,
  primerApellido: Lectura,
  segundoApellido: Lectura,
  nombre: Lectura,
  anio: number,
  mes: number,
  dia: number,
  sexo: number,
  entidad: number,
): boolean {
  if (primerApellido === 0 || parecenDesconocidos(primerApellido, segundoApellido)) return false;
  destino = hacia;
  en = desde;
  const clave = armar(primerApellido, segundoApellido, nombre, anio, mes, dia, sexo, entidad, escribir);
  return clave !== null;
}
