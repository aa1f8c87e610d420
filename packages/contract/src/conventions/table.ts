/**
 * The table of conventions: how a file may be written, one row for each. A row names what the rows of a file may show about
 * the convention, describes what was decided, and has the option that declares it and the questions about it. `Reading`, the
 * options of the command, of HTTP and of the page, their documents, and the questions come from here; `lote` decides.
 */
import { type Layout, titleOf } from '../layouts.js';
import type { Message, MessageParts } from '../words/message.js';
import type { SentenceId } from '../words/sentences.js';
import { prevails } from './majority.js';
import { SEX_OF_NAMES, type SexOfNames, areOfOtherSex } from './sex-of-names.js';
import {
  type Convention,
  DATE_ORDER_NAMES,
  type DateOrder,
  type ENCODINGS,
  type Encoding,
  SPOILT,
  type ColumnShape,
  type SheetRange,
  NOT_SHOWN,
  type ShownRows,
  type WitnessColumn,
  type Wrapping,
  isSpoilt,
} from './values.js';

export interface FileOption {
  /** The name of the value in the help of the command line; `null` for a flag without a value. */
  readonly value: string | null;
  /** The values in JSON Schema. */
  readonly schema: { readonly type: 'string' | 'integer'; readonly [keyword: string]: unknown };
  /** The meaning of the option. */
  readonly about: SentenceId;
  /** The behaviour without the option. */
  readonly ifAbsent?: SentenceId;
  /** A remark that only requests need. */
  readonly overHttp?: SentenceId;
  /** Reads the value of a convention as a user types it; returns `null` if the option does not take it. */
  readonly parse?: (text: string) => unknown;
}

/** What the page offers about a convention: values as a user types them. An empty one leaves the convention to the file. */
export interface Offer {
  /** What only the user can decide. If absent, the reading is described. */
  readonly question?: Message;
  readonly choices: readonly string[];
}

/** A problem that only a person can solve, before any row is answered. */
interface OpenProblem {
  readonly cause: 'archivo_sexo' | 'archivo_sexo_nombres' | 'archivo_dos_encabezados' | 'archivo_personas_arriba';
  readonly parts?: MessageParts;
}

/** A problem of many rows that an option solves. */
interface RowAdvice {
  readonly cause: 'sexo_cifra' | 'fecha_siglo';
}

/** What only a person can know, as the command asks it. */
interface Asked {
  /** The problems that the answer solves. */
  readonly causes: readonly string[];
  readonly prompt: SentenceId;
  /** The value of each answer, which is recognised by its beginning. */
  readonly answers: Readonly<Record<string, RegExp>>;
}

interface ConventionRow<C, E extends string> {
  /** What rows of a file may show about the convention. */
  readonly evidence: readonly E[];
  /** Describes what was decided; returns `null` if it does not matter for this file. */
  readonly describe: (convention: C) => Message | null;
  /** Offers other values on the page; returns `null` if the file leaves nothing to choose. */
  readonly offer?: (convention: C) => Offer | null;
  /** The words for a value on the page. */
  readonly label?: (value: string) => Message;
  readonly asked?: readonly Asked[];
  /** Returns the problem that only a person can solve, before any row is answered. */
  readonly open?: (convention: C) => OpenProblem | null;
  /** Returns the problem of rows that an option solves: a file that is refused for another reason says it too. */
  readonly advice?: (convention: C) => RowAdvice | null;
  /** True if the convention matters only for operations that read people. */
  readonly ofPeople?: boolean;
}

/** Types a row by the values of its convention, and by what else is decided with it. */
const row =
  <V, More = unknown>() =>
  <const E extends string = never, const O extends FileOption | undefined = undefined>(
    parts: ConventionRow<Convention<V, E> & More, E> & { readonly option?: O },
  ): ConventionRow<Convention<V, E> & More, E> & { readonly option: O } =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- without an option, its type is `undefined`
    parts as ConventionRow<Convention<V, E> & More, E> & { readonly option: O };

const AS_ERROR: Message = { id: 'elegir_error' };

const oneWordOf = <const T extends string>(...values: readonly T[]) => ({
  schema: { type: 'string', enum: values } as const,
  parse: (text: string): T | null => values.find((value) => value === text) ?? null,
});

