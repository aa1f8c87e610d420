/** Writes the rows that only the second list has, as CSV: their numbers, and what is known of their people. */
import { type RowError, errorInWords } from '@curp-service/contract/codes/file';
import { CROSSING_COLUMN, SURNAMES } from '@curp-service/contract/columns';
import { type Language, say } from '@curp-service/contract/language';
import { CELL, fieldName } from '@curp-service/contract/people-words';
import { messageInWords } from '@curp-service/contract/words/in-words';
import { sentenceOf } from '@curp-service/contract/words/sentences';
import { ByteSink } from '../bytes.js';
import { CsvWriter } from '../write/csv-writer.js';
import { dateOfRoot } from './judge.js';
import { Has, type Profile } from './profile.js';

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

  /** `first`: the row of the list that is the same person; 0 if there is none. */
  add(number: number, first: number, { has, key, names, root }: Profile): void {
    const { writer } = this;
    writer.text(String(number));
    writer.cell(key);
    for (const name of names) writer.cell(name);
    writer.cell(has & Has.FECHA ? dateOfRoot(root).join('-') : '');
    writer.cell(has & Has.SEXO ? root.charAt(10) : '');
    writer.cell(has & Has.ENTIDAD ? root.slice(11, 13) : '');
    const repeated = { id: 'repetida_en_la_lista', parts: { fila: first } } as const;
    writer.cell(first === 0 ? '' : messageInWords(repeated, CELL, this.language));
    writer.endRow();
  }

  /** Adds a row that nobody can cross. */
  reject(number: number, error: RowError): void {
    this.writer.text(String(number));
    this.writer.emptyCells(LISTED_FIELDS.length);
    this.writer.cell(errorInWords(error, CELL, this.language));
    this.writer.endRow();
  }

  get isFull(): boolean {
    return this.out.length > PIECE_BYTES;
  }

  /** Returns the rows since the last call, valid until the next row. */
  view(): Uint8Array {
    return this.out.view();
  }
}
