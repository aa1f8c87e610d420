/** The comparison of a key with a person's data. */
import { type Fallo, rastrear } from './calcular.js';
import type { Dato } from './datos.js';
import { digitoVerificador } from './norma/digito-verificador.js';
import { caracteres } from './explicar.js';
import { type Hallazgo, hallazgo } from './hallazgos.js';
import type { Opciones } from './textos/idioma.js';
import { PALABRAS_INCONVENIENTES } from './norma/palabras-inconvenientes.js';
import type { Regla } from './norma/reglas.js';
import { type Persona, revisar } from './persona.js';
import { caracteresDe, claveEscrita, problemaDeClave, siglo } from './validar.js';

/**
 * `identica`: the key is the calculated one. `misma_raiz`: positions 1 to 16 agree, and the differentiator is another of
 * the same century with its check digit, as the registry assigns to a homonym. `difiere`: anything else.
 */
export type Resultado = 'identica' | 'misma_raiz' | 'difiere';

export interface PosicionCotejada {
  readonly posicion: number;
  readonly esperado: string;
  /** Empty where the key is too short. */
  readonly recibido: string;
  readonly coincide: boolean;
  /** The rule that gives the expected character. */
  readonly regla: Regla;
}

export interface Cotejo {
  readonly ok: true;
  readonly resultado: Resultado;
  readonly calculada: string;
  readonly posiciones: readonly PosicionCotejada[];
  /** Whether the characters that come from each datum agree. */
  readonly campos: Readonly<Record<Dato, 'coincide' | 'difiere'>>;
}

/** Compares a key with the one calculated from a person's data, position by position. */
export function cotejar(curp: string, persona: Persona, opciones?: Opciones): Cotejo | Fallo {
  const problema = problemaDeClave(curp);
  const rastro = rastrear(persona);
  if (problema !== null || rastro === null) {
    const deLaClave: Hallazgo[] = problema === null ? [] : [hallazgo(problema, 'curp', opciones)];
    return { ok: false, hallazgos: [...deLaClave, ...revisar(persona, opciones)] };
  }
  const { curp: calculada, palabra } = rastro;
  const explicacion = caracteres(persona, rastro, opciones);
  const clave = claveEscrita(curp);
  const recibidos = caracteresDe(clave);
  const posiciones = explicacion.map(({ posicion, caracter: esperado, regla }) => {
    const recibido = recibidos[posicion - 1] ?? '';
    return { posicion, esperado, recibido, coincide: recibido === esperado, regla };
  });
  const coinciden = posiciones.map(({ coincide }) => coincide);
  coinciden[1] ||= esLaMismaVocal(recibidos, palabra.charAt(1));
  const elSiglo = siglo(calculada.charAt(16));
  const mismoSiglo = (siglo(recibidos[16] ?? '') ?? elSiglo) === elSiglo;
  const campo = (dato: Dato, ademas = true): 'coincide' | 'difiere' =>
    ademas && explicacion.every((c) => c.dato !== dato || coinciden[c.posicion - 1]) ? 'coincide' : 'difiere';
  return {
    ok: true,
    resultado: comparar(clave, calculada),
    calculada,
    posiciones,
    campos: {
      nombres: campo('nombres'),
      apellidoPaterno: campo('apellidoPaterno'),
      apellidoMaterno: campo('apellidoMaterno'),
      fechaNacimiento: campo('fechaNacimiento', mismoSiglo),
      sexo: campo('sexo'),
      entidad: campo('entidad'),
    },
  };
}

/** Whether position 2 differs only because rule 1.8, which depends on all the names, censored one of the two keys. */
function esLaMismaVocal(recibidos: readonly string[], vocal: string): boolean {
  const [primera, segunda, ...resto] = recibidos.slice(0, 4);
  return (
    segunda === vocal || (segunda === 'X' && PALABRAS_INCONVENIENTES.includes([primera, vocal, ...resto].join('')))
  );
}

function comparar(clave: string, calculada: string): Resultado {
  if (clave === calculada) return 'identica';
  const esDeHomonimo =
    clave.length === calculada.length &&
    clave.slice(0, 16) === calculada.slice(0, 16) &&
    siglo(clave.charAt(16)) === siglo(calculada.charAt(16)) &&
    clave.charAt(17) === digitoVerificador(clave);
  return esDeHomonimo ? 'misma_raiz' : 'difiere';
}