const numberBetween = (minimum: number, maximum: number) => ({
  schema: { type: 'integer', minimum, maximum } as const,
  parse(text: string): number | null {
    const value = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
    return value >= minimum && value <= maximum ? value : null;
  },
});

const MAX_WORDS = 50;
const MAX_WORD_LENGTH = 50;

/** Reads the words that mean “no datum”. The list is empty for `ninguno`: every word is a datum. */
function parseNullWords(text: string): readonly string[] | null {
  if (text === 'ninguno') return [];
  const words = text.split(',').map((word) => word.trim());
  const areShort = words.every((word) => word !== '' && word.length <= MAX_WORD_LENGTH);
  return areShort && words.length <= MAX_WORDS ? words : null;
}

/** Returns the number of rows and the first of them. A sample of the file has no row numbers. */
const countOf = ({ count, row: number }: ShownRows): MessageParts => ({ n: count, fila: number || undefined });

/** Returns the sentence of each value. */
const byValue =
  <V extends string>(sentences: Readonly<Record<V, SentenceId>>) =>
  ({ value }: { readonly value: V | null }): Message | null => {
    const known: Readonly<Partial<Record<string, SentenceId>>> = sentences; // another version may have stored other values
    const id = value === null ? undefined : known[value];
    return id === undefined ? null : { id };
  };

/** The encodings under the names that people know. */
export const ENCODING_NAMES = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252',
  ibm850: 'DOS 850',
  macintosh: 'Mac Roman',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
} as const satisfies Readonly<Record<(typeof ENCODINGS)[number], string>>;

function describeEncoding({
  value,
  basis,
  evidence: { mark, notUtf8, utf8, odd },
}: Convention<Encoding, 'mark' | 'notUtf8' | 'utf8' | 'odd'>): Message {
  if (isSpoilt(value)) {
    const [despues, antes] = SPOILT[value].map((each) => ENCODING_NAMES[each]);
    return { id: 'codificacion_danada', parts: { antes, despues, ...countOf(odd) } };
  }
  const nombre = ENCODING_NAMES[value];
  if (basis === 'declarada') return { id: 'codificacion_declarada', parts: { nombre } };
  if (mark.count > 0) return { id: 'codificacion_marca', parts: { nombre } };
  const others = { n_utf8: utf8.count || undefined, fila_utf8: utf8.row || undefined };
  if (value !== 'utf-8') return { id: 'codificacion_otra', parts: { nombre, ...countOf(notUtf8), ...others } };
  if (utf8.count + odd.count === 0) return { id: 'codificacion_sin_acentos', parts: { nombre } };
  if (notUtf8.count === 0) return { id: 'codificacion_valida', parts: { nombre } };
  return {
    id: 'codificacion_mezclada',
    parts: { nombre, ...countOf(notUtf8), n_utf8: utf8.count, fila_utf8: utf8.row || undefined },
  };
}

/** Names the layout, the rows without a key, and a last line whose number of rows is wrong. */
function describeLayout({
  value,
  basis,
  evidence: { withoutKey, lines, announced },
}: Convention<Layout | null, 'withoutKey' | 'lines' | 'announced'>): Message | null {
  if (value === null) return null;
  const { delimitador, columnas, largo, enie, campos } = value;
  const titulo = titleOf(value) ?? undefined;
  if (titulo === undefined && delimitador !== undefined) {
    const parts = { columnas, clave: campos['curp'], vista: basis !== 'declarada' };
    return { id: 'formato_sin_encabezado', parts };
  }
  const isOther = announced.count > 0 && announced.count !== lines.count;
  return {
    id: delimitador === undefined ? 'formato_fijo' : 'formato_separado',
    parts: {
      titulo,
      delimitador,
      columnas,
      largo,
      enie,
      n: withoutKey.count || undefined,
      fila: withoutKey.row || undefined,
      anunciadas: isOther && announced.count,
      lineas: lines.count,
    },
  };
}

type SexEvidence = 'H' | 'F' | 'M' | 'V' | 'men' | 'women' | 'digits' | SexOfNames;
/** `mixta`: M means both in these rows. `men`, `women`: rows with words such as Hombre and Mujer. */
type SexConvention = Convention<'hm' | 'fm' | 'vh' | '12' | '123' | '21' | 'mixta', SexEvidence>;

