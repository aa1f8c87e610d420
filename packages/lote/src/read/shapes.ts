/** Finds the data of NDJSON objects. Objects with the same names share one shape. */
import {
  type ColumnIndexes,
  type ColumnMap,
  type Field,
  type OperationName,
  type Witness,
  takesPart,
} from '@curp-service/contract/columns';
import { understandObject } from '@curp-service/contract/header';
import { Spellings } from '../datum/spellings.js';
import { joinedName } from './header-rows.js';
import { type JsonObject, isJsonObject } from './ndjson.js';

/** More shapes, and shapes with longer names, are not remembered: nonsense must not fill the memory. */
const MAX_SHAPES = 100;
const MAX_NAMES_LENGTH = 10_000;

/** The facts about all objects with the same names. */
export interface Shape {
  readonly names: readonly string[];
  readonly columns: ColumnIndexes;
  /** A datum that several of the names may hold. */
  readonly repeated: Field | undefined;
  /** The names of surnames beside what is declared as a whole name. */
  readonly apart: readonly string[];
}

export class Shapes {
  private readonly known = new Map<string, Shape>();
  /** The name of a datum by its path. */
  private readonly paths = new Spellings<string>();
  private readonly operation: OperationName;
  private readonly columnMap: ColumnMap;
  private readonly hasFullName: boolean;

  constructor(operation: OperationName, columnMap: ColumnMap, hasFullName: boolean) {
    this.operation = operation;
    this.columnMap = columnMap;
    this.hasFullName = hasFullName;
  }

  of(object: JsonObject): Shape {
    return this.ofNames(Object.keys(object));
  }

  /** Returns an object with the data of the objects inside it, if it has no names of a person itself and those of one inside: `{"persona": {"nombres": …}}`. */
  flat(object: JsonObject): JsonObject {
    if (!Object.values(object).some(isJsonObject) || this.of(object).columns.nombres >= 0) return object;
    const flat = this.flattened(object);
    return this.of(flat).repeated === undefined ? flat : object;
  }

  private flattened(object: JsonObject): JsonObject {
    const flat = new Map<string, unknown>();
    for (const [name, value] of Object.entries(object)) {
      const inner = isJsonObject(value) ? Object.entries(this.flattened(value)) : [];
      if (inner.length === 0) flat.set(name, value);
      for (const [part, each] of inner) {
        const path = `${name}/${part}`;
        const joined = this.paths.get(path, () => joinedName(name, part));
        flat.set(flat.has(joined) ? path : joined, each);
      }
    }
    return Object.fromEntries(flat);
  }

  /**
   * Returns the text of a datum of an object; `undefined` if it has none, or one that is neither a text nor a number.
   * The value `null` means that a person has no second surname, like an empty cell.
   */
  textOf(object: JsonObject, { names, columns }: Shape, field: Field | Witness): string | undefined {
    const i = columns[field];
    const given: Readonly<Partial<Record<string, string>>> = this.columnMap;
    if (i < 0) return given[field] === '' && !takesPart(this.operation) ? '' : undefined;
    const value = object[names[i] ?? ''];
    if (value === null && field === 'apellido_materno' && !takesPart(this.operation)) return '';
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  }

  private ofNames(names: readonly string[]): Shape {
    const key = JSON.stringify(names); // a name may hold any sign, so no sign can join them
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const shape = { names, ...understandObject(names, this.operation, this.columnMap, this.hasFullName) };
    if (this.known.size < MAX_SHAPES && key.length < MAX_NAMES_LENGTH) this.known.set(key, shape);
    return shape;
  }
}
