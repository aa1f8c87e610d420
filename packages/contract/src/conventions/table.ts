/**
 * The table of conventions: how a file may be written, one row for each. A row names what the rows of a file may show about
 * the convention, describes what was decided, and has the option that declares it and the questions about it. `Reading`, the
 * options of the command, of HTTP and of the page, their documents, and the questions come from here; `lote` decides.
 */
import { type Bilingual, type Language, say } from '../language.js';
import { type Layout, titleOf } from '../layouts.js';
import { type Message, type MessageParts, quoteNames } from '../words/message.js';
import { prevails } from './majority.js';
import {
  type Convention,
  DATE_ORDER_NAMES,
  DATE_ORDERS,
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
  readonly about: Bilingual;
  /** The behaviour without the option. */
  readonly ifAbsent?: Bilingual;
  /** A remark that only requests need. */
  readonly overHttp?: Bilingual;
  /** Reads the value of a convention as a user types it; returns `null` if the option does not take it. */
  readonly parse?: (text: string) => unknown;
  /** The message for a value that the option does not take, after the name of the option. */
  readonly refusal?: Bilingual;
}

/** What the page offers about a convention: values as a user types them. An empty one leaves the convention to the file. */
export interface Offer {
  /** What only the user can decide. If absent, the reading is described. */
  readonly question?: Message;
  readonly choices: readonly string[];
}

/** A problem that only a person can solve, before any row is answered. */
interface OpenProblem {
  readonly cause: 'archivo_sexo' | 'archivo_dos_encabezados' | 'archivo_personas_arriba';
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
  readonly prompt: Bilingual;
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
  readonly label?: (value: string) => Bilingual;
  readonly asked?: Asked;
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

const ROWS_DECIDE: Bilingual = ['lo deciden las filas', 'the rows decide'];
const AS_ERROR: Bilingual = ['Dejar como error', 'Leave as errors'];

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

/** Returns the first of these rows, after a blank. A sample of the file has no row numbers, and gives an empty text. */
const firstRow = ({ row: number }: ShownRows): Bilingual =>
  number === 0 ? ['', ''] : [` (fila ${number})`, ` (row ${number})`];
const countOf = ({ count, row: number }: ShownRows): Bilingual =>
  number === 0
    ? [`${count}`, `${count}`]
    : [`${count} (la primera, fila ${number})`, `${count} (the first is row ${number})`];

/** Returns the sentence of each value. */
const byValue =
  <V extends string>(sentences: Readonly<Record<V, Bilingual>>) =>
  ({ value }: { readonly value: V | null }): Bilingual | null => {
    const known: Readonly<Partial<Record<string, Bilingual>>> = sentences; // another version may have stored other values
    return value === null ? null : (known[value] ?? null);
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
}: Convention<Encoding, 'mark' | 'notUtf8' | 'utf8' | 'odd'>): Bilingual {
  const [bad, badEn] = countOf(notUtf8);
  const [good, goodEn] = countOf(utf8);
  if (isSpoilt(value)) {
    const [after, before] = SPOILT[value].map((each) => ENCODING_NAMES[each]);
    const [es, en] = countOf(odd);
    return [
      `Codificación UTF-8, con acentos que un programa dañó al leer ${before} como ${after}. Filas que se reparan al leerlas: ${es}.`,
      `Encoding UTF-8, with accents that a program damaged by reading ${before} as ${after}. Rows that are repaired as they are read: ${en}.`,
    ];
  }
  const name = ENCODING_NAMES[value];
  if (basis === 'declarada') return [`Codificación ${name}.`, `Encoding ${name}.`];
  if (mark.count > 0)
    return [`Codificación ${name}: la indican los primeros bytes.`, `Encoding ${name}: the first bytes say so.`];
  if (value !== 'utf-8') {
    const [more, moreEn] =
      utf8.count === 0 ? ['', ''] : [`; filas que parecen UTF-8: ${good}`, `; rows that look like UTF-8: ${goodEn}`];
    return [
      `Codificación ${name}. Filas que no son UTF-8: ${bad}${more}.`,
      `Encoding ${name}. Rows that are not UTF-8: ${badEn}${moreEn}.`,
    ];
  }
  if (utf8.count + odd.count === 0)
    return [`Codificación ${name}: las filas no traen acentos.`, `Encoding ${name}: the rows have no accents.`];
  if (notUtf8.count === 0)
    return [`Codificación ${name}: válida en todas las filas.`, `Encoding ${name}: every row is valid.`];
  return [
    `Codificación ${name}. Filas con acentos en UTF-8: ${good}; filas en otra codificación, que llevan error: ${bad}.`,
    `Encoding ${name}. Rows with accents in UTF-8: ${goodEn}; rows in another encoding, which are errors: ${badEn}.`,
  ];
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
  const parts = { titulo, delimitador, columnas, largo, enie, clave: campos['curp'] };
  if (titulo === undefined && delimitador !== undefined) {
    const [es, en] =
      basis === 'declarada'
        ? ['', '']
        : [
            'Sin encabezado: la primera línea trae los datos de una persona. ',
            'No header: the first line holds the data of a person. ',
          ];
    return [
      `${es}Columnas: {columnas}[?clave:, con la CURP en la {clave}].`,
      `${en}Columns: {columnas}[?clave:, with the CURP in column {clave}].`,
      parts,
    ];
  }
  const [lacking, lackingEn] = countOf(withoutKey);
  const sentences: (Bilingual | false)[] = [
    delimitador === undefined
      ? [
          '{titulo}[?largo:, {largo} caracteres por línea][?enie:; Ñ = {enie}].',
          '{titulo}[?largo:, {largo} characters a line][?enie:; Ñ = {enie}].',
        ]
      : [
          '{titulo}, {columnas} columnas separadas por «{delimitador}»[?enie:; Ñ = {enie}].',
          '{titulo}, {columnas} columns separated by “{delimitador}”[?enie:; Ñ = {enie}].',
        ],
    withoutKey.count > 0 && [
      `Líneas que en este formato no llevan CURP: ${lacking}.`,
      `Lines that have no CURP in this layout: ${lackingEn}.`,
    ],
    announced.count > 0 &&
      announced.count !== lines.count && [
        `La última línea dice que son ${announced.count}, y hay ${lines.count}: quizá falten o sobren líneas.`,
        `The last line says that there are ${announced.count}, and there are ${lines.count}: lines may be missing or extra.`,
      ],
  ];
  const said = sentences.filter((each) => each !== false);
  return [said.map(([es]) => es).join(' '), said.map(([, en]) => en).join(' '), parts];
}