/** Returns whether only a person can know what M means: the file has neither another letter nor a word for a sex. */
export const isSexUnknown = ({ basis, evidence }: SexConvention): boolean =>
  basis === 'supuesta' && evidence.M.count > 0;

/** Fewer given names of the other sex are slips. */
const FEWEST_OF_OTHER_SEX = 5;

/** Returns whether only a person can know what H means: most given names are of the other sex, and no word says what the letters mean. */
export const isSexInDoubt = ({ value, basis, evidence }: SexConvention): boolean =>
  basis !== 'declarada' &&
  value === 'hm' &&
  evidence.H.count > 0 &&
  evidence.men.count + evidence.women.count === 0 &&
  evidence.manM.count + evidence.womanH.count >= FEWEST_OF_OTHER_SEX &&
  areOfOtherSex(value, evidence);

/** The sentence of each coding that leaves nothing to say about the letters M. */
const SEX_CODINGS: Readonly<Partial<Record<string, SentenceId>>> = {
  vh: 'sexo_leido_vh',
  12: 'sexo_leido_12',
  123: 'sexo_leido_123',
  21: 'sexo_leido_21',
};

function describeSex({ value, basis, evidence: { H, F, M, digits } }: SexConvention): Message | null {
  const coding = SEX_CODINGS[value];
  if (coding !== undefined) return { id: coding };
  if (basis === 'declarada') return { id: value === 'fm' ? 'sexo_declarado_fm' : 'sexo_declarado_hm' };
  if (M.count === 0) {
    return digits.count === 0 ? null : { id: 'sexo_en_cifras', parts: { fila: digits.row || undefined } };
  }
  if (value === 'mixta') return { id: 'sexo_mixto', parts: { h: H.count, f: F.count, m: M.count } };
  const isMan = value === 'fm';
  if (H.count === 0 && F.count === 0) {
    if (basis === 'vista') return { id: isMan ? 'sexo_visto_fm' : 'sexo_visto_hm' };
    return { id: 'sexo_supuesto' };
  }
  const [often, seldom] = isMan ? [F, H] : [H, F];
  if (seldom.count > 0)
    return { id: isMan ? 'sexo_mayoria_fm' : 'sexo_mayoria_hm', parts: { n: often.count, otras: seldom.count } };
  return { id: isMan ? 'sexo_letras_fm' : 'sexo_letras_hm', parts: { fila: often.row || undefined } };
}

const DIGIT_CODINGS = ['12', '123', '21'] as const;
const readsDigits = ({ value }: SexConvention): boolean => DIGIT_CODINGS.some((coding) => coding === value);

function offerSexes(sexo: SexConvention): Offer | null {
  const { H, F, M, digits } = sexo.evidence;
  if (M.count === 0) {
    if (digits.count === 0) return null;
    if (readsDigits(sexo)) return { choices: DIGIT_CODINGS };
    return { question: { id: 'pregunta_sexo_cifras' }, choices: [...DIGIT_CODINGS, ''] };
  }
  if (sexo.value === 'mixta') {
    return {
      question: { id: 'pregunta_sexo_mixto', parts: { h: H.count, f: F.count, m: M.count } },
      choices: ['hm', 'fm', ''],
    };
  }
  if (isSexInDoubt(sexo)) return { question: { id: 'pregunta_sexo_nombres' }, choices: ['hm', 'vh'] };
  if (!isSexUnknown(sexo)) return { choices: ['hm', 'fm'] };
  return { question: { id: 'pregunta_sexo' }, choices: ['hm', 'fm'] };
}

/** `mixta`: some rows have the day first, others the month. `unproven`: dates that can be read both ways. */
type OrderEvidence = 'dayFirst' | 'monthFirst' | 'unproven' | 'monthLast' | 'keyDayFirst' | 'keyMonthFirst';
type DateOrderConvention = Convention<DateOrder | 'mixta', OrderEvidence>;

/** Counts what proves that the day comes first, and that the month does: figures above 12, and keys and RFCs beside. */
const proofsOf = ({ dayFirst, monthFirst, keyDayFirst, keyMonthFirst }: DateOrderConvention['evidence']) =>
  ({ day: dayFirst.count + keyDayFirst.count, month: monthFirst.count + keyMonthFirst.count }) as const;

