/**
 * The calculation: from a person's data to the key.
 *
 * Source: IN art. 3 (DOF 18-06-2018, modified DOF 18-10-2021) and R §5 (RENAPO, 22-10-2021); docs/norm.md tells every
 * rule. Every key takes this path and that of `palabra.ts`, so they allocate nothing but the key; and nothing at all for
 * a file of millions, which hands in its people already read and takes the keys as bytes (`masivo.ts`).
 */
import { VALORES } from './digito-verificador.js';
import { problemaDeFecha } from './fecha.js';
import type { Hallazgo } from './hallazgos.js';
import type { Opciones } from './idioma.js';
import { LETRAS, enLetras, normalizar } from './letras.js';
import { codigosDeEntidad } from './norma/entidades.js';
import { PALABRAS_INCONVENIENTES } from './norma/palabras-inconvenientes.js';
import { type Lectura, consonante, esta, inicial, leer, tablaDe, vocal } from './palabra.js';
import { type Persona, revisar } from './persona.js';

/** Data from which no key can be calculated, with every problem found. */
export interface Fallo {
  readonly ok: false;
  readonly hallazgos: readonly Hallazgo[];
}

export type Calculo = { readonly ok: true; readonly curp: string } | Fallo;

/** What a calculation read on its way, for whoever explains it; `recorrido`: the only surname is the second one. */
export type Rastro = [primerApellido: Lectura, segundoApellido: Lectura, nombre: Lectura, recorrido: boolean];

/** Where each number of a person already read stands in their array. */
export const enum Leido {
  PRIMER_APELLIDO,
  SEGUNDO_APELLIDO,
  NOMBRE,
  SIGLO,
  P5,
  P6,
  P7,
  P8,
  P9,
  P10,
  /** The code of `H`, `M` or `X`; 0: none of them. */
  P11,
  /** As `codigosDeClave` gives it. */
  ENTIDAD,
  TODOS,
}

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
const letras = LETRAS; // imported tables would be looked up anew for every letter
const v = VALORES;

/** Whether both are codes of digits: a negative among these makes the whole negative. */
const sonCifras = (a: number, b: number): boolean =>
  ((a - Codigo.CERO) | (Codigo.NUEVE - a) | (b - Codigo.CERO) | (Codigo.NUEVE - b)) >= 0;

/** The number that two digits make, given their codes. */
const numero = (decena: number, unidad: number): number => (decena - Codigo.CERO) * 10 + unidad - Codigo.CERO;

const esInconveniente = (p1: number, p2: number, p3: number, p4: number): boolean =>
  esta(((p1 & 31) << 15) | ((p2 & 31) << 10) | ((p3 & 31) << 5) | (p4 & 31), inconvenientes);

const pareceDesconocido = (lectura: Lectura): boolean => (lectura & 0x7fff) === DESCONOCIDO;

/** Whether the surnames have the letters of DESCONOCIDO, once or twice: a cheap question before `sonDesconocidos`. */
const parecenDesconocidos = (a: Lectura, b: Lectura): boolean =>
  pareceDesconocido(a) && (b === 0 || pareceDesconocido(b));

/** The CURP that the norm gives to a person, or every problem with the data. It proves no registration. */
export function calcular(persona: Persona, opciones?: Opciones): Calculo {
  const curp = componer(persona);
  return curp === null ? { ok: false, hallazgos: revisar(persona, opciones) } : { ok: true, curp };
}

/**
 * Composes the key, position by position. `null`: the data do not allow it, and `revisar` says why. A person may come
 * already read, and the codes of the 18 characters may go elsewhere than into a text. It is one function, because a
 * second one between the names and the key would take a tenth of the time of all of it.
 */
