/** Holds the key of a row against the columns that say something about its person, by what their cells hold. */
import type { Notice } from '@curp-service/contract/finding-message';
import type { Reason } from '@curp-service/contract/words/reasons';
import type { ReasonId } from '@curp-service/contract/words/sentences';
import { KEY_LENGTH } from '@curp-service/contract/parameters';
import type { WitnessColumn, WitnessKind } from '@curp-service/contract/reading';
import type { PersonRow } from '../cell/person-row.js';
import { namesOf } from '../cell/person-values.js';
import { daysIn, isAbroad, isNameOf, isOtherAge, monthIn, numberIn } from '../datum/witnesses.js';
import type { Row } from '../read/row.js';
import { LIKE_RFC, contradictions, isFilledAs } from './contradictions.js';
import { otherKey } from './operations.js';
import type { RowData } from './row-data.js';

/** A row with its key. */
interface KeyedRow {
  readonly row: Row;
  readonly person: PersonRow;
  readonly key: string;
  readonly data: RowData;
}

const isoOf = (day: number): string => String(day).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');

const against = (id: ReasonId, { nombre }: WitnessColumn, testigo: string, fila: string): Reason => ({
  id,
  campo: id === 'columna_nombre' ? 'nombres' : 'fecha_nacimiento',
  parts: { columna: [nombre], testigo, fila },
});

/** What the cells of a kind say. */
interface Saying {
  /** Returns whether a cell may say something against its row: only then its words are read. */
  readonly may: (text: string, person: PersonRow, row: Row, column: number) => boolean;
  readonly said: (text: string, keyed: KeyedRow, column: WitnessColumn) => readonly Notice[];
}

const isOther = (number: number | null, own: number): boolean => number !== null && number !== own;
const isOtherDay = (days: readonly number[], isOwn: (day: number) => boolean): boolean =>
  days.length > 0 && !days.some(isOwn);
const firstDayIn = (text: string): string => isoOf(daysIn(text)[0] ?? 0);
const birthOf = ({ composed }: PersonRow): string => isoOf(composed.birth);
const by = (witnesses: RowData['witnesses'], { data, key }: KeyedRow): readonly Notice[] =>
  contradictions({ ...data, witnesses }, key);

const SAYINGS: Readonly<Record<WitnessKind, Saying>> = {
  curp: {
    may: (_, { composed }, row, column) => !isFilledAs(row, column, composed.key, KEY_LENGTH),
    said: (text, { data, key }) => otherKey({ ...data, witness: text }, key),
  },
  rfc: {
    may: (_, { composed }, row, column) => !isFilledAs(row, column, composed.key, LIKE_RFC),
    said: (rfc, keyed) => by({ rfc }, keyed),
  },
  edad: {
    may: (text, { composed }) => isOtherAge(numberIn(text) ?? -1, composed.birth),
    said: (edad, keyed) => by({ edad }, keyed),
  },
  anio: {
    may: (text, { composed }) => isOther(numberIn(text), Math.trunc(composed.birth / 10_000)),
    said: (text, keyed) => by({ otro_anio: String(numberIn(text)) }, keyed),
  },
  fecha: {
    may: (text, { composed }) => isOtherDay(daysIn(text), (day) => day === composed.birth),
    said: (text, keyed) => by({ otra_fecha: firstDayIn(text) }, keyed),
  },
  pais: {
    may: (text, person) => isAbroad(text) && !person.isBornAbroad,
    said: (pais, keyed) => by({ pais }, keyed),
  },
  mes: {
    may: (text, { composed }) => isOther(monthIn(text), Math.trunc(composed.birth / 100) % 100),
    said: (text, keyed, column) => [against('columna_mes', column, text, birthOf(keyed.person))],
  },
  dia: {
    may: (text, { composed }) => isOther(numberIn(text), composed.birth % 100),
    said: (text, keyed, column) => [against('columna_dia', column, text, birthOf(keyed.person))],
  },
  despues: {
    may: (text, { composed }) => isOtherDay(daysIn(text), (day) => day >= composed.birth),
    said: (text, keyed, column) => [against('columna_despues', column, firstDayIn(text), birthOf(keyed.person))],
  },
  nombre: {
    may: (text, person) => !isNameOf(text, namesOf(person)),
    said: (text, { data }, column) => [against('columna_nombre', column, text, nameOf(data))],
  },
};

const nameOf = ({ nombres = '', apellido_paterno = '', apellido_materno = '' }: RowData): string =>
  [nombres, apellido_paterno, apellido_materno].filter((name) => name !== '').join(' ');

export class ColumnWitnesses {
  constructor(private readonly columns: readonly WitnessColumn[]) {}

  /** Returns what the columns say against the key of a row. `read`: returns the row with its key, if some column may say something. */
  against(row: Row, person: PersonRow, read: () => KeyedRow): readonly Notice[] {
    const told: Notice[] = [];
    for (const column of this.columns) {
      const { columna, clase, hasta = Infinity } = column;
      if (columna >= row.cells || row.to[columna] <= row.from[columna]) {
        if (person.composed.birth > hasta)
          told.push(against('columna_reciente', column, isoOf(hasta), birthOf(person)));
        continue;
      }
      const { may, said } = SAYINGS[clase];
      const text = row.text(columna).trim();
      if (text !== '' && may(text, person, row, columna)) told.push(...said(text, read(), column));
    }
    return told;
  }
}
