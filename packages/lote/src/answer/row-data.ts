/** Converts the texts of a row's columns to the parameters of the contract. */
import { dosApellidos } from '@curp-service/core';
import { type NombreCortado, parseApellidos, parseNombre } from '@curp-service/core/completo';
import type { RowProblem } from '@curp-service/contract/codes/file';
import { DATE_PARTS, type Field, type OperationName, type Witness, takesPart } from '@curp-service/contract/columns';
import { type ComparisonValues, isMissing } from '@curp-service/contract/parameters';
import type { Doubt } from '../datum/doubt.js';
import type { NameField } from '../datum/names.js';
import type { Read, DatumReader } from '../datum/datum-reader.js';

/** What other cells of a row say about the person, as they are written; dates and years are read. */
type Witnesses = Readonly<Partial<Record<Witness | 'rfc', string | undefined>>>;

/** The data of one row, and the problems with their spelling. */
export interface RowData extends ComparisonValues {
  readonly problems: readonly RowProblem[];
  /** A key that the row already has, which should be the calculated one. */
  readonly witness: string | undefined;
  readonly witnesses: Witnesses;
  /** True if the date was in one column. */
  readonly hasOneDate: boolean;
  /** Why the row needs a review. */
  readonly doubts: readonly Doubt[];
}

/** These replace a bad datum, so that it causes no second problem. */
const NEUTRAL: Partial<Record<Field, string>> & Record<'nombres' | 'apellido_paterno' | 'fecha_nacimiento', string> = {
  nombres: 'X',
  apellido_paterno: 'X',
  fecha_nacimiento: '2000-01-01',
  anio_nacimiento: '2000',
  sexo: 'X',
  entidad: '09',
};
const NEUTRAL_CUT: NombreCortado = {
  nombres: NEUTRAL.nombres,
  apellidoPaterno: NEUTRAL.apellido_paterno,
  apellidoMaterno: '',
  dudoso: false,
};

const NO_NAMES = { nombres: undefined, apellido_paterno: undefined, apellido_materno: undefined };
const NO_DATE_PARTS = { anio_nacimiento: undefined, mes_nacimiento: undefined, dia_nacimiento: undefined };
/** The data of an operation that reads no person. */
const NO_PERSON = {
  ...NO_NAMES,
  ...NO_DATE_PARTS,
  sexo: undefined,
  entidad: undefined,
  rfc: undefined,
  hasOneDate: false,
  doubts: [],
  witness: undefined,
  witnesses: {},
};

type CutSurnames = Omit<NombreCortado, 'nombres'>;
type Names = Pick<RowData, 'nombres' | 'apellido_paterno' | 'apellido_materno'>;
type Surnames = Omit<Names, 'nombres'>;

/**
 * Reads the data that an operation needs. `textOf` returns the text of a datum, or `undefined` if the row has none.
 * `inOneColumn`: the date is in one column.
 */
export function readRowData(
  textOf: (field: Field | Witness) => string | undefined,
  operation: OperationName,
  inOneColumn: boolean,
  reader: DatumReader,
): RowData {
  return new RowDataReader(textOf, operation, reader).read(inOneColumn);
}

class RowDataReader {
  private readonly problems: RowProblem[] = [];
  private readonly doubts: Doubt[] = [];

  constructor(
    private readonly textOf: (field: Field | Witness) => string | undefined,
    private readonly operation: OperationName,
    private readonly reader: DatumReader,
  ) {}

  read(inOneColumn: boolean): RowData {
    const { problems, doubts, operation, textOf } = this;
    const curp = operation === 'calcular' ? undefined : this.datum('curp');
    if (operation === 'validar') return { ...NO_PERSON, curp, problems };
    const names = this.names();
    const date = inOneColumn ? this.date() : this.dateInParts();
    return {
      ...names,
      ...date,
      sexo: this.datum('sexo'),
      entidad: this.datum('entidad'),
      curp,
      witness: operation === 'calcular' ? textOf('curp') : undefined,
      witnesses: operation === 'calcular' ? this.witnesses() : {},
      rfc: operation === 'cotejar' ? this.datum('rfc') : undefined,
      problems,
      doubts,
      hasOneDate: inOneColumn,
    };
  }

  /** Returns the value of a datum; `undefined` if the row has none. */
  private datum(field: Field): string | undefined {
    const text = this.textOf(field);
    return text === undefined ? undefined : this.accept(field, this.reader.read(field, text));
  }

  /** Takes what was read, with its doubts. Instead of a problem, returns a neutral value, so that it causes no second problem. */
  private accept(field: Field, { value, problem, doubts, isNothing }: Read): string {
    // A comparison needs no surname.
    const isNeeded = this.operation === 'calcular' && (field === 'apellido_paterno' || field === 'apellidos');
    if (isNothing && isNeeded) this.problems.push({ cause: 'apellido_sin_dato' });
    this.doubts.push(...doubts);
    if (problem === null) return value;
    this.problems.push(problem);
    // A list is crossed by the other data of the row.
    return this.operation === 'cruzar' ? value : (NEUTRAL[field] ?? '');
  }

