/**
 * The quick way to a key: from the bytes of a row to those of the answer, for rows written as most are. Where anything
 * is out of the ordinary it gives up, and the row takes the long way; both give the same, and a test holds it.
 */
import { codigosDeClave, escribirClave, leerUtf8 } from '@curp-service/core/masivo';
import type { ColumnIndexes } from '@curp-service/contract/columns';
import type { CsvReader } from '../read/csv-reader.js';
import { readEntity, readSex } from '@curp-service/contract/values';

const enum Byte {
  GUION = 45,
  BARRA = 47,
  CERO = 48,
  NUEVE = 57,
  H = 72,
  M = 77,
  X = 88,
}

const UTF8 = new TextDecoder();
/** More spellings of entities than people use; a file of nonsense does not fill the memory. */
const RECORDADOS = 1000;

export class Rapido {
  private readonly lector: CsvReader;
  private readonly columnas: ColumnIndexes;
  /** What each spelling beyond the plain keys and letters means. */
  private readonly entidades = new Map<string, number>();
  private readonly sexos = new Map<string, number>();

  constructor(lector: CsvReader, columnas: ColumnIndexes) {
    this.lector = lector;
    this.columnas = columnas;
  }

  /** Writes the key of the row that the reader has just read. `false`: it gave up. */
  escribir(bytes: Uint8Array, destino: Uint8Array, en: number): boolean {
    const { columnas } = this;
    const { desde, hasta } = this.lector;
    const nombres = columnas.nombres;
    const paterno = columnas.apellido_paterno;
    const materno = columnas.apellido_materno;
    if (esNulo(bytes, desde[nombres], hasta[nombres]) || esNulo(bytes, desde[paterno], hasta[paterno])) return false;
    const n = leerUtf8(bytes, desde[nombres], hasta[nombres], true);
    const a = leerUtf8(bytes, desde[paterno], hasta[paterno], false);
    let b = 0;
    if (materno >= 0) {
      if (esNulo(bytes, desde[materno], hasta[materno])) return false;
      b = leerUtf8(bytes, desde[materno], hasta[materno], false);
    }

    let anio = 0;
    let mes = 0;
    let dia = 0;
    const fecha = columnas.fecha_nacimiento;
    if (fecha >= 0) {
      const f = desde[fecha];
      if (hasta[fecha] - f !== 10) return false;
      if (bytes[f + 4] === Byte.GUION && bytes[f + 7] === Byte.GUION) {
        anio = dos(bytes, f) * 100 + dos(bytes, f + 2);
        mes = dos(bytes, f + 5);
        dia = dos(bytes, f + 8);
      } else if (bytes[f + 2] === Byte.BARRA && bytes[f + 5] === Byte.BARRA) {
        dia = dos(bytes, f);
        mes = dos(bytes, f + 3);
        anio = dos(bytes, f + 6) * 100 + dos(bytes, f + 8);
      } else return false;
    } else {
      const y = columnas.anio_nacimiento;
      const m = columnas.mes_nacimiento;
      const d = columnas.dia_nacimiento;
      if (hasta[y] - desde[y] !== 4 || hasta[m] - desde[m] !== 2 || hasta[d] - desde[d] !== 2) return false;
      anio = dos(bytes, desde[y]) * 100 + dos(bytes, desde[y] + 2);
      mes = dos(bytes, desde[m]);
      dia = dos(bytes, desde[d]);
    }
    if (anio < 0 || mes < 0 || dia < 0) return false;
    return escribirClave(destino, en, a, b, n, anio, mes, dia, this.sexo(bytes), this.entidad(bytes));
  }

  private sexo(bytes: Uint8Array): number {
    const desde = this.lector.desde[this.columnas.sexo];
    const hasta = this.lector.hasta[this.columnas.sexo];
    const letra = bytes[desde];
    if (hasta - desde === 1 && (letra === Byte.H || letra === Byte.M || letra === Byte.X)) return letra;
    return recordar(this.sexos, bytes, desde, hasta, (texto) => {
      const leido = readSex(texto);
      return leido === 'H' || leido === 'M' || leido === 'X' ? leido.charCodeAt(0) : 0;
    });
  }

  private entidad(bytes: Uint8Array): number {
    const desde = this.lector.desde[this.columnas.entidad];
    const hasta = this.lector.hasta[this.columnas.entidad];
    const clave = hasta - desde === 2 ? codigosDeClave(bytes[desde], bytes[desde + 1]) : 0;
    if (clave !== 0) return clave;
    return recordar(this.entidades, bytes, desde, hasta, (texto) => {
      const leida = readEntity(texto);
      return leida.length === 2 ? codigosDeClave(leida.charCodeAt(0), leida.charCodeAt(1)) : 0;
    });
  }
}

function recordar(
  memoria: Map<string, number>,
  bytes: Uint8Array,
  desde: number,
  hasta: number,
  leer: (texto: string) => number,
): number {
  if (hasta - desde > 100) return 0;
  const texto = UTF8.decode(bytes.subarray(desde, hasta));
  const sabido = memoria.get(texto);
  if (sabido !== undefined) return sabido;
  const leido = leer(texto);
  if (memoria.size < RECORDADOS) memoria.set(texto, leido);
  return leido;
}

/** The number that two digits make; far below zero if they are none. */
function dos(bytes: Uint8Array, i: number): number {
  const decena = bytes[i] - Byte.CERO;
  const unidad = bytes[i + 1] - Byte.CERO;
  return (decena | (9 - decena) | unidad | (9 - unidad)) >= 0 ? decena * 10 + unidad : -10_000;
}

/** Whether a cell looks like the null, None, NaN or undefined of a program: by its length and its ends. */
function esNulo(bytes: Uint8Array, desde: number, hasta: number): boolean {
  const largo = hasta - desde;
  if (largo !== 3 && largo !== 4 && largo !== 9) return false;
  const extremos = (bytes[desde] << 8) | bytes[hasta - 1];
  return extremos === NULO_L || extremos === NULO_E || extremos === NULO_N || extremos === NULO_D;
}
const [NULO_L, NULO_E, NULO_N, NULO_D] = ['nl', 'Ne', 'NN', 'ud'].map(
  (par) => (par.charCodeAt(0) << 8) | par.charCodeAt(1),
);