type SexEvidence = 'H' | 'F' | 'M' | 'V' | 'men' | 'women' | 'digits';
/** `mixta`: M means both in these rows. `men`, `women`: rows with words such as Hombre and Mujer. */
type SexConvention = Convention<'hm' | 'fm' | 'vh' | '12' | '123' | '21' | 'mixta', SexEvidence>;

/** Returns whether only a person can know what M means: the file has neither another letter nor a word for a sex. */
export const isSexUnknown = ({ basis, evidence }: SexConvention): boolean =>
  basis === 'supuesta' && evidence.M.count > 0;

function describeSex({ value, basis, evidence: { H, F, M, digits } }: SexConvention): Bilingual | null {
  if (value === 'vh') return ['H = hembra; V o M = varón o macho.', 'H = woman; V or M = man.'];
  if (value === '12') return ['1 = hombre, 2 = mujer.', '1 = man, 2 = woman.'];
  if (value === '123') return ['1 = hombre, 2 = mujer, 3 = no binario.', '1 = man, 2 = woman, 3 = non-binary.'];
  if (value === '21') return ['1 = mujer, 2 = hombre.', '1 = woman, 2 = man.'];
  if (basis === 'declarada')
    return value === 'fm' ? ['M = Masculino, F = Femenino.', 'M = man, F = woman.'] : ['M = Mujer.', 'M = woman.'];
  if (M.count === 0) {
    if (digits.count === 0) return null;
    const [es, en] = firstRow(digits);
    return [
      `El sexo viene en cifras${es}: {declare} \`sexo=12\` si 1 es hombre y 2 es mujer.`,
      `The sex is given in digits${en}: {declare} \`sexo=12\` if 1 is a man and 2 a woman.`,
    ];
  }
  if (value === 'mixta') {
    return [
      `M puede ser Mujer o Masculino: la columna trae ${H.count} H, ${F.count} F y ${M.count} M; las filas con M llevan error.`,
      `M may be a woman or a man: the column has ${H.count} H, ${F.count} F and ${M.count} M; rows with M are errors.`,
    ];
  }
  const [meaning, meaningEn] = value === 'fm' ? ['Masculino', 'man'] : ['Mujer', 'woman'];
  if (H.count === 0 && F.count === 0) {
    return basis === 'vista'
      ? [
          `M = ${meaning}: lo dicen el encabezado o los otros valores de la columna.`,
          `M = ${meaningEn}: the header or the other values of the column say so.`,
        ]
      : [
          'M = Mujer: la columna trae M, y ni H ni F; si M es Masculino, {declare} `sexo=fm`.',
          'M = woman: the column has M, and neither H nor F; if M is a man, {declare} `sexo=fm`.',
        ];
  }
  const [often, seldom] = value === 'fm' ? [F, H] : [H, F];
  const [own, other] = value === 'fm' ? ['F', 'H'] : ['H', 'F'];
  if (seldom.count > 0) {
    return [
      `M = ${meaning}: hay ${often.count} ${own} y solo ${seldom.count} ${other}.`,
      `M = ${meaningEn}: there are ${often.count} ${own} and only ${seldom.count} ${other}.`,
    ];
  }
  const [es, en] = firstRow(often);
  const [none, noneEn] = value === 'fm' ? [', y ninguna H', ', and no H'] : ['', ''];
  return [
    `M = ${meaning}: la columna trae ${own} y M${none}${es}.`,
    `M = ${meaningEn}: the column has ${own} and M${noneEn}${en}.`,
  ];
}

