/** The registry of findings: every error and every notice about a person's data or about a key. */
import { type Asunto, POSICIONES_DE, reglaDe } from './datos.js';
import { type Opciones, completar, enIdioma } from './textos/idioma.js';
import type { Regla } from './norma/reglas.js';
import { hallazgos } from './textos/es.js';

export type Severidad = 'error' | 'aviso';

export type CodigoHallazgo = keyof typeof hallazgos;

interface Definicion {
  readonly severidad: Severidad;
  /** The rule of the finding; if absent, the rule of its first position. */
  readonly regla: Regla | undefined;
}

const error = (regla?: Regla): Definicion => ({ severidad: 'error', regla });
const aviso = (regla?: Regla): Definicion => ({ severidad: 'aviso', regla });

/** Severity and rule of each code; `textos/` has the messages. */
export const HALLAZGOS: Readonly<Record<CodigoHallazgo, Definicion>> = {
  ausente: error(),
  tipo: error(),
  sin_letras: error('D 16'),
  largo: error('D 16'),
  control: error('D 16'),
  fecha_formato: error(),
  fecha_inexistente: error('I06 3'),
  fecha_remota: error('D 16'),
  fecha_futura: error('D 16'),
  sexo_invalido: error(),
  entidad_invalida: error(),
  entidad_de_manual: error('D 18'),
  apellido_recorrido: aviso('I06 3'),
  sin_apellidos: aviso('R 1.11'),
  nombre_con_cifras: aviso('D 5'),
  nombre_de_relleno: aviso('D 17'),
  apellidos_en_nombres: aviso('D 23'),
  nombre_con_signo: aviso('D 5'),
  nombre_letra_ajena: aviso('D 3'),
  nombre_otro_alfabeto: aviso('D 3'),
  nombre_invisible: aviso('D 1'),
  nombre_abreviado: aviso('D 22'),
  nombre_con_punto: aviso('D 22'),
  nombre_con_titulo: aviso('D 22'),
  nombre_otra_caja: aviso('D 22'),
  nombre_de_empresa: aviso('D 17'),
  nombre_de_dos: aviso('D 17'),
  apellidos_cambiados: aviso('D 23'),
  nombre_pegado: aviso('D 22'),
  nombre_cortado: aviso('D 22'),
  nombre_sigue: aviso('D 22'),
  nombre_ausente: aviso('D 17'),
  nombre_sin_enie: aviso('D 22'),
  apellido_de_casada: aviso('D 23'),
  apellidos_repetidos: aviso('D 23'),
  fecha_de_sistema: aviso('D 24'),
  nombre_parecido: aviso('D 22'),
  sexo_de_otro_nombre: aviso('D 24'),
  edad_inusual: aviso('D 24'),
  apellidos_juntos: aviso('D 23'),
  apellido_de_relleno: aviso('D 17'),
  fecha_convertida: aviso('D 24'),
  fecha_mes_desde_cero: aviso('D 24'),
  fecha_de_noche: aviso('D 24'),
  entidad_o_pais: aviso('D 24'),
  entidad_y_lugar: aviso('D 24'),
  entidad_del_correo: aviso('D 24'),
  entidad_parecida: aviso('D 24'),
  nombres_cambiados: aviso('D 23'),
  sexo_cambiado: aviso('D 24'),
  longitud: error(),
  letra: error(),
  vocal: error(),
  cifra: error(),
  consonante: error(),
  diferenciador_invalido: error(),
  digito_verificador: error(),
  palabra_inconveniente: aviso('R 1.8'),
  diferenciador_inusual: aviso('D 13'),
  nacimiento_futuro: error('D 14'),
  clave_generica: aviso('D 15'),
  rfc_invalido: error('D 21'),
};

export interface Hallazgo {
  readonly codigo: CodigoHallazgo;
  readonly severidad: Severidad;
  /** The datum concerned, under its name in `Persona`. */
  readonly dato: Asunto;
  /** The positions of the key concerned, from 1. */
  readonly posiciones: readonly number[];
  readonly regla: Regla;
  /** One sentence, which never repeats the input. */
  readonly mensaje: string;
  /** The character that belongs in position 18; only for `digito_verificador`. */
  readonly esperado?: string;
  /** The other parts of the message, such as a sign that no name has: `hallazgo` words the finding again with them. */
  readonly partes?: Readonly<Record<string, string | undefined>>;
}

/** Creates a finding about a datum, by default about all the positions that the datum fills. */
export function hallazgo(
  codigo: CodigoHallazgo,
  dato: Asunto,
  opciones: Opciones | undefined,
  posiciones: readonly number[] = POSICIONES_DE[dato],
  { esperado, ...partes }: Readonly<Record<string, string | undefined>> = {},
): Hallazgo {
  const { severidad, regla = posiciones.length === 18 ? 'IN' : reglaDe(posiciones[0]) } = HALLAZGOS[codigo];
  const nombre = opciones?.datos?.[dato] ?? dato;
  const huecos = { dato: nombre, esperado: esperado ?? '', ...partes };
  const mensaje = completar(enIdioma(opciones, 'hallazgos', hallazgos)[codigo], huecos);
  const comun = { codigo, severidad, dato, posiciones: [...posiciones], regla, mensaje };
  const resto = Object.keys(partes).length === 0 ? {} : { partes };
  return esperado === undefined ? { ...comun, ...resto } : { ...comun, ...resto, esperado };
}
