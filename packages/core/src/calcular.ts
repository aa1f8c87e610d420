/**
 * The calculation: from a person's data to the key.
 *
 * Source: IN art. 3 (DOF 18-06-2018, modified DOF 18-10-2021) and R §5 (RENAPO, 22-10-2021); docs/norm.md tells every
 * rule. Every key takes this path and that of `palabra.ts`, so they allocate nothing but the key.
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

/** What a calculation read on its way, for whoever explains it. */
export interface Rastro {
  primerApellido: Lectura;
  segundoApellido: Lectura;
  nombre: Lectura;
  /** The second surname is the only one and takes the first place. */
  recorrido: boolean;
}

export const sinRastro = (): Rastro => ({ primerApellido: 0, segundoApellido: 0, nombre: 0, recorrido: false });

const enum Codigo {
  GUION = 45,
  CERO = 48,
  A = 65,
  H = 72,
  M = 77,
  X = 88,
}

const DESCONOCIDO = leer('DESCONOCIDO', false);
const inconvenientes = tablaDe(PALABRAS_INCONVENIENTES);
const letras = LETRAS; // imported tables would be looked up anew for every letter
const v = VALORES;

/** Whether all four are 0 to 9: a negative among these makes the whole negative. */
const sonCifras = (a: number, b: number, c: number, d: number): boolean =>
  (a | (9 - a) | b | (9 - b) | c | (9 - c) | d | (9 - d)) >= 0;

const esInconveniente = (p1: number, p2: number, p3: number, p4: number): boolean =>
  esta(((p1 & 31) << 15) | ((p2 & 31) << 10) | ((p3 & 31) << 5) | (p4 & 31), inconvenientes);

/** Whether a surname has the letters of DESCONOCIDO: a cheap question before `sonDesconocidos`. */
const pareceDesconocido = (lectura: Lectura): boolean => (lectura & 0x7fff) === DESCONOCIDO;

/** The CURP that the norm gives to a person, or every problem with the data. It proves no registration. */
export function calcular(persona: Persona, opciones?: Opciones): Calculo {
  const curp = componer(persona);
  return curp === null ? { ok: false, hallazgos: revisar(persona, opciones) } : { ok: true, curp };
}

/** Composes the key, position by position. `null`: the data do not allow it, and `revisar` says why. */
export function componer(persona: Persona | null | undefined, rastro?: Rastro): string | null {
  if (persona === null || persona === undefined) return null;
  const { nombres, apellidoPaterno, apellidoMaterno, fechaNacimiento: f, sexo, entidad } = persona;

  let a = leer(apellidoPaterno, false);
  let b = leer(apellidoMaterno, false);
  const n = leer(nombres, true);
  if (a < 0 || b < 0 || n <= 0) return null;

  if (typeof f !== 'string' || f.length !== 10 || f.charCodeAt(4) !== Codigo.GUION || f.charCodeAt(7) !== Codigo.GUION)
    return null;
  const siglo1 = f.charCodeAt(0) - Codigo.CERO;
  const siglo2 = f.charCodeAt(1) - Codigo.CERO;
  const anio1 = f.charCodeAt(2) - Codigo.CERO;
  const anio2 = f.charCodeAt(3) - Codigo.CERO;
  const mes1 = f.charCodeAt(5) - Codigo.CERO;
  const mes2 = f.charCodeAt(6) - Codigo.CERO;
  const dia1 = f.charCodeAt(8) - Codigo.CERO;
  const dia2 = f.charCodeAt(9) - Codigo.CERO;
  if (!sonCifras(siglo1, siglo2, anio1, anio2) || !sonCifras(mes1, mes2, dia1, dia2)) return null;
  const anio = siglo1 * 1000 + siglo2 * 100 + anio1 * 10 + anio2;
  if (problemaDeFecha(anio, mes1 * 10 + mes2, dia1 * 10 + dia2) !== null) return null;

  const abreviatura = codigosDeEntidad(entidad);
  const p11 = sexo === 'H' ? Codigo.H : sexo === 'M' ? Codigo.M : sexo === 'X' ? Codigo.X : 0;
  if (abreviatura === 0 || p11 === 0) return null;

  const recorrido = a === 0 && b !== 0;
  if (recorrido) {
    a = b; // I06 ch. 3: a lone surname is always the first
    b = 0;
  }
  if (pareceDesconocido(a) && (b === 0 || pareceDesconocido(b)) && sonDesconocidos(apellidoPaterno, apellidoMaterno)) {
    a = 0; // 1.11
    b = 0;
  }
  if (rastro !== undefined) {
    rastro.primerApellido = a;
    rastro.segundoApellido = b;
    rastro.nombre = n;
    rastro.recorrido = recorrido && a !== 0;
  }

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
  // The formula of `digitoVerificador`, written out; a digit is worth itself.
  // oxfmt-ignore
  const suma =
    v[p1] * 18 + v[p2] * 17 + v[p3] * 16 + v[p4] * 15 +
    anio1 * 14 + anio2 * 13 + mes1 * 12 + mes2 * 11 + dia1 * 10 + dia2 * 9 +
    v[p11] * 8 + v[p12] * 7 + v[p13] * 6 + v[p14] * 5 + v[p15] * 4 + v[p16] * 3 + v[p17] * 2;
  const p18 = Codigo.CERO + ((10 - (suma % 10)) % 10);
  // oxfmt-ignore
  return String.fromCharCode(
    p1, p2, p3, p4,
    anio1 + Codigo.CERO, anio2 + Codigo.CERO, mes1 + Codigo.CERO, mes2 + Codigo.CERO, dia1 + Codigo.CERO, dia2 + Codigo.CERO,
    p11, p12, p13, p14, p15, p16, p17, p18,
  );
}

/** Position 2 as it would be if no word were inconvenient. */
export function vocalSinCensura(persona: Persona): string {
  const rastro = sinRastro();
  componer(persona, rastro);
  return String.fromCharCode(letras[vocal(rastro.primerApellido)]);
}

/** Whether no surname is given but DESCONOCIDO (1.11). */
function sonDesconocidos(...apellidos: readonly (string | null | undefined)[]): boolean {
  return apellidos.every((apellido) => ['', 'DESCONOCIDO'].includes(enLetras(normalizar(apellido ?? '').trim())));
}
