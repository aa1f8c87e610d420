/** Compares a key with the known data of a person: all of them, or any part. */
import { type Fallo, type Rastro, rastrear } from './calcular.js';
import { type Asunto, type Dato, type Origen, POSICIONES_DE, reglaDe } from './datos.js';
import { digitoVerificador } from './norma/digito-verificador.js';
import { cabeEn2006, comoEn2006 } from './nombre/edicion.js';
import { existe } from './fecha.js';
import { caracteres } from './explicar.js';
import { type Hallazgo, hallazgo } from './hallazgos.js';
import { type Opciones, enIdioma } from './textos/idioma.js';
import { cotejo } from './textos/es.js';
import { leer } from './nombre/palabra.js';
import type { Edicion } from './norma/ediciones.js';
import { PALABRAS_INCONVENIENTES } from './norma/palabras-inconvenientes.js';
import type { Regla } from './norma/reglas.js';
import { type Persona, revisar } from './persona.js';
import { caracteresDe, claveEscrita, problemaDeClave, siglo, validar } from './validar.js';

/**
 * The known data of a person. `undefined` means unknown. A null, empty or blank surname means that the person has none.
 * The RFC is a witness beside the data.
 */
export type DatosConocidos = { readonly [D in Dato]?: Persona[D] | undefined } & {
  readonly rfc?: string | undefined;
};

/**
 * With all data, `identica`: the key is the computed one; `misma_raiz`: positions 1 to 16 agree, and the differentiator
 * is another of the same century with its check digit, as the registry assigns to a homonym. With part of the data,
 * `compatible`: no known datum differs. `difiere`: anything else.
 */
export type Resultado = 'identica' | 'misma_raiz' | 'compatible' | 'difiere';

export interface PosicionCotejada {
  readonly posicion: number;
  /** `null` if no known datum decides it. */
  readonly esperado: string | null;
  /** Empty if the key is too short. */
  readonly recibido: string;
  readonly coincide: boolean;
  /** The rule that decides the expected character. */
  readonly regla: Regla;
}

export interface Cotejo {
  readonly ok: true;
  readonly resultado: Resultado;
  /** Present only if the key differs by the rules in force, and is the one of that earlier edition of the norm. */
  readonly edicion?: Exclude<Edicion, 2021>;
  /** Says what `edicion` means; present with it. */
  readonly mensaje?: string;
  /** Present only with all data. */
  readonly calculada?: string;
  readonly posiciones: readonly PosicionCotejada[];
  /** Shows whether the characters from each datum agree. With all data and no RFC, `rfc` is absent. */
  readonly campos: Readonly<Record<Dato, 'coincide' | 'difiere' | 'sin_dato'>> & {
    readonly rfc?: Testimonio | 'sin_dato';
  };
  /** The findings about the key itself. */
  readonly deLaClave: readonly Hallazgo[];
}

const DATOS = ['nombres', 'apellidoPaterno', 'apellidoMaterno', 'fechaNacimiento', 'sexo', 'entidad'] as const;

/**
 * Compares a key with the one computed from a person's data, position by position. Stand-ins with the letters of the
 * key replace unknown data, so that one calculation compares all data or any part. With part of the data, a key with
 * errors fails with these errors, because its letters say nothing about a person.
 */
export const cotejar = (curp: string, datos: DatosConocidos, opciones?: Opciones): Cotejo | Fallo =>
  comparar(curp, datos, opciones, caracteres);

/** Like `cotejar`, but without its positions, because explaining them takes longer than comparing: for files. */
export const cotejarDatos = (
  curp: string,
  datos: DatosConocidos,
  opciones?: Opciones,
): Omit<Cotejo, 'posiciones'> | Fallo => comparar(curp, datos, opciones);

