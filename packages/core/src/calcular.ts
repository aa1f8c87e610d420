/**
 * The calculation: from a person's data to the key.
 *
 * Source: IN art. 3 (DOF 18-06-2018, modified DOF 18-10-2021) and R §5 (RENAPO, 22-10-2021); docs/norm.md explains
 * every rule. Two readers share one composer, `armar`: `componer` reads a person given as text, and `escribirClave` of
 * `masivo.ts` reads a row of bytes. They allocate nothing but the key.
 */
import { VALORES } from './digito-verificador.js';
import { problemaDeFecha } from './fecha.js';
import type { Hallazgo } from './hallazgos.js';
import type { Opciones } from './textos/idioma.js';
import { LETRAS, enLetras, normalizar } from './nombre/letras.js';
import { codigosDeEntidad } from './norma/entidades.js';
import { PALABRAS_INCONVENIENTES } from './norma/palabras-inconvenientes.js';
import { type Lectura, consonante, esta, inicial, leer, tablaDe, vocal } from './nombre/palabra.js';
import { type Persona, revisar } from './persona.js';

/** Data from which no key can be calculated, with every problem found. */
export interface Fallo {
  readonly ok: false;
  readonly hallazgos: readonly Hallazgo[];
}

export type Calculo = { readonly ok: true; readonly curp: string } | Fallo;

/** The names as the calculation read them. `recorrido`: the only surname is the second one. */
export type Rastro = [primerApellido: Lectura, segundoApellido: Lectura, nombre: Lectura, recorrido: boolean];

const enum Codigo {
  GUION = 45,
  CERO = 48,
  NUEVE = 57,
  A = 65,
  H = 72,
  M = 77,
  X = 88,
}

const DESCONOCIDO = leer('DESCONOCIDO', false);
const inconvenientes = tablaDe(PALABRAS_INCONVENIENTES);

/** Whether both are codes of digits: one negative term makes the whole negative. */
const sonCifras = (a: number, b: number): boolean =>
  ((a - Codigo.CERO) | (Codigo.NUEVE - a) | (b - Codigo.CERO) | (Codigo.NUEVE - b)) >= 0;

/** The number that two digits make, given their codes. */
const numero = (decena: number, unidad: number): number => (decena - Codigo.CERO) * 10 + unidad - Codigo.CERO;

const esInconveniente = (p1: number, p2: number, p3: number, p4: number): boolean =>
  esta(((p1 & 31) << 15) | ((p2 & 31) << 10) | ((p3 & 31) << 5) | (p4 & 31), inconvenientes);

const pareceDesconocido = (lectura: Lectura): boolean => (lectura & 0x7fff) === DESCONOCIDO;

/** Whether the surnames give the letters of DESCONOCIDO, once or twice: the cheap test before `sonDesconocidos`. */
export const parecenDesconocidos = (a: Lectura, b: Lectura): boolean =>
  pareceDesconocido(a) && (b === 0 || pareceDesconocido(b));

/** The CURP that the norm gives to a person, or every problem with the data. It proves no registration. */
export function calcular(persona: Persona, opciones?: Opciones): Calculo {
  const curp = componer(persona);
  return curp === null ? { ok: false, hallazgos: revisar(persona, opciones) } : { ok: true, curp };
}

