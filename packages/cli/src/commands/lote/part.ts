/** Answers a part of a file by the reading of all its parts, and writes the notices about people who are twice in the file. */
import type { Reading } from '@curp-service/contract/reading';
import type { Lote, LoteOptions } from '@curp-service/lote';
import { wrongUse } from '../../failure.js';
import { Measured, type TextFacts } from '../../files/measured.js';
import { type ReadingFile, findPart, placeOf, readLectura, refusal } from '../lectura/data.js';
import { FILE_OPTION_NAMES, flagOf } from '@curp-service/contract/file-options';
import { type AnswerStore, type FileOutput, answerStore } from '../../files/output.js';
import { PeopleHashes } from './people.js';
import type { LoteCommandOptions } from './plan.js';
import { words } from '../../textos/words.js';

/** The options that say how an answer is written, not how its file is read. */
const HOW_WRITTEN = new Set<string>(['excel']);

/** Reads the reading that the user names; `null` if the file is whole. */
export function givenLectura(options: LoteCommandOptions): ReadingFile | null {
  const { lectura, huellas, repetidas, columna, formato, cambios } = options;
  if (lectura === undefined) {
    if (huellas === undefined && repetidas === undefined) return null;
    throw wrongUse(...words('lote_huellas_y_repetidas'));
  }
  const names = ['formato', ...FILE_OPTION_NAMES.filter((name) => !HOW_WRITTEN.has(name))] as const;
  const given: Readonly<Record<string, unknown>> = { ...options, formato };
  const declared = columna.length > 0 ? 'columna' : names.find((name) => given[name] !== undefined);
  if (declared !== undefined) {
    const flag = declared === 'columna' || declared === 'formato' ? `--${declared}` : flagOf(declared);
    throw wrongUse(...words('lote_no_va_con', { flag }));
  }
  if (cambios !== undefined) {
    throw wrongUse(...words('lote_cambios_es_de'));
  }
  return readLectura(lectura);
}

/** A part that is answered. */
export class PartRun {
  readonly reading: Reading;
  /** The options of the part, instead of those of a whole file. */
  readonly options: Partial<LoteOptions>;
  readonly #part: ReadingFile['partes'][number];
  readonly #lectura: ReadingFile;
  readonly #hashes: PeopleHashes | null;
  readonly #store: AnswerStore | null;
  #lote: Lote | null = null;
  #facts: () => TextFacts = () => ({ bytes: 0, crc: 0 });

  constructor(lectura: ReadingFile, path: string, { huellas }: LoteCommandOptions, open: (path: string) => FileOutput) {
    const found = findPart(lectura, path);
    const part = placeOf(lectura, found);
    const { lectura: reading, opciones, secreto } = lectura;
    const store = huellas === undefined ? null : answerStore(open(huellas));
    const hashes = store && new PeopleHashes(secreto, found.antes, store.write);
    this.#part = found;
    this.#lectura = lectura;
    this.#store = store;
    this.#hashes = hashes;
    this.reading = reading;
    this.options = { ...opciones, reading, ...(part && { part }), ...(hashes && { duplicates: hashes.recorder }) };
  }

  /** Takes the work that answers the part, and returns the text of the part, which is measured as it is read. */
  watch(lote: Lote, chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    const measured = new Measured({ chunks: () => chunks });
    this.#lote = lote;
    this.#facts = measured.facts;
    return measured.chunks();
  }

  /** Throws if the part is not the one that was counted. Otherwise gives the hashes of its people out. */
  async finish(): Promise<void> {
    const { nombre, bytes, crc } = this.#part;
    const { marco } = this.#lectura;
    const facts = this.#facts();
    const header = this.#lote?.frame.header ?? null;
    if (header !== null && header.names.join('\n') !== marco.header?.names.join('\n')) {
      throw refusal(...words('lote_trae_otro_encabezado', { nombre }));
    }
    if (facts.bytes !== bytes || facts.crc !== crc) {
      throw refusal(...words('lote_trae_otras_filas', { nombre }));
    }
    await this.#hashes?.flush();
    await this.#store?.send();
    this.#store?.close();
  }
}
