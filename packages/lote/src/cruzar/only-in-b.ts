/** Writes the rows that only the second list has, as CSV: their numbers, and what is known of their people. */
import { type Language, say } from '@curp-service/contract/language';
import { ByteSink } from '../bytes.js';
import { CsvWriter } from '../write/csv-writer.js';
import { dateOf } from './judge.js';
import { Has, type Profile } from './profile.js';

const COLUMNS = 'fila_b,curp,nombres,apellido_paterno,apellido_materno,fecha_nacimiento,sexo,entidad,motivo';
const PIECE = 1 << 16;

export class OnlyInB {
  private readonly out = new ByteSink(PIECE);
  private readonly writer = new CsvWriter(this.out, ',', '\n', false);

  constructor(private readonly language: Language) {
    this.out.text(COLUMNS);
    this.writer.endRow();
  }

  /** `first`: the row of the list that is the same person; 0 if there is none. */
  add(number: number, first: number, { has, key, names, root }: Profile): void {
    const { writer } = this;
    const reason = say(
      [`La misma persona que la fila ${first} de esta lista.`, `The same person as row ${first} of this list.`],
      this.language,
    );
    writer.text(String(number));
    writer.cell(key);
    for (const name of names) writer.cell(name);
    writer.cell(has & Has.FECHA ? dateOf(root).join('-') : '');
    writer.cell(has & Has.SEXO ? root.charAt(10) : '');
    writer.cell(has & Has.ENTIDAD ? root.slice(11, 13) : '');
    writer.cell(first === 0 ? '' : reason);
    writer.endRow();
  }

  get isFull(): boolean {
    return this.out.length > PIECE;
  }

  /** Returns the rows since the last call, valid until the next row. */
  view(): Uint8Array {
    return this.out.view();
  }
}
