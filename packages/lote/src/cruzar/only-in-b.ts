/** Writes the rows that only the second list has, as CSV: their numbers, and what is known of their people. */
import { type Language, say } from '@curp-service/contract/language';
import { ByteSink } from '../bytes.js';
import { CsvWriter } from '../write/csv-writer.js';
import { dateOf } from './judge.js';
import type { People } from './people.js';
import { Has } from './profile.js';

const COLUMNS = [
  'fila_b',
  'curp',
  'nombres',
  'apellido_paterno',
  'apellido_materno',
  'fecha_nacimiento',
  'sexo',
  'entidad',
  'motivo',
];
const PIECE = 1 << 16;

/** Yields the CSV in pieces, each valid until the next. `earlier`: the earlier person whom somebody is. */
export function* onlyInB(
  people: People,
  isOnly: (person: number) => boolean,
  earlier: ReadonlyMap<number, number>,
  language: Language,
): Generator<Uint8Array, void> {
  const out = new ByteSink(PIECE);
  const writer = new CsvWriter(out, ',', '\n', false);
  out.text(COLUMNS.join(','));
  writer.endRow();
  for (let person = 0; person < people.count; person++) {
    if (!isOnly(person)) continue;
    const { has, key, names, root } = people.profileOf(person);
    const first = earlier.get(person);
    const row = first === undefined ? '' : String(people.numberOf(first));
    const reason = say(
      [`La misma persona que la fila ${row} de esta lista.`, `The same person as row ${row} of this list.`],
      language,
    );
    writer.text(String(people.numberOf(person)));
    writer.cell(key);
    for (const name of names) writer.cell(name);
    writer.cell(has & Has.FECHA ? dateOf(root).join('-') : '');
    writer.cell(has & Has.SEXO ? root.charAt(10) : '');
    writer.cell(has & Has.ENTIDAD ? root.slice(11, 13) : '');
    writer.cell(row === '' ? '' : reason);
    writer.endRow();
    if (out.length > PIECE) yield out.view();
  }
  yield out.view();
}
