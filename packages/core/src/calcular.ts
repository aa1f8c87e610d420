/**
 * Computes the key from a person's data.
 *
 * Source: IN art. 3 (DOF 18-06-2018, modified DOF 18-10-2021) and R §5 (RENAPO, 22-10-2021); docs/norm.md explains
 * every rule.
 */
import type { DatoDeNombre } from './datos.js';
import { VALORES } from './norma/digito-verificador.js';
import { problemaDeFecha } from './fecha.js';
import type { Hallazgo } from './hallazgos.js';
import type { Opciones } from './textos/idioma.js';
import { LETRAS, enLetras, normalizar } from './nombre/letras.js';
import { codigosDeEntidad } from './norma/entidades.js';
import { PALABRAS_INCONVENIENTES } from './norma/palabras-inconvenientes.js';
import type { PersonaLeida } from './dudas/leido.js';
import { type Lectura, consonante, esta, inicial, leer, tablaDe, vocal } from './nombre/palabra.js';
import { type Persona, revisar } from './persona.js';

/** Data that have no key, with every problem found. */
export interface Fallo {
  readonly ok: false;
  readonly hallazgos: readonly Hallazgo[];
}

export type Calculo = { readonly ok: true; readonly curp: string } | Fallo;

/** What the calculation read, and which rules it applied. */
export interface Rastro {
  readonly curp: string;
  readonly lecturas: Readonly<Record<DatoDeNombre, Lectura>>;
  /** True if the only surname is the second one, which then counts as the first (I06 ch. 3). */
  readonly recorrido: boolean;
  /** True if rule 1.11 applies. */
  readonly sinApellidos: boolean;
  /** Positions 1 to 4 before rule 1.8, which replaces the vowel of an inconvenient word. */
  readonly palabra: string;
}

/** Receives the readings of the first surname, the second surname and the given name. */
type AnotarLecturas = (curp: string, a: Lectura, b: Lectura, n: Lectura, recorrido: boolean) => void;

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

const esInconveniente = (p1: number, p2: number, p3: number, p4: number): boolean =>
  esta(((p1 & 31) << 15) | ((p2 & 31) << 10) | ((p3 & 31) << 5) | (p4 & 31), inconvenientes);

const pareceDesconocido = (lectura: Lectura): boolean => (lectura & 0x7fff) === DESCONOCIDO;

/** Returns whether the surnames have the letters of DESCONOCIDO, once or twice: the cheap test before `sonDesconocidos`. */
const parecenDesconocidos = (a: Lectura, b: Lectura): boolean =>
  pareceDesconocido(a) && (b === 0 || pareceDesconocido(b));

/** Returns the CURP that the norm assigns to a person, or every problem with the data. It proves no registration. */
export function calcular(persona: Persona, opciones?: Opciones): Calculo {
  const curp = leerYComponer(persona);
  return curp === null ? { ok: false, hallazgos: revisar(persona, opciones) } : { ok: true, curp };
}

/** Returns the key of a person whose names were read; `null` if the data have none, and `revisar` says why. */
export const clave = ({ nombres, apellidoPaterno, apellidoMaterno, ...otros }: PersonaLeida): string | null =>
  componer(
    { ...otros, apellidoPaterno: apellidoPaterno.texto, apellidoMaterno: apellidoMaterno.texto },
    apellidoPaterno.lectura,
    apellidoMaterno.lectura,
    nombres.lectura,
  );

/** Returns the trace of the calculation; `null` if the data have no key, and `revisar` says why. */
export function rastrear(persona: Persona): Rastro | null {
  let rastro: Rastro | null = null;
  leerYComponer(persona, (curp, a, b, n, recorrido) => {
    rastro = {
      curp,
      lecturas: { nombres: n, apellidoPaterno: recorrido ? 0 : a, apellidoMaterno: recorrido ? a : b },
      recorrido,
      sinApellidos: a === 0,
      palabra: curp.charAt(0) + String.fromCharCode(LETRAS[vocal(a)]) + curp.slice(2, 4),
    };
  });
  return rastro;
}

/** Returns the key of a person whose data are texts; `null` if they have none. */
function leerYComponer(persona: Persona | null | undefined, anotar?: AnotarLecturas): string | null {
  if (persona === null || persona === undefined) return null;
  const { nombres, apellidoPaterno, apellidoMaterno } = persona;
  return componer(persona, leer(apellidoPaterno, false), leer(apellidoMaterno, false), leer(nombres, true), anotar);
}

/** The data beside the given names. */
type OtrosDatos = { readonly [D in Exclude<keyof Persona, 'nombres'>]?: Persona[D] | undefined };