export function componer(
  persona: Persona | null | undefined,
  anotar?: (...rastro: Rastro) => void,
  leidos?: Int32Array,
  hacer: (...codigos: number[]) => string = String.fromCharCode,
): string | null {
  let a = 0;
  let b = 0;
  let n = 0;
  let siglo = 0;
  let p5 = 0;
  let p6 = 0;
  let p7 = 0;
  let p8 = 0;
  let p9 = 0;
  let p10 = 0;
  let p11 = 0;
  let abreviatura = 0;
  if (leidos !== undefined) {
    a = leidos[Leido.PRIMER_APELLIDO];
    b = leidos[Leido.SEGUNDO_APELLIDO];
    n = leidos[Leido.NOMBRE];
    siglo = leidos[Leido.SIGLO];
    p5 = leidos[Leido.P5];
    p6 = leidos[Leido.P6];
    p7 = leidos[Leido.P7];
    p8 = leidos[Leido.P8];
    p9 = leidos[Leido.P9];
    p10 = leidos[Leido.P10];
    p11 = leidos[Leido.P11];
    abreviatura = leidos[Leido.ENTIDAD];
    if (a === 0 || parecenDesconocidos(a, b)) return null; // with these, more has to be asked
  } else {
    if (persona === null || persona === undefined) return null;
    const { nombres, apellidoPaterno, apellidoMaterno, fechaNacimiento: f, sexo, entidad } = persona;
    a = leer(apellidoPaterno, false);
    b = leer(apellidoMaterno, false);
    n = leer(nombres, true);
    if (
      typeof f !== 'string' ||
      f.length !== 10 ||
      f.charCodeAt(4) !== Codigo.GUION ||
      f.charCodeAt(7) !== Codigo.GUION
    )
      return null;
    const siglo1 = f.charCodeAt(0);
    const siglo2 = f.charCodeAt(1);
    siglo = numero(siglo1, siglo2);
    p5 = f.charCodeAt(2);
    p6 = f.charCodeAt(3);
    p7 = f.charCodeAt(5);
    p8 = f.charCodeAt(6);
    p9 = f.charCodeAt(8);
    p10 = f.charCodeAt(9);
    if (!sonCifras(siglo1, siglo2) || !sonCifras(p5, p6) || !sonCifras(p7, p8) || !sonCifras(p9, p10)) return null;
    p11 = sexo === 'H' ? Codigo.H : sexo === 'M' ? Codigo.M : sexo === 'X' ? Codigo.X : 0;
    abreviatura = codigosDeEntidad(entidad);

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
  }
  if (a < 0 || b < 0 || n <= 0 || p11 === 0 || abreviatura === 0) return null;
  const anio = siglo * 100 + numero(p5, p6);
  if (problemaDeFecha(anio, numero(p7, p8), numero(p9, p10)) !== null) return null;

  const p1 = letras[inicial(a)];
  const p3 = letras[inicial(b)];
  const p4 = letras[inicial(n)];
  const p2 = esInconveniente(p1, letras[vocal(a)], p3, p4) ? Codigo.X : letras[vocal(a)]; // 1.8
  const p12 = abreviatura >> 8;
  const p13 = abreviatura & 255;
  const p14 = letras[consonante(a)];
  const p15 = letras[consonante(b)];
  const p16 = letras[consonante(n)];
  const p17 = anio < 2000 ? Codigo.CERO : Codigo.A;
  // The formula of `digitoVerificador`, written out.
  // oxfmt-ignore
  const suma =
    v[p1] * 18 + v[p2] * 17 + v[p3] * 16 + v[p4] * 15 +
    v[p5] * 14 + v[p6] * 13 + v[p7] * 12 + v[p8] * 11 + v[p9] * 10 + v[p10] * 9 + v[p11] * 8 +
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
  return String.fromCharCode(letras[vocal(primerApellido)]);
}

/** Whether no surname is given but DESCONOCIDO (1.11). */
function sonDesconocidos(...apellidos: readonly (string | null | undefined)[]): boolean {
  return apellidos.every((apellido) => ['', 'DESCONOCIDO'].includes(enLetras(normalizar(apellido ?? '').trim())));
}
