/**
 * Finds what the counts of names make doubtful: a slip of the hand in a word (D 22), names in each other's place (D 23), and a
 * sex that the given name nearly never has (D 24). A caller passes `LEXICO` on, because the lexicon is as large as the rest of the code.
 */
import type { DatoDeNombre } from '../datos.js';
import { partir, simplificar } from '../nombre/letras.js';
import {
  cercanas,
  conAcentos,
  esApellidoMuyFrecuente,
  esNombreFrecuente,
  esSoloApellido,
  esTambienNombre,
  pesoDe,
  sexoDePalabra,
} from '../nombre/lexico.js';
import { comoFrecuente } from '../nombre/completo.js';
import { cuantasPasan } from '../nombre/pasan.js';
import { esParticula } from '../nombre/palabra.js';
import { type Lexico, type ReglaEntreDatos, type Sospecha, enMayusculas } from './entre-datos.js';
import { Hecho } from './hechos.js';
import type { NombreLeido, PersonaLeida } from './leido.js';
import type { Duda } from './nombre.js';

const SANTOS: ReadonlySet<string> = new Set(['SAN', 'SANA', 'SANO', 'SANT', 'SANTA', 'SANTO']);

/** Returns whether a word of a name is counted. */
const esContada = (palabra: string): boolean => !esParticula(palabra) && !SANTOS.has(palabra);
const contadas = (simples: readonly string[]): string[] => simples.filter(esContada);

/** The facts of a surname by its place: a word is more often a given name; a word is not; a word is much more often a given name. */
const DE_APELLIDO = {
  apellidoPaterno: [Hecho.PILA_EN_PRIMERO, Hecho.APELLIDO_EN_PRIMERO, Hecho.SEGURO_EN_PRIMERO],
  apellidoMaterno: [Hecho.PILA_EN_SEGUNDO, Hecho.APELLIDO_EN_SEGUNDO, Hecho.SEGURO_EN_SEGUNDO],
} as const;

/** So much surer must an exchange be than the names as they stand: a natural logarithm. One of two names has half of it. */
const SEGURO = 8;

const DE_SEXO: Readonly<Record<string, number>> = { H: Hecho.NOMBRE_DE_H, M: Hecho.NOMBRE_DE_M };

/** Returns the facts of the words of a name, each the same wherever the word stands. */
function hechos(simples: readonly string[], dato: DatoDeNombre): number {
  let todos = 0;
  for (const palabra of simples) if (esContada(palabra)) todos |= hechosDePalabra(palabra, dato);
  return todos;
}

function hechosDePalabra(palabra: string, dato: DatoDeNombre): number {
  const peso = pesoDe(palabra);
  // An unknown word may be either.
  if (dato !== 'nombres') {
    const [pila, apellido, seguro] = DE_APELLIDO[dato];
    return (peso <= 0 ? pila : apellido) | (peso <= -SEGURO / 2 ? seguro : 0);
  }
  const deSexo = DE_SEXO[sexoDePalabra(palabra)] ?? 0;
  const deApellido = esSoloApellido(palabra) ? Hecho.APELLIDO_EN_NOMBRES : 0;
  const seguro = peso >= SEGURO / 2 ? Hecho.SEGURO_EN_NOMBRES : 0;
  return deSexo | deApellido | seguro | (peso < 0 ? Hecho.PILA_EN_NOMBRES : 0);
}

/** Returns the doubts about words of a name that may be others by a slip. */
function dudas(palabras: readonly string[], dato: DatoDeNombre): readonly Duda[] {
  const halladas: Duda[] = [];
  for (const palabra of palabras) {
    const cerca = esContada(palabra) ? cercanas(palabra, dato !== 'nombres') : [];
    if (cerca.length === 0) continue;
    const forma = cerca.map(conAcentos).join(', ');
    halladas.push({ codigo: 'nombre_parecido', partes: { forma }, palabra: { escrita: palabra, cercanas: cerca } });
  }
  return halladas;
}

/** Returns the index of the first surname behind the first word, as in JUAN PÉREZ, or -1. MARÍA DEL VALLE is a given name. */
const apellidoDetras = (palabras: readonly string[]): number =>
  palabras.findIndex((palabra, i) => i > 0 && esSoloApellido(palabra) && !esParticula(palabras[i - 1]));

