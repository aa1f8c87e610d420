/** Reads the cells of a file by its conventions, and remembers what it read: the only code that knows what a cell means. */
import type { Dato } from '@curp-service/core';
import type { RowProblem } from '@curp-service/contract/codes/file';
import type { Field } from '@curp-service/contract/columns';
import { isMissing } from '@curp-service/contract/parameters';
import { COLLIDING, POSTAL_KEYS } from '@curp-service/contract/conventions/postal';
import type { Reading, Wrapping } from '@curp-service/contract/reading';
import { hasPlaceBehind, readEntity } from '@curp-service/contract/conventions/places';
import { monthNumber, readFigures, readSexWord } from '@curp-service/contract/values';
import { type Doubt, NO_DOUBTS } from './doubt.js';
import { unescaped } from './escapes.js';
import { NullWords } from './null-words.js';
import { unwrap } from './wrappings.js';
import { FORMULA } from '../read/row.js';
import { DateReader } from './dates.js';
import { meantEntity } from './meant-entity.js';
import { Spellings } from './spellings.js';
import { meaningOfLetters } from './sexes.js';
import { type NameField, type NameRead, NameReader, isNameField } from './names.js';

/** What a cell means in its datum. */
export interface Read extends NameRead {
  /** True if a word of the cell says that there is no datum. */
  readonly isNothing: boolean;
}

/** The most characters of a datum, without the blanks around it: names have at most 200. */
const LONGEST_DATUM = 1000;

const ASCII = /^[\0-\x7f]*$/;
const MISSING_DATUM: Read = { value: '', problem: null, doubts: NO_DOUBTS, isNothing: false };
const NO_DATUM: Read = { ...MISSING_DATUM, isNothing: true };

export class DatumReader {
  readonly dates: DateReader;
  readonly fullName: Reading['nombre_completo']['value'];
  /** True if most rows have both surnames in the column of the first. */
  readonly areJoined: boolean;
  /** The words that mean, in any column, that there is no datum. */
  readonly nullWords: NullWords;
  /** True if the columns of given names and surnames seem to be swapped in all of the file. */
  readonly areSwapped: boolean;
  /** True if the user declared the words that mean no datum, which may look like a datum. */
  readonly hasOwnNulls: boolean;
  private readonly names: NameReader;
  /** The signs or words around every given name that are not part of it. */
  private readonly wrapping: Wrapping | null;
  private readonly mayBeCountry: boolean;
  /** The catalogue of the letters of states: that of the post, or one that the file leaves open. */
  private readonly places: Reading['lugares']['value'];
  private readonly nombres: Reading['nombres']['value'];
  /** The sex, or the problem, of each letter and digit. */
  private readonly letters: ReadonlyMap<string, string | RowProblem>;
  private readonly parts: Partial<Record<NameField, Spellings<Read>>> = {};

  constructor(reading: Reading) {
    this.dates = new DateReader(reading);
    this.names = new NameReader(reading);
    this.fullName = reading.nombre_completo.value;
    this.areJoined = reading.apellidos.value === 'juntos';
    this.nullWords = NullWords.of(reading.nulos.value);
    this.hasOwnNulls = reading.nulos.basis === 'declarada';
    this.wrapping = reading.envoltura.value;
    this.mayBeCountry = reading.lugares.value === 'pais';
    this.places = reading.lugares.value;
    this.nombres = reading.nombres.value;
    this.areSwapped = this.nombres === 'cambiados';
    this.letters = meaningOfLetters(reading.sexo);
  }

  /** Reads a part of a whole name, or of the surnames in one cell. */
  part(field: NameField, text: string): Read {
    return (this.parts[field] ??= new Spellings()).get(text, () => this.name(field, text));
  }