function comparar(
  curp: string,
  datos: DatosConocidos,
  opciones: Opciones | undefined,
  explicar?: typeof caracteres,
): Cotejo | Fallo {
  const dados: Readonly<Partial<Record<Asunto | Origen, unknown>>> = datos ?? {};
  const conocidos = DATOS.filter((dato) => dados[dato] !== undefined).length;
  const esParte = conocidos > 0 && conocidos < DATOS.length;
  const esTexto = problemaDeClave(curp) === null;
  const clave = esTexto ? claveEscrita(curp) : '';
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all the data are known, or `rastrear` returns `null`
  const persona = esParte ? completarDatos(clave, datos) : (datos as Persona);
  const rastro = rastrear(persona);
  const testimonio = dados.rfc === undefined ? 'sin_dato' : atestiguar(dados.rfc, clave);
  const { hallazgos: deLaClave } = validar(curp, opciones);
  const errores = esParte || !esTexto ? deLaClave.filter(({ severidad }) => severidad === 'error') : [];
  if (errores.length > 0 || rastro === null || testimonio === null) {
    const deLosDatos = revisar(datos, opciones).filter(({ dato }) => !esParte || dados[dato] !== undefined);
    const delRfc: Hallazgo[] = testimonio === null ? [hallazgo('rfc_invalido', 'rfc', opciones)] : [];
    return { ok: false, hallazgos: [...errores, ...deLosDatos, ...delRfc] };
  }
  const { curp: calculada, palabra, recorrido } = rastro;
  const recibidos = caracteresDe(clave);
  const elSiglo = siglo(calculada.charAt(16));
  const mismoSiglo = (siglo(recibidos[16] ?? '') ?? elSiglo) === elSiglo;
  const coincide = (posicion: number): boolean =>
    recibidos[posicion - 1] === calculada.charAt(posicion - 1) ||
    (posicion === 2 && esLaMismaVocal(recibidos, palabra.charAt(1)));
  const campo = (dato: Dato, posiciones = POSICIONES_DE[dato]): 'coincide' | 'difiere' | 'sin_dato' => {
    if (dados[dato] === undefined) return 'sin_dato';
    return posiciones.every(coincide) ? 'coincide' : 'difiere';
  };
  const { apellidoPaterno: delPrimero, apellidoMaterno: delSegundo } = POSICIONES_DE;
  const campos: Cotejo['campos'] = {
    nombres: campo('nombres'),
    apellidoPaterno: campo('apellidoPaterno', recorrido ? delSegundo : delPrimero),
    apellidoMaterno: campo('apellidoMaterno', recorrido ? delPrimero : delSegundo),
    fechaNacimiento: mismoSiglo ? campo('fechaNacimiento') : 'difiere',
    sexo: campo('sexo'),
    entidad: campo('entidad'),
    ...(esParte || dados.rfc !== undefined ? { rfc: testimonio } : {}),
  };
  const resultado = !esParte
    ? resultadoDe(clave, calculada)
    : Object.values(campos).includes('difiere')
      ? 'difiere'
      : 'compatible';
  const estaDecidido = (origen: Origen): boolean =>
    !esParte || (origen === 'diferenciador' ? !mismoSiglo : dados[origen] !== undefined);
  const posiciones = (explicar?.(persona, rastro, opciones) ?? []).map(({ posicion, caracter, dato, regla }) => {
    const recibido = recibidos[posicion - 1] ?? '';
    return estaDecidido(dato)
      ? { posicion, esperado: caracter, recibido, coincide: recibido === caracter, regla }
      : { posicion, esperado: null, recibido, coincide: true, regla: reglaDe(posicion) };
  });
  const deAntes = resultado === 'difiere' && esDe2006(clave, datos, persona, rastro);
  return {
    ok: true,
    resultado,
    ...(deAntes ? { edicion: 2006, mensaje: enIdioma(opciones, 'cotejo', cotejo).edicion } : {}),
    ...(esParte ? {} : { calculada }),
    posiciones,
    campos,
    deLaClave,
  };
}

/** Returns whether a key that differs is the one that the edition of 2006 gives to the same data. */
function esDe2006(clave: string, datos: DatosConocidos, persona: Persona, { sinApellidos }: Rastro): boolean {
  const antes = comoEn2006(datos);
  if (antes === datos || sinApellidos || !cabeEn2006(persona.fechaNacimiento, persona.sexo)) return false;
  const comparacion = comparar(clave, antes, undefined);
  return comparacion.ok && comparacion.resultado !== 'difiere';
}

