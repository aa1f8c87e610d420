/** The sentences that describe how a file is read, in both languages. */
import { describe, expect, it } from 'vitest';
import { LAYOUTS, type Layout } from '../src/layouts.js';
import { NULL_WORDS, type Reading, type ShownRows } from '../src/reading.js';
import { readingHeader, describeReading } from '../src/describe-reading.js';

const NONE: ShownRows = { count: 0, row: 0 };
const seen = (count: number, row: number): ShownRows => ({ count, row });
/** Returns rows that a look at some stretches of the file could not number. */
const somewhere = (count: number): ShownRows => ({ count, row: 0 });

const ENCODING = { mark: NONE, notUtf8: NONE, utf8: NONE, odd: NONE };
const NAMES = { names: NONE, manM: NONE, manH: NONE, manF: NONE, womanM: NONE, womanH: NONE, womanF: NONE };
const SEX = { H: NONE, F: NONE, M: NONE, V: NONE, men: NONE, women: NONE, digits: NONE, ...NAMES };
const ORDER = {
  dayFirst: NONE,
  monthFirst: NONE,
  unproven: NONE,
  monthLast: NONE,
  keyDayFirst: NONE,
  keyMonthFirst: NONE,
};
const PLAIN: Reading = {
  codificacion: { value: 'utf-8', basis: 'supuesta', evidence: ENCODING },
  hoja: { value: null, basis: 'supuesta', evidence: {} },
  encabezado: { value: 1, basis: 'vista', evidence: {} },
  formato: { value: null, basis: 'vista', evidence: { withoutKey: NONE, lines: NONE, announced: NONE } },
  sexo: { value: 'hm', basis: 'supuesta', evidence: SEX },
  fechas: { value: 'dma', basis: 'supuesta', evidence: ORDER },
  siglo: { value: null, basis: 'supuesta', evidence: { shortYears: NONE } },
  nulos: { value: NULL_WORDS, basis: 'supuesta', evidence: { surnames: NONE } },
  forma_fechas: { value: null, basis: 'supuesta', evidence: { serial: NONE, yearFirst: NONE } },
  envoltura: { value: null, basis: 'supuesta', evidence: { names: NONE } },
  apellidos: { value: null, basis: 'supuesta', evidence: { joined: NONE } },
  enie: { value: null, basis: 'supuesta', evidence: { lacksEnie: NONE } },
  lugares: { value: null, basis: 'supuesta', evidence: { mexico: NONE, postal: NONE } },
  nombres: { value: null, basis: 'supuesta', evidence: { swapped: NONE } },
  nombre_completo: { value: null, basis: 'supuesta', evidence: {} },
  pedazos: { value: [], basis: 'vista', evidence: {} },
  repetidas: { value: [], basis: 'vista', evidence: {} },
  formas: { value: [], basis: 'vista', evidence: {} },
  testigos: { value: [], basis: 'vista', evidence: {} },
  rangos: { value: [], basis: 'vista', evidence: {} },
};

type Case = readonly [part: Partial<Reading>, es: string, en: string];

const told = (part: Partial<Reading>, language: 'es' | 'en'): (string | undefined)[] => {
  const [name = ''] = Object.keys(part);
  return describeReading({ ...PLAIN, ...part }, language)
    .filter(({ convencion }) => convencion === name)
    .map(({ texto }) => texto);
};

const encoding = (
  value: Reading['codificacion']['value'],
  evidence: Partial<typeof ENCODING>,
  basis: 'vista' | 'declarada' = 'vista',
): Partial<Reading> => ({ codificacion: { value, basis, evidence: { ...ENCODING, ...evidence } } });
const sex = (
  value: Reading['sexo']['value'],
  evidence: Partial<typeof SEX>,
  basis: 'vista' | 'supuesta' | 'declarada' = 'vista',
): Partial<Reading> => ({ sexo: { value, basis, evidence: { ...SEX, ...evidence } } });
const order = (
  value: Reading['fechas']['value'],
  evidence: Partial<typeof ORDER>,
  basis: 'vista' | 'supuesta' | 'declarada',
): Partial<Reading> => ({ fechas: { value, basis, evidence: { ...ORDER, ...evidence } } });

