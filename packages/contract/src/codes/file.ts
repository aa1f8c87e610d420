/** The codes of a file: those that only a row can carry, and those that keep the whole file from being read. */
import { type Code, type ErrorEntry, type ProblemOf, code, problemInWords, toEntry } from './code.js';
import { type Bilingual, type Language, say } from '../language.js';
import { type Surface, WIRE, quoteNames } from '../words/message.js';
import { PERSON_CODES } from './person.js';

/** The causes that only a row of a file can have. */
const ROW_CODES = {
  fecha_ausente: code(403, 'fecha_nacimiento', [
    'Falta `fecha_nacimiento`[: escríbala `1990-05-17` o `17/05/1990`||].',
    'Missing `fecha_nacimiento`[: write it `1990-05-17` or `17/05/1990`||].',
  ]),
  apellido_sin_dato: code(401, 'apellido_paterno', [
    '`apellido_paterno` trae una palabra que se leyó como «sin dato»: escriba el primer apellido[; si esa palabra lo es, {declare} `nulos=ninguno`].',
    '`apellido_paterno` holds a word that was read as “no data”: write the first surname[; if that word is the surname, {declare} `nulos=ninguno`].',
  ]),
  sexo_vacio: code(406, 'sexo', [
    'Falta `sexo`[: escriba `Hombre`, `Mujer` o `No binario`||].',
    'Missing `sexo`[: write `Hombre` (male), `Mujer` (female) or `No binario` (non-binary)||].',
  ]),
  entidad_vacia: code(407, 'entidad', [
    'Falta `entidad`[: escriba su clave (`09`), su abreviatura (`DF`) o su nombre (`Ciudad de México`)||].',
    'Missing `entidad`[: write its key (`09`), its abbreviation (`DF`) or its name (`Ciudad de México`)||].',
  ]),
  entidad_desconocida: code(411, 'entidad', [
    '`entidad` no se reconoce: escriba su clave (`09`), su abreviatura (`DF`) o su nombre (`Ciudad de México`); si la persona nació en otro país, escriba `NE`.',
    '`entidad` is not recognised: write its key (`09`), its abbreviation (`DF`) or its name (`Ciudad de México`); for a person born abroad, write `NE`.',
  ]),
  anio_siglo: code(412, 'anio_nacimiento', [
    '`anio_nacimiento` trae solo dos cifras y no se sabe de qué siglo: escriba las cuatro (`1990`)[, o declare `siglo=1930` para los años de 1930 a 2029||, o elija `siglo=1930`].',
    '`anio_nacimiento` has only two digits, so its century is unknown: write all four (`1990`)[, or declare `siglo=1930` for the years from 1930 to 2029||, or choose `siglo=1930`].',
  ]),
  sexo_archivo: code(416, 'sexo', [
    '`sexo` no se reconoce: escriba `Hombre`, `Mujer` o `No binario`.',
    '`sexo` is not recognised: write `Hombre` (male), `Mujer` (female) or `No binario` (non-binary).',
  ]),
  sexo_cifra: code(416, 'sexo', [
    '`sexo` trae una cifra: [declare `sexo=12` si en el archivo 1 es hombre y 2 es mujer|escriba Hombre, Mujer o No binario|elija `sexo=12`, o escriba la palabra].',
    '`sexo` holds a digit: [declare `sexo=12` if in this file 1 is a man and 2 a woman|write Hombre (male), Mujer (female) or No binario (non-binary)|choose `sexo=12`, or write the word].',
  ]),
  sexo_dudoso: code(416, 'sexo', [
    '`M` puede ser Mujer o Masculino, porque el archivo trae también H y F: [{declare} `sexo=hm` o `sexo=fm`, o ]escriba la palabra.',
    '`M` may be Mujer or Masculino, because the file also has H and F: [{declare} `sexo=hm` or `sexo=fm`, or ]write the word.',
  ]),
  sexo_contradice: code(416, 'sexo', [
    'Este `sexo` contradice a las filas anteriores, que usan otras letras: [declare `sexo=hm` o `sexo=fm` y procese el archivo de nuevo|escriba Hombre, Mujer o No binario|elija `sexo=hm` o `sexo=fm`].',
    'This `sexo` contradicts the earlier rows, which use other letters: [declare `sexo=hm` or `sexo=fm` and process the file again|write Hombre (male), Mujer (female) or No binario (non-binary)|choose `sexo=hm` or `sexo=fm`].',
  ]),
  fecha_formato: code(417, 'fecha_nacimiento', [
    '`fecha_nacimiento` no se entiende: escríbala `1990-05-17` o `17/05/1990`, con el año de 4 dígitos.',
    '`fecha_nacimiento` cannot be understood: write it `1990-05-17` or `17/05/1990`, with a year of 4 digits.',
  ]),
  fecha_siglo: code(417, 'fecha_nacimiento', [
    '`fecha_nacimiento` trae el año con solo dos cifras y no se sabe de qué siglo: escriba las cuatro[, o declare `siglo=1930` para los años de 1930 a 2029||, o elija `siglo=1930`].',
    '`fecha_nacimiento` has a year of only two digits, so its century is unknown: write all four[, or declare `siglo=1930` for the years from 1930 to 2029||, or choose `siglo=1930`].',
  ]),
  fecha_dudosa: code(417, 'fecha_nacimiento', [
    'No se sabe si `fecha_nacimiento` trae primero el día o el mes, porque en el archivo hay fechas de los dos órdenes: escríbala `1990-05-17`[, o {declare} `fechas=dma` o `fechas=mda`].',
    'It is unclear whether `fecha_nacimiento` has the day or the month first, because the file has dates in both orders: write it `1990-05-17`[, or {declare} `fechas=dma` or `fechas=mda`].',
  ]),
  fecha_contradice: code(417, 'fecha_nacimiento', [
    '`fecha_nacimiento` no sigue el orden con que se lee el archivo[ ({orden})||]: corríjala[, o declare el orden con `fechas=dma`, `mda`, `amd` o `adm`||, o elija `fechas=dma`, `fechas=mda` o `fechas=amd`].',
    '`fecha_nacimiento` does not follow the order in which the file is read[ ({orden})||]: correct it[, or declare the order with `fechas=dma`, `mda`, `amd` or `adm`||, or choose `fechas=dma`, `fechas=mda` or `fechas=amd`].',
  ]),
  fecha_inexistente: code(417, 'fecha_nacimiento', [
    'Ese día no existe: revise `fecha_nacimiento`.',
    'That day does not exist: check `fecha_nacimiento`.',
  ]),
  fecha_antigua: code(417, 'fecha_nacimiento', [
    'La fecha es anterior a 1800: revise el año de `fecha_nacimiento`.',
    'The date is before 1800: check the year of `fecha_nacimiento`.',
  ]),
  fecha_por_venir: code(417, 'fecha_nacimiento', [
    'La fecha está en el futuro: revise `fecha_nacimiento`.',
    'The date is in the future: check `fecha_nacimiento`.',
  ]),
  nombre_con_signo: code(417, null, [
    '`{parametro}` trae «{signo}», que ningún nombre lleva: escríbalo como está en el acta.',
    '`{parametro}` has “{signo}”, which no name has: write it as the birth certificate has it.',
  ]),
  nombre_sin_letra: code(417, null, [
    '`{parametro}` trae «{signo}» donde quizá va una letra: [si es Ñ, como en archivos del IMSS, {declare} `enie={signo}`; si no, ]escríbalo como está en el acta.',
    '`{parametro}` has “{signo}” where a letter may belong: [if it means Ñ, as in IMSS files, {declare} `enie={signo}`; if not, ]write it as the birth certificate has it.',
  ]),
  nombre_danado: code(417, null, [
    '`{parametro}` trae apellidos y nombres separados por una coma: póngalos cada uno en su columna.',
    '`{parametro}` has surnames and given names separated by a comma: put each into its own column.',
  ]),
  nombre_de_relleno: code(417, null, [
    '`{parametro}` dice que no hay dato, y eso no es un nombre: deje la celda vacía[ o declare esas palabras, como `nulos=NO TIENE`; si es un nombre, declare `nulos=ninguno`| o escriba el nombre| o elija `nulos=NO TIENE`; si es un nombre, elija `nulos=ninguno`].',
    '`{parametro}` says that there is no data, which is not a name: leave the cell empty[ or declare those words, as in `nulos=NO TIENE`; if it is a name, declare `nulos=ninguno`| or write the name| or choose `nulos=NO TIENE`; if it is a name, choose `nulos=ninguno`].',
  ]),
  nombre_sin_corte: code(417, 'nombres', [
    'El nombre completo no se puede cortar en nombres y apellidos: escriba al menos un apellido y un nombre.',
    'The whole name cannot be cut into given names and surnames: write at least one of each.',
  ]),
  fila_celdas: code(8, null, [
    'La fila no tiene tantas celdas como el encabezado ({celdas} en lugar de {columnas}): revise si le falta o le sobra un separador.',
    'The row does not have as many cells as the header ({celdas} instead of {columnas}): check for a missing or an extra delimiter.',
  ]),
  fila_encabezado: code(8, null, [
    'La fila nombra las columnas en un orden distinto al del encabezado: si las filas de abajo siguen ese orden, páselas a otro archivo.',
    'The row names the columns in a different order from the header: if the rows below follow that order, move them to another file.',
  ]),
  fila_largo: code(8, null, [
    'La línea tiene {caracteres} caracteres y deben ser {largo}: revísela, porque sus datos están fuera de su lugar.',
    'The line has {caracteres} characters and must have {largo}: check it, because its data are out of place.',
  ]),
  fila_comillas: code(8, null, [
    'Las comillas de la fila no cuadran: ponga entre comillas la celda que las lleve, y duplique las de adentro.',
    'The quotes of the row do not match: put a cell that contains quotes in quotes, and double those inside it.',
  ]),
  fila_nul: code(8, null, ['La fila trae un byte NUL: quítelo.', 'The row holds a NUL byte: remove it.']),
  fila_larga: code(8, null, [
    'La fila pasa de {limite} bytes y no se conserva: revise los saltos de línea y las comillas del archivo.',
    'The row exceeds {limite} bytes and is not kept: check the line breaks and the quotes of the file.',
  ]),
  fila_codificacion: code(8, null, [
    'La fila no está en la misma codificación que las demás: guarde el archivo de nuevo en UTF-8.',
    'The row is not in the same encoding as the others: save the file again as UTF-8.',
  ]),
  fila_json: code(8, null, [
    'La línea no es un objeto JSON: escriba uno por línea, como `{"nombres": "…", …}`.',
    'The line is not a JSON object: write one per line, such as `{"nombres": "…", …}`.',
  ]),
  fila_anidada: code(8, null, [
    'La línea trae los datos dentro de otro valor: escriba un objeto por persona, con sus datos directamente en él.',
    'The line holds the data inside another value: write one object per person, with the data directly in it.',
  ]),
  fila_nombres: code(8, null, [
    'El objeto de la línea tiene más de {limite} campos: deje solo los datos de una persona.',
    'The object in the line has more than {limite} fields: keep only the data of one person.',
  ]),
  fila_repetida: code(8, null, [
    '`{parametro}` viene más de una vez en la línea: déjelo una sola vez.',
    '`{parametro}` is given more than once in the line: keep it only once.',
  ]),
  fila_formula: code(8, null, [
    'La celda de `{parametro}` tiene una fórmula sin valor guardado: abra el libro en Excel y guárdelo.',
    'The cell of `{parametro}` has a formula without a saved value: open the workbook in Excel and save it.',
  ]),
  fila_valor: code(8, null, [
    '`{parametro}` no es texto: en JSON cada valor va como texto, entre comillas.',
    '`{parametro}` is not text: in JSON each value goes as text, in quotes.',
  ]),
} as const satisfies Readonly<Record<string, Code>>;

