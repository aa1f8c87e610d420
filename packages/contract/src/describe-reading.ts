/** Describes how a file is read: one sentence for each convention, with its evidence. */
import { quoteNames } from './header.js';
import { type Bilingual, type Language, say } from './language.js';
import { titleOf } from './layouts.js';
import {
  type Basis,
  type Reading,
  SPOILT,
  isSpoilt,
  type SheetRange,
  type Sight,
  type SpoiltEncoding,
} from './reading.js';

/** One convention in words. */
export interface DescribedConvention {
  readonly convencion: keyof Reading;
  readonly origen: Basis;
  readonly texto: string;
}

/** How a file is read, in words. */
export type DescribedReading = readonly DescribedConvention[];

/** Returns the row of a sight, after a blank. A sample of the file has no row numbers, and gives an empty text. */
const rowOf = ({ row }: Sight): Bilingual => (row === 0 ? ['', ''] : [` (fila ${row})`, ` (row ${row})`]);
const countOf = ({ count, row }: Sight): Bilingual =>
  row === 0 ? [`${count}`, `${count}`] : [`${count} (la primera, fila ${row})`, `${count} (the first is row ${row})`];

/** The encodings under the names that people know. */
export const ENCODING_NAMES = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252',
  ibm850: 'DOS 850',
  macintosh: 'Mac Roman',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
};

/** The words for a CSV with each delimiter. */
export const DELIMITER_NAMES: Readonly<Record<string, Bilingual>> = {
  ',': ['separado por comas', 'comma-separated'],
  ';': ['separado por punto y coma', 'semicolon-separated'],
  '\t': ['separado por tabuladores', 'tab-separated'],
  '|': ['separado por barras', 'pipe-separated'],
  '^': ['separado por acentos circunflejos', 'caret-separated'],
};

/** Names the mistake of a program that is undone. */
function describeSpoilt(encoding: SpoiltEncoding, odd: Sight): Bilingual {
  const [after, before] = SPOILT[encoding].map((each) => ENCODING_NAMES[each]);
  const [es, en] = countOf(odd);
  return [
    `Codificación UTF-8, con acentos que un programa dañó al leer ${before} como ${after}. Filas que se reparan al leerlas: ${es}.`,
    `Encoding UTF-8, with accents that a program damaged by reading ${before} as ${after}. Rows that are repaired as they are read: ${en}.`,
  ];
}

function describeEncoding({ value, basis, evidence }: Reading['codificacion']): Bilingual {
  const { mark, notUtf8, utf8, odd } = evidence;
  if (isSpoilt(value)) return describeSpoilt(value, odd);
  const name = ENCODING_NAMES[value];
  if (basis === 'declarada') return [`Codificación ${name}.`, `Encoding ${name}.`];
  if (mark.count > 0) {
    return [`Codificación ${name}: la indican los primeros bytes.`, `Encoding ${name}: the first bytes say so.`];
  }
  const [bad, badEn] = countOf(notUtf8);
  const [good, goodEn] = countOf(utf8);
  if (value !== 'utf-8') {
    const [more, moreEn] =
      utf8.count === 0 ? ['', ''] : [`; filas que parecen UTF-8: ${good}`, `; rows that look like UTF-8: ${goodEn}`];
    return [
      `Codificación ${name}. Filas que no son UTF-8: ${bad}${more}.`,
      `Encoding ${name}. Rows that are not UTF-8: ${badEn}${moreEn}.`,
    ];
  }
  if (utf8.count + odd.count === 0)
    return [`Codificación ${name}: el archivo no trae acentos.`, `Encoding ${name}: the file has no accents.`];
  if (notUtf8.count === 0)
    return [`Codificación ${name}: válida en todas las filas.`, `Encoding ${name}: every row is valid.`];
  return [
    `Codificación ${name}. Filas con acentos en UTF-8: ${good}; filas en otra codificación, que llevan error: ${bad}.`,
    `Encoding ${name}. Rows with accents in UTF-8: ${goodEn}; rows in another encoding, which are errors: ${badEn}.`,
  ];
}

