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

const NAME_OR_KEY = ['nombres', 'curp'] as const;
/** The data that an object with more than the names of a person has. */
const BESIDE_NAMES = ['fecha_nacimiento', 'anio_nacimiento', 'sexo', 'entidad'] as const;

export class Shapes {
  private readonly known = new Map<string, Shape>();
  /** The name of a datum by its path. */
  private readonly paths = new Map<string, string>();
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

  /**
   * Returns an object with the data of the only person in the objects inside: `{"persona": {"nombres": …}}`. A datum of another
   * object, such as an address or a tutor, has the name of that object before its own, and is none of the person's.
   */
  flat(written: JsonObject): JsonObject {
    const object = withoutWrappers(written);
    if (!Object.values(object).some(isJsonObject) || this.holds(object, NAME_OR_KEY)) return object;
    const [person, other] = this.peopleIn(object);
    if (person === undefined || other !== undefined) return object;
    const flat = Object.fromEntries(this.entriesOf(object, '', [object, ...person]));
    return this.of(flat).repeated === undefined ? flat : object;
  }

  /** Returns whether an object itself, not one inside, holds one of these data. */
  private holds(object: JsonObject, fields: readonly Field[]): boolean {
    const { names, columns } = this.of(object);
    return fields.some((field) => columns[field] >= 0 && !isJsonObject(object[names[columns[field]]]));
  }

  /** Returns the objects inside that hold the name or the key of a person, each with the object around it if that may hold the other data. */
  private peopleIn(object: JsonObject): (readonly JsonObject[])[] {
    return Object.values(object)
      .filter(isJsonObject)
      .flatMap((inner) => {
        if (!this.holds(inner, NAME_OR_KEY)) return this.peopleIn(inner);
        return [this.holds(inner, BESIDE_NAMES) ? [inner] : [inner, object]];
      });
  }

  /** Returns the name of a datum in an object that is not the person's: `fecha de nacimiento` for `fecha` in `nacimiento`, and otherwise both names. */
  private nameIn(group: string, name: string): string {
    const path = `${group}/${name}`;
    const known = this.paths.get(path);
    if (known !== undefined) return known;
    const joined = joinedName(group, name);
    const named = joined === name ? `${group} ${name}` : joined;
    if (this.paths.size < MAX_SHAPES && path.length < MAX_NAMES_LENGTH) this.paths.set(path, named);
    return named;
  }

  /** Returns the values in an object and in those inside, by their names. `own`: the objects with the person's data. */
  private entriesOf(object: JsonObject, group: string, own: readonly JsonObject[]): (readonly [string, unknown])[] {
    const taken = new Set<string>();
    return Object.entries(object).flatMap(([name, value]) => {
      const inner = isJsonObject(value) ? this.entriesOf(value, name, own) : [];
      const named = own.includes(object) ? name : this.nameIn(group, name);
      const found = inner.length > 0 ? inner : [[named, value] as const];
      return found.map(([each, content]) => {
        const free = taken.has(each) ? `${name}/${each}` : each;
        taken.add(free);
        return [free, content] as const;
      });
    });
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

/** No datum has more lists and marks around it. */
const DEEPEST = 8;

/** Returns an object whose values have no list of one thing around them, and none of the marks of types that Mongo writes: `{"$date": …}`. */
function withoutWrappers(object: JsonObject, depth = 0): JsonObject {
  if (depth > DEEPEST || !Object.values(object).some((value) => typeof value === 'object' && value !== null))
    return object;
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, unwrapped(value, depth + 1)]));
}

function unwrapped(value: unknown, depth: number): unknown {
  if (depth > DEEPEST) return value;
  if (Array.isArray(value)) return value.length === 1 ? unwrapped(value[0], depth + 1) : value;
  if (!isJsonObject(value)) return value;
  const [name = '', other] = Object.keys(value);
  const inner = value[name];
  return other === undefined && name.startsWith('$') ? unwrapped(inner, depth + 1) : withoutWrappers(value, depth);
}