/**
 * Returns a person with the known data and a stand-in for each unknown one. An unknown surname may be missing: then a
 * second surname becomes the first, and DESCONOCIDO counts as none. So the key decides which stand-in is used.
 */
function completarDatos(clave: string, datos: DatosConocidos): Persona {
  const conUnApellido = suplir(clave, datos, '');
  return tieneSusApellidos(clave, rastrear(conUnApellido)) ? conUnApellido : suplir(clave, datos);
}

/** Returns stand-ins with the letters of the key, or with `otroApellido` as a surname. */
function suplir(clave: string, datos: DatosConocidos, otroApellido?: string): Persona {
  const letras = (...posiciones: number[]): string => posiciones.map((posicion) => clave.charAt(posicion - 1)).join('');
  const { nombres = letras(4, 16), apellidoPaterno = otroApellido ?? letras(1, 14, 2) } = datos;
  const delSegundo = leer(apellidoPaterno, false) === 0 ? letras(1, 14, 2) : letras(3, 15);
  const { apellidoMaterno = otroApellido ?? delSegundo, sexo = letras(11), entidad = letras(12, 13) } = datos;
  const anio = Number(letras(5, 6)) + (siglo(letras(17)) ?? 0);
  const { fechaNacimiento = `${anio}-${letras(7, 8)}-${letras(9, 10)}` } = datos;
  return { nombres, apellidoPaterno, apellidoMaterno, fechaNacimiento, sexo, entidad };
}

function tieneSusApellidos(clave: string, rastro: Rastro | null): boolean {
  if (rastro === null) return false;
  const { curp, palabra } = rastro;
  const sonIguales = [1, 3, 14, 15].every((posicion) => curp.charAt(posicion - 1) === clave.charAt(posicion - 1));
  return sonIguales && esLaMismaVocal(Array.from(clave), palabra.charAt(1));
}

/** Returns whether position 2 differs only because rule 1.8, which depends on all the names, censored one of the two keys. */
function esLaMismaVocal(recibidos: readonly string[], vocal: string): boolean {
  const [primera, segunda, ...resto] = recibidos.slice(0, 4);
  return (
    segunda === vocal || (segunda === 'X' && PALABRAS_INCONVENIENTES.includes([primera, vocal, ...resto].join('')))
  );
}

function resultadoDe(clave: string, calculada: string): Resultado {
  if (clave === calculada) return 'identica';
  const esDeHomonimo =
    clave.length === calculada.length &&
    clave.slice(0, 16) === calculada.slice(0, 16) &&
    siglo(clave.charAt(16)) === siglo(calculada.charAt(16)) &&
    clave.charAt(17) === digitoVerificador(clave);
  return esDeHomonimo ? 'misma_raiz' : 'difiere';
}

// The RFC of a person is a witness about a key: the tax registry makes it from the same names and birth date. No text
// of the norm mentions it (docs/norm.md, D 21). SAT has its own rules for Ñ, one surname, short surnames and
// inconvenient words, so other letters prove nothing. The homoclave is not judged.

/** The result of comparing an RFC with a key. `indeterminado`: the same date and other letters, or a generic RFC. */
export type Testimonio = 'coincide' | 'difiere' | 'indeterminado';

const FORMA_DE_RFC = /^([A-ZÑ&]{4})[- ]?((\d\d)(\d\d)(\d\d))[- ]?([A-Z\d]{3})?$/;
/** The RFCs of the general public and of foreigners, without their date. */
const GENERICOS = new Set(['XAXX', 'XEXX']);

/** Compares an RFC with a key. Returns `null` if it is no RFC of a person. */
export function atestiguar(rfc: unknown, clave: string): Testimonio | null {
  if (typeof rfc !== 'string') return null;
  const [, letras, fecha, aa, mm, dd] = FORMA_DE_RFC.exec(rfc.normalize().trim().toUpperCase()) ?? [];
  if (letras === undefined || !existe(2000 + Number(aa), Number(mm), Number(dd))) return null; // 1900 was no leap year
  if (fecha === '010101' && GENERICOS.has(letras)) return 'indeterminado';
  if (fecha !== clave.slice(4, 10)) return 'difiere';
  return letras === clave.slice(0, 4) ? 'coincide' : 'indeterminado';
}