function describeSex({ value, basis, evidence }: Reading['sexo']): Bilingual | null {
  const { H, F, M, digits } = evidence;
  if (value === 'vh') return ['V = varón, H = hembra.', 'V = man, H = woman.'];
  if (value === '12') return ['1 = hombre, 2 = mujer.', '1 = man, 2 = woman.'];
  if (basis === 'declarada') {
    return value === 'fm' ? ['M = Masculino, F = Femenino.', 'M = man, F = woman.'] : ['M = Mujer.', 'M = woman.'];
  }
  if (M.count === 0) {
    if (digits.count === 0) return null;
    const [es, en] = rowOf(digits);
    return [
      `El sexo viene en cifras${es}: declare \`sexo=12\` si 1 es hombre y 2 es mujer.`,
      `The sex is given in digits${en}: declare \`sexo=12\` if 1 is a man and 2 a woman.`,
    ];
  }
  if (value === 'mixta') {
    return [
      `M puede ser Mujer o Masculino: la columna trae ${H.count} H, ${F.count} F y ${M.count} M; las filas con M llevan error.`,
      `M may be a woman or a man: the column has ${H.count} H, ${F.count} F and ${M.count} M; rows with M are errors.`,
    ];
  }
  if (H.count === 0 && F.count === 0 && basis === 'vista') {
    const [es, en] = value === 'fm' ? ['Masculino', 'man'] : ['Mujer', 'woman'];
    return [
      `M = ${es}: lo dicen el encabezado o los otros valores de la columna.`,
      `M = ${en}: the header or the other values of the column say so.`,
    ];
  }
  if (H.count === 0 && F.count === 0) {
    return [
      'M = Mujer: la columna trae M, y ni H ni F; si M es Masculino, declare `sexo=fm`.',
      'M = woman: the column has M, and neither H nor F; if M is a man, declare `sexo=fm`.',
    ];
  }
  if (value === 'fm') {
    const [es, en] = rowOf(F);
    return H.count === 0
      ? [`M = Masculino: la columna trae F y M, y ninguna H${es}.`, `M = man: the column has F and M, and no H${en}.`]
      : [
          `M = Masculino: hay ${F.count} F y solo ${H.count} H.`,
          `M = man: there are ${F.count} F and only ${H.count} H.`,
        ];
  }
  const [es, en] = rowOf(H);
  return F.count === 0
    ? [`M = Mujer: la columna trae H y M${es}.`, `M = woman: the column has H and M${en}.`]
    : [`M = Mujer: hay ${H.count} H y solo ${F.count} F.`, `M = woman: there are ${H.count} H and only ${F.count} F.`];
}

const ORDERS: Readonly<Record<'dma' | 'mda' | 'amd', Bilingual>> = {
  dma: ['día, mes, año', 'day, month, year'],
  mda: ['mes, día, año', 'month, day, year'],
  amd: ['año, mes, día', 'year, month, day'],
};

function describeOrder({ value, basis, evidence }: Reading['fechas']): Bilingual | null {
  const { dayFirst, monthFirst, unproven } = evidence;
  if (value === 'mixta') {
    const [day, dayEn] = rowOf(dayFirst);
    const [month, monthEn] = rowOf(monthFirst);
    return [
      `Fechas en dos órdenes: unas traen primero el día${day} y otras el mes${month}; las que pueden leerse de ambas formas llevan error.`,
      `Dates in two orders: some have the day first${dayEn}, others the month${monthEn}; those that can be read both ways are errors.`,
    ];
  }
  const [es, en] = ORDERS[value];
  if (basis === 'declarada') return [`Fechas: ${es}.`, `Dates: ${en}.`];
  if (basis === 'vista') {
    const [row, rowEn] = rowOf(value === 'mda' ? monthFirst : dayFirst);
    return [
      `Fechas: ${es}, como lo prueba una cifra mayor que 12${row}.`,
      `Dates: ${en}, as a figure above 12 proves${rowEn}.`,
    ];
  }
  if (unproven.count === 0) return null;
  return [
    `Fechas: ${es}; ninguna fecha lo prueba. Si va primero el mes, declare \`fechas=mda\`.`,
    `Dates: ${en}; no date proves it. If the month comes first, declare \`fechas=mda\`.`,
  ];
}

function describeCentury({ value, evidence }: Reading['siglo']): Bilingual | null {
  if (value !== null) {
    return [`Años de dos cifras: de ${value} a ${value + 99}.`, `Two-digit years: from ${value} to ${value + 99}.`];
  }
  if (evidence.shortYears.count === 0) return null;
  const [es, en] = countOf(evidence.shortYears);
  return [
    `Filas con el año de dos cifras, que llevan error: ${es}. Declare \`siglo=1930\` si van de 1930 a 2029.`,
    `Rows with a two-digit year, which are errors: ${en}. Declare \`siglo=1930\` if they go from 1930 to 2029.`,
  ];
}

