/** Collects what the rows of a file show about its conventions while they are read. */
import { type ColumnIndexes, type OperationName, findColumns } from '@curp-service/contract/columns';
import type { Layout } from '@curp-service/contract/layouts';
import { isSpoilt } from '@curp-service/contract/reading';
import { MAX_JUDGED, Show } from '../kernel/layout.js';
import { GUESSES, kindOfUtf8, looksSpanish } from '../read/encoding.js';
import type { CsvHeader } from '../read/header.js';
import { isHeaderOf } from '../read/header-rows.js';
import type { OtherLine } from '../read/layout.js';
import { type Row, Seen } from '../read/row.js';
import { DatumSights, isLetter, smallNumber } from './datum-sights.js';
import { type Evidence, SIGHTS, toSights } from './evidence.js';
import { kindOfName } from './given-names.js';

const SHOWN_BY_KIND = { utf8: Show.UTF8, signs: Show.SIGNS, odd: Show.ODD } as const;
const UTF8 = new TextEncoder();
/** Longer texts show nothing. */
const MAX_LOOKED = 100;

export class Observer extends DatumSights {
  private header: Evidence['header'] = { count: 0, row: 0 };
  private layout: Layout | null = null;
  mark: Evidence['mark'] = null;
  sexHint: Evidence['sexHint'] = null;
  /** The columns that the header names; `null` if there is no header. */
  named: ColumnIndexes | null = null;
  private otherHeader = 0;
  private readonly readsPeople: boolean;

  /** `nulos` are the words for a missing datum. */
  constructor(nulos: readonly string[], operation: OperationName) {
    super(nulos);
    this.readsPeople = operation !== 'validar';
  }

  /** Takes the header, or the layout that replaces it. */
  begin(header: Pick<CsvHeader, 'known' | 'number' | 'rows' | 'layout' | 'names'>): void {
    const { known, number, rows, layout, names } = header;
    this.header = { count: known, row: layout === undefined ? number : -1, rows };
    this.layout = layout ?? null;
    this.named = layout === undefined ? findColumns(names).columns : null;
  }

  /** Counts a non-empty line of a layout. `other` is the kind of a line that holds no person. */
  line(other: OtherLine | null): void {
    if (other?.kind !== 'final') this.see(Show.LINES);
    else {
      this.see(Show.ANNOUNCED);
      this.counts[Show.ANNOUNCED] += (other.count ?? 0) - 1;
    }
    if (other?.kind === 'sin_clave') this.see(Show.WITHOUT_KEY);
  }

  /** Counts a row, which may be an empty line. */
  next(): void {
    this.rows++;
  }

  /** Marks row numbers as unknown from here on: a stretch of the file was skipped. */
  loseCount(): void {
    this.rows = -Infinity;
  }

  /** Counts what a row shows about the encoding, before it is rewritten. `seen` are its bits of `Seen`. */
  encoding(seen: number, bytes: Uint8Array, from: number, to: number): void {
    if ((seen & Seen.NOT_ASCII) === 0) return;
    const isUtf8 = (seen & Seen.NOT_UTF8) === 0 && (seen & Seen.PLAIN_UTF8) !== 0;
    if (isUtf8 && (seen & Seen.ODD) === 0) return this.see(Show.UTF8);
    const mayJudge = this.counts[Show.JUDGED] + this.counts[Show.SIGNS] < MAX_JUDGED;
    const show = isUtf8 ? (mayJudge ? SHOWN_BY_KIND[kindOfUtf8(bytes, from, to)] : Show.SIGNS) : Show.NOT_UTF8;
    this.see(show);
    if (!mayJudge || (show !== Show.ODD && show !== Show.NOT_UTF8)) return;
    this.see(Show.JUDGED);
    GUESSES.forEach((encoding, i) => {
      if (isSpoilt(encoding) === isUtf8 && looksSpanish(bytes, from, to, encoding)) this.see(Show.FIRST_GUESS + i);
    });
  }

