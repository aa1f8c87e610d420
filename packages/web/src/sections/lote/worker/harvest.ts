/**
 * What comes out of a file, kept in blobs: the browser holds those outside of the script's memory. On the way, the
 * rows that will be shown are found: the first ones, and all the bad ones.
 */
import { type Opciones, validar } from '@curp-service/core';
import { en } from '@curp-service/core/en';
import { CsvReader, type Lote } from '@curp-service/lote';
import { TEXTOS } from '../../../base/texts.js';
import { Deposito } from './deposit.js';
import { type HallazgoEnFila, sonHallazgos } from './rows.js';
import { type Encargo, type Grupo, type Hecho, POR_PAGINA, type Par } from './messages.js';

const SALTO = 10;
const CERO = 48;
const TEXTO = 'text/plain;charset=utf-8';
const UTF8 = new TextDecoder();

const NINGUNO: HallazgoEnFila = { codigo: '', severidad: '', mensaje: '' };
const esError = ({ severidad }: HallazgoEnFila): boolean => severidad === 'error';

export class Cosecha {
  cuantas = 0;
  private readonly encargo: Encargo;
  private readonly lote: Lote;
  private readonly esCsv: boolean;
  private readonly lector: CsvReader;
  private readonly todo = new Deposito();
  private readonly malas = new Deposito();
  private readonly paginas: number[] = [];
  private readonly grupos = new Map<string, Grupo>();
  private mismaRaiz = 0;
  private marca = 0;
  private cabecera = 0;
  private primeras = 0;
  private vistas = 0;
  /** The number of the last row, as a spreadsheet counts, and how many carried a code by then. */
  private numero = 0;
  private conCodigo = 0;
  /** The values of a row of NDJSON. */
  private valores: readonly unknown[] = [];

  constructor(encargo: Encargo, lote: Lote) {
    this.encargo = encargo;
    this.lote = lote;
    this.esCsv = encargo.opciones.formato === 'csv';
    this.lector = new CsvReader(encargo.delimitador.charCodeAt(0));
  }

  /** Takes a piece, which holds whole rows. */
  tomar(pieza: Uint8Array): void {
    const { totals: totales, emptyLines: vacias } = this.lote;
    const conCodigo = totales.rows - totales.good;
    const bytes = new Uint8Array(pieza.length + 1);
    bytes.set(pieza);
    bytes[pieza.length] = SALTO; // so that no loop runs past the end
    const todas = this.encargo.opciones.operacion !== 'calcular' || this.vistas < POR_PAGINA;
    if (todas || conCodigo > this.conCodigo) this.recorrer(bytes, pieza.length);
    this.todo.agregar(bytes.subarray(0, pieza.length));
    this.conCodigo = conCodigo;
    this.numero = totales.rows + vacias + (this.esCsv ? 1 : 0);
  }

  terminar(segundos: number): Hecho {
    const { marca, cabecera, primeras, paginas, cuantas, grupos, mismaRaiz } = this;
    const { totals: totales } = this.lote;
    const blobs = { todo: this.todo.blob(TEXTO), malas: this.malas.blob(TEXTO) };
    return { ...blobs, totales, segundos, marca, cabecera, primeras, paginas, cuantas, grupos, mismaRaiz };
  }

  private recorrer(bytes: Uint8Array<ArrayBuffer>, fin: number): void {
    const { lector, todo } = this;
    const esPrimera = todo.tamano === 0;
    if (esPrimera && bytes[0] === 0xef && bytes[1] === 0xbb) this.marca = 3;
    for (let inicio = esPrimera ? this.marca : 0; inicio < fin; inicio = lector.siguiente) {
      if (this.esCsv) lector.leer(bytes, inicio, fin);
      else {
        lector.fin = bytes.indexOf(SALTO, inicio);
        lector.siguiente = lector.fin + 1;
      }
      this.numero++;
      if (lector.fin === inicio) continue;
      if (this.esCsv && this.numero === 1) this.cabecera = lector.siguiente;
      else this.fila(bytes, inicio);
    }
  }

  private fila(bytes: Uint8Array<ArrayBuffer>, inicio: number): void {
    const { lector, encargo, malas } = this;
    if (++this.vistas <= POR_PAGINA) this.primeras = this.todo.tamano + lector.siguiente;
    if (!this.esCsv) {
      const objeto: Readonly<Record<string, unknown>> = JSON.parse(UTF8.decode(bytes.subarray(inicio, lector.fin)));
      this.valores = Object.values(objeto).slice(-encargo.agregadas);
    }
    if (!this.esMala(bytes)) return;
    if (this.cuantas++ % POR_PAGINA === 0) this.paginas.push(malas.tamano);
    malas.agregar(new TextEncoder().encode(`${this.numero}${encargo.delimitador}`));
    malas.agregar(bytes.slice(inicio, lector.siguiente));
  }

  /** By the first letters of what was added, which tell it apart. */
  private esMala(bytes: Uint8Array): boolean {
    const { agregadas, opciones } = this.encargo;
    if (this.letra(bytes, agregadas - 2) !== CERO) return true;
    if (opciones.operacion === 'calcular') return false;
    const letra = String.fromCharCode(this.letra(bytes, 0)); // identica, misma_raiz, difiere; true, false
    if (letra === 'm') this.mismaRaiz++;
    else if (letra === 'd') this.agrupar('difiere', () => TEXTOS.difiere);
    else if (letra === 'f') this.noValida(bytes);
    return letra === 'd' || letra === 'f';
  }

  private letra(bytes: Uint8Array, agregada: number): number {
    const { lector, encargo, valores } = this;
    if (!this.esCsv) return String(valores[agregada]).charCodeAt(0);
    return bytes[lector.desde[lector.celdas - encargo.agregadas + agregada] ?? 0] ?? 0;
  }

  /** A key that is not valid counts by its first error. */
  private noValida(bytes: Uint8Array): void {
    const { lector, encargo, valores } = this;
    if (!this.esCsv) {
      const [, hallazgos] = valores;
      const { codigo, mensaje } = (sonHallazgos(hallazgos) && hallazgos.find(esError)) || NINGUNO;
      this.agrupar(codigo, () => [mensaje, mensaje]);
      return;
    }
    const clave = UTF8.decode(bytes.subarray(lector.desde[encargo.curp], lector.hasta[encargo.curp]));
    const suyo = (opciones?: Opciones): HallazgoEnFila => validar(clave, opciones).hallazgos.find(esError) ?? NINGUNO;
    const { codigo, mensaje } = suyo();
    this.agrupar(codigo, () => [mensaje, suyo({ idioma: en }).mensaje]);
  }

  private agrupar(nombre: string, texto: () => Par): void {
    const grupo = this.grupos.get(nombre);
    if (grupo === undefined) this.grupos.set(nombre, { filas: 1, texto: texto() });
    else grupo.filas++;
  }
}