function describeNulls({ value, basis, evidence }: Reading['nulos']): Bilingual | null {
  const { surnames } = evidence;
  if (basis === 'declarada' && value.length === 0)
    return ['Toda palabra es un nombre, incluso NULL.', 'Every word is a name, even NULL.'];
  if (surnames.count === 0) return null;
  const [row, rowEn] = rowOf(surnames);
  return [
    `Apellidos con una palabra que significa «sin dato», como NULL: ${surnames.count}${row}. Cuentan como sin apellido.`,
    `Surnames with a word that means “no data”, such as NULL: ${surnames.count}${rowEn}. They count as no surname.`,
  ];
}

function describeEnie({ value, basis, evidence: { lacksEnie } }: Reading['enie']): Bilingual | null {
  if (basis === 'declarada') return [`«${value}» se lee como Ñ en los nombres.`, `“${value}” is read as Ñ in names.`];
  if (value !== 'sin' || lacksEnie.count === 0) return null;
  const [es, en] = countOf(lacksEnie);
  return [
    `El archivo no trae ninguna Ñ, y estos apellidos suelen llevarla: ${es}. Se marcan para revisar.`,
    `The file has no Ñ, and these surnames usually do: ${en}. They are marked for review.`,
  ];
}

function describeHeader({ value, basis, filas = 1 }: Reading['encabezado']): Bilingual | null {
  if (value === 0 && basis === 'declarada') return ['Sin encabezado.', 'No header.'];
  if (filas > 1) {
    return [
      `Los nombres de las columnas están en las filas ${value - 1} y ${value}.`,
      `The names of the columns are in rows ${value - 1} and ${value}.`,
    ];
  }
  if (value === 0 || (value === 1 && basis !== 'declarada')) return null;
  return [`Los nombres de las columnas están en la fila ${value}.`, `The names of the columns are in row ${value}.`];
}

/** Names the layout, the rows without a key, and a last line whose number of rows is wrong. */
function describeLayout({ value, basis, evidence }: Reading['formato']): Bilingual | null {
  if (value === null) return null;
  const { withoutKey, lines, announced } = evidence;
  const { delimitador, columnas, largo, enie, campos } = value;
  const title = titleOf(value);
  if (title === null && delimitador !== undefined) {
    const at = campos['curp'];
    const [key, keyEn] = at === undefined ? ['', ''] : [`, con la CURP en la ${at}`, `, with the CURP in column ${at}`];
    if (basis === 'declarada') return [`Columnas: ${columnas}${key}.`, `Columns: ${columnas}${keyEn}.`];
    return [
      `Sin encabezado: la primera línea trae los datos de una persona. Columnas: ${columnas}${key}.`,
      `No header: the first line holds the data of a person. Columns: ${columnas}${keyEn}.`,
    ];
  }
  const sign = enie === undefined ? '' : `; Ñ = ${enie}`;
  const sentences: Bilingual[] = [
    delimitador === undefined
      ? [
          `${title ?? 'Ancho fijo'}${largo === undefined ? '' : `, ${largo} caracteres por línea`}${sign}.`,
          `${title ?? 'Fixed width'}${largo === undefined ? '' : `, ${largo} characters a line`}${sign}.`,
        ]
      : [
          `${title}, ${columnas} columnas separadas por «${delimitador}»${sign}.`,
          `${title}, ${columnas} columns separated by “${delimitador}”${sign}.`,
        ],
  ];
  if (withoutKey.count > 0) {
    const [es, en] = countOf(withoutKey);
    sentences.push([
      `Líneas que en este formato no llevan CURP: ${es}.`,
      `Lines that have no CURP in this layout: ${en}.`,
    ]);
  }
  if (announced.count > 0 && announced.count !== lines.count) {
    sentences.push([
      `La última línea dice que son ${announced.count}, y hay ${lines.count}: quizá falten o sobren líneas.`,
      `The last line says that there are ${announced.count}, and there are ${lines.count}: lines may be missing or extra.`,
    ]);
  }
  return [sentences.map(([es]) => es).join(' '), sentences.map(([, en]) => en).join(' ')];
}

function describeFullName({ value }: Reading['nombre_completo']): Bilingual | null {
  if (value === null) return null;
  const first = value === 'apellidos' ? 'surnames' : 'given names';
  return [
    `El nombre viene completo en una columna, los ${value} primero.`,
    `The whole name is in one column, ${first} first.`,
  ];
}

