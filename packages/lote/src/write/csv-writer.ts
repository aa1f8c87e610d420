/** Writes rows of CSV: cells as they came, and cells of its own. */
import { type CsvRow, estaCitada } from '../read/row.js';
import type { Valor } from '../work/operations.js';
import type { WireHallazgo } from '@curp-service/contract/answers';
import type { Salida } from './output.js';

const enum Byte {
  SALTO = 10,
  RETORNO = 13,
  COMILLAS = 34,
  APOSTROFO = 39,
}
/** A spreadsheet takes a cell that begins so for a formula. */
const FORMULA = new Set(Array.from('=+-@\t\r', (signo) => signo.charCodeAt(0)));

export class Escritor {
  private readonly salida: Salida;
  private readonly delimitador: string;
  private readonly codigo: number;
  private readonly conRetorno: boolean;
  private readonly excel: boolean;

  constructor(salida: Salida, delimitador: string, salto: string, excel: boolean) {
    this.salida = salida;
    this.delimitador = delimitador;
    this.codigo = delimitador.charCodeAt(0);
    this.conRetorno = salto === '\r\n';
    this.excel = excel;
  }

  /** A row byte for byte or, for a spreadsheet, with its formulas made harmless. */
  fila(fila: CsvRow): void {
    if (this.excel) this.celdas(fila, fila.lector.celdas);
    else this.salida.copiar(fila.vista, fila.inicio, fila.lector.fin);
  }

  /** The first cells of a row. */
  celdas(fila: CsvRow, cuantas: number): void {
    const { salida } = this;
    for (let i = 0; i < cuantas; i++) {
      const desde = fila.lector.desde[i];
      const hasta = fila.lector.hasta[i];
      const citada = estaCitada(fila, i);
      salida.reservar(hasta - desde + 4);
      if (i > 0) salida.byte(this.codigo);
      if (citada) salida.byte(Byte.COMILLAS);
      if (this.excel && hasta > desde && FORMULA.has(fila.bytes[desde])) salida.byte(Byte.APOSTROFO);
      salida.copiar(fila.vista, desde, hasta);
      if (citada) salida.byte(Byte.COMILLAS);
    }
  }

  separador(): void {
    this.salida.reservar(1);
    this.salida.byte(this.codigo);
  }

  /** So many empty cells behind others. */
  vacias(cuantas: number): void {
    for (let i = 0; i < cuantas; i++) this.separador();
  }

  /** A cell behind others. */
  celda(texto: string): void {
    this.separador();
    if (texto !== '') this.texto(texto);
  }

  /** The text of a cell, in quotes where it needs them. */
  texto(texto: string): void {
    const inocuo = this.excel && FORMULA.has(texto.charCodeAt(0)) ? `'${texto}` : texto;
    const plano = !inocuo.includes(this.delimitador) && !/["\r\n]/.test(inocuo);
    this.salida.texto(plano ? inocuo : `"${inocuo.replaceAll('"', '""')}"`);
  }

  finDeFila(): void {
    this.salida.reservar(2);
    if (this.conRetorno) this.salida.byte(Byte.RETORNO);
    this.salida.byte(Byte.SALTO);
  }
}

/** A value as the text of a cell: lists with spaces between, findings by their code and positions. */
export function enCelda(valor: Valor): string {
  if (valor === null) return '';
  if (typeof valor !== 'object') return String(valor);
  return valor.map((parte) => (typeof parte === 'string' ? parte : hallazgoEnCelda(parte))).join(' ');
}

const hallazgoEnCelda = ({ codigo, posiciones }: WireHallazgo): string => `${codigo}:${posiciones.join(',')}`;
