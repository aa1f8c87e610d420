/** The one registry of findings: everything that can be wrong, or worth a notice, with a person's data or with a key. */
import { type Dato, POSICIONES_DE, reglaDe } from './datos.js';
import { type Opciones, type Texto, decir } from './idioma.js';
import type { Regla } from './norma/reglas.js';

export type Severidad = 'error' | 'aviso';

interface Definicion {
  readonly severidad: Severidad;
  /** The rule behind it; without one, that of the first position concerned. */
  readonly regla?: Regla | undefined;
  readonly mensaje: Texto;
}

const error = (es: string, en: string, regla?: Regla): Definicion => ({ severidad: 'error', regla, mensaje: [es, en] });
const aviso = (es: string, en: string, regla?: Regla): Definicion => ({ severidad: 'aviso', regla, mensaje: [es, en] });

const DEFINICIONES = {
  ausente: error('Falta {dato}.', '{dato} is missing.'),
  tipo: error('{dato} debe ser un texto.', '{dato} must be a text.'),
  sin_letras: error(
    '{dato} no tiene ninguna letra latina: escríbalo con alfabeto latino o, si es un apellido que no existe, déjelo vacío.',
    '{dato} has no Latin letter: write it in the Latin alphabet or, if it is a surname that does not exist, leave it empty.',
    'D 16',
  ),
  largo: error('{dato} tiene más de 200 caracteres.', '{dato} has more than 200 characters.', 'D 16'),
  control: error(
    '{dato} tiene caracteres de control: quítelos.',
    '{dato} has control characters: remove them.',
    'D 16',
  ),
  fecha_formato: error(
    '{dato} debe escribirse AAAA-MM-DD, con cifras: 1990-05-17.',
    '{dato} must be written YYYY-MM-DD, in digits: 1990-05-17.',
  ),
  fecha_inexistente: error(
    '{dato}: ese día no existe en el calendario.',
    '{dato}: there is no such day in the calendar.',
    'I06 3',
  ),
  fecha_remota: error('{dato} es anterior a 1800.', '{dato} is before 1800.', 'D 16'),
  fecha_futura: error('{dato} es posterior a hoy.', '{dato} lies in the future.', 'D 16'),
  sexo_invalido: error('{dato}: el sexo debe ser H, M o X.', '{dato}: the sex must be H, M or X.'),
  entidad_invalida: error(
    '{dato}: la entidad no está en el catálogo; es una clave como 09 o una abreviatura como DF.',
    '{dato}: the entity is not in the catalogue; it is a key such as 09 or an abbreviation such as DF.',
  ),
  apellido_recorrido: aviso(
    'Sólo hay segundo apellido: ocupa el lugar del primero.',
    'There is only a second surname: it takes the place of the first.',
    'I06 3',
  ),
  sin_apellidos: aviso(
    'La persona no tiene apellidos: sus posiciones llevan X.',
    'The person has no surname: its positions hold X.',
    'R 1.11',
  ),
  longitud: error('La clave debe tener 18 caracteres.', 'The key must have 18 characters.'),
  letra: error('Aquí va una letra de la A a la Z.', 'A letter from A to Z belongs here.'),
  vocal: error('Aquí va una vocal o X.', 'A vowel or X belongs here.'),
  cifra: error('Aquí va una cifra.', 'A digit belongs here.'),
  consonante: error('Aquí va una consonante.', 'A consonant belongs here.'),
  diferenciador_invalido: error('Aquí va una cifra o una letra.', 'A digit or a letter belongs here.'),
  digito_verificador: error(
    'El dígito verificador no corresponde a los otros 17 caracteres.',
    'The check digit does not follow from the other 17 characters.',
  ),
  palabra_inconveniente: aviso(
    'Las cuatro primeras letras forman una palabra del catálogo que el registro suele cambiar.',
    'The first four letters spell a word of the catalogue, which the registry usually changes.',
    'R 1.8',
  ),
  diferenciador_inusual: aviso(
    'El registro asigna de la A a la J: esta letra es inusual.',
    'The registry assigns A to J: this letter is unusual.',
    'D 13',
  ),
  nacimiento_futuro: aviso('La fecha de nacimiento es posterior a hoy.', 'The birth date lies in the future.', 'D 14'),
  clave_generica: aviso(
    'Es una clave genérica: no pertenece a una persona.',
    'It is a generic key: it belongs to nobody.',
    'D 15',
  ),
} as const satisfies Record<string, Definicion>;

export type CodigoHallazgo = keyof typeof DEFINICIONES;

/** Severity, rule and message of each finding's code. */
export const HALLAZGOS: Readonly<Record<CodigoHallazgo, Definicion>> = DEFINICIONES;

export interface Hallazgo {
  readonly codigo: CodigoHallazgo;
  readonly severidad: Severidad;
  /** The datum concerned, under its name in the contract. */
  readonly dato: Dato | 'curp';
  /** The positions of the key concerned, from 1. */
  readonly posiciones: readonly number[];
  readonly regla: Regla;
  /** One sentence that never repeats the input. */
  readonly mensaje: string;
}

/** Makes a finding about a datum; without positions, it concerns all those that the datum fills. */
export function hallazgo(
  codigo: CodigoHallazgo,
  dato: Dato | 'curp',
  opciones: Opciones | undefined,
  posiciones: readonly number[] = POSICIONES_DE[dato],
): Hallazgo {
  const { severidad, regla = posiciones.length === 18 ? 'IN' : reglaDe(posiciones[0]), mensaje } = HALLAZGOS[codigo];
  return { codigo, severidad, dato, posiciones: [...posiciones], regla, mensaje: decir(mensaje, opciones, { dato }) };
}