const layout = (
  value: Layout,
  evidence: Partial<Reading['formato']['evidence']> = {},
  basis: 'vista' | 'declarada' = 'vista',
): Partial<Reading> => ({ formato: { value, basis, evidence: { ...PLAIN.formato.evidence, ...evidence } } });
const [IDSE, , CFF40] = LAYOUTS as readonly [Layout, Layout, Layout];
const TABLE: Layout = { delimitador: ',', columnas: 9, campos: { nombres: 1 } };
const TABLE_WITH_KEY: Layout = { ...TABLE, campos: { nombres: 1, curp: 4 } };

const enie = (
  value: string | null,
  lacksEnie: ShownRows,
  basis: 'vista' | 'supuesta' | 'declarada',
): Partial<Reading> => ({
  enie: { value, basis, evidence: { lacksEnie } },
});

const wrapping = (value: Reading['envoltura']['value']): Partial<Reading> => ({
  envoltura: { ...PLAIN.envoltura, value, basis: 'vista' },
});

// oxfmt-ignore
const CASES: readonly Case[] = [
  [encoding('utf-16be', {}, 'declarada'), 'Codificación UTF-16.', 'Encoding UTF-16.'],
  [encoding('utf-16le', { mark: seen(1, 1) }), 'Codificación UTF-16: la indican los primeros bytes.', 'Encoding UTF-16: the first bytes say so.'],
  [encoding('windows-1252', { notUtf8: seen(3, 7) }), 'Codificación Windows-1252. Filas que no son UTF-8: 3 (la primera, fila 7).', 'Encoding Windows-1252. Rows that are not UTF-8: 3 (the first is row 7).'],
  [encoding('windows-1252', { notUtf8: somewhere(30), utf8: seen(2, 9) }), 'Codificación Windows-1252. Filas que no son UTF-8: 30; filas que parecen UTF-8: 2 (la primera, fila 9).', 'Encoding Windows-1252. Rows that are not UTF-8: 30; rows that look like UTF-8: 2 (the first is row 9).'],
  [encoding('ibm850', { notUtf8: seen(3, 7) }), 'Codificación DOS 850. Filas que no son UTF-8: 3 (la primera, fila 7).', 'Encoding DOS 850. Rows that are not UTF-8: 3 (the first is row 7).'],
  [encoding('macintosh', {}, 'declarada'), 'Codificación Mac Roman.', 'Encoding Mac Roman.'],
  [encoding('utf-8:windows-1252>utf-8', { utf8: seen(5, 2), odd: seen(5, 2) }), 'Codificación UTF-8, con acentos que un programa dañó al leer UTF-8 como Windows-1252. Filas que se reparan al leerlas: 5 (la primera, fila 2).', 'Encoding UTF-8, with accents that a program damaged by reading UTF-8 as Windows-1252. Rows that are repaired as they are read: 5 (the first is row 2).'],
  [encoding('utf-8:macintosh>windows-1252', { utf8: somewhere(5), odd: somewhere(5) }), 'Codificación UTF-8, con acentos que un programa dañó al leer Windows-1252 como Mac Roman. Filas que se reparan al leerlas: 5.', 'Encoding UTF-8, with accents that a program damaged by reading Windows-1252 as Mac Roman. Rows that are repaired as they are read: 5.'],
  [encoding('utf-8', {}), 'Codificación UTF-8: las filas no traen acentos.', 'Encoding UTF-8: the rows have no accents.'],
  [encoding('utf-8', { utf8: seen(2, 2), odd: seen(2, 5) }), 'Codificación UTF-8: válida en todas las filas.', 'Encoding UTF-8: every row is valid.'],
  [encoding('utf-8', { utf8: seen(5, 2) }), 'Codificación UTF-8: válida en todas las filas.', 'Encoding UTF-8: every row is valid.'],
  [encoding('utf-8', { utf8: seen(5, 2), notUtf8: seen(1, 4) }), 'Codificación UTF-8. Filas con acentos en UTF-8: 5 (la primera, fila 2); filas en otra codificación, que llevan error: 1 (la primera, fila 4).', 'Encoding UTF-8. Rows with accents in UTF-8: 5 (the first is row 2); rows in another encoding, which are errors: 1 (the first is row 4).'],

  [{ encabezado: { value: 1, basis: 'declarada', evidence: {} } }, 'Los nombres de las columnas están en la fila 1.', 'The names of the columns are in row 1.'],
  [{ hoja: { value: 'Datos', basis: 'vista', evidence: {} } }, 'Solo se lee la hoja «Datos»: es la que trae más personas.', 'Only the sheet “Datos” is read: it has most people.'],
  [{ hoja: { value: 'Datos', basis: 'declarada', evidence: {} } }, 'Se lee la hoja «Datos».', 'The sheet “Datos” is read.'],
  [{ encabezado: { value: 4, basis: 'vista', evidence: {}, filas: 2 } }, 'Los nombres de las columnas están en las filas 3 y 4.', 'The names of the columns are in rows 3 and 4.'],
  [{ encabezado: { value: 0, basis: 'declarada', evidence: {} } }, 'Sin encabezado.', 'No header.'],
  [{ encabezado: { value: 4, basis: 'vista', evidence: {} } }, 'Los nombres de las columnas están en la fila 4.', 'The names of the columns are in row 4.'],

  [layout(TABLE), 'Sin encabezado: la primera línea trae los datos de una persona. Columnas: 9.', 'No header: the first line holds the data of a person. Columns: 9.'],
  [layout(TABLE_WITH_KEY), 'Sin encabezado: la primera línea trae los datos de una persona. Columnas: 9, con la CURP en la 4.', 'No header: the first line holds the data of a person. Columns: 9, with the CURP in column 4.'],
  [layout(TABLE, {}, 'declarada'), 'Columnas: 9.', 'Columns: 9.'],
  [layout(TABLE_WITH_KEY, {}, 'declarada'), 'Columnas: 9, con la CURP en la 4.', 'Columns: 9, with the CURP in column 4.'],
  [layout({ nombre: 'mio', largo: '40-50', campos: { curp: '1-18' } }), 'mio, 40-50 caracteres por línea.', 'mio, 40-50 characters a line.'],
  [layout({ nombre: 'mio', enie: '#', campos: { curp: '1-18' } }), 'mio; Ñ = #.', 'mio; Ñ = #.'],
  [layout({ ...TABLE, nombre: 'mio', enie: '#' }), 'mio, 9 columnas separadas por «,»; Ñ = #.', 'mio, 9 columns separated by “,”; Ñ = #.'],
  [layout(CFF40, { lines: seen(10, 1) }), '40/CFF, 9 columnas separadas por «|».', '40/CFF, 9 columns separated by “|”.'],
  [layout({ ...IDSE, enie: '#' }, { withoutKey: seen(2, 5), lines: seen(10, 1), announced: seen(10, 11) }), 'IDSE, 168 caracteres por línea; Ñ = #. Líneas que en este formato no llevan CURP: 2 (la primera, fila 5).', 'IDSE, 168 characters a line; Ñ = #. Lines that have no CURP in this layout: 2 (the first is row 5).'],
  [layout(CFF40, { withoutKey: somewhere(1), lines: seen(10, 1), announced: seen(12, 11) }), '40/CFF, 9 columnas separadas por «|». Líneas que en este formato no llevan CURP: 1. La última línea dice que son 12, y hay 10: quizá falten o sobren líneas.', '40/CFF, 9 columns separated by “|”. Lines that have no CURP in this layout: 1. The last line says that there are 12, and there are 10: lines may be missing or extra.'],

  [sex('12', {}, 'declarada'), '1 = hombre, 2 = mujer.', '1 = man, 2 = woman.'],
  [sex('fm', {}, 'declarada'), 'M = Masculino, F = Femenino.', 'M = man, F = woman.'],
  [sex('hm', {}, 'declarada'), 'M = Mujer.', 'M = woman.'],
  [sex('hm', { digits: seen(4, 2) }, 'supuesta'), 'El sexo viene en cifras (fila 2): declare `sexo=12` si 1 es hombre y 2 es mujer.', 'The sex is given in digits (row 2): declare `sexo=12` if 1 is a man and 2 a woman.'],
  [sex('mixta', { H: seen(2, 2), F: seen(3, 3), M: seen(4, 4) }), 'M puede ser Mujer o Masculino: la columna trae 2 H, 3 F y 4 M; las filas con M llevan error.', 'M may be a woman or a man: the column has 2 H, 3 F and 4 M; rows with M are errors.'],
  [sex('fm', { M: seen(4, 2) }), 'M = Masculino: lo dicen el encabezado o los otros valores de la columna.', 'M = man: the header or the other values of the column say so.'],
  [sex('hm', { M: seen(4, 2) }), 'M = Mujer: lo dicen el encabezado o los otros valores de la columna.', 'M = woman: the header or the other values of the column say so.'],
  [sex('hm', { M: seen(4, 2) }, 'supuesta'), 'M = Mujer: la columna trae M, y ni H ni F; si M es Masculino, declare `sexo=fm`.', 'M = woman: the column has M, and neither H nor F; if M is a man, declare `sexo=fm`.'],
  [sex('fm', { F: somewhere(2), M: seen(4, 2) }), 'M = Masculino: la columna trae F y M, y ninguna H.', 'M = man: the column has F and M, and no H.'],
  [sex('fm', { F: seen(20, 3), M: seen(4, 2), H: seen(1, 9) }), 'M = Masculino: hay 20 F y solo 1 H.', 'M = man: there are 20 F and only 1 H.'],
  [sex('hm', { H: seen(2, 5), M: seen(4, 2) }), 'M = Mujer: la columna trae H y M (fila 5).', 'M = woman: the column has H and M (row 5).'],
  [sex('hm', { H: seen(20, 5), M: seen(4, 2), F: seen(1, 8) }), 'M = Mujer: hay 20 H y solo 1 F.', 'M = woman: there are 20 H and only 1 F.'],

  [sex('vh', { V: seen(2, 2), H: seen(1, 3) }), 'H = hembra; V o M = varón o macho.', 'H = woman; V or M = man.'],

  [order('mixta', { dayFirst: seen(1, 3), monthFirst: seen(1, 6) }, 'vista'), 'Fechas: unas escriben primero el día (fila 3) y otras el mes (fila 6). Donde no se sabe cuál es el día, se toma la primera cifra, y la fila se marca para revisar.', 'Dates: some write the day first (row 3) and others the month (row 6). Where the day is unclear, the first figure counts as the day, and the row is marked for review.'],
  [order('amd', {}, 'declarada'), 'Fechas: año, mes, día.', 'Dates: year, month, day.'],
  [order('dma', { dayFirst: seen(1, 3), monthFirst: seen(1, 6) }, 'vista'), 'Fechas: día, mes, año, como lo prueba una cifra mayor que 12 (fila 3).', 'Dates: day, month, year, as a figure above 12 proves (row 3).'],
  [order('mda', { dayFirst: seen(1, 3), monthFirst: seen(1, 6) }, 'vista'), 'Fechas: mes, día, año, como lo prueba una cifra mayor que 12 (fila 6).', 'Dates: month, day, year, as a figure above 12 proves (row 6).'],
  [order('dma', { unproven: seen(1, 2) }, 'supuesta'), 'Fechas: día, mes, año; ninguna fecha lo prueba. Si va primero el mes, declare `fechas=mda`.', 'Dates: day, month, year; no date proves it. If the month comes first, declare `fechas=mda`.'],

  [{ siglo: { value: 1930, basis: 'declarada', evidence: { shortYears: NONE } } }, 'Años de dos cifras: de 1930 a 2029.', 'Two-digit years: from 1930 to 2029.'],
  [{ siglo: { value: null, basis: 'supuesta', evidence: { shortYears: seen(2, 3) } } }, 'Filas con el año de dos cifras, que llevan error: 2 (la primera, fila 3). Declare `siglo=1930` si van de 1930 a 2029.', 'Rows with a two-digit year, which are errors: 2 (the first is row 3). Declare `siglo=1930` if they go from 1930 to 2029.'],

  [{ nulos: { value: [], basis: 'declarada', evidence: { surnames: NONE } } }, 'Toda palabra es un nombre, incluso NULL.', 'Every word is a name, even NULL.'],
  [{ nulos: { value: ['S/D'], basis: 'declarada', evidence: { surnames: seen(2, 8) } } }, 'Apellidos con una palabra que significa «sin dato», como NULL: 2 (fila 8). Cuentan como sin apellido.', 'Surnames with a word that means “no data”, such as NULL: 2 (row 8). They count as no surname.'],

  [enie('#', NONE, 'declarada'), '«#» se lee como Ñ en los nombres.', '“#” is read as Ñ in names.'],
  [enie('sin', seen(3, 4), 'vista'), 'El archivo no trae ninguna Ñ, y estos apellidos suelen llevarla: 3 (la primera, fila 4). Se marcan para revisar.', 'The file has no Ñ, and these surnames usually do: 3 (the first is row 4). They are marked for review.'],

  [{ nombre_completo: { value: 'apellidos', basis: 'declarada', evidence: {} } }, 'El nombre viene completo en una columna, los apellidos primero.', 'The whole name is in one column, surnames first.'],
  [{ nombre_completo: { value: 'nombres', basis: 'declarada', evidence: {} } }, 'El nombre viene completo en una columna, los nombres primero.', 'The whole name is in one column, given names first.'],

  [{ forma_fechas: { ...PLAIN.forma_fechas, value: 'serie', basis: 'vista' } }, 'Las fechas vienen como números de día de Excel.', 'Dates are Excel day numbers.'],
  [{ forma_fechas: { ...PLAIN.forma_fechas, value: 'anios', basis: 'vista' } }, 'Muchos nacimientos son del 1 de enero, que suele escribirse si solo se sabe el año: se marcan para revisar.', 'Many births are on 1 January, which is often written if only the year is known: they are marked for review.'],
  [{ forma_fechas: { ...PLAIN.forma_fechas, value: 'convertidas', basis: 'vista' } }, 'Un programa pudo cambiar el día y el mes de unas fechas, como muestran las demás: se marcan para revisar.', 'A program may have swapped the day and the month of some dates, as the others show: they are marked for review.'],
  [wrapping('igual'), 'Se quita ="…" de las celdas.', '="…" is removed from the cells.'],
  [wrapping('apostrofo'), 'Se quita el apóstrofo con que empieza cada nombre.', 'The apostrophe before each name is removed.'],
  [wrapping('comillas'), 'Se quitan las comillas de cada nombre.', 'The quotes around each name are removed.'],
  [wrapping('numero'), 'Se quita el número con que empieza cada nombre.', 'The number before each name is removed.'],
  [wrapping('corchetes'), 'Se quita la nota entre corchetes con que empieza cada nombre.', 'The note in brackets before each name is removed.'],
  [wrapping('ciudadano'), 'Se quita el «C.» (ciudadano) con que empieza cada nombre.', '“C.” (citizen) before each name is removed.'],
  [{ apellidos: { ...PLAIN.apellidos, value: 'columna', basis: 'vista' } }, 'Los dos apellidos vienen en una columna: se cortan en primero y segundo.', 'Both surnames are in one column: they are cut into the first and the second.'],
  [{ apellidos: { ...PLAIN.apellidos, value: 'juntos', basis: 'vista' } }, 'Quizá la mayoría de las filas trae los dos apellidos en una columna: se marcan para revisar.', 'Most rows may have both surnames in one column: they are marked for review.'],
  [{ lugares: { ...PLAIN.lugares, value: 'pais', basis: 'vista' } }, 'La columna nombra México y ningún otro lugar, o también el Estado de México: puede ser el país, y se marca para revisar.', 'The column names México and no other place, or the Estado de México too: it may be the country, and is marked for review.'],
  [{ hoja: { value: 'Datos', basis: 'declarada', evidence: {}, otras: ['A', 'B'] } }, 'Se leen todas las hojas con personas, cada una por separado: «Datos», «A», «B».', 'All sheets with people are read, each by itself: “Datos”, “A”, “B”.'],
  [{ hoja: { value: 'Datos', basis: 'vista', evidence: {}, otras: ['A', 'B'] } }, 'Solo se lee la hoja «Datos»: es la que trae más personas. También hay personas en «A», «B»: para todas, `hoja=todas`.', 'Only the sheet “Datos” is read: it has most people. There are people in “A”, “B” too: for all of them, `hoja=todas`.'],
  [{ fechas: { ...PLAIN.fechas, value: 'mda', basis: 'vista' } }, 'Fechas: mes, día, año, como lo dice el encabezado.', 'Dates: month, day, year, as the header says.'],
  [{ nombres: { ...PLAIN.nombres, value: 'cambiados', basis: 'vista' } }, 'Quizá los nombres de pila están en una columna de apellidos: las filas se marcan para revisar.', 'Given names may be in a column of surnames: the rows are marked for review.'],
  [{ nombres: { ...PLAIN.nombres, value: 'otro_sexo', basis: 'vista' } }, 'El sexo no corresponde a la mayoría de los nombres: las filas se marcan para revisar.', 'The sex does not match most names: the rows are marked for review.'],

  [{ pedazos: { value: [3, 9], basis: 'vista', evidence: {} } }, 'Filas que solo traen una parte de un nombre: 2 (la primera, fila 3). Quizá sigue ahí el de la fila anterior, que se marca para revisar.', 'Rows that hold only a part of a name: 2 (the first is row 3). The name of the row above may go on there: that row is marked for review.'],
  [{ repetidas: { value: [1, 2], basis: 'vista', evidence: {} } }, 'Palabras que el archivo repite y se toman como nombres, aunque cada una se parece a otro más frecuente: 2.', 'Words that the file repeats and that are taken for names, although each is like a more frequent one: 2.'],
  [{ formas: { value: [{ forma: 'fechas_seguidas', campo: 'fecha_nacimiento', filas: 9 }], basis: 'vista', evidence: {} } }, 'Hay columnas cuya forma no parece la de una lista de personas, y sus filas se marcan para revisar. Los nacimientos van de uno en uno, como los rellena una hoja de cálculo (filas: 9).', 'The shape of some columns is not that of a list of people, and their rows are marked for review. The births rise by one, as a spreadsheet fills them down (rows: 9).'],
  [{ testigos: { value: [{ columna: 6, nombre: 'Ingreso', clase: 'despues' }], basis: 'vista', evidence: {} } }, 'Columnas que se comparan con los datos de su fila, por lo que traen sus celdas: «Ingreso».', 'Columns that are compared with the data of their row, by what their cells hold: “Ingreso”.'],
  [{ rangos: { value: ['tabla', 'impresion'], basis: 'vista', evidence: {} } }, 'Hay algo más en medio, y las columnas nuevas quedan fuera de: la tabla, el área de impresión. Inclúyalas antes de ordenar; si no, las claves no se mueven con las personas.', 'Something else is in between, so the new columns are outside of: the table, the print area. Include them before you sort; otherwise the keys do not move with the people.'],
];