  /** Reads a cell. In a file with whole names, that of `nombres` is not judged: its parts are, by `part`. */
  read(field: Field, written: string): Read {
    const text = unescaped(shortened(written)).replaceAll('\t', ' ');
    if (this.nullWords.has(text)) return NO_DATUM;
    if (text === FORMULA) return { ...MISSING_DATUM, problem: { cause: 'fila_formula', parametro: field } };
    if (isNameField(field)) {
      const name = this.names.withLetters(this.unwrapped(field, text));
      return this.fullName !== null && field === 'nombres' ? ofValue(name) : this.name(field, name);
    }
    const value = this.unwrapped(field, ASCII.test(text) ? text : text.replace(/\p{Cf}/gu, ''));
    if (isMissing(value)) return ofValue(value);
    switch (field) {
      case 'fecha_nacimiento': {
        const date = this.dates.date(value);
        return ofValue(date, typeof date === 'string' ? this.dates.doubts(value, date) : []);
      }
      case 'anio_nacimiento':
        return ofValue(this.dates.year(value));
      case 'mes_nacimiento':
        return ofValue(monthNumber(value) ?? readFigures(value));
      case 'dia_nacimiento':
        return ofValue(readFigures(value));
      case 'sexo':
        return ofValue(this.sex(value), this.nombres === 'otro_sexo' ? [doubt('sexo_cambiado', 'sexo')] : NO_DOUBTS);
      case 'entidad':
        return this.entity(value);
      default:
        return ofValue(value);
    }
  }

  private name(field: NameField, text: string): Read {
    if (isMissing(text)) return ofValue(text);
    const read = this.names.read(field, text);
    const doubts =
      field === 'nombres' && this.areSwapped ? [...read.doubts, doubt('nombres_cambiados', 'nombres')] : read.doubts;
    return { ...read, doubts, isNothing: read.value === '' };
  }

  private sex(text: string): string | RowProblem {
    const letter = text
      .trim()
      .toUpperCase()
      .replace(/^(.)\.$/, '$1');
    return this.letters.get(letter) ?? readSexWord(text) ?? { cause: 'sexo_archivo', parts: { valor: [text.trim()] } };
  }

  private entity(text: string): Read {
    const letters = text.trim().toUpperCase();
    const ofPost = this.places === 'postal' ? POSTAL_KEYS.get(letters) : undefined;
    const key = ofPost ?? readFigures(readEntity(text));
    const isOpen = this.places === 'postal' || this.places === 'mixtos';
    const isOther = isOpen && COLLIDING.some((each) => each === letters);
    const isCountry = this.mayBeCountry && /^\s*m[eé]xico\s*$/i.test(text);
    const isRead = isMissing(key) || /^\d+$/.test(key); // the contract judges digits
    const meant = isRead ? null : meantEntity(text);
    if (meant !== null)
      return ofValue(meant.key, [{ codigo: 'entidad_parecida', dato: 'entidad', partes: { forma: meant.name } }]);
    return ofValue(isRead ? key : { cause: 'entidad_desconocida', parts: { valor: [text.trim()] } }, [
      ...(hasPlaceBehind(text) ? [doubt('entidad_y_lugar', 'entidad')] : []),
      ...(isCountry ? [doubt('entidad_o_pais', 'entidad')] : []),
      ...(isOther ? [doubt('entidad_del_correo', 'entidad')] : []),
    ]);
  }

  /** Returns the text of a cell without the wrapping of every row. */
  private unwrapped(field: Field, text: string): string {
    return this.wrapping === null ? text : unwrap(text, this.wrapping, field === 'nombres');
  }
}

/** Cuts a text that is too long for any datum, and leaves it too long: searches take time by the length of the text. */
const shortened = (text: string): string =>
  text.length <= LONGEST_DATUM ? text : text.trim().slice(0, LONGEST_DATUM + 1);

const doubt = (
  codigo: 'sexo_cambiado' | 'nombres_cambiados' | 'entidad_y_lugar' | 'entidad_o_pais' | 'entidad_del_correo',
  dato: Dato,
): Doubt => ({
  codigo,
  dato,
});

const ofValue = (value: string | RowProblem, doubts: readonly Doubt[] = NO_DOUBTS): Read =>
  typeof value === 'string'
    ? { value, problem: null, doubts, isNothing: false }
    : { value: '', problem: value, doubts: NO_DOUBTS, isNothing: false };