const DIGIT_CODINGS = ['12', '123', '21'] as const;
const readsDigits = ({ value }: SexConvention): boolean => DIGIT_CODINGS.some((coding) => coding === value);

function offerSexes(sexo: SexConvention): Offer | null {
  const { H, F, M, digits } = sexo.evidence;
  if (M.count === 0) {
    if (digits.count === 0) return null;
    if (readsDigits(sexo)) return { choices: DIGIT_CODINGS };
    return {
      question: ['El sexo viene en cifras. ¿Qué significan?', 'The sex is given in digits. What do they mean?'],
      choices: [...DIGIT_CODINGS, ''],
    };
  }
  if (sexo.value === 'mixta') {
    return {
      question: [
        'La columna del sexo trae {h} H, {f} F y {m} M. ¿Qué significa M?',
        'The column of the sex holds {h} H, {f} F and {m} M. What does M mean?',
        { h: H.count, f: F.count, m: M.count },
      ],
      choices: ['hm', 'fm', ''],
    };
  }
  if (!isSexUnknown(sexo)) return { choices: ['hm', 'fm'] };
  return {
    question: [
      'La columna del sexo solo trae M. ¿M es mujer o masculino?',
      'The column of the sex only holds M. Is M mujer (woman) or masculino (man)?',
    ],
    choices: ['hm', 'fm'],
  };
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

function describeOrder({ value, basis, evidence }: DateOrderConvention): Bilingual | null {
  const { dayFirst, monthFirst, unproven, monthLast, keyDayFirst, keyMonthFirst } = evidence;
  const { day: days, month: months } = proofsOf(evidence);
  if (value === 'mixta' && days + months === 0) {
    return [
      'Fechas: no se sabe si va primero el día o el mes. Ninguna lo prueba, y otra fecha de las filas trae primero el mes; {declare} `fechas=mda` o `fechas=dma`.',
      'Dates: it is unclear whether the day or the month comes first. No date proves it, and another date of the rows has the month first; {declare} `fechas=mda` or `fechas=dma`.',
    ];
  }
  if (value === 'mixta') {
    const [day, dayEn] = firstRow(dayFirst.count > 0 ? dayFirst : keyDayFirst);
    const [month, monthEn] = firstRow(monthFirst.count > 0 ? monthFirst : keyMonthFirst);
    return [
      `Fechas en dos órdenes: unas traen primero el día${day} y otras el mes${month}; las que pueden leerse de ambas formas se leen con el día primero y se marcan para revisar.`,
      `Dates in two orders: some have the day first${dayEn}, others the month${monthEn}; those that can be read both ways are read with the day first, and marked for review.`,
    ];
  }
  const [es, en] = DATE_ORDERS[value].map((order) => order.toLowerCase());
  if (isContested({ value, basis, evidence })) {
    const [at, atEn] = countOf(value === 'mda' ? evidence.dayFirst : evidence.monthFirst);
    return [
      `Fechas: ${es}. Otras filas prueban lo contrario: ${at}; las que pueden leerse de ambas formas se marcan para revisar.`,
      `Dates: ${en}. Other rows prove the contrary: ${atEn}; those that can be read both ways are marked for review.`,
    ];
  }
  if (basis === 'declarada') return [`Fechas: ${es}.`, `Dates: ${en}.`];
  if (basis === 'vista') {
    const proof = value === 'mda' ? monthFirst : value === 'adm' ? monthLast : dayFirst;
    const byKeys = value === 'mda' ? keyMonthFirst : keyDayFirst;
    if (proof.count === 0 && byKeys.count > 0) {
      const [at, atEn] = firstRow(byKeys);
      return [
        `Fechas: ${es}, como lo prueban las claves o los RFC de sus filas${at}.`,
        `Dates: ${en}, as the keys or RFCs of their rows prove${atEn}.`,
      ];
    }
    if (proof.count === 0) return [`Fechas: ${es}, como lo dice el encabezado.`, `Dates: ${en}, as the header says.`];
    const [at, atEn] = firstRow(proof);
    return [
      `Fechas: ${es}, como lo prueba una cifra mayor que 12${at}.`,
      `Dates: ${en}, as a figure above 12 proves${atEn}.`,
    ];
  }
  if (unproven.count === 0) return null;
  return [
    `Fechas: ${es}; ninguna fecha lo prueba. Si va primero el mes, {declare} \`fechas=mda\`.`,
    `Dates: ${en}; no date proves it. If the month comes first, {declare} \`fechas=mda\`.`,
  ];
}

function offerOrders({ value, basis, evidence }: DateOrderConvention): Offer | null {
  const { unproven } = evidence;
  const { day, month } = proofsOf(evidence);
  const choices = ['dma', 'mda', ...(value === 'mixta' ? [''] : [])];
  if (day + month + unproven.count === 0) return null;
  const isProven = day + month > 0;
  if (value === 'mixta' && isProven && unproven.count > 0) {
    return {
      question: [
        'Unas fechas traen primero el día y otras el mes. ¿Cómo se leen las dudosas?',
        'Some dates have the day first, others the month. How are the doubtful ones read?',
      ],
      choices,
    };
  }
  if (basis !== 'supuesta' && (isProven || value !== 'mixta')) return { choices };
  return {
    question: [
      'Ninguna fecha dice si va primero el día o el mes. ¿Cuál es el orden?',
      'No date shows whether the day or the month comes first. What is the order?',
    ],
    choices,
  };
}

const RANGE_NAMES: Readonly<Record<SheetRange, Bilingual>> = {
  tabla: ['la tabla', 'the table'],
  filtro: ['el filtro', 'the filter'],
  impresion: ['el área de impresión', 'the print area'],
  lista: ['la lista', 'the list'],
};

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
      about: [
        'la codificación: `utf-8`, `windows-1252` (`latin1`), `ibm850` (DOS), `macintosh`, `utf-16le` o `utf-16be`',
        'the encoding: `utf-8`, `windows-1252` (`latin1`), `ibm850` (DOS), `macintosh`, `utf-16le` or `utf-16be`',
      ],
      ifAbsent: ['se detecta', 'it is detected'],
      overHttp: [
        'tiene prioridad sobre el `charset` de `Content-Type`',
        'it takes precedence over the `charset` of `Content-Type`',
      ],
    },
    offer: ({ evidence }) => (evidence.notUtf8.count === 0 ? null : { choices: OFFERED_ENCODINGS }),
    label: (value) => {
      const name = OFFERED_ENCODINGS.find((each) => each === value) ?? 'utf-8';
      return [ENCODING_NAMES[name], ENCODING_NAMES[name]];
    },
  }),

  /** The sheet of a workbook that the user declared, or that is not its only one; otherwise `null`. */
  hoja: row<
    string | null,
    {
      /** The other sheets with people: all of them are read if the user declared so, otherwise none. */
      readonly otras?: readonly string[];
      /** How the user declares that all are read. */
      readonly todas?: string;
    }
  >()({
    evidence: [],
    describe: ({ value, basis, otras = [], todas = ALL_SHEETS[0] }) => {
      if (value === null) return null;
      const parts = { hoja: [value], otras, todas };
      if (basis === 'declarada' && otras.length > 0) {
        return [
          'Se leen todas las hojas con personas, cada una por separado: {hoja}, {otras}.',
          'All sheets with people are read, each by itself: {hoja}, {otras}.',
          parts,
        ];
      }
      if (basis === 'declarada') return ['Se lee la hoja {hoja}.', 'The sheet {hoja} is read.', parts];
      return [
        'Solo se lee la hoja {hoja}: es la que trae más personas.[?otras: También hay personas en {otras}: para todas, `hoja={todas}`.]',
        'Only the sheet {hoja} is read: it has most people.[?otras: There are people in {otras} too: for all of them, `hoja={todas}`.]',
        parts,
      ];
    },
    option: {
      value: 'NOMBRE',
      schema: { type: 'string' },
      about: [
        'la hoja de un libro, por su nombre; `todas`: las visibles que traen personas, cada una en su lugar (`*` si una hoja se llama así)',
        'the sheet of a workbook, by its name; `todas`: the visible ones with people, each in its place (`*` if a sheet has that name)',
      ],
      ifAbsent: [
        'la visible que trae más personas, por su encabezado y su tamaño',
        'the visible one with most people, by its header and its size',
      ],
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
      if (value === 0 && basis === 'declarada') return ['Sin encabezado.', 'No header.'];
      if (filas > 2) {
        const first = value - filas + 1;
        return [
          `Los nombres de las columnas están en las filas ${first} a ${value}.`,
          `The names of the columns are in rows ${first} to ${value}.`,
        ];
      }
      if (filas > 1) {
        return [
          `Los nombres de las columnas están en las filas ${value - 1} y ${value}.`,
          `The names of the columns are in rows ${value - 1} and ${value}.`,
        ];
      }
      if (value === 0 || (value === 1 && basis !== 'declarada')) return null;
      return [
        `Los nombres de las columnas están en la fila ${value}.`,
        `The names of the columns are in row ${value}.`,
      ];
    },
    option: {
      value: 'FILA',
      ...numberBetween(0, 1000),
      about: [
        'el número de la fila con los nombres de las columnas; las filas de arriba pasan sin cambios; `0` si ninguna los trae',
        'the number of the row with the names of the columns; the rows above go through unchanged; `0` if no row has them',
      ],
      ifAbsent: ['se detecta', 'it is detected'],
      refusal: [
        'es el número de la fila con los nombres de las columnas, de `1` a `1000`, o `0` si ninguna los trae.',
        'is the number of the row with the names of the columns, from `1` to `1000`, or `0` if no row has them.',
      ],
    },
    label: (value) => [`Fila con los nombres de las columnas: ${value}`, `Row with the names of the columns: ${value}`],
    asked: {
      causes: ['archivo_primera_linea', 'archivo_encabezado'],
      prompt: [
        'La primera línea no nombra ningún dato: ¿trae nombres de columnas o una persona? (nombres/persona)',
        'The first line names no datum: does it hold nombres (names of columns) or a persona (person)?',
      ],
      answers: { 1: /^nom/i, 0: /^per/i },
    },
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
    evidence: ['H', 'F', 'M', 'V', 'men', 'women', 'digits'],
    describe: describeSex,
    option: {
      value: 'LETRAS',
      ...oneWordOf('hm', 'fm', 'vh', '12', '123', '21'),
      about: [
        'con `hm`, M es mujer; con `fm`, M es masculino; con `vh`, H es hembra, y V o M varón o macho; con `12`, 1 es hombre y 2 mujer; con `123`, además 3 es no binario; con `21`, 1 es mujer y 2 hombre',
        'with `hm`, M is a woman; with `fm`, M is a man; with `vh`, H is a woman, and V or M a man; with `12`, 1 is a man and 2 a woman; with `123`, 3 is also non-binary; with `21`, 1 is a woman and 2 a man',
      ],
      ifAbsent: ROWS_DECIDE,
      refusal: [
        'solo admite `hm` (H hombre, M mujer), `fm` (F femenino, M masculino), `vh` (H hembra, V o M varón), `12` (1 hombre, 2 mujer), `123` (además, 3 no binario) o `21` (1 mujer, 2 hombre).',
        'only accepts `hm` (H man, M woman), `fm` (F female, M male), `vh` (H woman, V or M man), `12` (1 man, 2 woman), `123` (also, 3 non-binary) or `21` (1 woman, 2 man).',
      ],
    },
    offer: offerSexes,
    label: (value) => SEX_MEANINGS[value] ?? AS_ERROR,
    asked: {
      causes: ['archivo_sexo'],
      prompt: [
        'La columna del sexo trae solo M: ¿mujer o masculino?',
        'The column of the sex has only M: mujer (woman) or masculino (man)?',
      ],
      answers: { hm: /^muj/i, fm: /^(masc|hom)/i },
    },
    open: (sexo) => (isSexUnknown(sexo) ? { cause: 'archivo_sexo' } : null),
    advice: (sexo) => (sexo.evidence.digits.count > 0 && !readsDigits(sexo) ? { cause: 'sexo_cifra' } : null),
    ofPeople: true,
  }),

  fechas: row<DateOrderConvention['value']>()({
    evidence: ['dayFirst', 'monthFirst', 'unproven', 'monthLast', 'keyDayFirst', 'keyMonthFirst'],
    describe: describeOrder,
    option: {
      value: 'ORDEN',
      ...oneWordOf(...DATE_ORDER_NAMES),
      about: [
        'el orden de día, mes y año en las fechas escritas con cifras: `dma`, `mda`, `amd` o `adm`',
        'the order of day, month and year in dates written with figures: `dma`, `mda`, `amd` or `adm`',
      ],
      ifAbsent: ROWS_DECIDE,
      refusal: [
        'solo admite `dma` (día, mes, año), `mda` (mes, día, año), `amd` (año, mes, día) o `adm` (año, día, mes).',
        'only accepts `dma` (day, month, year), `mda` (month, day, year), `amd` (year, month, day) or `adm` (year, day, month).',
      ],
    },
    offer: offerOrders,
    label: (value) => {
      const order = DATE_ORDER_NAMES.find((each) => each === value);
      return order === undefined ? AS_ERROR : DATE_ORDERS[order];
    },
    ofPeople: true,
  }),

  siglo: row<number | null>()({
    evidence: ['shortYears'],
    describe: ({ value, evidence: { shortYears } }) => {
      if (value !== null)
        return [`Años de dos cifras: de ${value} a ${value + 99}.`, `Two-digit years: from ${value} to ${value + 99}.`];
      if (shortYears.count === 0) return null;
      const [es, en] = countOf(shortYears);
      return [
        `Filas con el año de dos cifras, que llevan error: ${es}. {Declare} \`siglo=1930\` si van de 1930 a 2029.`,
        `Rows with a two-digit year, which are errors: ${en}. {Declare} \`siglo=1930\` if they go from 1930 to 2029.`,
      ];
    },
    option: {
      value: 'AÑO',
      ...numberBetween(1800, 2000),
      about: [
        'el primero de los cien años que caben en dos cifras: con `1930`, `90` es 1990 y `05` es 2005',
        'the first of the hundred years that two digits can name: with `1930`, `90` is 1990 and `05` is 2005',
      ],
      ifAbsent: ['los años de dos cifras son errores', 'years of two digits are errors'],
      refusal: [
        'es el primero de los cien años que caben en dos cifras, de `1800` a `2000`: con `1930`, `90` es 1990 y `05` es 2005.',
        'is the first of the hundred years that two digits can name, from `1800` to `2000`: with `1930`, `90` is 1990 and `05` is 2005.',
      ],
    },
    offer: ({ value, evidence: { shortYears } }) =>
      value !== null || shortYears.count === 0
        ? null
        : {
            question: [
              'Hay años de dos cifras (filas: {n}). ¿De qué años son?',
              'Some years have two digits (rows: {n}). Which years are they?',
              { n: shortYears.count },
            ],
            choices: ['1930', String(new Date().getFullYear() - 99), ''],
          },
    advice: ({ value, evidence }) =>
      value === null && evidence.shortYears.count > 0 ? { cause: 'fecha_siglo' } : null,
    label: (value) =>
      value === '' ? AS_ERROR : [`De ${value} a ${Number(value) + 99}`, `From ${value} to ${Number(value) + 99}`],
    ofPeople: true,
  }),

  /** The words that mean “no datum”. `surnames`: surnames that are one of them. */
  nulos: row<readonly string[]>()({
    evidence: ['surnames'],
    describe: ({ value, basis, evidence: { surnames } }) => {
      if (basis === 'declarada' && value.length === 0)
        return ['Toda palabra es un nombre, incluso NULL.', 'Every word is a name, even NULL.'];
      if (surnames.count === 0) return null;
      const [es, en] = firstRow(surnames);
      return [
        `Apellidos con una palabra que significa «sin dato», como NULL: ${surnames.count}${es}. Cuentan como sin apellido.`,
        `Surnames with a word that means “no data”, such as NULL: ${surnames.count}${en}. They count as no surname.`,
      ];
    },
    option: {
      value: 'PALABRAS',
      schema: { type: 'string' },
      parse: parseNullWords,
      about: [
        'las palabras que significan «sin dato», separadas por comas, o `ninguno` si no las hay',
        'the words that mean “no data”, separated by commas, or `ninguno` if there are none',
      ],
      ifAbsent: [
        '`NULL`, `\\N`, `N/A`, `NaN`, `None`, `-` y parecidas',
        '`NULL`, `\\N`, `N/A`, `NaN`, `None`, `-` and the like',
      ],
      refusal: [
        'lleva las palabras que significan «sin dato», separadas por comas (`S/D,NULL`), o `ninguno`: hasta 50 palabras, de hasta 50 caracteres.',
        'takes the words that mean “no data”, separated by commas (`S/D,NULL`), or `ninguno`: up to 50 words of up to 50 characters.',
      ],
    },
    offer: ({ evidence }) => (evidence.surnames.count === 0 ? null : { choices: ['', 'ninguno'] }),
    label: (value) => {
      if (value === 'ninguno') return ['Es un nombre', 'It is a name'];
      const words = value.split(',');
      return value === ''
        ? ['Sin apellido', 'No surname']
        : [`${quoteNames(words, 'es')}: no hay dato`, `${quoteNames(words, 'en')}: no data`];
    },
    ofPeople: true,
  }),

  /** The sign written for Ñ. `sin`: no name of the file has an Ñ, so N may mean Ñ. `lacksEnie`: surnames with N that usually have Ñ. */
  enie: row<string | null>()({
    evidence: ['lacksEnie'],
    describe: ({ value, basis, evidence: { lacksEnie } }) => {
      const parts = { signo: value ?? '' };
      if (basis === 'declarada')
        return ['«{signo}» se lee como Ñ en los nombres.', '“{signo}” is read as Ñ in names.', parts];
      if (value !== 'sin' || lacksEnie.count === 0) return null;
      const [es, en] = countOf(lacksEnie);
      return [
        `El archivo no trae ninguna Ñ, y estos apellidos suelen llevarla: ${es}. Se marcan para revisar.`,
        `The file has no Ñ, and these surnames usually do: ${en}. They are marked for review.`,
      ];
    },
    option: {
      value: 'SIGNO',
      schema: { type: 'string', minLength: 1, maxLength: 1 },
      parse: (text: string): string | null => (/^[^\p{L}\p{N}\p{Cc}\s'’.-]$/u.test(text) ? text : null),
      about: [
        'el signo que se escribió en lugar de la Ñ en los nombres, como `#`',
        'the sign written for Ñ in names, such as `#`',
      ],
      ifAbsent: ['un signo en un nombre es un error', 'a sign in a name is an error'],
      refusal: [
        'es el signo que se escribió en lugar de la Ñ: uno solo, como `#` o `¥`.',
        'is the sign written for Ñ: a single one, such as `#` or `¥`.',
      ],
    },
    label: (value) => [`${value} es Ñ`, `${value} is Ñ`],
    ofPeople: true,
  }),

  nombre_completo: row<'apellidos' | 'nombres' | null>()({
    evidence: [],
    describe: byValue({
      apellidos: [
        'El nombre viene completo en una columna, los apellidos primero.',
        'The whole name is in one column, surnames first.',
      ],
      nombres: [
        'El nombre viene completo en una columna, los nombres primero.',
        'The whole name is in one column, given names first.',
      ],
    }),
    option: {
      value: 'ORDEN',
      ...oneWordOf('apellidos', 'nombres'),
      about: [
        'la columna `nombres` trae el nombre completo; primero van los `apellidos` o los `nombres`',
        'the column `nombres` holds the whole name, with `apellidos` (surnames) or `nombres` (given names) first',
      ],
      refusal: [
        'dice qué va primero en la columna: `apellidos` o `nombres`.',
        'says what comes first in the column: `apellidos` (surnames) or `nombres` (given names).',
      ],
    },
    label: (value) =>
      value === 'apellidos'
        ? ['Primero los apellidos', 'Surnames first']
        : ['Primero los nombres', 'Given names first'],
    asked: {
      causes: ['archivo_nombre_completo'],
      prompt: [
        'El nombre viene completo en una columna: ¿qué va primero, apellidos o nombres?',
        'The whole name is in one column: what comes first, apellidos (surnames) or nombres (given names)?',
      ],
      answers: { apellidos: /^ap/i, nombres: /^nom/i },
    },
    ofPeople: true,
  }),

  /** `serie`: days counted from 1900, as Excel counts them. `convertidas`: some may have the day and the month swapped. `desde_cero`: January may be 0. `anios`: 1 January stands for a year. */
  forma_fechas: row<'serie' | 'convertidas' | 'desde_cero' | 'anios' | null>()({
    evidence: ['serial', 'yearFirst'],
    describe: byValue({
      serie: ['Las fechas vienen como números de día de Excel.', 'Dates are Excel day numbers.'],
      convertidas: [
        'Un programa pudo cambiar el día y el mes de unas fechas, como muestran las demás: se marcan para revisar.',
        'A program may have swapped the day and the month of some dates, as the others show: they are marked for review.',
      ],
      desde_cero: [
        'Hay meses 0 y ningún 12: quizá 0 es enero, y las fechas se marcan para revisar.',
        'There are months 0 and no 12: 0 may be January, and the dates are marked for review.',
      ],
      anios: [
        'Muchos nacimientos son del 1 de enero, que suele escribirse si solo se sabe el año: se marcan para revisar.',
        'Many births are on 1 January, which is often written if only the year is known: they are marked for review.',
      ],
    }),
    ofPeople: true,
  }),

  /** Signs or words around every given name that are no part of it. */
  envoltura: row<Wrapping | null>()({
    evidence: ['names'],
    describe: byValue({
      igual: ['Se quita ="…" de las celdas.', '="…" is removed from the cells.'],
      apostrofo: ['Se quita el apóstrofo con que empieza cada nombre.', 'The apostrophe before each name is removed.'],
      comillas: ['Se quitan las comillas de cada nombre.', 'The quotes around each name are removed.'],
      numero: ['Se quita el número con que empieza cada nombre.', 'The number before each name is removed.'],
      corchetes: [
        'Se quita la nota entre corchetes con que empieza cada nombre.',
        'The note in brackets before each name is removed.',
      ],
      ciudadano: [
        'Se quita el «C.» (ciudadano) con que empieza cada nombre.',
        '“C.” (citizen) before each name is removed.',
      ],
    }),
    ofPeople: true,
  }),

  /** `columna`: both surnames have one column. `juntos`: most rows have both in the column of the first. */
  apellidos: row<'columna' | 'juntos' | null>()({
    evidence: ['joined'],
    describe: byValue({
      columna: [
        'Los dos apellidos vienen en una columna: se cortan en primero y segundo.',
        'Both surnames are in one column: they are cut into the first and the second.',
      ],
      juntos: [
        'Quizá la mayoría de las filas trae los dos apellidos en una columna: se marcan para revisar.',
        'Most rows may have both surnames in one column: they are marked for review.',
      ],
    }),
    ofPeople: true,
  }),

  /** `pais`: México is the only place in the column. `postal`: the letters of states are those of the post; `mixtos`: some are. */
  lugares: row<'pais' | 'postal' | 'mixtos' | null>()({
    evidence: ['mexico', 'postal'],
    describe: byValue({
      pais: [
        'La columna nombra México y ningún otro lugar, o también el Estado de México: puede ser el país, y se marca para revisar.',
        'The column names México and no other place, or the Estado de México too: it may be the country, and is marked for review.',
      ],
      postal: [
        'Las letras de los estados parecen las del correo, como JA o EM: así se leen, y CL, CM, MC y SL, que en la CURP son otros estados, se marcan para revisar.',
        'The letters of states seem to be those of the post, such as JA or EM: they are read so, and CL, CM, MC and SL, which are other states in the CURP, are marked for review.',
      ],
      mixtos: [
        'Unas letras de los estados son las de la CURP y otras las del correo, como JA o EM: CL, CM, MC y SL pueden ser dos estados, y se marcan para revisar.',
        'Some letters of states are those of the CURP, others those of the post, such as JA or EM: CL, CM, MC and SL may be two states, and are marked for review.',
      ],
    }),
    ofPeople: true,
  }),

  /** What the given names say against the columns. `cambiados`: they are in a column of surnames. `otro_sexo`: they are names of the other sex. */
  nombres: row<'cambiados' | 'otro_sexo' | null>()({
    evidence: ['swapped'],
    describe: byValue({
      cambiados: [
        'Quizá los nombres de pila están en una columna de apellidos: las filas se marcan para revisar.',
        'Given names may be in a column of surnames: the rows are marked for review.',
      ],
      otro_sexo: [
        'El sexo no corresponde a la mayoría de los nombres: las filas se marcan para revisar.',
        'The sex does not match most names: the rows are marked for review.',
      ],
    }),
    ofPeople: true,
  }),

  /** The rows that hold nothing but a part of a name: that of the row above may go on there. */
  pedazos: row<readonly number[]>()({
    evidence: [],
    describe: ({ value: [first, ...others] }) =>
      first === undefined
        ? null
        : [
            'Filas que solo traen una parte de un nombre: {n} (la primera, fila {first}). Quizá sigue ahí el de la fila anterior, que se marca para revisar.',
            'Rows that hold only a part of a name: {n} (the first is row {first}). The name of the row above may go on there: that row is marked for review.',
            { n: others.length + 1, first },
          ],
    ofPeople: true,
  }),

  /** The words, as numbers, that the file has often enough to be names of their own, although each is one slip from a frequent one. */
  repetidas: row<readonly number[]>()({
    evidence: [],
    describe: ({ value: { length } }) =>
      length === 0
        ? null
        : [
            `Palabras que el archivo repite y se toman como nombres, aunque cada una se parece a otro más frecuente: ${length}.`,
            `Words that the file repeats and that are taken for names, although each is like a more frequent one: ${length}.`,
          ],
    ofPeople: true,
  }),

  /** What columns show as a whole. `rising`: births a day or a year after that of the row before. */
  formas: row<readonly ColumnShape[]>()({
    evidence: ['rising'],
    describe: ({ value, evidence: { rising } }) =>
      value.length === 0
        ? null
        : [
            `Los nacimientos van de uno en uno, como los rellena una hoja de cálculo (filas: ${rising.count}): se marcan para revisar.`,
            `The births rise by one, as a spreadsheet fills them down (rows: ${rising.count}): they are marked for review.`,
          ],
    ofPeople: true,
  }),

  /** The columns that say something about the person of each row, by what their cells hold, whatever they are called. */
  testigos: row<readonly WitnessColumn[]>()({
    evidence: [],
    describe: ({ value }) =>
      value.length === 0
        ? null
        : [
            'Columnas que se comparan con los datos de su fila, por lo que traen sus celdas: {columnas}.',
            'Columns that are compared with the data of their row, by what their cells hold: {columnas}.',
            { columnas: value.map(({ nombre }) => nombre) },
          ],
    ofPeople: true,
  }),

  /** The ranges of a returned workbook that cannot grow over the new columns. */
  rangos: row<readonly SheetRange[]>()({
    evidence: [],
    describe: ({ value }) => {
      if (value.length === 0) return null;
      const [es, en] = (['es', 'en'] as const).map((language) => listRanges(value, language));
      return [
        `Hay algo más en medio, y las columnas nuevas quedan fuera de: ${es}. Inclúyalas antes de ordenar; si no, las claves no se mueven con las personas.`,
        `Something else is in between, so the new columns are outside of: ${en}. Include them before you sort; otherwise the keys do not move with the people.`,
      ];
    },
  }),
};

const listRanges = (ranges: readonly SheetRange[], language: Language): string =>
  ranges.map((range) => say(RANGE_NAMES[range], language)).join(', ');

const SEX_MEANINGS: Readonly<Record<string, Bilingual>> = {
  hm: ['M = Mujer', 'M = Mujer (woman)'],
  fm: ['M = Masculino', 'M = Masculino (man)'],
  vh: ['H = Hembra; V o M = varón', 'H = woman; V or M = man'],
  12: ['1 = Hombre, 2 = Mujer', '1 = man, 2 = woman'],
  123: ['1 = Hombre, 2 = Mujer, 3 = No binario', '1 = man, 2 = woman, 3 = non-binary'],
  21: ['1 = Mujer, 2 = Hombre', '1 = woman, 2 = man'],
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
