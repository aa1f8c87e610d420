/** Reads a name once: what it gives to the key, its words, its facts for rules between data, and its doubts. */
import type { DatoDeNombre } from '../datos.js';
import type { Lexico } from './entre-datos.js';
import { hechosDeNombre } from './hechos.js';
import { type Duda, type NombreEscrito, dudasDeRaro } from './nombre.js';
import { normalizar, partir, simplificar, sinAcentos } from '../nombre/letras.js';
import type { NombreLeido, PersonaLeida } from './leido.js';
import { LIMPIO, sonLlanas } from './llano.js';
import { leer } from '../nombre/palabra.js';

/** The data of a person as texts. */
export type PersonaEscrita = Omit<PersonaLeida, DatoDeNombre> & {
  readonly [D in DatoDeNombre]?: string | null | undefined;
};

const SIN_DUDAS: readonly Duda[] = [];

/** Reads a name. `lexico` are the rules by the counts of names. */
export function leerNombreEscrito(
  entrada: string | null | undefined,
  dato: DatoDeNombre,
  lexico?: Lexico,
): NombreLeido {
  const texto = entrada ?? '';
  const esDePila = dato === 'nombres';
  const nombre = normalizado(texto, esDePila);
  const { escrito, leido, mayusculas } = nombre;
  const palabras = partir(sinAcentos(mayusculas));
  const simples = escrito === leido ? palabras : partir(escrito).map(simplificar);
  const noEsRaro = esNombreLlano(nombre, palabras);
  const sinOtra = dudasDe(nombre, noEsRaro);
  // A letter of another alphabet, or an accent that was damaged, is no slip of the hand.
  const dudas =
    nombre.esLimpio && sinOtra.length === 0 && lexico !== undefined ? lexico.dudas(palabras, dato) : sinOtra;
  return {
    texto,
    lectura: leer(texto, esDePila),
    palabras,
    esLlano: dudas.length === 0 && noEsRaro,
    hechos:
      hechosDeNombre(nombre, palabras, dato, lexico?.esDeMarido ?? (() => false)) |
      (lexico?.hechos(simples, dato) ?? 0),
    dudas,
  };
}

/** Returns a name as it is read. Most are read as they are written. */
function normalizado(texto: string, esDePila: boolean): NombreEscrito {
  const recortado = texto.trim();
  const esLimpio = LIMPIO.test(recortado);
  const escrito = esLimpio || normalizar(texto) === texto ? recortado : texto.normalize().trim();
  const leido = esLimpio ? escrito : normalizar(escrito).trim();
  return { escrito, leido, mayusculas: leido.toUpperCase(), esLimpio, esDePila };
}

const esNombreLlano = ({ esLimpio, esDePila }: NombreEscrito, palabras: readonly string[]): boolean =>
  esLimpio && sonLlanas(palabras, esDePila);

const dudasDe = (nombre: NombreEscrito, esLlano: boolean): readonly Duda[] =>
  esLlano || nombre.escrito === '' ? SIN_DUDAS : dudasDeRaro(nombre);

/** Reads the names of a person. */
export const leerPersonaEscrita = (persona: PersonaEscrita, lexico?: Lexico): PersonaLeida => ({
  ...persona,
  nombres: leerNombreEscrito(persona.nombres, 'nombres', lexico),
  apellidoPaterno: leerNombreEscrito(persona.apellidoPaterno, 'apellidoPaterno', lexico),
  apellidoMaterno: leerNombreEscrito(persona.apellidoMaterno, 'apellidoMaterno', lexico),
});

/** Returns every doubt about one name. */
export function dudasDeNombre(texto: string, dato: DatoDeNombre): readonly Duda[] {
  const nombre = normalizado(texto, dato === 'nombres');
  return dudasDe(nombre, esNombreLlano(nombre, partir(sinAcentos(nombre.mayusculas))));
}
