/** Writes the rows that only the second list has, as CSV: their numbers, and what is known of their people. */
import { errorInWords } from '@curp-service/contract/codes/file';
import { CROSSING_COLUMN, SURNAMES } from '@curp-service/contract/columns';
import { type Language, say } from '@curp-service/contract/language';
import { CELL, fieldName } from '@curp-service/contract/people-words';
import { messageInWords } from '@curp-service/contract/words/in-words';
import { sentenceOf } from '@curp-service/contract/words/sentences';
import { ByteSink } from '../bytes.js';
import { CsvWriter } from '../write/csv-writer.js';
import type { RowOfB } from './list-b.js';

const LISTED_FIELDS = ['curp', 'nombres', ...SURNAMES, 'fecha_nacimiento', 'sexo', 'entidad'] as const;
const PIECE_BYTES = 1 << 16;

export class OnlyInB {
  private readonly out = new ByteSink(PIECE_BYTES);
  private readonly writer = new CsvWriter(this.out, ',', '\n', false);

  /** `isSheet`: the columns have names for people. */
  constructor(
    private readonly language: Language,
    isSheet: boolean,
  ) {
    const titles = isSheet
      ? [
          say(sentenceOf('titulo_fila_de_b'), language),
          ...LISTED_FIELDS.map((field) => fieldName(field, language)),
          say(sentenceOf('titulo_motivo'), language),
        ]
      : ['fila_b', ...LISTED_FIELDS, CROSSING_COLUMN];
    this.out.text(titles.join(','));
    this.writer.endRow();
  }

  /** Adds a row as it is written, with why nobody can cross it. */
  add({ number, first, profile, error }: RowOfB): void {
    const { writer, language } = this;
    writer.text(String(number));
    if (profile === null) writer.emptyCells(LISTED_FIELDS.length);
    else for (const text of [profile.key, ...profile.written]) writer.cell(text);
    const repeated = { id: 'repetida_en_la_lista', parts: { fila: first } } as const;
    const told = first === 0 ? '' : messageInWords(repeated, CELL, language);
    writer.cell(error === null ? told : errorInWords(error, CELL, language));
    writer.endRow();
  }

  get isFull(): boolean {
    return this.out.length > PIECE_BYTES;
  }

  /** Returns the rows since the last call, valid until the next row. */
  view(): Uint8Array {
    return this.out.view();
  }
}