/** The key of a person given as text; `null`: the data give none, and `revisar` says why. `anotar` takes the trace. */
export function componer(persona: Persona | null | undefined, anotar?: (...rastro: Rastro) => void): string | null {
  if (persona === null || persona === undefined) return null;
  const { nombres, apellidoPaterno, apellidoMaterno, fechaNacimiento: f, sexo, entidad } = persona;
  let a = leer(apellidoPaterno, false);
  let b = leer(apellidoMaterno, false);
  const n = leer(nombres, true);
  if (typeof f !== 'string' || f.length !== 10 || f.charCodeAt(4) !== Codigo.GUION || f.charCodeAt(7) !== Codigo.GUION)
    return null;
  const siglo1 = f.charCodeAt(0);
  const siglo2 = f.charCodeAt(1);
  const p5 = f.charCodeAt(2);
  const p6 = f.charCodeAt(3);
  const p7 = f.charCodeAt(5);
  const p8 = f.charCodeAt(6);
  const p9 = f.charCodeAt(8);
  const p10 = f.charCodeAt(9);
  if (!sonCifras(siglo1, siglo2) || !sonCifras(p5, p6) || !sonCifras(p7, p8) || !sonCifras(p9, p10)) return null;

  const recorrido = a === 0 && b > 0;
  if (recorrido) {
    a = b; // I06 ch. 3: a lone surname is always the first
    b = 0;
  }
  if (parecenDesconocidos(a, b) && sonDesconocidos(apellidoPaterno, apellidoMaterno)) {
    a = 0; // 1.11
    b = 0;
  }
  anotar?.(a, b, n, recorrido && a !== 0);
  const siglo = numero(siglo1, siglo2);
  const p11 = sexo === 'H' ? Codigo.H : sexo === 'M' ? Codigo.M : sexo === 'X' ? Codigo.X : 0;
  const p12y13 = codigosDeEntidad(entidad);
  return armar(a, b, n, siglo, p5, p6, p7, p8, p9, p10, p11, p12y13, String.fromCharCode);
}

/**
 * Composes the key from the readings of the names, the century, the codes of positions 5 to 11 (`p11` is 0 without a
 * sex) and the two codes of the entity in one number. `hacer` makes the key of its 18 codes. `null`: there is no key.
 */
export function armar(
  a: Lectura,
  b: Lectura,
  n: Lectura,
  siglo: number,
  p5: number,
  p6: number,
  p7: number,
  p8: number,
  p9: number,
  p10: number,
  p11: number,
  p12y13: number,
  hacer: (...codigos: number[]) => string,
): string | null {
  if (a < 0 || b < 0 || n <= 0 || p11 === 0 || p12y13 === 0) return null;
  const anio = siglo * 100 + numero(p5, p6);
  if (problemaDeFecha(anio, numero(p7, p8), numero(p9, p10)) !== null) return null;

  const letras = LETRAS;
  const v = VALORES;
  const p1 = letras[inicial(a)];
  const p3 = letras[inicial(b)];
  const p4 = letras[inicial(n)];
  const p2 = esInconveniente(p1, letras[vocal(a)], p3, p4) ? Codigo.X : letras[vocal(a)]; // 1.8
  const p12 = p12y13 >> 8;
  const p13 = p12y13 & 255;
  const p14 = letras[consonante(a)];
  const p15 = letras[consonante(b)];
  const p16 = letras[consonante(n)];
  const p17 = anio < 2000 ? Codigo.CERO : Codigo.A;
  // The formula of `digitoVerificador`, written out; a digit needs no table.
  const cifras = p5 * 14 + p6 * 13 + p7 * 12 + p8 * 11 + p9 * 10 + p10 * 9 - Codigo.CERO * 69;
  // oxfmt-ignore
  const suma =
    v[p1] * 18 + v[p2] * 17 + v[p3] * 16 + v[p4] * 15 + cifras + v[p11] * 8 +
    v[p12] * 7 + v[p13] * 6 + v[p14] * 5 + v[p15] * 4 + v[p16] * 3 + v[p17] * 2;
  const p18 = Codigo.CERO + ((10 - (suma % 10)) % 10);
  return hacer(p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15, p16, p17, p18);
}

/** Position 2 as it would be if no word were inconvenient. */
export function vocalSinCensura(persona: Persona): string {
  let primerApellido = 0;
  componer(persona, (lectura) => {
    primerApellido = lectura;
  });
  return String.fromCharCode(LETRAS[vocal(primerApellido)]);
}

/** Whether no surname is given but DESCONOCIDO (1.11). */
function sonDesconocidos(...apellidos: readonly (string | null | undefined)[]): boolean {
  return apellidos.every((apellido) => ['', 'DESCONOCIDO'].includes(enLetras(normalizar(apellido ?? '').trim())));
}