/** Returns whether dates can be read in two orders, and no row proves one. */
export function isOrderOpen({ basis, evidence }: DateOrderConvention): boolean {
  const { day, month } = proofsOf(evidence);
  return basis !== 'declarada' && evidence.unproven.count > 0 && day + month === 0;
}

/** Returns whether the user declares an order against which the proofs of the file speak. */
export function isContested({ value, basis, evidence }: DateOrderConvention): boolean {
  const { day, month } = proofsOf(evidence);
  const [own, contrary] = value === 'mda' ? [month, day] : [day, month];
  return basis === 'declarada' && (value === 'dma' || value === 'mda') && contrary > 0 && !prevails(own, contrary);
}

function describeOrder({ value, basis, evidence }: DateOrderConvention): Message | null {
  const { dayFirst, monthFirst, unproven, monthLast, keyDayFirst, keyMonthFirst } = evidence;
  const { day: days, month: months } = proofsOf(evidence);
  if (value === 'mixta' && days + months === 0) return { id: 'fechas_sin_prueba' };
  if (value === 'mixta') {
    const dia = (dayFirst.count > 0 ? dayFirst : keyDayFirst).row || undefined;
    const mes = (monthFirst.count > 0 ? monthFirst : keyMonthFirst).row || undefined;
    return { id: 'fechas_en_dos_ordenes', parts: { dia, mes } };
  }
  const orden = dateOrder(value);
  if (isContested({ value, basis, evidence }))
    return { id: 'fechas_contra_filas', parts: { orden, ...countOf(value === 'mda' ? dayFirst : monthFirst) } };
  if (basis === 'declarada') return { id: 'fechas_declaradas', parts: { orden } };
  if (basis === 'vista') {
    const proof = value === 'mda' ? monthFirst : value === 'adm' ? monthLast : dayFirst;
    const byKeys = value === 'mda' ? keyMonthFirst : keyDayFirst;
    if (proof.count > 0) return { id: 'fechas_por_cifra', parts: { orden, fila: proof.row || undefined } };
    if (byKeys.count > 0) return { id: 'fechas_por_claves', parts: { orden, fila: byKeys.row || undefined } };
    return { id: 'fechas_por_encabezado', parts: { orden } };
  }
  return unproven.count === 0 ? null : { id: 'fechas_supuestas', parts: { orden } };
}

const ORDER_SENTENCES = {
  dma: 'orden_dma',
  mda: 'orden_mda',
  amd: 'orden_amd',
  adm: 'orden_adm',
} as const satisfies Readonly<Record<DateOrder, SentenceId>>;
const dateOrder = (order: DateOrder): Message => ({ id: ORDER_SENTENCES[order] });

function offerOrders({ value, basis, evidence }: DateOrderConvention): Offer | null {
  const { unproven } = evidence;
  const { day, month } = proofsOf(evidence);
  const choices = ['dma', 'mda', ...(value === 'mixta' ? [''] : [])];
  if (day + month + unproven.count === 0) return null;
  const isProven = day + month > 0;
  if (value === 'mixta' && isProven && unproven.count > 0) {
    const { count: n, row: first } = unproven;
    const parts = n === 1 && first > 0 ? { una: first } : { n, fila: first || undefined };
    return { question: { id: 'pregunta_fechas_mixtas', parts: { ...parts, dia: day, mes: month } }, choices };
  }
  if (basis !== 'supuesta' && (isProven || value !== 'mixta')) return { choices };
  return { question: { id: 'pregunta_fechas' }, choices };
}

const RANGE_NAMES = {
  tabla: 'rango_tabla',
  filtro: 'rango_filtro',
  impresion: 'rango_impresion',
  lista: 'rango_lista',
} as const satisfies Readonly<Record<SheetRange, SentenceId>>;

/** Declares that all sheets with people are read. No sheet can have the second name, which serves if one has the first. */
export const ALL_SHEETS = ['todas', '*'] as const;

/** The encodings that the letters of names distinguish. */
const OFFERED_ENCODINGS = ['utf-8', 'windows-1252', 'ibm850', 'macintosh'] as const;