/** The causes that keep a whole file from being read. */
const FILE_CODES = {
  archivo_vacio: code(8, null, [
    'El archivo no trae ninguna fila: revise que sea el correcto; la primera línea lleva los nombres de las columnas.',
    'The file has no rows: check that it is the right one; the first line holds the names of the columns.',
  ]),
  archivo_libro: code(8, null, [
    'El archivo es un libro de Excel: dele la extensión y el tipo de `.xlsx`, o guárdelo como CSV UTF-8.',
    'The file is an Excel workbook: give it the extension and the type of `.xlsx`, or save it as CSV UTF-8.',
  ]),
  archivo_libro_antiguo: code(8, null, [
    'El archivo es un .xls antiguo o un libro con contraseña: guárdelo como .xlsx, sin contraseña.',
    'The file is an old .xls or a workbook with a password: save it as .xlsx, without a password.',
  ]),
  archivo_gzip: code(8, null, [
    'El archivo está comprimido con gzip: descomprímalo, o dele un nombre que termine en `.csv.gz`.',
    'The file is compressed with gzip: decompress it, or give it a name that ends in `.csv.gz`.',
  ]),
  archivo_zip: code(8, null, [
    'El archivo es un .zip: ábralo y tome de él la lista.',
    'The file is a .zip: open it and take the list out of it.',
  ]),
  archivo_dbf: code(8, null, [
    'El archivo es una tabla de dBASE (.dbf): ábrala en Excel o en LibreOffice y guárdela como .xlsx o CSV.',
    'The file is a table of dBASE (.dbf): open it in Excel or LibreOffice and save it as .xlsx or CSV.',
  ]),
  archivo_html: code(8, null, [
    'El archivo es una página HTML o un XML, aunque su nombre diga otra cosa: ábralo en Excel y guárdelo como .xlsx.',
    'The file is an HTML page or an XML file, whatever its name says: open it in Excel and save it as .xlsx.',
  ]),
  archivo_pdf: code(8, null, [
    'El archivo es un PDF, del que no se pueden leer filas: pida la lista como la guarda el programa que la hizo, en Excel o en CSV.',
    'The file is a PDF, from which no rows can be read: ask for the list as the program that made it saves it, as Excel or CSV.',
  ]),
  archivo_imagen: code(8, null, [
    'El archivo es una imagen, de la que no se pueden leer filas: capture la lista en Excel o en CSV.',
    'The file is a picture, from which no rows can be read: type the list in Excel or as CSV.',
  ]),
  archivo_encabezado: code(8, null, [
    'No se reconoce ninguna columna de la primera línea (hay {columnas}): póngales nombres como {esperadas}, o indique las columnas con {opcion}; si los nombres están en otra fila, {declare} `encabezado=2`; si en ninguna, `encabezado=0`[?fijas:; si los datos van en posiciones fijas, indíquelas en un formato propio: `formato=…`].',
    'No column of the first line is recognised (it has {columnas}): give them names such as {esperadas}, or say which columns they are with {opcion}; if the names are in another row, {declare} `encabezado=2`; if in none, `encabezado=0`[?fijas:; if the data are at fixed positions, give them in a layout of your own: `formato=…`].',
  ]),
  archivo_sin_encabezado: code(8, null, [
    'La primera línea trae los datos de una persona, no los nombres de las columnas: agregue arriba una línea con los nombres.',
    'The first line holds the data of a person, not the names of the columns: add a line with the names above it.',
  ]),
  archivo_primera_linea: code(8, null, [
    'La primera línea no nombra ningún dato: {declare} `encabezado=1` si trae los nombres de las columnas, o `encabezado=0` si trae a la primera persona.',
    'The first line names no datum: {declare} `encabezado=1` if it holds the names of the columns, or `encabezado=0` if it holds the first person.',
  ]),
  archivo_sin_nombres: code(8, null, [
    'El archivo no tiene encabezado, y falta saber en qué columna está `{parametro}`[?otras: (y también `{otras}`)]: hay {columnas}; indíquela con {opcion}, por su número o su letra.',
    'The file has no header, and the column of `{parametro}` is unknown[?otras: (and also `{otras}`)]: there are {columnas}; name it with {opcion}, by its number or its letter.',
  ]),
  archivo_formato: code(8, null, [
    'El formato {formato} no trae `{parametro}`[?otras: (y también `{otras}`)], y así no se puede calcular: como trae la clave, use `operacion=cotejar` o `operacion=validar`.',
    'The layout {formato} has no `{parametro}`[?otras: (and also `{otras}`)], which a calculation needs: because it has the key, use `operacion=cotejar` or `operacion=validar`.',
  ]),
  archivo_hoja: code(8, null, [
    'La hoja no trae los nombres de las columnas, y el libro tiene otras hojas: elija una con `hoja=NOMBRE` ({hojas}).',
    'The sheet does not hold the names of the columns, and the workbook has other sheets: choose one with `hoja=NOMBRE` ({hojas}).',
  ]),
  archivo_hojas: code(8, null, [
    'Todas las hojas se leen juntas solo para contestarlas en su mismo libro, no como CSV ni para cruzarlas: elija una con `hoja=NOMBRE` ({hojas}).',
    'All sheets are read together only to be answered in their own workbook, neither as CSV nor to be crossed: choose one with `hoja=NOMBRE` ({hojas}).',
  ]),
  archivo_dos_encabezados: code(8, null, [
    'La fila {fila} nombra las columnas en otro orden: pase a otro archivo esa fila y las que siguen; si el orden no cambió, {declare} `encabezado={encabezado}`.',
    'Row {fila} names the columns in another order: move it and the rows below to another file; if the order did not change, {declare} `encabezado={encabezado}`.',
  ]),
  archivo_personas_arriba: code(8, null, [
    'Los nombres de las columnas están en la fila {encabezado}, y arriba hay personas, desde la fila {fila}: pase la fila {encabezado} al principio; si esas filas no son de la lista, {declare} `encabezado={encabezado}`.',
    'The names of the columns are in row {encabezado}, and people are above it, from row {fila} on: move row {encabezado} to the top; if those rows do not belong to the list, {declare} `encabezado={encabezado}`.',
  ]),
  archivo_cabecera_larga: code(8, null, [
    'La primera línea pasa de {limite} bytes o sus comillas no cuadran: revise que lleve solo los nombres de las columnas.',
    'The first line exceeds {limite} bytes, or its quotes do not match: check that it holds only the names of the columns.',
  ]),
  archivo_columnas: code(8, null, [
    'La primera línea tiene más de {limite} columnas: revise que lleve solo los nombres de las columnas.',
    'The first line has more than {limite} columns: check that it holds only the names of the columns.',
  ]),
  archivo_columna: code(8, null, [
    'Falta la columna `{parametro}`[?otras: (y también `{otras}`)]: el archivo tiene {columnas}; indique cuál es con {opcion}[?completo:; si la de los nombres también trae los apellidos, {declare} `nombre_completo=apellidos` o `nombre_completo=nombres`, según lo que vaya primero][?cotejo:. El archivo trae claves y nombres: para compararlos, use `operacion=cotejar`][?cruce:. Sin la columna de la CURP, las listas se cruzan por nombres, apellidos y fecha de nacimiento; con sexo y entidad, también con certeza].',
    'The column `{parametro}` is missing[?otras: (and also `{otras}`)]: the file has {columnas}; say which one it is with {opcion}[?completo:; if that of the given names also holds the surnames, {declare} `nombre_completo=apellidos` or `nombre_completo=nombres`, whichever come first][?cotejo:. The file has keys and names: to compare them, use `operacion=cotejar`][?cruce:. Without a column of the CURP, lists are crossed by names, surnames and birth date; with sex and entity, with certainty too].',
  ]),
  archivo_sin_datos: code(8, null, [
    'Para cotejar hace falta al menos un dato de la persona además de la CURP: el archivo tiene {columnas}; indique cuál es con {opcion}.',
    'A comparison needs at least one datum of the person besides the CURP: the file has {columnas}; say which one it is with {opcion}.',
  ]),
  archivo_nombre_completo: code(8, null, [
    'El archivo trae el nombre completo en una columna: {declare} `nombre_completo=apellidos` o `nombre_completo=nombres`, según lo que vaya primero.',
    'The file has the whole name in one column: {declare} `nombre_completo=apellidos` (surnames) or `nombre_completo=nombres` (given names), whichever come first.',
  ]),
  archivo_nombre_aparte: code(8, null, [
    'Los apellidos vienen aparte, en {columnas}, y `nombre_completo` dice que el nombre viene completo en una columna: quite esa opción, o indique la columna del nombre completo con {opcion}.',
    'The surnames have their own columns, {columnas}, and `nombre_completo` says that one column holds the whole name: leave that option out, or say which column holds the whole name with {opcion}.',
  ]),
  archivo_apellidos: code(8, null, [
    'No se sabe si {columnas} trae los dos apellidos o solo uno: si trae los dos, indíquelo con {opcion}; si no, agregue la columna del otro.',
    'It is unclear whether {columnas} holds both surnames or only one: if it holds both, say so with {opcion}; otherwise add the column of the other.',
  ]),
  archivo_nombres: code(8, null, [
    'Los nombres de pila deben venir en una columna, o en dos como «Nombre» y «Segundo nombre», y el archivo trae {columnas}: póngalos así, en su orden, porque todos cuentan.',
    'The given names must be in one column, or in two such as “Nombre” and “Segundo nombre”, and the file has {columnas}: arrange them like that, in their order, because every one counts.',
  ]),
  archivo_ambiguo: code(8, null, [
    'Más de una columna puede ser `{parametro}`: {columnas}; indique cuál es con {opcion}.',
    'More than one column may be `{parametro}`: {columnas}; say which one it is with {opcion}.',
  ]),
  archivo_dudosa: code(8, null, [
    'No se sabe si {columnas} es `{parametro}` o la de [?lugar:un domicilio o de una escuela][?dia:otro día, como el de captura]: si es la de nacimiento, indíquelo con {opcion}[?otra:; si no lo es, deje vacía esa opción].',
    'It is unclear whether {columnas} is `{parametro}` or belongs to [?lugar:an address or a school][?dia:another day, such as that of capture]: if it is that of the birth, say so with {opcion}[?otra:; if it is not, leave that option empty].',
  ]),
  archivo_sexo: code(8, null, [
    'La columna del sexo trae solo M, que puede ser Mujer o Masculino: {declare} `sexo=hm` si es Mujer o `sexo=fm` si es Masculino.',
    'The column of the sex has only M, which may be Mujer (woman) or Masculino (man): {declare} `sexo=hm` for a woman or `sexo=fm` for a man.',
  ]),
  archivo_mapa: code(8, null, [
    'El archivo no tiene la columna «{pedida}», que se indicó para `{parametro}`: indique otra; tiene {columnas}.',
    'The file has no column “{pedida}”, which was named for `{parametro}`: name another; it has {columnas}.',
  ]),
} as const satisfies Readonly<Record<string, Code>>;

