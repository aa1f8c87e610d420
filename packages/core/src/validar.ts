/**
 * The examination of an existing key: every finding, and the data that can be read from it.
 *
 * Source: IN art. 3 (DOF 18-06-2018, modified DOF 18-10-2021), position by position; R 1.8. The century, the letters K
 * to Z in position 17 and the generic keys are decisions of this project: D 13 to D 15 of docs/norm.md.
 */
import { digitoVerificador } from './digito-verificador.js';
import { esFutura, existe } from './fecha.js';
import { type CodigoHallazgo, type Hallazgo, hallazgo } from './hallazgos.js';
import type { Opciones } from './idioma.js';
import { esGenerica } from './norma/claves-genericas.js';
import { ENTIDADES, type Entidad } from './norma/entidades.js';
import { PALABRAS_INCONVENIENTES } from './norma/palabras-inconvenientes.js';
import { type Sexo, esSexo } from './persona.js';

/** The data that a key tells of its holder, as far as they can be read. */
export interface DatosLeidos extends Partial<Entidad> {
  /** `YYYY-MM-DD`, in the century that position 17 tells. */
  readonly fechaNacimiento?: string;
  readonly sexo?: Sexo;
  /** Whether the registry had already assigned the same root to somebody else. */
  readonly homonimo?: boolean;
}

export interface Validacion {
  /** No finding is an error; notices do not count. */
  readonly valido: boolean;
  readonly hallazgos: readonly Hallazgo[];
  readonly datos: DatosLeidos;
}

type Forma = readonly [forma: RegExp, codigo: CodigoHallazgo];
const LETRA: Forma = [/[A-Z]/, 'letra'];
const VOCAL: Forma = [/[AEIOUX]/, 'vocal'];
const CIFRA: Forma = [/[0-9]/, 'cifra'];
const SEXO: Forma = [/[HMX]/, 'sexo_invalido'];
const ENTIDAD = null; // judged as a pair, by the catalogue
const CONSONANTE: Forma = [/[B-DF-HJ-NP-TV-Z]/, 'consonante'];
const DIFERENCIADOR: Forma = [/[0-9A-Z]/, 'diferenciador_invalido'];

/** The form of each of the 18 positions, and the finding for a character of another form. */
// oxfmt-ignore
const FORMAS: readonly (Forma | null)[] = [
  LETRA, VOCAL, LETRA, LETRA,
  CIFRA, CIFRA, CIFRA, CIFRA, CIFRA, CIFRA,
  SEXO, ENTIDAD, ENTIDAD,
  CONSONANTE, CONSONANTE, CONSONANTE,
  DIFERENCIADOR, CIFRA,
];
const LARGO = FORMAS.length;

/** A key as it is examined: without white space around it, ASCII letters in upper case, nothing else changed. */
export function claveEscrita(curp: string): string {
  return curp.trim().replace(/[a-z]/g, (letra) => letra.toUpperCase());
}

/** The characters of a key, not its code units. A key that is far too long is wrong anyway, so it is cut. */
export function caracteresDe(clave: string): string[] {
  return Array.from(clave.slice(0, 2 * LARGO + 2));
}

/** The finding about a missing key or one that is no text; `null`: the key can be examined. */
export function problemaDeClave(curp: unknown): 'ausente' | 'tipo' | null {
  if (curp === undefined || curp === null) return 'ausente';
  if (typeof curp !== 'string') return 'tipo';
  return curp.trim() === '' ? 'ausente' : null;
}

/** Examines a key. A malformed key is a result like any other, with every finding. */
export function validar(curp: string, opciones?: Opciones): Validacion {
  const hallazgos: Hallazgo[] = [];
  const anotar: Anotar = (codigo, posiciones) => {
    hallazgos.push(hallazgo(codigo, 'curp', opciones, posiciones));
  };
  const problema = problemaDeClave(curp);
  if (problema !== null) anotar(problema);
  const datos = problema === null ? examinar(claveEscrita(curp), anotar) : {};
  return { valido: hallazgos.every(({ severidad }) => severidad === 'aviso'), hallazgos, datos };
}

type Anotar = (codigo: CodigoHallazgo, posiciones?: readonly number[]) => void;

function examinar(escrita: string, anotar: Anotar): DatosLeidos {
  if (esGenerica(escrita)) {
    anotar('clave_generica');
    return {};
  }
  const caracteres = caracteresDe(escrita);
  const clave = caracteres.map((c) => (c.length === 1 ? c : '\ufffd')).join(''); // one code unit a character
  const mide18 = clave.length === LARGO;
  if (!mide18) anotar('longitud');
  caracteres.slice(0, LARGO).forEach((caracter, i) => {
    const forma = FORMAS[i];
    if (forma !== null && !forma[0].test(caracter)) anotar(forma[1], [i + 1]);
  });
  if (PALABRAS_INCONVENIENTES.includes(clave.slice(0, 4))) anotar('palabra_inconveniente', [1, 2, 3, 4]);
  const datos = {
    ...leerFecha(clave, anotar),
    ...leerSexo(clave),
    ...leerEntidad(clave, anotar),
    ...leerDiferenciador(clave, anotar),
  };
  const sePuedeComprobar = mide18 && /^[0-9A-Z]{17}[0-9]$/.test(clave);
  if (sePuedeComprobar && clave.charAt(17) !== digitoVerificador(clave)) anotar('digito_verificador', [18]);
  return datos;
}

/** The century that the differentiator tells: 1900 for a digit, 2000 for a letter (D 14). */
export function siglo(diferenciador: string): 1900 | 2000 | undefined {
  if (/^[0-9]$/.test(diferenciador)) return 1900;
  return /^[A-Z]$/.test(diferenciador) ? 2000 : undefined;
}

function leerFecha(clave: string, anotar: Anotar): Pick<DatosLeidos, 'fechaNacimiento'> {
  const [, aa, mm, dd] = /^.{4}(\d\d)(\d\d)(\d\d)/u.exec(clave) ?? [];
  if (aa === undefined) return {};
  const enSiglo = siglo(clave.charAt(16));
  const anio = (enSiglo ?? 2000) + Number(aa); // in doubt, the century whose year 00 is a leap year
  if (!existe(anio, Number(mm), Number(dd))) {
    anotar('fecha_inexistente', [5, 6, 7, 8, 9, 10]);
    return {};
  }
  if (enSiglo === undefined) return {};
  if (esFutura(anio, Number(mm), Number(dd))) anotar('nacimiento_futuro', [5, 6, 7, 8, 9, 10, 17]);
  return { fechaNacimiento: `${anio}-${mm}-${dd}` };
}

function leerSexo(clave: string): Pick<DatosLeidos, 'sexo'> {
  const sexo = clave.charAt(10);
  return esSexo(sexo) ? { sexo } : {};
}

function leerEntidad(clave: string, anotar: Anotar): Partial<Entidad> {
  const abreviatura = clave.slice(11, 13);
  const entidad = ENTIDADES.find(({ abreviaturaEntidad }) => abreviaturaEntidad === abreviatura);
  if (entidad === undefined && abreviatura.length === 2) anotar('entidad_invalida', [12, 13]);
  return { ...entidad };
}

function leerDiferenciador(clave: string, anotar: Anotar): Pick<DatosLeidos, 'homonimo'> {
  const diferenciador = clave.charAt(16);
  if (siglo(diferenciador) === undefined) return {};
  if (diferenciador > 'J') anotar('diferenciador_inusual', [17]);
  return { homonimo: diferenciador !== '0' && diferenciador !== 'A' };
}
