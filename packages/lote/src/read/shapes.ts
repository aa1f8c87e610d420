/** Finds the data of NDJSON objects. Objects with the same names are understood once. */
import type { ColumnIndexes, ColumnMap, Field, OperationName } from '@curp-service/contract/columns';
import { understandObject } from '@curp-service/contract/header';
import type { JsonRow } from './json-row.js';
import type { JsonObject } from './ndjson.js';

/** More shapes than this, and shapes with longer names, are not remembered: nonsense must not fill the memory. */
const MAX_SHAPES = 100;
const MAX_NAMES_LENGTH = 10_000;
const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });
/** Objects list such names before all others, wherever they stand in a line. */
const INDEX = /^\d+$/;

/** The facts about all objects with the same names. */
export interface Shape {
  readonly names: readonly string[];
  readonly columns: ColumnIndexes;
  /** A datum that several of the names may hold. */
  readonly repeated: Field | undefined;
}

/** A shape as it is written: its names behind each other. */
interface WrittenShape {
  readonly shape: Shape;
  readonly names: Uint8Array;
  readonly lengths: readonly number[];
}

export class Shapes {
  private readonly known = new Map<string, Shape>();
  /** The shape of the last line that was read from its bytes: most lines have the same. */
  private last: WrittenShape | null = null;
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

  /** The shape of a line that was read from its bytes; `null`: its object has other names, or in another order. */
  ofRow(row: JsonRow): Shape | null {
    if (this.last !== null && hasNames(row, this.last)) return this.last.shape;
    const lengths = Array.from({ length: row.cells }, (_, i) => row.nameTo[i] - row.nameFrom[i]);
    const names = lengths.map((_, i) => UTF8.decode(row.line.subarray(row.nameFrom[i], row.nameTo[i])));
    if (names.some((name) => INDEX.test(name)) || new Set(names).size < names.length) return null;
    const shape = this.ofNames(names);
    this.last = { shape, names: new TextEncoder().encode(names.join('')), lengths };
    return shape;
  }

  /** The text of a datum of an object; `undefined`: it has none, or one that is neither a text nor a number. */
  textOf(object: JsonObject, { names, columns }: Shape, field: Field): string | undefined {
    const i = columns[field];
    if (i < 0) return this.columnMap[field] === '' && this.operation !== 'cotejar' ? '' : undefined;
    const value = object[names[i] ?? ''];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  }

  private ofNames(names: readonly string[]): Shape {
    const key = JSON.stringify(names); // a name may hold any sign, so that none can join them
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const shape = { names, ...understandObject(names, this.operation, this.columnMap, this.hasFullName) };
    if (this.known.size < MAX_SHAPES && key.length < MAX_NAMES_LENGTH) this.known.set(key, shape);
    return shape;
  }
}

function hasNames({ cells, line, nameFrom, nameTo }: JsonRow, { names, lengths }: WrittenShape): boolean {
  if (cells !== lengths.length) return false;
  let at = 0;
  for (let cell = 0; cell < cells; cell++) {
    const from = nameFrom[cell];
    const to = nameTo[cell];
    if (to - from !== lengths[cell]) return false;
    for (let i = from; i < to; i++, at++) if (line[i] !== names[at]) return false;
  }
  return true;
}