export const ROW_AND_FILE_CODES = /* @__PURE__ */ Object.assign({}, PERSON_CODES, ROW_CODES, FILE_CODES);

export type RowCause = keyof typeof ROW_AND_FILE_CODES;
export type FileCause = keyof typeof FILE_CODES;

/** One problem with a row or with a file. */
export type RowProblem<C extends RowCause = RowCause> = ProblemOf<C>;

/** One problem with a file, and others that the user can solve at the same time. */
export interface FileProblem extends ProblemOf<FileCause> {
  readonly others?: readonly (RowProblem | FileProblem)[];
  /** The sheet with the problem, if several are read. */
  readonly hoja?: string;
}

const IN_SHEET: Bilingual = ['En la hoja', 'In the sheet'];

/** The error of a row as data, until a surface puts it into words. */
export interface RowError {
  readonly code_error: number;
  readonly parametro: string | null;
  /** The problem of the row; in words if it is not the row's own, such as a used-up quota. */
  readonly problem: RowProblem | string;
}

export function toRowError(problem: RowProblem): RowError {
  const { code: code_error, parametro } = ROW_AND_FILE_CODES[problem.cause];
  return { code_error, parametro: problem.parametro ?? parametro, problem };
}

/** Words a problem of a row or of a file, with the others of the file. */
export function rowProblemInWords(problem: RowProblem | FileProblem, surface: Surface, language: Language): string {
  const { hoja = null } = 'hoja' in problem ? problem : {};
  const { others = [] } = 'others' in problem ? problem : {};
  return [
    ...(hoja === null ? [] : [`${say(IN_SHEET, language)} ${quoteNames([hoja], language)}:`]),
    problemInWords<RowCause>(ROW_AND_FILE_CODES, problem, surface, language),
    ...others.map((each) => rowProblemInWords(each, surface, language)),
  ].join(' ');
}

