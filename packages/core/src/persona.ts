/** A person's data as the caller passes them, and every problem that they can have. */
import type { Dato } from './datos.js';
import { type Lexico, dudasDePersona } from './dudas/entre-datos.js';
import { dudasDeFecha } from './dudas/fecha.js';
import { leerPersonaEscrita } from './dudas/leer.js';
import { problemaDeFecha } from './fecha.js';
import { type CodigoHallazgo, type Hallazgo, hallazgo } from './hallazgos.js';
import type { Opciones } from './textos/idioma.js';
import { type AbreviaturaEntidad, type ClaveEntidad, codigosDeEntidad } from './norma/entidades.js';
import { Ilegible, leer } from './nombre/palabra.js';

export type Sexo = 'H' | 'M' | 'X';

export const esSexo = (valor: string): valor is Sexo => valor === 'H' || valor === 'M' || valor === 'X';

export interface Persona {
  readonly nombres: string;
  /** Absent, null, empty or blank if the person has none. */
  readonly apellidoPaterno?: string | null | undefined;
  readonly apellidoMaterno?: string | null | undefined;
  /** `YYYY-MM-DD`. */
  readonly fechaNacimiento: string;
  /** `revisar` reports any other text, and any entity that is not in the catalogue. */
  readonly sexo: Sexo | (string & {});
  /** A key of the catalogue (`09`) or an abbreviation (`DF`). */
  readonly entidad: ClaveEntidad | AbreviaturaEntidad | (string & {});
}

/** Returns every problem with a person's data, in the order of the data. If the list is empty, a key can be computed. */
export function revisar(persona: unknown, opciones?: Opciones): Hallazgo[] {
  const p = (persona ?? {}) as Readonly<Partial<Record<keyof Persona, unknown>>>;
  const porDato: readonly (readonly [Dato, readonly CodigoHallazgo[]])[] = [
    ['nombres', obligatorio(p.nombres, enNombre)],
    ['apellidoPaterno', enNombre(p.apellidoPaterno)],
    ['apellidoMaterno', enNombre(p.apellidoMaterno)],
    ['fechaNacimiento', obligatorio(p.fechaNacimiento, enFecha)],
    ['sexo', obligatorio(p.sexo, enSexo)],
    ['entidad', obligatorio(p.entidad, enEntidad)],
  ];
  return porDato.flatMap(([dato, codigos]) => codigos.map((codigo) => hallazgo(codigo, dato, opciones)));
}

/** Checks a required value; a text of white space or invisible characters counts as missing. */
function obligatorio(valor: unknown, enValor: (texto: string) => CodigoHallazgo[]): CodigoHallazgo[] {
  if (valor === undefined || valor === null) return ['ausente'];
  if (typeof valor !== 'string') return ['tipo'];
  return leer(valor, false) === 0 ? ['ausente'] : enValor(valor);
}

const ILEGIBLES: readonly (readonly [Ilegible, CodigoHallazgo])[] = [
  [Ilegible.TIPO, 'tipo'],
  [Ilegible.LARGO, 'largo'],
  [Ilegible.CONTROL, 'control'],
  [Ilegible.SIN_LETRAS, 'sin_letras'],
];

function enNombre(valor: unknown): CodigoHallazgo[] {
  const lectura = leer(valor, false);
  return lectura >= 0 ? [] : ILEGIBLES.filter(([bit]) => -lectura & bit).map(([, codigo]) => codigo);
}

function enFecha(texto: string): CodigoHallazgo[] {
  if (!/^\d{4}-\d\d-\d\d$/.test(texto)) return ['fecha_formato'];
  const problema = problemaDeFecha(Number(texto.slice(0, 4)), Number(texto.slice(5, 7)), Number(texto.slice(8)));
  return problema === null ? [] : [problema];
}

function enSexo(texto: string): CodigoHallazgo[] {
  return esSexo(texto) ? [] : ['sexo_invalido'];
}

function enEntidad(texto: string): CodigoHallazgo[] {
  return codigosDeEntidad(texto) === 0 ? ['entidad_invalida'] : [];
}

/** How the doubts about a person are told, and which are looked for. */
export interface OpcionesDePersona extends Opciones {
  /** `LEXICO` of `@curp-service/core/leido`, the rules by the counts of names; without it, they say nothing. */
  readonly lexico?: Lexico | undefined;
}

const NOMBRES = ['nombres', 'apellidoPaterno', 'apellidoMaterno'] as const;

/** Returns notices about the data of a person who has a key. They change no key: they point to possible slips. */
export function avisosDe(persona: Persona, opciones: OpcionesDePersona | undefined): Hallazgo[] {
  const lexico = opciones?.lexico;
  const leida = leerPersonaEscrita(persona, lexico);
  const dudas = [
    ...NOMBRES.flatMap((dato) => leida[dato].dudas.map((duda) => ({ ...duda, dato }))),
    ...dudasDePersona(leida, lexico),
    ...dudasDeFecha(persona.fechaNacimiento).map((codigo) => ({
      codigo,
      dato: 'fechaNacimiento' as const,
      partes: {},
    })),
  ];
  return dudas.map(({ codigo, dato, partes }) => hallazgo(codigo, dato, opciones, undefined, partes));
}
