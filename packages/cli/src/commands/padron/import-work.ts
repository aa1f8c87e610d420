/** One import at work: rows in, records to the database a batch at a time, and the rest to the file of rejected rows. */
import { type FileHead, type FileRow, FileRows } from '@curp-service/lote';
import type { Padron, ImportTurn } from '@curp-service/server/admin';
import type { Language } from '@curp-service/contract/language';
import { checkRecord, fieldValues } from '@curp-service/server/padron';
import type { Rechazadas } from './rejected.js';

/** Rows that are written together: enough for the database to be quick, few enough for others to have their turn. */
const LOTE = 5000;

type Fila = Exclude<ReturnType<typeof checkRecord>, readonly string[]>;

export interface Partes {
  readonly padron: Padron;
  readonly rechazadas: Rechazadas;
  readonly idioma: Language;
  readonly formato: 'csv' | 'ndjson';
  /** Looks at the header, and gives the column of each field; none for NDJSON. */
  readonly alEmpezar: (cabeza: FileHead) => readonly number[];
  /** Begins in the database, once the file has shown that it can be read. */
  readonly empezar: () => Promise<ImportTurn>;
}

export class Importacion {
  /** `null`: not a single row was read. */
  turno: ImportTurn | null = null;
  nuevas = 0;
  cambiadas = 0;
  readonly #partes: Partes;
  readonly #renglones: FileRows;
  #indices: readonly number[] = [];
  #lote = new Map<string, Fila>();
  #escritas = 0;
  #pendiente: Promise<void> = Promise.resolve();

  constructor(partes: Partes) {
    this.#partes = partes;
    this.#renglones = new FileRows({
      format: partes.formato,
      language: partes.idioma,
      onHead: (cabeza) => {
        this.#indices = partes.alEmpezar(cabeza);
      },
    });
  }

  /** Rows seen so far, those of earlier runs included. */
  get filas(): number {
    return this.#renglones.count;
  }

  async correr(trozos: AsyncIterable<Uint8Array>): Promise<void> {
    for await (const trozo of trozos) await this.#tomar(this.#renglones.read(trozo));
    await this.#tomar(this.#renglones.finish());
    if (this.turno !== null) await this.#escribir(this.turno);
    await this.#pendiente;
  }

  async #tomar(renglones: Iterable<FileRow>): Promise<void> {
    for (const renglon of renglones) {
      const turno = this.turno ?? (await this.#empezar());
      if (this.filas <= turno.read) continue;
      this.#revisar(renglon);
      if (this.filas - this.#escritas >= LOTE) await this.#escribir(turno);
    }
  }

  async #empezar(): Promise<ImportTurn> {
    const turno = await this.#partes.empezar();
    this.#renglones.skip = turno.read;
    this.#escritas = turno.read;
    ({ added: this.nuevas, changed: this.cambiadas } = turno);
    this.turno = turno;
    return turno;
  }

  #revisar(renglon: FileRow): void {
    const { idioma, rechazadas } = this.#partes;
    const { content: contenido, reason: motivo } = renglon;
    const leido = contenido === null ? [motivo] : checkRecord(this.#valores(contenido), idioma);
    // Of a key that comes twice the last counts, as if they came in different batches.
    if ('curp' in leido) this.#lote.set(leido.curp, leido);
    else rechazadas.anotar(renglon, leido);
  }

  #valores(contenido: NonNullable<FileRow['content']>): readonly unknown[] {
    return esFila(contenido) ? this.#indices.map((i) => contenido[i]) : fieldValues(contenido);
  }

  /** Hands a batch over. While the database writes it, the next rows are read. */
  async #escribir({ turn: turno }: ImportTurn): Promise<void> {
    const { padron, rechazadas } = this.#partes;
    const filas = [...this.#lote.values()];
    this.#lote = new Map();
    this.#escritas = this.filas;
    rechazadas.asegurar();
    const avance = { read: this.filas, rejected: rechazadas.cuantas, rejectedBytes: rechazadas.bytes };
    await this.#pendiente;
    const agregar = async (): Promise<void> => {
      const { added: nuevas, changed: cambiadas } = await padron.add(turno, filas, avance);
      this.nuevas += nuevas;
      this.cambiadas += cambiadas;
    };
    this.#pendiente = agregar();
    this.#pendiente.catch(() => undefined); // told to whoever waits for it
  }
}

const esFila = (contenido: NonNullable<FileRow['content']>): contenido is readonly string[] => Array.isArray(contenido);