  /** Counts what the cells of a row in UTF-8 show. */
  cells(row: Row, columns: ColumnIndexes): void {
    if (!this.readsPeople) return;
    const { bytes, from, to } = row;
    const { nombres, sexo, entidad, fecha_nacimiento: date, anio_nacimiento: year } = columns;
    const { apellido_paterno, apellido_materno } = columns;
    if (nombres >= 0) this.name(bytes, from[nombres], to[nombres]);
    if (entidad >= 0) this.entity(bytes, from[entidad], to[entidad]);
    const sex = sexo < 0 ? Show.NOTHING : this.sex(bytes, from[sexo], to[sexo]);
    if (date >= 0) this.date(bytes, from[date], to[date]);
    else if (year >= 0 && from[year] < to[year]) {
      this.year(bytes, from[year], to[year]);
      const [month, day] = [columns.mes_nacimiento, columns.dia_nacimiento];
      this.monthAndDay(smallNumber(bytes, from[month], to[month]), smallNumber(bytes, from[day], to[day]));
    }
    const birth = date >= 0 ? date : year;
    if (birth >= 0 && isLetter(bytes[from[birth]]) && isHeaderOf(row, this.named) === false)
      this.otherHeader ||= this.rows;
    if (columns.apellidos >= 0) this.see(Show.TOGETHER);
    if (nombres >= 0 && from[nombres] < to[nombres] && this.counts[Show.JUDGED_NAMES] < MAX_JUDGED) {
      const kind = kindOfName(bytes, from[nombres], to[nombres]);
      const areSwapped =
        kind === 0 &&
        (isGivenIn(row, apellido_paterno) || isGivenIn(row, apellido_materno) || isGivenIn(row, columns.apellidos));
      this.kinds(kind, areSwapped, sex, sexo >= 0 && to[sexo] - from[sexo] === 1 ? bytes[from[sexo]] : 0);
    }
    if ((row.seen & Seen.NOT_ASCII) !== 0)
      for (const name of [nombres, apellido_paterno, apellido_materno])
        if (name >= 0) this.enie(bytes, from[name], to[name]);
    if (apellido_paterno >= 0) this.surname(bytes, from[apellido_paterno], to[apellido_paterno]);
    if (apellido_materno < 0) return;
    if (from[apellido_materno] < to[apellido_materno]) {
      this.surname(bytes, from[apellido_materno], to[apellido_materno]);
    } else if (apellido_paterno >= 0) this.joined(bytes, from[apellido_paterno], to[apellido_paterno]);
  }

  /** Counts what the texts of a row with these columns show. */
  texts(textOf: (field: keyof ColumnIndexes) => string | undefined, columns: ColumnIndexes): void {
    if (!this.readsPeople) return;
    const bytesOf = (field: keyof ColumnIndexes): Uint8Array => {
      const text = textOf(field) ?? '';
      return text.length > MAX_LOOKED ? new Uint8Array() : UTF8.encode(text);
    };
    const sexo = bytesOf('sexo');
    const date = bytesOf('fecha_nacimiento');
    const year = bytesOf('anio_nacimiento');
    const name = UTF8.encode((textOf('nombres') ?? '').slice(0, MAX_LOOKED)); // a row with a long name counts too, as in a CSV
    const entity = bytesOf('entidad');
    this.name(name, 0, name.length);
    this.entity(entity, 0, entity.length);
    const sex = this.sex(sexo, 0, sexo.length);
    this.date(date, 0, date.length);
    this.year(year, 0, year.length);
    if (year.length > 0) {
      const [month, day] = [bytesOf('mes_nacimiento'), bytesOf('dia_nacimiento')];
      this.monthAndDay(smallNumber(month, 0, month.length), smallNumber(day, 0, day.length));
    }
    if (textOf('apellidos') !== undefined) this.see(Show.TOGETHER);
    const first = bytesOf('apellido_paterno');
    const second = bytesOf('apellido_materno');
    const kind = kindOfName(name, 0, name.length);
    const areSwapped =
      kind === 0 &&
      [first, second, bytesOf('apellidos')].some((written) => kindOfName(written, 0, written.length) !== 0);
    if (name.length > 0 && this.counts[Show.JUDGED_NAMES] < MAX_JUDGED)
      this.kinds(kind, areSwapped, sex, sexo.length === 1 ? sexo[0] : 0);
    for (const written of [name, first, second]) this.enie(written, 0, written.length);
    for (const surname of [first, second]) this.surname(surname, 0, surname.length);
    if (columns.apellido_materno >= 0 && second.length === 0) this.joined(first, 0, first.length);
  }

  /** Returns the evidence since the last call. */
  take(): Evidence {
    const { rows, header, layout, mark, sexHint, otherHeader, monthLast, counts, firsts } = this;
    const sights = toSights(SIGHTS.map((_, i) => ({ count: counts[i], row: firsts[i] })));
    this.rows = 0;
    this.otherHeader = 0;
    this.monthLast = false;
    counts.fill(0);
    firsts.fill(0);
    return { rows, header, layout, mark, sights, sexHint, otherHeader, monthLast };
  }
}

const isGivenIn = ({ bytes, from, to }: Row, column: number): boolean =>
  column >= 0 && kindOfName(bytes, from[column], to[column]) !== 0;
