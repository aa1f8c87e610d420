/** The transformer: bytes in, in whatever pieces they come, and the same rows with their answers out. */
import type { Codificacion } from '@curp-service/contract/jobs';
import { Decodificador } from './read/encoding.js';
import type { Dicho } from '@curp-service/contract/codes/code';
import type { Idioma } from '@curp-service/contract/language';
import { type Campo, DE_HOMONIMOS, DE_TODAS, type Mapa, type NombreDeOperacion } from '@curp-service/contract/columns';
import type { Contexto, Entendido, Formato, Totales } from './work/context.js';
import { Csv } from './work/csv.js';
import { Entrada } from './read/input.js';
import { Raices } from './work/homonyms.js';
import { Ndjson } from './work/ndjson.js';
import { OPERACIONES } from './work/operations.js';
import { Salida } from './write/output.js';

export interface OpcionesDeLote {
  readonly formato: 'csv' | 'ndjson';
  /** `calcular` if absent. */
  readonly operacion?: NombreDeOperacion;
  /** The language of the messages: Spanish if absent. */
  readonly lengua?: Idioma;
  /** Where a datum stands, for columns whose name does not say it. */
  readonly columnas?: Mapa;
  /** How the user says that, to be told so. */
  readonly opcion?: (campo: Campo) => string;
  /** What the file is in; if absent, it is told by its bytes. */
  readonly codificacion?: Codificacion | undefined;
  /** For a spreadsheet: a mark that says UTF-8, and no cell that it would take for a formula. */
  readonly excel?: boolean;
  /** Marks rows whose root an earlier row of the file had. It takes memory: some 40 bytes a row. */
  readonly homonimos?: boolean;
  /** How many good rows may be done before more are allowed by `permitir`. */
  readonly permitidas?: number;
  /** Told once, before the first row is done. */
  readonly alEntender?: (entendido: Entendido) => void;
}

export class Lote {
  readonly totales: Readonly<Totales>;
  private readonly contexto: Contexto;
  private readonly formato: Formato;
  private permitidas: number;

  constructor({
    formato,
    operacion = 'calcular',
    lengua = 'es',
    columnas = {},
    opcion = (campo) => `\`--columna ${campo}=…\``,
    codificacion,
    excel = false,
    homonimos = false,
    permitidas = Infinity,
    alEntender = () => {},
  }: OpcionesDeLote) {
    this.totales = { filas: 0, correctas: 0, errores: new Map() };
    this.permitidas = permitidas;
    this.contexto = {
      entrada: new Entrada(),
      salida: new Salida(),
      decodificador: new Decodificador(codificacion ?? null),
      operacion: OPERACIONES[operacion],
      nombre: operacion,
      agregadas: [...OPERACIONES[operacion].columnas, ...(homonimos ? [DE_HOMONIMOS] : []), ...DE_TODAS],
      mapa: columnas,
      dice: { lengua, opcion },
      lengua,
      excel,
      raices: homonimos ? new Raices() : null,
      totales: this.totales,
      vacias: 0,
      alEntender,
      agotado: null,
    };
    this.formato = formato === 'csv' ? new Csv(this.contexto) : new Ndjson(this.contexto);
  }

  /** Takes some bytes, and gives what is done; each piece is to be used before the next one is asked for. */
  *procesar(bytes: Uint8Array): Generator<Uint8Array, void> {
    const { entrada, decodificador } = this.contexto;
    for (const parte of decodificador.partes(bytes)) {
      entrada.agregar(parte);
      yield* this.avanzar(false);
    }
  }

  /** There are no more bytes: gives what is left. */
  *terminar(): Generator<Uint8Array, void> {
    const { entrada, decodificador } = this.contexto;
    entrada.agregar(decodificador.resto());
    entrada.cerrar();
    yield* this.avanzar(true);
  }

  /**
   * Whether all the good rows that were allowed are done. Then `procesar` gives what it has, and goes on when more are
   * allowed, or when nothing more is to be done.
   */
  get espera(): boolean {
    return this.totales.correctas >= this.permitidas && this.contexto.agotado === null;
  }

  /** How many lines were empty: no rows, but they count in the number of one. */
  get vacias(): number {
    return this.contexto.vacias;
  }

  /** What the file is known to be in so far, for whoever does it in blocks: to be set before each, the header too. */
  set codificacion(codificacion: Codificacion | null) {
    this.contexto.decodificador.continuar(codificacion);
  }

  /** From here on, so many good rows may be done before more are allowed. */
  limitar(filas: number): void {
    this.permitidas = this.totales.correctas + filas;
  }

  /** Allows some good rows more. */
  permitir(filas: number): void {
    this.permitidas += filas;
  }

  /** Nothing more is to be done: the remaining rows carry this. */
  agotar(dicho: Dicho): void {
    this.contexto.agotado = dicho;
  }

  private *avanzar(esElFinal: boolean): Generator<Uint8Array, void> {
    const { salida } = this.contexto;
    while (this.filas(esElFinal)) yield salida.tomar();
    if (salida.fin > 0) yield salida.tomar();
  }

  /** Does rows until the output is full or no more are allowed. `false`: there is no whole row left. */
  private filas(esElFinal: boolean): boolean {
    const { formato } = this;
    const { salida } = this.contexto;
    while (!this.espera) {
      if (!formato.fila(esElFinal)) return false;
      if (salida.llena) return true;
    }
    return true;
  }
}
