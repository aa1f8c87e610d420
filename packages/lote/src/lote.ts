/** The transformer: bytes in, in whatever pieces they come, and the same rows with their answers out. */
import type { Encoding } from '@curp-service/contract/jobs';
import { Decodificador } from './read/encoding.js';
import type { ErrorEntry } from '@curp-service/contract/codes/code';
import type { Language } from '@curp-service/contract/language';
import {
  type Field,
  HOMONYM_COLUMN,
  ERROR_COLUMNS,
  type ColumnMap,
  type OperationName,
} from '@curp-service/contract/columns';
import type { Contexto, Understood, Formato, Totals } from './work/context.js';
import { Csv } from './work/csv.js';
import { Entrada } from './read/input.js';
import { Raices } from './work/homonyms.js';
import { Ndjson } from './work/ndjson.js';
import { OPERACIONES } from './work/operations.js';
import { Salida } from './write/output.js';

export interface LoteOptions {
  readonly formato: 'csv' | 'ndjson';
  /** `calcular` if absent. */
  readonly operacion?: OperationName;
  /** The language of the messages: Spanish if absent. */
  readonly language?: Language;
  /** Where a datum stands, for columns whose name does not say it. */
  readonly columnas?: ColumnMap;
  /** How the user says that, to be told so. */
  readonly optionFor?: (campo: Field) => string;
  /** What the file is in; if absent, it is told by its bytes. */
  readonly codificacion?: Encoding | undefined;
  /** For a spreadsheet: a mark that says UTF-8, and no cell that it would take for a formula. */
  readonly excel?: boolean;
  /** Marks rows whose root an earlier row of the file had. It takes memory: some 40 bytes a row. */
  readonly homonimos?: boolean;
  /** How many good rows may be done before more are allowed by `permitir`. */
  readonly allowed?: number;
  /** Told once, before the first row is done. */
  readonly onUnderstood?: (entendido: Understood) => void;
}

export class Lote {
  readonly totals: Readonly<Totals>;
  private readonly contexto: Contexto;
  private readonly formato: Formato;
  private permitidas: number;

  constructor({
    formato,
    operacion = 'calcular',
    language: lengua = 'es',
    columnas = {},
    optionFor: opcion = (campo) => `\`--columna ${campo}=…\``,
    codificacion,
    excel = false,
    homonimos = false,
    allowed: permitidas = Infinity,
    onUnderstood: alEntender = () => {},
  }: LoteOptions) {
    this.totals = { rows: 0, good: 0, errors: new Map() };
    this.permitidas = permitidas;
    this.contexto = {
      entrada: new Entrada(),
      salida: new Salida(),
      decodificador: new Decodificador(codificacion ?? null),
      operacion: OPERACIONES[operacion],
      nombre: operacion,
      agregadas: [...OPERACIONES[operacion].columnas, ...(homonimos ? [HOMONYM_COLUMN] : []), ...ERROR_COLUMNS],
      mapa: columnas,
      dice: { lengua, opcion },
      lengua,
      excel,
      raices: homonimos ? new Raices() : null,
      totales: this.totals,
      vacias: 0,
      alEntender,
      agotado: null,
    };
    this.formato = formato === 'csv' ? new Csv(this.contexto) : new Ndjson(this.contexto);
  }

  /** Takes some bytes, and gives what is done; each piece is to be used before the next one is asked for. */
  *process(bytes: Uint8Array): Generator<Uint8Array, void> {
    const { entrada, decodificador } = this.contexto;
    for (const parte of decodificador.partes(bytes)) {
      entrada.agregar(parte);
      yield* this.avanzar(false);
    }
  }

  /** There are no more bytes: gives what is left. */
  *finish(): Generator<Uint8Array, void> {
    const { entrada, decodificador } = this.contexto;
    entrada.agregar(decodificador.resto());
    entrada.cerrar();
    yield* this.avanzar(true);
  }

  /**
   * Whether all the good rows that were allowed are done. Then `procesar` gives what it has, and goes on when more are
   * allowed, or when nothing more is to be done.
   */
  get waiting(): boolean {
    return this.totals.good >= this.permitidas && this.contexto.agotado === null;
  }

  /** How many lines were empty: no rows, but they count in the number of one. */
  get emptyLines(): number {
    return this.contexto.vacias;
  }

  /** What the file is known to be in so far, for whoever does it in blocks: to be set before each, the header too. */
  set codificacion(codificacion: Encoding | null) {
    this.contexto.decodificador.continuar(codificacion);
  }

  /** From here on, so many good rows may be done before more are allowed. */
  limit(filas: number): void {
    this.permitidas = this.totals.good + filas;
  }

  /** Allows some good rows more. */
  allow(filas: number): void {
    this.permitidas += filas;
  }

  /** Nothing more is to be done: the remaining rows carry this. */
  exhaust(dicho: ErrorEntry): void {
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
    while (!this.waiting) {
      if (!formato.fila(esElFinal)) return false;
      if (salida.llena) return true;
    }
    return true;
  }
}
