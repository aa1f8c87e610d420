/**
 * The calculation for files of millions: names as they stand among the bytes of a row, the key as bytes of the answer,
 * and nothing allocated in between. What it does not settle (rare characters, surnames that may be DESCONOCIDO, any
 * problem), `calcular` does.
 */
import { Leido, componer } from './calcular.js';
import type { Lectura } from './palabra.js';

export { codigosDeClave } from './norma/entidades.js';
export { leerUtf8 } from './palabra.js';

const CERO = 48;
const leidos = new Int32Array(Leido.TODOS);
/** Where the key in hand is written. */
let destino: Uint8Array = new Uint8Array();
let en = 0;

// oxfmt-ignore
const escribir = (
  p1: number, p2: number, p3: number, p4: number, p5: number, p6: number, p7: number, p8: number, p9: number,
  p10: number, p11: number, p12: number, p13: number, p14: number, p15: number, p16: number, p17: number, p18: number,
): string => {
  const d = destino;
  const i = en;
  d[i] = p1;
  d[i + 1] = p2;
  d[i + 2] = p3;
  d[i + 3] = p4;
  d[i + 4] = p5;
  d[i + 5] = p6;
  d[i + 6] = p7;
  d[i + 7] = p8;
  d[i + 8] = p9;
  d[i + 9] = p10;
  d[i + 10] = p11;
  d[i + 11] = p12;
  d[i + 12] = p13;
  d[i + 13] = p14;
  d[i + 14] = p15;
  d[i + 15] = p16;
  d[i + 16] = p17;
  d[i + 17] = p18;
  return '';
};

/**
 * Writes the key of a person into an array: the readings of the first surname, the second and the given names, the date,
 * the code of `H`, `M` or `X`, and what `codigosDeClave` gives. `false`: there is none to be had without `calcular`.
 */
export function escribirClave(
  hacia: Uint8Array,
  desde: number,
  primerApellido: Lectura,
  segundoApellido: Lectura,
  nombre: Lectura,
  anio: number,
  mes: number,
  dia: number,
  sexo: number,
  entidad: number,
): boolean {
  leidos[Leido.PRIMER_APELLIDO] = primerApellido;
  leidos[Leido.SEGUNDO_APELLIDO] = segundoApellido;
  leidos[Leido.NOMBRE] = nombre;
  leidos[Leido.SIGLO] = (anio / 100) | 0;
  leidos[Leido.P5] = CERO + (((anio / 10) | 0) % 10);
  leidos[Leido.P6] = CERO + (anio % 10);
  leidos[Leido.P7] = CERO + ((mes / 10) | 0);
  leidos[Leido.P8] = CERO + (mes % 10);
  leidos[Leido.P9] = CERO + ((dia / 10) | 0);
  leidos[Leido.P10] = CERO + (dia % 10);
  leidos[Leido.P11] = sexo;
  leidos[Leido.ENTIDAD] = entidad;
  destino = hacia;
  en = desde;
  return componer(undefined, undefined, leidos, escribir) !== null;
}
