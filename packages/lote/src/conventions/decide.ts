/** Decides the reading of a file by what the user declares and by what its rows show. The order of the rows does not matter. */
import {
  CONVENTIONS,
  CONVENTION_NAMES,
  isContested,
  isSexInDoubt,
  isSexUnknown,
} from '@curp-service/contract/conventions/table';
import { type ReadingOptions, parseReadingOption } from '@curp-service/contract/file-options';
import { LAYOUT_CONVENTIONS, type Layout } from '@curp-service/contract/layouts';
import {
  NOT_SHOWN,
  type Convention,
  type ConventionName,
  type Encoding,
  NULL_WORDS,
  READING_PARAMETERS,
  type Reading,
  type SheetRange,
  type ShownRows,
  isSpoilt,
} from '@curp-service/contract/reading';
import { KNOWN_IN_HEADER } from '../read/header-rows.js';
import type { EvidenceName } from '../datum/evidence-names.js';
import { isUnexpected } from '../datum/sexes.js';
import {
  type Decided,
  decideEncoding,
  decideEnie,
  decideFormOfDates,
  decideNames,
  decideOrder,
  decidePlaces,
  decideRepeated,
  decideSex,
  decideSurnames,
  decideWrapping,
} from './decide-by-evidence.js';
import { allShown } from './add-evidence.js';
import { likelySlips } from '../datum/name-counts.js';
import { decideShapes, peopleIn } from './column-shape.js';
import type { Evidence } from './evidence.js';
import { decideWitnesses } from './witness-columns.js';

/** A sheet that the user declared, or that was found among others. */
export interface ChosenSheet {
  readonly value: string;
  readonly basis: 'declarada' | 'vista';
  /** The other sheets with people: all of them are read if the sheet is declared, otherwise none. */
  readonly otras: readonly string[];
  /** Those of them with as many people. */
  readonly iguales: readonly string[];
  /** How the user declares that all are read, if not as usual. */
  readonly todas?: string | undefined;
}

export interface DeclaredOptions extends ReadingOptions {
  readonly formato: 'csv' | 'ndjson';
  readonly codificacion?: Encoding | undefined;
  /** The sheet of a workbook. */
  readonly sheet?: ChosenSheet | null;
  /** The ranges of a sheet that cannot include its new columns. */
  readonly rangos?: readonly SheetRange[];
  /** The layout of a file without a header. */
  readonly layout?: Layout | undefined;
}

/** What decides a convention. */
interface Grounds {
  readonly evidence: Evidence;
  readonly options: DeclaredOptions;
  readonly layout: Layout | null;
  /** The conventions that the user declares, else those that the layout sets. */
  readonly given: ReadingOptions;
  readonly header: Decided<number>;
}

interface Decision<C extends ConventionName> {
  /** Returns the declared value. If absent, that is the value that the user declares or the layout sets. */
  readonly declared?: (options: DeclaredOptions) => Reading[C]['value'] | undefined;
  /** Decides by the rows, if nobody declared the convention. */
  readonly decide: (grounds: Grounds) => Decided<Reading[C]['value']>;
  /** Returns what else is decided. */
  readonly more?: (grounds: Grounds) => Omit<Reading[C], keyof Convention<never>>;
  /** Returns all of the convention that the meaning of a row depends on. If absent, that is all but its basis and its evidence. */
  readonly matters?: (convention: Reading[C]) => unknown;
}

/** How each convention of the table is decided. */
const DECISIONS: { readonly [C in ConventionName]: Decision<C> } = {
  codificacion: {
    declared: ({ codificacion }) => codificacion,
    decide: ({ evidence }) => decideEncoding(evidence),
    matters: (codificacion) => [codificacion.value, hasOneEncoding(codificacion)],
  },
  hoja: {
    decide: ({ options: { sheet } }) => (sheet ? [sheet.value, sheet.basis] : [null, 'supuesta']),
    more: ({ options: { sheet } }) => {
      const { otras = [], iguales = [], todas } = sheet ?? {};
      if (otras.length === 0) return {};
      return { otras, ...(iguales.length > 0 && { iguales }), ...(todas !== undefined && { todas }) };
    },
    matters: () => null,
  },
  encabezado: {
    declared: () => undefined, // the header says so
    decide: ({ header }) => header,
    more: ({ evidence, header: [row] }) => ({
      filas: evidence.header.rows ?? 1,
      otro: evidence.otherHeader > 0 ? evidence.otherHeader + row : 0,
      persona: evidence.header.person ?? 0,
    }),
  },
  formato: { decide: ({ layout, options }) => [layout, options.layout === undefined ? 'vista' : 'declarada'] },
  sexo: {
    decide: ({ evidence }) => decideSex(evidence),
    matters: (sexo) => [
      sexo.value,
      ...(['H', 'F', 'M'] as const).map((letter) => isUnexpected(sexo, letter)),
      isSexUnknown(sexo),
      isSexInDoubt(sexo),
    ],
  },
  fechas: {
    decide: ({ evidence, options }) => decideOrder(evidence, options.sheet !== undefined),
    matters: (fechas) => [fechas.value, isContested(fechas)],
  },
  siglo: { decide: () => [null, 'supuesta'] },
  nulos: {
    decide: () => [NULL_WORDS, 'supuesta'],
    matters: ({ value, basis, evidence: { surnames } }) => [value, basis === 'declarada', surnames.count > 0],
  },
  enie: {
    declared: ({ enie }) => enie,
    decide: ({ evidence, given: { enie } }) => (enie === undefined ? decideEnie(evidence) : [enie, 'vista']),
  },
  nombre_completo: {
    declared: ({ nombre_completo }) => nombre_completo,
    decide: ({ given: { nombre_completo }, evidence: { hints } }) => {
      const said = nombre_completo ?? hints.nombre_completo;
      return [said, said === null ? 'supuesta' : 'vista'];
    },
  },
  forma_fechas: {
    decide: ({ evidence, given, options }) => {
      const isSheet = options.sheet !== undefined;
      return decideFormOfDates(evidence, given.fechas ?? decideOrder(evidence, isSheet)[0], given.fechas, isSheet);
    },
  },
  envoltura: { decide: ({ evidence }) => decideWrapping(evidence) },
  apellidos: { decide: ({ evidence }) => decideSurnames(evidence) },
  lugares: { decide: ({ evidence }) => decidePlaces(evidence) },
  nombres: { decide: ({ evidence, given }) => decideNames(evidence, given.sexo ?? decideSex(evidence)[0]) },
  pedazos: { decide: ({ evidence: { pieces }, header: [row] }) => [pieces.map((piece) => piece + row), 'vista'] },
  repetidas: { decide: ({ evidence: { names } }) => [decideRepeated(likelySlips(names)), 'vista'] },
  formas: {
    decide: ({ evidence }) => [decideShapes(evidence), 'vista'],
    matters: ({ value }) => value.map(({ forma, campo, valor }) => [forma, campo, valor]),
  },
  testigos: {
    decide: ({ evidence: { looked, birthdays } }) => [decideWitnesses(looked, peopleIn(birthdays)), 'vista'],
  },
  rangos: { decide: ({ options: { rangos = [] } }) => [rangos, 'vista'], matters: () => null },
};

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the decision of a convention takes and returns that convention
const decisionOf = (name: ConventionName): Decision<ConventionName> => DECISIONS[name] as Decision<ConventionName>;