/** Finds a surname behind the given name, where it decides letters of the key or the second surname is missing. */
function apellidoEnNombres({ nombres, apellidoMaterno }: PersonaLeida): Sospecha | false {
  const palabras = partir(nombres.texto.trim());
  const simples = palabras.map(simplificar);
  const desde = apellidoDetras(simples);
  if (desde === -1 || !esNombreFrecuente(comoFrecuente(simples[0]))) return false;
  if (apellidoMaterno.palabras.length > 0 && cuantasPasan(simples) !== desde) return false;
  return { dato: 'nombres', seria: [palabras.slice(0, desde).join(' '), palabras.slice(desde).join(' ')] };
}

/** Returns a doubt if the given names are surnames as surely as a surname is a given name. Their least sure words decide. */
function enVezDe(apellido: NombreLeido, { nombres }: PersonaLeida): Sospecha | false {
  const pesos = ({ texto }: NombreLeido): number[] =>
    contadas(partir(texto.normalize().trim()).map(simplificar)).map(pesoDe);
  const [deNombres, deApellido] = [Math.min(...pesos(nombres)), -Math.max(...pesos(apellido))];
  if (deNombres < 0 || deApellido < 0 || deNombres + deApellido < SEGURO) return false;
  return { dato: 'nombres', seria: [apellido.texto.trim(), nombres.texto.trim()] };
}

/** Finds a surname of the person behind MARÍA or JOSÉ, where it decides letters of the key. GUADALUPE is a given name too. */
function apellidoRepetido({ nombres, apellidoPaterno, apellidoMaterno }: PersonaLeida): Sospecha | false {
  const pasan = cuantasPasan(nombres.palabras);
  const suyo = nombres.palabras[pasan] ?? '';
  const esSuyo = pasan > 0 && [apellidoPaterno, apellidoMaterno].some(({ palabras }) => palabras[0] === suyo);
  if (!esSuyo || esTambienNombre(suyo)) return false;
  return { dato: 'nombres', seria: [partir(enMayusculas(nombres)).slice(0, pasan).join(' ')] };
}

/** Returns whether the first given name is nearly always of this sex, and no other of the other one: JOSÉ MARÍA is of both. */
function esNombreDe(sexo: string, { palabras }: NombreLeido): boolean {
  const [primera = '', ...otras] = contadas(palabras);
  return sexoDePalabra(primera) === sexo && otras.every((otra) => ['', sexo].includes(sexoDePalabra(otra)));
}

const POR_LEXICO: readonly ReglaEntreDatos[] = [
  { codigo: 'apellidos_repetidos', hechos: [Hecho.COMPARTEN], duda: apellidoRepetido },
  {
    codigo: 'apellidos_cambiados',
    hechos: [Hecho.APELLIDO_EN_NOMBRES | Hecho.PILA_EN_NOMBRES],
    duda: apellidoEnNombres,
  },
  {
    codigo: 'apellidos_cambiados',
    hechos: [Hecho.PILA_EN_PRIMERO | Hecho.SEGURO_EN_NOMBRES, Hecho.SEGURO_EN_PRIMERO],
    sin: Hecho.PILA_EN_NOMBRES | Hecho.APELLIDO_EN_PRIMERO,
    duda: (persona) => enVezDe(persona.apellidoPaterno, persona),
  },
  {
    codigo: 'apellidos_cambiados',
    hechos: [Hecho.PILA_EN_SEGUNDO | Hecho.SEGURO_EN_NOMBRES, Hecho.SEGURO_EN_SEGUNDO],
    sin: Hecho.PILA_EN_NOMBRES | Hecho.APELLIDO_EN_SEGUNDO,
    duda: (persona) => enVezDe(persona.apellidoMaterno, persona),
  },
  {
    codigo: 'sexo_de_otro_nombre',
    hechos: [Hecho.NOMBRE_DE_H | Hecho.ES_M],
    sin: Hecho.NOMBRE_DE_M,
    duda: ({ nombres }) => esNombreDe('H', nombres) && { dato: 'sexo' },
  },
  {
    codigo: 'sexo_de_otro_nombre',
    hechos: [Hecho.NOMBRE_DE_M | Hecho.ES_H],
    sin: Hecho.NOMBRE_DE_H,
    duda: ({ nombres }) => esNombreDe('M', nombres) && { dato: 'sexo' },
  },
];

/** The rules by the counts of names. */
export const LEXICO: Lexico = { hechos, dudas, esDeMarido: esApellidoMuyFrecuente, reglas: POR_LEXICO };
