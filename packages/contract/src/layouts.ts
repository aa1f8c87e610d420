/** The layouts of files without a header: the layouts of offices, which are JSON files, and those that a user writes. */
import { type ColumnMap, FIELDS, type OperationName } from './columns.js';
import idse from './layouts/idse.json' with { type: 'json' };
import sua from './layouts/sua.json' with { type: 'json' };
import cff40 from './layouts/40cff.json' with { type: 'json' };
import cff75 from './layouts/75cff.json' with { type: 'json' };
import bdnsar from './layouts/bdnsar.json' with { type: 'json' };
import giisb015 from './layouts/giisb015.json' with { type: 'json' };

/** Texts by the name of a field. In `muestra`, 9 matches any digit and A any letter. */
type TextsOfFields = Readonly<Record<string, readonly string[]>>;

/** A layout as its JSON has it. With a delimiter its lines are rows of a table, otherwise they have a fixed width. */
export interface Layout {
  /** Absent in a table without a header that has no known layout. */
  readonly nombre?: string;
  readonly titulo?: string;
  readonly descripcion?: string;
  /** Where the layout is published. */
  readonly fuente?: string;
  readonly delimitador?: string;
  /** The number of cells of a row. */
  readonly columnas?: number;
  /** The number of characters of a line: `168`, or `103-164`. If absent, a line is as long as its fields need, or longer. */
  readonly largo?: number | string;
  /** Where each field is, from 1: the number of its column, or its positions in the line, as in `150-167`. */
  readonly campos: Readonly<Record<string, number | string>>;
  /** The contents by which the layout is recognised, besides a key in `curp`. */
  readonly muestra?: TextsOfFields;
  /** The rows that carry no key, by the contents of a field. */
  readonly sin_clave?: TextsOfFields;
  /** True if one person may have several rows, for example one for each movement. */
  readonly repite?: boolean;
  /** The first line, which is no person: how it begins. */
  readonly inicio?: { readonly empieza: string };
  /** The last line, which is no person: how it begins, and the positions of the number of rows, if it has one. */
  readonly final?: { readonly empieza: string; readonly cuenta?: string };
  /** The line break of a table whose rows come back. */
  readonly salto?: '\n' | '\r\n';
  readonly sexo?: string;
  readonly fechas?: string;
  readonly siglo?: number | string;
  readonly nulos?: string;
  readonly enie?: string;
  readonly nombre_completo?: string;
}

/** The conventions that a layout may set. */
export const LAYOUT_CONVENTIONS = ['sexo', 'fechas', 'siglo', 'nulos', 'enie', 'nombre_completo'] as const;

/** The layouts of offices. */
export const LAYOUTS: readonly (Layout & { readonly nombre: string; readonly titulo: string })[] = [
  idse,
  sua,
  cff40,
  cff75,
  bdnsar,
  giisb015,
];

/** Returns the name of a layout for people; `null` if it has none. */
export const titleOf = ({ titulo, nombre }: Layout): string | null => titulo ?? nombre ?? null;

/** Returns the columns that a layout names, and those that the user names. No other field of the layout puts them in doubt. */
export const columnsOf = ({ campos }: Layout, given: ColumnMap): ColumnMap => ({
  ...Object.fromEntries(FIELDS.filter((field) => field in campos).map((field) => [field, field])),
  ...given,
});

/** Returns whether the results go to a CSV of their own and the file stays untouched, because its lines have no room for them. */
export const isBeside = (layout: Layout | null): layout is Layout => layout?.nombre !== undefined;

/** Returns the operation on a file. If the user names none, the keys that a layout has are compared with its data. */
export function operationFor<O extends OperationName = never>(
  wanted: O | undefined,
  layout: Layout | null,
): O | 'calcular' | 'cotejar' {
  if (wanted !== undefined) return wanted;
  return isBeside(layout) && 'curp' in layout.campos ? 'cotejar' : 'calcular';
}

/** Why a layout is wrong: the part that is wrong, what it holds and what it may hold. */
export interface LayoutProblem {
  readonly campo: string;
  readonly valor: string;
  readonly admite: string;
}

const MAX_POSITION = 10_000;
const MAX_COLUMN = 1000;
const MAX_FIELDS = 200;
/** No layout needs a longer text. */
const MAX_LAYOUT_LENGTH = 20_000;

/** Returns the first and the last position of `150-167` or `168`; `null` for anything else. */
export function positionsOf(place: unknown): readonly [first: number, last: number] | null {
  const text = typeof place === 'string' || typeof place === 'number' ? String(place) : '';
  const [, a, b = a] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text) ?? [];
  const [first, last] = [Number(a), Number(b)];
  return first >= 1 && last >= first && last <= MAX_POSITION ? [first, last] : null;
}

