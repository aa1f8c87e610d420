/**
 * Examines an existing key: every finding, and the data that can be read from it.
 *
 * Source: IN art. 3 (DOF 18-06-2018, modified DOF 18-10-2021), position by position; R 1.8. The century, the letters K
 * to Z in position 17, the generic keys and QO are decisions of this project: D 13 to D 15 and D 18 of docs/norm.md.
 */
import { digitoVerificador } from './norma/digito-verificador.js';
import { esFutura, esInusual, existe } from './fecha.js';
import { type CodigoHallazgo, type Hallazgo, hallazgo } from './hallazgos.js';
import type { Opciones } from './textos/idioma.js';
import { esGenerica } from './norma/claves-genericas.js';
import { ENTIDADES, type Entidad } from './norma/entidades.js';
import { PALABRAS_INCONVENIENTES } from './norma/palabras-inconvenientes.js';
import { type Sexo, esSexo } from './persona.js';

/** The data of a key's holder, as far as they can be read from the key. */
export interface DatosLeidos extends Partial<Entidad> {
  /** `YYYY-MM-DD`, in the century that position 17 shows. */
  readonly fechaNacimiento?: string;
  readonly sexo?: Sexo;
  /** True if the registry had already assigned the same root to another person. */
  readonly homonimo?: boolean;
}

export interface Validacion {
  /** True if no finding is an error; notices do not count. */
  readonly valido: boolean;
  readonly hallazgos: readonly Hallazgo[];
  readonly datos: DatosLeidos;
}

type Forma = readonly [forma: RegExp, codigo: CodigoHallazgo];
const LETRA: Forma = [/[A-Z]/, 'letra'];
const VOCAL: Forma = [/[AEIOUX]/, 'vocal'];
const CIFRA: Forma = [/[0-9]/, 'cifra'];
const SEXO: Forma = [/[HMX]/, 'sexo_invalido'];
const ENTIDAD: Forma = [/[^]/, 'entidad_invalida']; // the catalogue judges the pair
const CONSONANTE: Forma = [/[B-DF-HJ-NP-TV-Z]/, 'consonante'];
const DIFERENCIADOR: Forma = [/[0-9A-Z]/, 'diferenciador_invalido'];

/** The form of each of the 18 positions, and the finding for a character of another form. */
// oxfmt-ignore
export const FORMAS: readonly Forma[] = [
  LETRA, VOCAL, LETRA, LETRA,
  CIFRA, CIFRA, CIFRA, CIFRA, CIFRA, CIFRA,
  SEXO, ENTIDAD, ENTIDAD,
  CONSONANTE, CONSONANTE, CONSONANTE,
  DIFERENCIADOR, CIFRA,
];
export const LARGO = FORMAS.length;
/** A whole key whose 18 characters have the form of their positions. */
export const FORMA = new RegExp(`^${FORMAS.map(([forma]) => forma.source).join('')}$`);
/** Entities of a printed manual that no key has (D 18). */
const DE_MANUAL = new Set(['QO', 'XX']);
const POR_ABREVIATURA = new Map<string, Entidad>(ENTIDADES.map((entidad) => [entidad.abreviaturaEntidad, entidad]));

/** Returns the key for the examination: without white space around it, with ASCII letters in upper case, else unchanged. */
export function claveEscrita(curp: string): string {
  return curp.trim().replace(/[a-z]/g, (letra) => letra.toUpperCase());
}

/** Returns the characters of a key, not its code units. A key that is far too long is wrong anyway, so it is cut. */
export function caracteresDe(clave: string): string[] {
  return Array.from(clave.slice(0, 2 * LARGO + 2));
}

/** Returns the finding about a missing key or one that is no text; `null` if the key can be examined. */
export function problemaDeClave(curp: unknown): 'ausente' | 'tipo' | null {
  if (curp === undefined || curp === null) return 'ausente';
  if (typeof curp !== 'string') return 'tipo';
  return curp.trim() === '' ? 'ausente' : null;
}

/** Examines a key. A malformed key is a normal result, with every finding. */
export function validar(curp: string, opciones?: Opciones): Validacion {
  const hallazgos: Hallazgo[] = [];
  const anotar: Anotar = (codigo, posiciones, esperado) => {
    hallazgos.push(hallazgo(codigo, 'curp', opciones, posiciones, { esperado }));
  };
  const problema = problemaDeClave(curp);
  if (problema !== null) anotar(problema);
  const datos = problema === null ? examinar(claveEscrita(curp), anotar) : {};
  return { valido: hallazgos.every(({ severidad }) => severidad === 'aviso'), hallazgos, datos };
}

export type Anotar = (codigo: CodigoHallazgo, posiciones?: readonly number[], esperado?: string) => void;