/** Words the error of a row. */
export const errorInWords = ({ problem }: RowError, surface: Surface, language: Language): string =>
  typeof problem === 'string' ? problem : rowProblemInWords(problem, surface, language);

/** Returns the problem with the lowest code: a row carries only one. */
export function lowestCode(problems: readonly RowProblem[]): RowProblem | undefined {
  return problems.toSorted((a, b) => ROW_AND_FILE_CODES[a.cause].code - ROW_AND_FILE_CODES[b.cause].code)[0];
}

/** A file that cannot be read, with the reason. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
  /** The problem, to word it again in another language. */
  readonly problem: FileProblem;
  readonly entry: ErrorEntry;

  constructor(problem: FileProblem, language: Language) {
    const error_message = rowProblemInWords(problem, WIRE, language);
    super(error_message);
    this.problem = problem;
    this.entry = { ...toEntry<FileCause>(FILE_CODES, problem, language), error_message };
  }

  /** Returns the same error as that of a sheet. */
  inSheet(hoja: string, language: Language): UnreadableFile {
    return new UnreadableFile({ ...this.problem, hoja }, language);
  }

  /** Returns the same error with more problems. */
  with(others: NonNullable<FileProblem['others']>, language: Language): UnreadableFile {
    const { problem } = this;
    return others.length === 0
      ? this
      : new UnreadableFile({ ...problem, others: [...(problem.others ?? []), ...others] }, language);
  }
}