/** Reads a layout from its name or its JSON. `isConvention` says whether a convention takes a text. */
export function parseLayout(
  text: string,
  isConvention: (name: (typeof LAYOUT_CONVENTIONS)[number], text: string) => boolean,
): Layout | LayoutProblem {
  const simple = text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const known = LAYOUTS.find(({ nombre }) => nombre === simple);
  if (known !== undefined) return known;
  const names = listed(LAYOUTS.map(({ nombre }) => nombre));
  if (!/^\s*\{/.test(text)) return { campo: 'formato', valor: clipped(text), admite: `${names}, JSON` };
  if (text.length > MAX_LAYOUT_LENGTH) return { campo: 'formato', valor: '…', admite: `JSON (≤ ${MAX_LAYOUT_LENGTH})` };
  try {
    const value: unknown = JSON.parse(text);
    const problem = { campo: 'nombre', valor: '', admite: '`mio`, `layout-2`' };
    return isRecord(value) && value['nombre'] !== undefined ? checkLayout(value, isConvention) : problem;
  } catch {
    return { campo: 'formato', valor: '{…', admite: 'JSON' };
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listed = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

const clipped = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

type Check = (value: unknown) => boolean;
type Rule = readonly [isRight: Check, admite: string];

const isShortText: Check = (value) => typeof value === 'string' && value.length <= 500;
const isCount: Check = (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_COLUMN;
const isPlace: Check = (value) => positionsOf(value) !== null;
const isTexts: Check = (value) =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.length <= 50 &&
  value.every((text) => isShortText(text) && text !== '');

type PartRules = Readonly<Record<string, Rule>>;

/** Returns the rule of a part. A user may write any name, even one that every object has, such as `constructor`. */
const ruleOf = (rules: PartRules, name: string): Rule | undefined =>
  Object.hasOwn(rules, name) ? rules[name] : undefined;

/** Each part of a layout: whether a value is right, and what it may be. */
const LAYOUT_PARTS: PartRules = {
  nombre: [(value) => typeof value === 'string' && /^[a-z0-9][a-z0-9_-]{0,39}$/.test(value), '`mio`, `layout-2`'],
  titulo: [isShortText, '`"…"`'],
  descripcion: [isShortText, '`"…"`'],
  fuente: [isShortText, '`"…"`'],
  delimitador: [(value) => typeof value === 'string' && /^[,;\t|^]$/.test(value), '`,` `;` `|` `^` `\\t`'],
  columnas: [isCount, `\`1\`…\`${MAX_COLUMN}\``],
  largo: [isPlace, '`168`, `103-164`'],
  campos: [(value) => isRecord(value) && Object.keys(value).length <= MAX_FIELDS, '`{"curp": "150-167"}`'],
  muestra: [isRecord, '`{"CAMPO": ["99/99/9999"]}`'],
  sin_clave: [isRecord, '`{"CAMPO": ["02"]}`'],
  repite: [(value) => typeof value === 'boolean', '`true`, `false`'],
  inicio: [isRecord, '`{"empieza": "01"}`'],
  final: [isRecord, '`{"empieza": "*", "cuenta": "57-62"}`'],
};

const empieza: Rule = [(value) => typeof value === 'string' && /^[!-~]{1,20}$/.test(value), '`*`'];

/** The parts of the first and of the last line, like `LAYOUT_PARTS`. */
const PARTS_OF_LINES: Readonly<Record<'inicio' | 'final', PartRules>> = {
  inicio: { empieza },
  final: { empieza, cuenta: [isPlace, '`57-62`'] },
};

/** Checks every part of a layout, and that its fields lie within the line or the row. */
function checkLayout(
  value: Readonly<Record<string, unknown>>,
  isConvention: (name: (typeof LAYOUT_CONVENTIONS)[number], text: string) => boolean,
): Layout | LayoutProblem {
  const found: LayoutProblem[] = [];
  const refuse = (campo: string, part: unknown, admite: string): void =>
    void found.push({
      campo,
      valor: clipped(typeof part === 'string' ? part : (JSON.stringify(part) ?? '')),
      admite,
    });
  const check = (campo: string, part: unknown, [isRight, admite]: Rule): void => {
    if (!isRight(part)) refuse(campo, part, admite);
  };
  const { campos, delimitador, largo } = value;
  const isTable = delimitador !== undefined;
  const parts = isTable ? { ...value, columnas: value['columnas'] } : value;
  for (const [name, part] of Object.entries(parts)) {
    const convention = LAYOUT_CONVENTIONS.find((each) => each === name);
    const rule = ruleOf(LAYOUT_PARTS, name);
    if (rule !== undefined) check(name, part, rule);
    else if (convention === undefined)
      refuse(name, part, listed([...Object.keys(LAYOUT_PARTS), ...LAYOUT_CONVENTIONS]));
    else if (!isConvention(convention, String(part))) refuse(name, part, `\`${name}=…\``);
  }
  const fields = isRecord(campos) ? campos : {};
  const [, last] = positionsOf(largo) ?? [1, MAX_POSITION];
  const most = isTable ? Number(value['columnas']) : last;
  const isWithin: Check = (place) => (positionsOf(place)?.[1] ?? Infinity) <= most;
  const rule: Rule = isTable
    ? [(place) => isCount(place) && isWithin(place), `\`1\`…\`${most}\``]
    : [isWithin, `\`1-18\` (≤ ${most})`];
  for (const [name, place] of Object.entries(fields)) check(`campos.${name}`, place, rule);
  if (!FIELDS.some((field) => field in fields)) refuse('campos', Object.keys(fields).join(', '), listed(FIELDS));
  for (const part of ['muestra', 'sin_clave'] as const) {
    for (const [name, texts] of Object.entries(isRecord(value[part]) ? value[part] : {})) {
      check(`${part}.${name}`, texts, [isTexts, '`["02"]`']);
      if (!Object.hasOwn(fields, name)) refuse(part, name, listed(Object.keys(fields)));
    }
  }
  for (const line of ['inicio', 'final'] as const) {
    const rules = PARTS_OF_LINES[line];
    const ofLine = isRecord(value[line]) ? value[line] : { empieza: '*' };
    for (const name of new Set(['empieza', ...Object.keys(ofLine)])) {
      check(`${line}.${name}`, ofLine[name], ruleOf(rules, name) ?? [() => false, listed(Object.keys(rules))]);
    }
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every part is checked
  return found[0] ?? (value as unknown as Layout);
}