/** Reports every finding about a key and returns its data. */
export function examinar(escrita: string, anotar: Anotar): DatosLeidos {
  if (esGenerica(escrita)) {
    anotar('clave_generica');
    fechaDeClave(escrita, anotar); // only XXXX999999XXXXXX99 has no date
    return {};
  }
  const clave = FORMA.test(escrita) ? escrita : revisarForma(escrita, anotar);
  if (clave === null) return {};
  if (PALABRAS_INCONVENIENTES.includes(clave.slice(0, 4))) anotar('palabra_inconveniente', [1, 2, 3, 4]);
  const datos = {
    ...fechaDeClave(clave, anotar),
    ...leerSexo(clave),
    ...leerEntidad(clave, anotar),
    ...leerDiferenciador(clave, anotar),
  };
  const esperado = digitoVerificador(clave);
  if (/^[0-9A-Z]{17}[0-9]$/.test(clave) && clave.charAt(17) !== esperado) {
    anotar('digito_verificador', [18], esperado);
  }
  return datos;
}

/**
 * Reports the length and the positions of a key that lacks the form. Returns it with one code unit per character, or `null` if
 * its wrong length explains all.
 */
function revisarForma(escrita: string, anotar: Anotar): string | null {
  const caracteres = caracteresDe(escrita);
  const clave = caracteres.map((c) => (c.length === 1 ? c : '\ufffd')).join('');
  if (clave.length !== LARGO) {
    anotar('longitud');
    if (estaCorrida(clave)) return null;
  }
  caracteres.slice(0, LARGO).forEach((caracter, i) => {
    if (!FORMAS[i][0].test(caracter)) anotar(FORMAS[i][1], [i + 1]);
  });
  return clave;
}

/**
 * Returns whether the wrong length explains the whole key: its characters fit the positions up to some index and,
 * counted from the end, from there on. Then the positions are shifted, and findings about them would mislead. The
 * beginning of a key is not shifted.
 */
function estaCorrida(clave: string): boolean {
  const esperados = Math.min(clave.length, LARGO);
  const encaja = (i: number, posicion: number): boolean => FORMAS[posicion][0].test(clave.charAt(i));
  let alPrincipio = 0;
  while (alPrincipio < esperados && encaja(alPrincipio, alPrincipio)) alPrincipio++;
  if (alPrincipio === clave.length) return false;
  let alFinal = 0;
  while (alFinal < esperados && encaja(clave.length - 1 - alFinal, LARGO - 1 - alFinal)) alFinal++;
  return alPrincipio + alFinal >= esperados;
}

/** Returns the century that the differentiator shows: 1900 for a digit, 2000 for a letter (D 14). */
export function siglo(diferenciador: string): 1900 | 2000 | undefined {
  if (/[0-9]/.test(diferenciador)) return 1900;
  return /[A-Z]/.test(diferenciador) ? 2000 : undefined;
}

function fechaDeClave(clave: string, anotar: Anotar): Pick<DatosLeidos, 'fechaNacimiento'> {
  const [, aa, mm, dd] = /^.{4}(\d\d)(\d\d)(\d\d)/u.exec(clave) ?? [];
  if (aa === undefined) return {};
  const enSiglo = clave.length === LARGO ? siglo(clave.charAt(16)) : undefined;
  const anio = (enSiglo ?? 2000) + Number(aa); // in doubt, the century whose year 00 is a leap year
  if (!existe(anio, Number(mm), Number(dd))) {
    anotar('fecha_inexistente', [5, 6, 7, 8, 9, 10]);
    return {};
  }
  if (enSiglo === undefined) return {};
  if (esFutura(anio, Number(mm), Number(dd))) anotar('nacimiento_futuro', [5, 6, 7, 8, 9, 10, 17]);
  if (esInusual(anio)) anotar('edad_inusual', [5, 6, 7, 8, 9, 10, 17]);
  return { fechaNacimiento: `${anio}-${mm}-${dd}` };
}

function leerSexo(clave: string): Pick<DatosLeidos, 'sexo'> {
  const sexo = clave.charAt(10);
  return esSexo(sexo) ? { sexo } : {};
}

function leerEntidad(clave: string, anotar: Anotar): Partial<Entidad> {
  const abreviatura = clave.slice(11, 13);
  const entidad = POR_ABREVIATURA.get(abreviatura);
  if (entidad === undefined && abreviatura.length === 2) {
    anotar(DE_MANUAL.has(abreviatura) ? 'entidad_de_manual' : 'entidad_invalida', [12, 13]);
  }
  return { ...entidad };
}

function leerDiferenciador(clave: string, anotar: Anotar): Pick<DatosLeidos, 'homonimo'> {
  const diferenciador = clave.charAt(16);
  if (clave.length !== LARGO || siglo(diferenciador) === undefined) return {};
  if (diferenciador > 'J') anotar('diferenciador_inusual', [17]);
  return { homonimo: diferenciador !== '0' && diferenciador !== 'A' };
}