describe('a convention is described with its evidence', () => {
  it.each(CASES)('%j: %s', (part, es, en) => {
    expect(told(part, 'es')).toEqual([es]);
    expect(told(part, 'en')).toEqual([en]);
  });
});

describe('a convention that does not matter for the file is not mentioned', () => {
  it.each<[why: string, part: Partial<Reading>]>([
    ['the names are in the first row', { encabezado: { value: 1, basis: 'vista', evidence: {} } }],
    ['NDJSON has no row of names', { encabezado: { value: 0, basis: 'supuesta', evidence: {} } }],
    ['no row has M or a digit', sex('hm', { H: seen(3, 2) })],
    ['no date can be read in two ways', order('dma', {}, 'supuesta')],
    ['every year has four digits', { siglo: PLAIN.siglo }],
    ['no surname is a word for nothing', { nulos: { ...PLAIN.nulos, basis: 'declarada' } }],
    ['no word is declared', { nulos: { ...PLAIN.nulos, value: [] } }],
    ['the file has no Ñ, and no surname lacks it', enie('sin', NONE, 'vista')],
    ['another surname of the file has an Ñ', enie(null, seen(3, 4), 'supuesta')],
    ['given names and surnames have their own columns', { nombre_completo: PLAIN.nombre_completo }],
    ['dates are no numbers', { forma_fechas: PLAIN.forma_fechas }],
    ['names have nothing around them', { envoltura: PLAIN.envoltura }],
    ['each surname has its own column', { apellidos: PLAIN.apellidos }],
    ['several places are named', { lugares: PLAIN.lugares }],
  ])('%s', (_, part) => {
    expect(told(part, 'es')).toEqual([]);
  });

  it('it is the encoding of a workbook', () => {
    expect(describeReading(PLAIN, 'es', true)).toEqual([]);
    expect(readingHeader(describeReading(PLAIN, 'es', true), 'es')).toBe('[]');
  });
});