/** The conventions, in the order in which a reading is described. */
export const CONVENTIONS = {
  /** `mark`: the first bytes say so. `notUtf8`: rows that are not UTF-8. `utf8`: rows that are, beyond ASCII. `odd`: rows with letters foreign to Spanish. */
  codificacion: row<Encoding>()({
    evidence: ['mark', 'notUtf8', 'utf8', 'odd'],
    describe: describeEncoding,
    option: {
      value: 'NOMBRE',
      schema: { type: 'string' },
      about: 'opcion_codificacion',
      ifAbsent: 'se_detecta',
      overHttp: 'http_codificacion',
    },
    offer: ({ evidence }) => (evidence.notUtf8.count === 0 ? null : { choices: OFFERED_ENCODINGS }),
    label: (value) => ({
      id: 'elegir_codificacion',
      parts: { nombre: ENCODING_NAMES[OFFERED_ENCODINGS.find((each) => each === value) ?? 'utf-8'] },
    }),
  }),

  /** The sheet of a workbook that the user declared, or that is not its only one; otherwise `null`. */
  hoja: row<
    string | null,
    {
      /** The other sheets with people: all of them are read if the user declared so, otherwise none. */
      readonly otras?: readonly string[];
      /** Those of them with as many people. */
      readonly iguales?: readonly string[];
      /** How the user declares that all are read. */
      readonly todas?: string;
    }
  >()({
    evidence: [],
    describe: ({ value, basis, otras = [], iguales = [], todas = ALL_SHEETS[0] }) => {
      if (value === null) return null;
      const parts = { hoja: [value], otras, iguales, todas };
      if (basis !== 'declarada') return { id: iguales.length > 0 ? 'hoja_igual' : 'hoja_mayor', parts };
      return { id: otras.length > 0 ? 'hoja_todas' : 'hoja_declarada', parts };
    },
    option: {
      value: 'NOMBRE',
      schema: { type: 'string' },
      about: 'opcion_hoja',
      ifAbsent: 'sin_hoja',
    },
  }),

  /** The number of the row with the names of the columns; 0 for NDJSON, and for a file without a header. */
  encabezado: row<
    number,
    {
      /** The number of rows of the header: the row above may be part of it. */
      readonly filas?: number;
      /** The first row that names the columns in another order. */
      readonly otro?: number;
      /** The first row above the header that holds a person. */
      readonly persona?: number;
    }
  >()({
    evidence: [],
    describe: ({ value, basis, filas = 1 }) => {
      if (value === 0) return basis === 'declarada' ? { id: 'encabezado_ninguno' } : null;
      if (filas > 2) return { id: 'encabezado_filas', parts: { desde: value - filas + 1, hasta: value } };
      if (filas > 1) return { id: 'encabezado_dos_filas', parts: { desde: value - 1, hasta: value } };
      return value === 1 && basis !== 'declarada' ? null : { id: 'encabezado_fila', parts: { fila: value } };
    },
    option: {
      value: 'FILA',
      ...numberBetween(0, 1000),
      about: 'opcion_encabezado',
      ifAbsent: 'se_detecta',
    },
    label: (value) => ({ id: 'elegir_encabezado', parts: { fila: value } }),
    asked: [
      {
        causes: ['archivo_primera_linea', 'archivo_encabezado'],
        prompt: 'pregunta_encabezado_terminal',
        answers: { 1: /^nom/i, 0: /^per/i },
      },
    ],
    open: ({ value, basis, otro = 0, persona = 0 }) => {
      if (basis === 'declarada' || otro + persona === 0) return null;
      return persona > 0
        ? { cause: 'archivo_personas_arriba', parts: { fila: persona, encabezado: value } }
        : { cause: 'archivo_dos_encabezados', parts: { fila: otro, encabezado: value } };
    },
  }),

  /** The layout of a file without a header. `withoutKey`: rows without a key. `lines`: its rows. `announced`: their number by the last line. */
  formato: row<Layout | null>()({ evidence: ['withoutKey', 'lines', 'announced'], describe: describeLayout }),

  sexo: row<SexConvention['value']>()({
    evidence: ['H', 'F', 'M', 'V', 'men', 'women', 'digits', ...SEX_OF_NAMES],
    describe: describeSex,
    option: {
      value: 'LETRAS',
      ...oneWordOf('hm', 'fm', 'vh', '12', '123', '21'),
      about: 'opcion_sexo',
      ifAbsent: 'segun_las_filas',
    },
    offer: offerSexes,
    label: (value) => {
      const id = SEX_CHOICES[value];
      return id === undefined ? AS_ERROR : { id };
    },
    asked: [
      {
        causes: ['archivo_sexo'],
        prompt: 'pregunta_sexo_terminal',
        answers: { hm: /^muj/i, fm: /^(masc|hom)/i },
      },
      {
        causes: ['archivo_sexo_nombres'],
        prompt: 'pregunta_sexo_nombres',
        answers: { hm: /^hom/i, vh: /^hem/i },
      },
    ],
    open: (sexo) =>
      isSexUnknown(sexo) ? { cause: 'archivo_sexo' } : isSexInDoubt(sexo) ? { cause: 'archivo_sexo_nombres' } : null,
    advice: (sexo) => (sexo.evidence.digits.count > 0 && !readsDigits(sexo) ? { cause: 'sexo_cifra' } : null),
    ofPeople: true,
  }),

  fechas: row<DateOrderConvention['value']>()({
    evidence: ['dayFirst', 'monthFirst', 'unproven', 'monthLast', 'keyDayFirst', 'keyMonthFirst'],
    describe: describeOrder,
    option: {
      value: 'ORDEN',
      ...oneWordOf(...DATE_ORDER_NAMES),
      about: 'opcion_fechas',
      ifAbsent: 'segun_las_filas',
    },
    offer: offerOrders,
    label: (value) => {
      const order = DATE_ORDER_NAMES.find((each) => each === value);
      return order === undefined ? AS_ERROR : dateOrder(order);
    },
    ofPeople: true,
  }),

  siglo: row<number | null>()({
    evidence: ['shortYears'],
    describe: ({ value, evidence: { shortYears } }) => {
      if (value !== null) return { id: 'siglo_declarado', parts: { desde: String(value), hasta: String(value + 99) } };
      return shortYears.count === 0 ? null : { id: 'siglo_sin_declarar', parts: countOf(shortYears) };
    },
    option: {
      value: 'AÑO',
      ...numberBetween(1800, 2000),
      about: 'opcion_siglo',
      ifAbsent: 'sin_siglo',
    },
    offer: ({ value, evidence: { shortYears } }) =>
      value !== null || shortYears.count === 0
        ? null
        : {
            question: { id: 'pregunta_siglo', parts: { n: shortYears.count } },
            // Another century gives the same keys, but to those who are nearly a hundred years old.
            choices: ['1930', ''],
          },
    advice: ({ value, evidence }) =>
      value === null && evidence.shortYears.count > 0 ? { cause: 'fecha_siglo' } : null,
    label: (value) =>
      value === '' ? AS_ERROR : { id: 'elegir_siglo', parts: { desde: value, hasta: String(Number(value) + 99) } },
    ofPeople: true,
  }),

  /** The words that mean “no datum”. `surnames`: surnames that are one of them. */
  nulos: row<readonly string[]>()({
    evidence: ['surnames'],
    describe: ({ value, basis, evidence: { surnames } }) => {
      if (basis === 'declarada' && value.length === 0) return { id: 'nulos_ninguno' };
      return surnames.count === 0 ? null : { id: 'nulos_en_apellidos', parts: countOf(surnames) };
    },
    option: {
      value: 'PALABRAS',
      schema: { type: 'string' },
      parse: parseNullWords,
      about: 'opcion_nulos',
      ifAbsent: 'sin_nulos',
    },
    offer: ({ evidence }) => (evidence.surnames.count === 0 ? null : { choices: ['', 'ninguno'] }),
    label: (value) => {
      if (value === 'ninguno') return { id: 'elegir_es_nombre' };
      return value === ''
        ? { id: 'elegir_sin_apellido' }
        : { id: 'elegir_sin_dato', parts: { palabras: value.split(',') } };
    },
    ofPeople: true,
  }),

  /** The sign written for Ñ. `sin`: no name of the file has an Ñ, so N may mean Ñ. `lacksEnie`: surnames with N that usually have Ñ. */
  enie: row<string | null>()({
    evidence: ['lacksEnie'],
    describe: ({ value, basis, evidence: { lacksEnie } }) => {
      if (basis === 'declarada') return { id: 'enie_declarada', parts: { signo: value ?? '' } };
      return value !== 'sin' || lacksEnie.count === 0 ? null : { id: 'enie_sin', parts: countOf(lacksEnie) };
    },
    option: {
      value: 'SIGNO',
      schema: { type: 'string', minLength: 1, maxLength: 1 },
      parse: (text: string): string | null => (/^[^\p{L}\p{N}\p{Cc}\s'’.-]$/u.test(text) ? text : null),
      about: 'opcion_enie',
      ifAbsent: 'sin_enie',
    },
    label: (value) => ({ id: 'elegir_enie', parts: { signo: value } }),
    ofPeople: true,
  }),

  nombre_completo: row<'apellidos' | 'nombres' | null>()({
    evidence: [],
    describe: byValue({
      apellidos: 'leido_nombre_completo_apellidos',
      nombres: 'leido_nombre_completo_nombres',
    }),
    option: {
      value: 'ORDEN',
      ...oneWordOf('apellidos', 'nombres'),
      about: 'opcion_nombre_completo',
    },
    label: (value) => ({ id: value === 'apellidos' ? 'elegir_apellidos' : 'elegir_nombres' }),
    asked: [
      {
        causes: ['archivo_nombre_completo'],
        prompt: 'pregunta_nombre_completo_terminal',
        answers: { apellidos: /^ap/i, nombres: /^nom/i },
      },
    ],
    ofPeople: true,
  }),

  /** `serie`: days counted from 1900, as Excel counts them. `convertidas`: some may have the day and the month swapped. `desde_cero`: January may be 0. `anios`: 1 January stands for a year. */
  forma_fechas: row<'serie' | 'convertidas' | 'desde_cero' | 'anios' | null>()({
    evidence: ['serial', 'yearFirst'],
    describe: byValue({
      serie: 'leido_forma_fechas_serie',
      convertidas: 'leido_forma_fechas_convertidas',
      desde_cero: 'leido_forma_fechas_desde_cero',
      anios: 'leido_forma_fechas_anios',
    }),
    ofPeople: true,
  }),

  /** Signs or words around every given name that are no part of it. */
  envoltura: row<Wrapping | null>()({
    evidence: ['names'],
    describe: byValue({
      igual: 'leido_envoltura_igual',
      apostrofo: 'leido_envoltura_apostrofo',
      comillas: 'leido_envoltura_comillas',
      numero: 'leido_envoltura_numero',
      corchetes: 'leido_envoltura_corchetes',
      ciudadano: 'leido_envoltura_ciudadano',
    }),
    ofPeople: true,
  }),

  /** `columna`: both surnames have one column. `juntos`: most rows have both in the column of the first. */
  apellidos: row<'columna' | 'juntos' | null>()({
    evidence: ['joined'],
    describe: byValue({
      columna: 'leido_apellidos_columna',
      juntos: 'leido_apellidos_juntos',
    }),
    ofPeople: true,
  }),

  /** `pais`: México is the only place in the column. `postal`: the letters of states are those of the post; `mixtos`: some are. */
  lugares: row<'pais' | 'postal' | 'mixtos' | null>()({
    evidence: ['mexico', 'postal'],
    describe: byValue({
      pais: 'leido_lugares_pais',
      postal: 'leido_lugares_postal',
      mixtos: 'leido_lugares_mixtos',
    }),
    ofPeople: true,
  }),

  /** What the given names say against the columns. `cambiados`: they are in a column of surnames. `otro_sexo`: they are names of the other sex. */
  nombres: row<'cambiados' | 'otro_sexo' | null>()({
    evidence: ['swapped'],
    describe: byValue({
      cambiados: 'leido_nombres_cambiados',
      otro_sexo: 'leido_nombres_otro_sexo',
    }),
    ofPeople: true,
  }),

  /** The rows that hold nothing but a part of a name: that of the row above may go on there. */
  pedazos: row<readonly number[]>()({
    evidence: [],
    describe: ({ value: [first, ...others] }) =>
      first === undefined ? null : { id: 'pedazos_de_nombre', parts: { n: others.length + 1, fila: first } },
    ofPeople: true,
  }),

  /** The words, as numbers, that the file has often enough to be names of their own, although each is one slip from a frequent one. */
  repetidas: row<readonly number[]>()({
    evidence: [],
    describe: ({ value: { length } }) => (length === 0 ? null : { id: 'repetidas_como_nombres', parts: { n: length } }),
    ofPeople: true,
  }),

  /** What columns show as a whole. */
  formas: row<readonly ColumnShape[]>()({
    evidence: [],
    describe: ({ value }) => {
      const rowsOf = (forma: ColumnShape['forma']): number | undefined =>
        value.find((each) => each.forma === forma)?.filas;
      if (value.length === 0) return null;
      const parts = {
        seguidas: rowsOf('fechas_seguidas'),
        dia: rowsOf('fecha_repetida'),
        lejanos: rowsOf('nacimiento_lejano'),
        sexo: rowsOf('sexo_unico'),
        estados: rowsOf('estados_cortados'),
        nombres: rowsOf('nombres_cortados'),
        letras: value.find(({ forma }) => forma === 'nombres_cortados')?.valor,
        partidos: rowsOf('apellidos_partidos'),
      };
      return { id: 'formas_columna', parts };
    },
    ofPeople: true,
  }),

  /** The columns that say something about the person of each row, by what their cells hold, whatever they are called. */
  testigos: row<readonly WitnessColumn[]>()({
    evidence: [],
    describe: ({ value }) =>
      value.length === 0 ? null : { id: 'testigos_columnas', parts: { columnas: value.map(({ nombre }) => nombre) } },
    ofPeople: true,
  }),

  /** The ranges of a returned workbook that cannot grow over the new columns. */
  rangos: row<readonly SheetRange[]>()({
    evidence: [],
    describe: ({ value }) =>
      value.length === 0
        ? null
        : { id: 'rangos_fuera', parts: { rangos: value.map((range) => ({ id: RANGE_NAMES[range] })) } },
  }),
};

const SEX_CHOICES: Readonly<Partial<Record<string, SentenceId>>> = {
  hm: 'elegir_sexo_hm',
  fm: 'elegir_sexo_fm',
  vh: 'elegir_sexo_vh',
  12: 'elegir_sexo_12',
  123: 'elegir_sexo_123',
  21: 'elegir_sexo_21',
};

type ConventionTable = typeof CONVENTIONS;
export type ConventionName = keyof ConventionTable;

/** The conventions of a file, decided once for all its rows. Plain JSON without any cell of the file. */
export type Reading = { readonly [C in ConventionName]: Parameters<ConventionTable[C]['describe']>[0] } & {
  /** The readings of the other sheets of a workbook, if all its sheets are read; none in that of one of them. */
  readonly hojas?: readonly Reading[];
};

/** A reading that any version of the program may have stored: it may lack conventions and evidence. */
export interface StoredReading extends Partial<Pick<Reading, ConventionName>> {
  readonly hojas?: readonly StoredReading[];
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant are known
export const CONVENTION_NAMES = Object.keys(CONVENTIONS) as readonly ConventionName[];

/** Returns the row of a convention, whichever it is. */
export const conventionRow = <C extends ConventionName>(name: C): ConventionRow<Reading[C], string> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the row of a convention takes that convention
  CONVENTIONS[name] as unknown as ConventionRow<Reading[C], string>;

/** Describes a convention of a stored reading. Returns `null` if it is absent, or if it does not matter for the file. */
export function describeConvention<C extends ConventionName>(
  name: C,
  convention: Reading[C] | undefined,
): Message | null {
  if (convention === undefined) return null;
  const { evidence, describe } = conventionRow(name);
  const none = Object.fromEntries(evidence.map((each) => [each, NOT_SHOWN]));
  return describe({ ...convention, evidence: { ...none, ...convention.evidence } });
}

/** Returns the problems of a reading that only a person can solve, and those of rows that an option solves. `readsPeople`: the operation reads people. */
export function openProblems(
  reading: Reading,
  readsPeople: boolean,
): { readonly open: readonly OpenProblem[]; readonly advice: readonly RowAdvice[] } {
  const names = CONVENTION_NAMES.filter((name) => readsPeople || conventionRow(name).ofPeople !== true);
  return {
    open: names.flatMap((name) => conventionRow(name).open?.(reading[name]) ?? []),
    advice: names.flatMap((name) => conventionRow(name).advice?.(reading[name]) ?? []),
  };
}