/** The kind of problem of each code of a row, in a few words: several causes share a code. */
const KIND_OF_CODE: Readonly<Record<number, Bilingual>> = {
  8: ['la fila no se puede leer', 'the row cannot be read'],
  100: ['falta la CURP', 'the CURP is missing'],
  101: ['la CURP está mal escrita', 'the CURP is misspelt'],
  102: ['el RFC no es el de una persona', 'the RFC is not that of a person'],
  400: ['faltan los nombres', 'the given names are missing'],
  401: ['falta el primer apellido', 'the first surname is missing'],
  402: ['falta el segundo apellido', 'the second surname is missing'],
  403: ['falta la fecha, o el año, de nacimiento', 'the date, or the year, of birth is missing'],
  404: ['falta el mes de nacimiento', 'the month of birth is missing'],
  405: ['falta el día de nacimiento', 'the day of birth is missing'],
  406: ['falta el sexo', 'the sex is missing'],
  407: ['falta la entidad de nacimiento', 'the entity of birth is missing'],
  408: ['el año no es un número', 'the year is not a number'],
  409: ['el mes no es un número', 'the month is not a number'],
  410: ['el día no es un número', 'the day is not a number'],
  411: ['la entidad no es una clave ni un nombre conocido', 'the entity is neither a key nor a known name'],
  412: ['el año no tiene 4 dígitos', 'the year does not have 4 digits'],
  413: ['el mes no tiene 2 dígitos', 'the month does not have 2 digits'],
  414: ['el día no tiene 2 dígitos', 'the day does not have 2 digits'],
  415: ['la entidad no tiene 2 dígitos', 'the entity does not have 2 digits'],
  416: ['el sexo no se reconoce', 'the sex is not recognised'],
  417: ['nombre, fecha o entidad que no son válidos', 'a name, date or entity that is not valid'],
};

const OTHER_KIND: Bilingual = ['vea la columna error_message', 'see the column error_message'];

export const kindOf = (number: number): Bilingual => KIND_OF_CODE[number] ?? OTHER_KIND;
