/** Keeps the output of a file in blobs, outside of the script's memory, and the rows that the page shows. */
import { validar } from '@curp-service/core';
import { CORE_OPTIONS, type Language } from '@curp-service/contract/language';
import { type DoneRow, Lote } from '@curp-service/lote';
import { TEXTOS } from '../../../base/texts.js';
import { Deposito } from './deposit.js';
import { type Encargo, type Grupo, type Hecho, POR_PAGINA, type Par } from './messages.js';
import type { KeptRow } from './rows.js';

const TEXT = 'text/plain;charset=utf-8';

export class Harvest {
  readonly lote: Lote;
  badRows = 0;
  private readonly encargo: Encargo;
  private readonly output = new Deposito();
  /** The bad rows as the output has them, each behind its number, and as the page shows them. */
  private readonly badOutput = new Deposito();
  private readonly badKept = new Deposito();
  private readonly pages: number[] = [];
  private readonly firstRows: KeptRow[] = [];
  private readonly groups = new Map<string, Grupo>();
  private sameRoot = 0;

  constructor(encargo: Encargo) {
    this.encargo = encargo;
    this.lote = new Lote({ ...encargo.opciones, firstRows: POR_PAGINA, onRow: (row) => this.takeRow(row) });
  }

  /** Takes a piece of the output. */
  take(piece: Uint8Array): void {
    this.output.agregar(piece.slice());
  }

  finish(segundos: number): Hecho {
    const { totals, headerLength } = this.lote;
    return {
      totales: totals,
      segundos,
      todo: this.output.blob(TEXT),
      cabecera: headerLength,
      primeras: this.firstRows,
      malas: this.badOutput.blob(TEXT),
      filasMalas: this.badKept.blob(TEXT),
      paginas: this.pages,
      cuantas: this.badRows,
      grupos: this.groups,
      mismaRaiz: this.sameRoot,
    };
  }

  private takeRow({ written, ...row }: DoneRow): void {
    if (this.firstRows.length < POR_PAGINA) this.firstRows.push(row);
    if (!this.isBad(row)) return;
    if (this.badRows++ % POR_PAGINA === 0) this.pages.push(this.badKept.tamano);
    this.badKept.agregar(encode(`${JSON.stringify(row)}\n`));
    if (this.encargo.opciones.formato === 'ndjson') return;
    this.badOutput.agregar(encode(`${row.number}${this.encargo.delimitador}`));
    this.badOutput.agregar(written.slice());
  }

  /** A key with the same root as the calculated one is counted, but not bad: the registry assigns its end. */
  private isBad({ error, values: [answer], curp = '' }: KeptRow): boolean {
    if (error !== null) return true;
    if (answer === 'misma_raiz') this.sameRoot++;
    else if (answer === 'difiere') this.addToGroup('difiere', () => TEXTOS.difiere);
    else if (answer === false) {
      const { codigo, mensaje } = firstError(curp, 'es');
      this.addToGroup(codigo, () => [mensaje, firstError(curp, 'en').mensaje]);
    }
    return answer === 'difiere' || answer === false;
  }

  private addToGroup(name: string, text: () => Par): void {
    const group = this.groups.get(name);
    if (group === undefined) this.groups.set(name, { filas: 1, texto: text() });
    else group.filas++;
  }
}

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** A key that is not valid counts by its first error. */
const firstError = (curp: string, language: Language): { codigo: string; mensaje: string } =>
  validar(curp, CORE_OPTIONS[language]).hallazgos.find(({ severidad }) => severidad === 'error') ?? {
    codigo: '',
    mensaje: '',
  };