function describeSheet({ value, basis }: Reading['hoja']): Bilingual | null {
  if (value === null) return null;
  const name = quoteNames([value]);
  if (basis === 'declarada') return [`Se lee la hoja ${name}.`, `The sheet ${name} is read.`];
  return [
    `Solo se lee la hoja ${name}: es la primera que nombra los datos.`,
    `Only the sheet ${name} is read: it is the first that names the data.`,
  ];
}

const RANGES: Readonly<Record<SheetRange, Bilingual>> = {
  tabla: ['la tabla', 'the table'],
  filtro: ['el filtro', 'the filter'],
  impresion: ['el área de impresión', 'the print area'],
  lista: ['la lista', 'the list'],
};

/** Says which ranges of a sheet do not include the new columns; `null` if all do. */
export function describeRanges(ranges: readonly SheetRange[]): Bilingual | null {
  if (ranges.length === 0) return null;
  const [es, en] = ([0, 1] as const).map((language) => ranges.map((range) => RANGES[range][language]).join(', '));
  return [
    `Hay algo más en medio, y las columnas nuevas quedan fuera de: ${es}. Inclúyalas antes de ordenar; si no, las claves no se mueven con las personas.`,
    `Something else is in between, so the new columns are outside of: ${en}. Include them before you sort; otherwise the keys do not move with the people.`,
  ];
}

/** The sentences of conventions that need no evidence, by their value. */
const SIMPLE: Readonly<Record<string, Bilingual>> = {
  serie: ['Las fechas vienen como números de día de Excel.', 'Dates are Excel day numbers.'],
  convertidas: [
    'Un programa pudo cambiar el día y el mes de unas fechas, como muestran las demás: se marcan para revisar.',
    'A program may have swapped the day and the month of some dates, as the others show: they are marked for review.',
  ],
  anios: [
    'Muchos nacimientos son del 1 de enero, que suele escribirse si solo se sabe el año: se marcan para revisar.',
    'Many births are on 1 January, which is often written if only the year is known: they are marked for review.',
  ],
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
  columna: [
    'Los dos apellidos vienen en una columna: se cortan en primero y segundo.',
    'Both surnames are in one column: they are cut into the first and the second.',
  ],
  juntos: [
    'Quizá la mayoría de las filas trae los dos apellidos en una columna: se marcan para revisar.',
    'Most rows may have both surnames in one column: they are marked for review.',
  ],
  pais: [
    'El único lugar que la columna nombra es México, que puede ser el país: se marca para revisar.',
    'The only place that the column names is México, which may be the country: it is marked for review.',
  ],
  cambiados: [
    'Quizá los nombres de pila están en una columna de apellidos: las filas se marcan para revisar.',
    'Given names may be in a column of surnames: the rows are marked for review.',
  ],
  otro_sexo: [
    'El sexo no corresponde a la mayoría de los nombres: las filas se marcan para revisar.',
    'The sex does not match most names: the rows are marked for review.',
  ],
};

const simple = ({ value }: { readonly value: string | null }): Bilingual | null => SIMPLE[value ?? ''] ?? null;

/** The sentence of each convention, in the order of the answer; `null` if it does not matter for this file. */
const SENTENCES: { readonly [C in keyof Reading]: (convention: Reading[C]) => Bilingual | null } = {
  codificacion: describeEncoding,
  hoja: describeSheet,
  encabezado: describeHeader,
  formato: describeLayout,
  sexo: describeSex,
  fechas: describeOrder,
  siglo: describeCentury,
  nulos: describeNulls,
  enie: describeEnie,
  nombre_completo: describeFullName,
  forma_fechas: simple,
  envoltura: simple,
  apellidos: simple,
  lugares: simple,
  nombres: simple,
  rangos: ({ value }) => describeRanges(value),
};

/** Describes the conventions that matter for this file. `isSheet`: the encoding of a workbook is no convention. */
export function describeReading(reading: Reading, language: Language, isSheet = false): DescribedConvention[] {
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it ties a convention to its sentence
  const describe = <C extends keyof Reading>(convencion: C): DescribedConvention[] => {
    const sentence = isSheet && convencion === 'codificacion' ? null : SENTENCES[convencion](reading[convencion]);
    if (sentence === null) return [];
    return [{ convencion, origen: reading[convencion].basis, texto: say(sentence, language) }];
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant are known
  return (Object.keys(SENTENCES) as (keyof Reading)[]).flatMap((convencion) => describe(convencion));
}

/** Writes the reading as the value of the header `Lote-Lectura`: JSON in ASCII. */
export function readingHeader(reading: Reading, language: Language, isSheet = false): string {
  return JSON.stringify(describeReading(reading, language, isSheet)).replace(
    /[^\x20-\x7e]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