export function decideReading(counted: Evidence, options: DeclaredOptions): Reading {
  const evidence = { ...counted, shown: allShown(counted) };
  const layout = options.formato === 'csv' ? (options.layout ?? evidence.layout) : null;
  const given = givenBy(options, layout);
  const byName: Readonly<Partial<Record<ConventionName, unknown>>> = given;
  const grounds: Grounds = { evidence, options, layout, given, header: decideHeader(evidence, options) };
  const reading = CONVENTION_NAMES.map((name) => {
    const { decide, more, declared = () => byName[name] } = decisionOf(name);
    const said = declared(options);
    const [value, basis]: Decided<unknown> = said === undefined ? decide(grounds) : [said, 'declarada'];
    return [name, { value, basis, evidence: shownAbout(name, grounds), ...more?.(grounds) }];
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all conventions, which `Object.fromEntries` forgets
  return Object.fromEntries(reading) as Reading;
}

/** Returns the evidence about a convention, with the rows of the file. */
function shownAbout(
  name: ConventionName,
  { evidence, header: [headerRow] }: Grounds,
): Readonly<Record<string, ShownRows>> {
  const names: readonly (EvidenceName | 'mark')[] = CONVENTIONS[name].evidence;
  const shown = names.map((each): [string, ShownRows] => {
    if (each === 'mark') return [each, evidence.mark === null ? NOT_SHOWN : { count: 1, row: 1 }];
    // The announced number of rows counts only if all rows were read.
    if (each === 'announced' && !Number.isFinite(evidence.rows)) return [each, NOT_SHOWN];
    const { count, row } = evidence.shown[each];
    return [each, { count, row: count > 0 ? Math.max(row + headerRow, 0) : 0 }];
  });
  return Object.fromEntries(shown);
}

/** Returns the conventions that the user declares, else those that the layout sets. */
function givenBy(options: DeclaredOptions, layout: Layout | null): ReadingOptions {
  const set = LAYOUT_CONVENTIONS.map((name) => [name, layout?.[name]] as const);
  const read = set.flatMap(([name, text]) => {
    const parsed = text === undefined ? null : parseReadingOption(name, String(text));
    return parsed !== null && 'value' in parsed ? [[name, parsed.value] as const] : [];
  });
  const declared = READING_PARAMETERS.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]]));
  return Object.fromEntries([...read, ...declared]);
}

function decideHeader({ header }: Evidence, { formato, encabezado, layout }: DeclaredOptions): Decided<number> {
  if (formato === 'ndjson') return [0, 'supuesta'];
  const row = layout === undefined ? Math.max(header.row || (encabezado ?? 1), 0) : 0;
  if (encabezado !== undefined) return [row, 'declarada'];
  return [row, row === 0 || header.count >= KNOWN_IN_HEADER ? 'vista' : 'supuesta'];
}

/** Returns whether two readings read every row alike. Their evidence may differ. */
export const sameReading = (a: Reading, b: Reading): boolean =>
  CONVENTION_NAMES.every((name) => JSON.stringify(whatMatters(name, a)) === JSON.stringify(whatMatters(name, b))) &&
  (a.hojas ?? []).every((each, i) => sameReading(each, b.hojas?.[i] ?? each));

function whatMatters(name: ConventionName, reading: Reading): unknown {
  const { basis: _basis, evidence: _evidence, ...rest } = reading[name];
  const { matters = () => rest } = decisionOf(name);
  return matters(reading[name]);
}

/** Returns whether a row that looks like another encoding contradicts the reading. */
export const hasOneEncoding = ({ value, basis, evidence }: Reading['codificacion']): boolean =>
  basis !== 'declarada' &&
  !isSpoilt(value) &&
  evidence.mark.count === 0 &&
  (value === 'utf-8' || evidence.utf8.count + evidence.odd.count === 0);