/** Composes the key from the readings of the first surname, the second surname and the given name, and the other data. */
function componer(
  otros: OtrosDatos,
  primero: Lectura,
  segundo: Lectura,
  n: Lectura,
  anotar?: AnotarLecturas,
): string | null {
  const { apellidoPaterno, apellidoMaterno, fechaNacimiento, sexo, entidad } = otros;
  let a = primero;
  let b = segundo;
  const fecha = leerFecha(fechaNacimiento);

  const recorrido = a === 0 && b > 0;
  if (recorrido) {
    a = b; // I06 ch. 3: an only surname is always the first
    b = 0;
  }
  if (parecenDesconocidos(a, b) && sonDesconocidos(apellidoPaterno, apellidoMaterno)) {
    a = 0; // 1.11
    b = 0;
  }
  const p11 = sexo === 'H' ? Codigo.H : sexo === 'M' ? Codigo.M : sexo === 'X' ? Codigo.X : 0;
  const p12y13 = codigosDeEntidad(entidad);
  const anio = (fecha / 10_000) | 0;
  const mes = ((fecha / 100) | 0) % 100;
  const curp = armar(a, b, n, anio, mes, fecha % 100, p11, p12y13);
  if (curp !== null) anotar?.(curp, a, b, n, recorrido && a !== 0);
  return curp;
}

/** Returns a negative number for a value that is no digit. */
const rango = (valor: number): number => valor | (9 - valor);

/** Returns the number YYYYMMDD of a text `YYYY-MM-DD`, even if the day does not exist; 0 for any other text. */
function leerFecha(texto: unknown): number {
  if (typeof texto !== 'string' || texto.length !== 10) return 0;
  if (texto.charCodeAt(4) !== Codigo.GUION || texto.charCodeAt(7) !== Codigo.GUION) return 0;
  const a1 = texto.charCodeAt(0) - Codigo.CERO;
  const a2 = texto.charCodeAt(1) - Codigo.CERO;
  const a3 = texto.charCodeAt(2) - Codigo.CERO;
  const a4 = texto.charCodeAt(3) - Codigo.CERO;
  const m1 = texto.charCodeAt(5) - Codigo.CERO;
  const m2 = texto.charCodeAt(6) - Codigo.CERO;
  const d1 = texto.charCodeAt(8) - Codigo.CERO;
  const d2 = texto.charCodeAt(9) - Codigo.CERO;
  if ((rango(a1) | rango(a2) | rango(a3) | rango(a4) | rango(m1) | rango(m2) | rango(d1) | rango(d2)) < 0) return 0;
  return (a1 * 1000 + a2 * 100 + a3 * 10 + a4) * 10_000 + (m1 * 10 + m2) * 100 + d1 * 10 + d2;
}

/**
 * Composes the key from the readings of the names, the date, the code of the sex (0 if there is none) and the two codes
 * of the entity in one number. Returns `null` if there is no key.
 */
function armar(
  a: Lectura,
  b: Lectura,
  n: Lectura,
  anio: number,
  mes: number,
  dia: number,
  p11: number,
  p12y13: number,
): string | null {
  if (a < 0 || b < 0 || n <= 0 || p11 === 0 || p12y13 === 0 || problemaDeFecha(anio, mes, dia) !== null) return null;

  const letras = LETRAS;
  const v = VALORES;
  const p1 = letras[inicial(a)];
  const p3 = letras[inicial(b)];
  const p4 = letras[inicial(n)];
  const p2 = esInconveniente(p1, letras[vocal(a)], p3, p4) ? Codigo.X : letras[vocal(a)]; // 1.8
  const p5 = Codigo.CERO + (((anio / 10) | 0) % 10);
  const p6 = Codigo.CERO + (anio % 10);
  const p7 = Codigo.CERO + ((mes / 10) | 0);
  const p8 = Codigo.CERO + (mes % 10);
  const p9 = Codigo.CERO + ((dia / 10) | 0);
  const p10 = Codigo.CERO + (dia % 10);
  const p12 = p12y13 >> 8;
  const p13 = p12y13 & 255;
  const p14 = letras[consonante(a)];
  const p15 = letras[consonante(b)];
  const p16 = letras[consonante(n)];
  const p17 = anio < 2000 ? Codigo.CERO : Codigo.A;
  // The formula of `digitoVerificador`, written out.
  // oxfmt-ignore
  const suma =
    v[p1] * 18 + v[p2] * 17 + v[p3] * 16 + v[p4] * 15 + v[p5] * 14 + v[p6] * 13 + v[p7] * 12 + v[p8] * 11 + v[p9] * 10 +
    v[p10] * 9 + v[p11] * 8 + v[p12] * 7 + v[p13] * 6 + v[p14] * 5 + v[p15] * 4 + v[p16] * 3 + v[p17] * 2;
  const p18 = Codigo.CERO + ((10 - (suma % 10)) % 10);
  return String.fromCharCode(p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15, p16, p17, p18);
}

/** Returns whether no surname is given except DESCONOCIDO (1.11). */
function sonDesconocidos(...apellidos: readonly (string | null | undefined)[]): boolean {
  return apellidos.every((apellido) => ['', 'DESCONOCIDO'].includes(enLetras(normalizar(apellido ?? '').trim())));
}