it('conventions are described in the order of a file, from its bytes to its names', () => {
  const all = Object.assign({}, PLAIN, ...CASES.map(([part]) => part)) as Reading;
  const names = describeReading(all, 'es').map(({ convencion }) => convencion);
  expect(names.join(' ')).toBe(
    'codificacion hoja encabezado formato sexo fechas siglo nulos enie nombre_completo forma_fechas envoltura apellidos lugares nombres pedazos repetidas formas testigos rangos',
  );
  expect(describeReading(all, 'es')[0]).toMatchObject({ origen: 'vista' });
});

it('a workbook has every convention described but its encoding', () => {
  const reading = { ...PLAIN, ...sex('12', {}, 'declarada') };
  const expected = [{ convencion: 'sexo', origen: 'declarada', texto: '1 = hombre, 2 = mujer.' }];
  expect(describeReading(reading, 'es', true)).toEqual(expected);
  expect(JSON.parse(readingHeader(describeReading(reading, 'es', true), 'es'))).toEqual(expected);
});

it('the header of the reading is ASCII JSON that gives the same sentences back', () => {
  const header = readingHeader(describeReading(PLAIN, 'es'), 'es');
  expect(header).toMatch(/^[\x20-\x7e]+$/);
  expect(header).toContain('Codificaci\\u00f3n');
  expect(JSON.parse(header)).toEqual(describeReading(PLAIN, 'es'));
});

it.each(['es', 'en'] as const)(
  'a reading that is longer than the header ends with a sentence that says where the rest is (%s)',
  (language) => {
    const sentence = (texto: string) => ({ convencion: 'sexo', origen: 'vista', texto }) as const;
    const long = { convencion: 'hoja', origen: 'vista', texto: '«'.repeat(1000) } as const;
    const short = Array.from({ length: 200 }, (_, i) => sentence(`Hoja ${i}: M = Masculino`));
    const header = readingHeader([long, ...short], language);
    expect(header.length).toBeLessThan(2800);
    const sentences = JSON.parse(header) as (typeof long | (typeof short)[number])[];
    expect(sentences.slice(0, -1)).toEqual(short.slice(0, sentences.length - 1));
    expect(sentences.length).toBeGreaterThan(20);
    const last = sentences.at(-1);
    expect(last).toMatchObject({ convencion: 'hoja', texto: expect.stringContaining('`curp lote --json`') as string });
    expect(last?.texto).toContain(`: ${202 - sentences.length}. `);
  },
);