  /** Returns what other cells of the row say about the birth. A date or a year that cannot be read says nothing. */
  private witnesses(): Witnesses {
    const { textOf, reader } = this;
    const otherYear = textOf('otro_anio');
    const year = otherYear === undefined ? null : reader.dates.year(otherYear);
    const other = textOf('otra_fecha')?.trim() ?? '';
    const date = other === '' ? null : reader.dates.date(other); // a number of Excel may be empty
    return {
      rfc: textOf('rfc'),
      edad: textOf('edad'),
      pais: textOf('pais'),
      otro_anio: typeof year === 'string' && /^\d{4}$/.test(year) ? year : undefined,
      otra_fecha: typeof date === 'string' ? date : undefined,
    };
  }

  private date(): Pick<RowData, (typeof DATE_PARTS)[number]> {
    const date = this.datum('fecha_nacimiento') ?? '';
    if (isMissing(date)) {
      if (takesPart(this.operation)) return NO_DATE_PARTS;
      this.problems.push({ cause: 'fecha_ausente' });
    }
    const [anio, mes, dia] = (isMissing(date) ? NEUTRAL.fecha_nacimiento : date).split('-');
    return { anio_nacimiento: anio, mes_nacimiento: mes, dia_nacimiento: dia };
  }

  private dateInParts(): Pick<RowData, (typeof DATE_PARTS)[number]> {
    const [anio, mes, dia] = DATE_PARTS.map((part) => this.datum(part));
    const date = `${anio}-${mes}-${dia}`;
    this.doubts.push(...this.reader.dates.doubts(date, date));
    return { anio_nacimiento: anio, mes_nacimiento: mes, dia_nacimiento: dia };
  }

  private names(): Names {
    const read = this.reader.fullName === null ? this.namesInColumns() : this.fullName(this.reader.fullName);
    // A row without surnames does not say that the person has no second surname.
    const isSilent = takesPart(this.operation) && isMissing(read.apellido_paterno) && isMissing(read.apellido_materno);
    if (isSilent) return { ...read, apellido_materno: undefined };
    // Of a surname with a particle inside, only the rest of the file shows that it may be two: `Ruiz de Soto`.
    const first = read.apellido_paterno ?? '';
    if (this.reader.areJoined && isMissing(read.apellido_materno) && dosApellidos(first, false) === null) {
      const seria = dosApellidos(first, true);
      if (seria !== null) this.doubts.push({ codigo: 'apellidos_juntos', dato: 'apellidoPaterno', seria });
    }
    return read;
  }

  private namesInColumns(): Names {
    const first = this.datum('nombres');
    const second = isMissing(first) ? '' : this.datum('segundo_nombre');
    const nombres = isMissing(second) ? first : `${first} ${second}`;
    const together = this.textOf('apellidos');
    const surnames = together === undefined ? null : parseApellidos(this.together(together));
    if (surnames !== null) return { nombres, ...this.cut('apellidos', surnames) };
    return {
      nombres,
      apellido_paterno: this.datum('apellido_paterno'),
      apellido_materno: this.datum('apellido_materno'),
    };
  }

  /** Returns the text of two surnames in one cell, which are judged once they are cut; empty if there is none. */
  private together(text: string): string {
    const read = this.reader.read('apellidos', text);
    return read.isNothing || read.value === '' ? this.accept('apellidos', { ...read, doubts: [] }) : read.value;
  }

  private fullName(order: 'apellidos' | 'nombres'): Names {
    const whole = this.datum('nombres');
    if (isMissing(whole)) return NO_NAMES;
    const cut = parseNombre(whole, order);
    if (cut === null) this.problems.push({ cause: 'nombre_sin_corte' });
    if (cut === null && this.operation === 'cruzar') return NO_NAMES;
    const { nombres, ...surnames } = cut ?? NEUTRAL_CUT;
    return { ...this.cut('nombres', surnames, nombres), nombres: this.part('nombres', nombres) };
  }

  /** Returns the surnames that were cut out of a field. */
  private cut(field: 'nombres' | 'apellidos', surnames: CutSurnames, nombres = ''): Surnames {
    const { apellidoPaterno, apellidoMaterno, dudoso } = surnames;
    const cut = [apellidoPaterno, apellidoMaterno, nombres].filter((part) => part !== '');
    if (dudoso) this.doubts.push({ field, cut, hasBoth: apellidoMaterno !== '' });
    return {
      apellido_paterno: this.part('apellido_paterno', apellidoPaterno),
      apellido_materno: this.part('apellido_materno', apellidoMaterno),
    };
  }

  private part(field: NameField, text: string): string {
    return this.accept(field, this.reader.part(field, text));
  }
}
