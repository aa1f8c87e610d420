/** The codes of a file: those that only a row can carry, and those that keep the whole file from being read. */
import * as en from '../textos/en.js';
import * as es from '../textos/es.js';
import { type ErrorEntry, type ProblemOf, codes, problemInWords, toEntry } from './code.js';
import type { Bilingual, Language } from '../language.js';
import { messageInWords } from '../words/in-words.js';
import { type Surface, WIRE } from '../words/message.js';
import { PERSON_CODES } from './person.js';

/** The causes that only a row of a file can have. */
const ROW_CODES = codes(es.fila, en.fila, {
  fecha_ausente: [403, 'fecha_nacimiento'],
  apellido_sin_dato: [401, 'apellido_paterno'],
  sexo_vacio: [406, 'sexo'],
  entidad_vacia: [407, 'entidad'],
  entidad_desconocida: [411, 'entidad'],
  anio_siglo: [412, 'anio_nacimiento'],
  sexo_archivo: [416, 'sexo'],
  sexo_cifra: [416, 'sexo'],
  sexo_dudoso: [416, 'sexo'],
  sexo_contradice: [416, 'sexo'],
  fecha_formato: [417, 'fecha_nacimiento'],
  fecha_siglo: [417, 'fecha_nacimiento'],
  fecha_contradice: [417, 'fecha_nacimiento'],
  fecha_inexistente: [417, 'fecha_nacimiento'],
  fecha_antigua: [417, 'fecha_nacimiento'],
  fecha_por_venir: [417, 'fecha_nacimiento'],
  nombre_con_signo: [417, null],
  nombre_sin_letra: [417, null],
  nombre_danado: [417, null],
  nombre_de_relleno: [417, null],
  nombre_sin_corte: [417, 'nombres'],
  fila_celdas: [8, null],
  fila_encabezado: [8, null],
  fila_largo: [8, null],
  fila_comillas: [8, null],
  fila_nul: [8, null],
  fila_larga: [8, null],
  fila_codificacion: [8, null],
  fila_json: [8, null],
  fila_anidada: [8, null],
  fila_nombres: [8, null],
  fila_repetida: [8, null],
  fila_formula: [8, null],
  fila_valor: [8, null],
});

/** The causes that keep a whole file from being read. */
const FILE_CODES = codes(es.archivo, en.archivo, {
  archivo_vacio: [8, null],
  archivo_libro: [8, null],
  archivo_libro_antiguo: [8, null],
  archivo_gzip: [8, null],
  archivo_zip: [8, null],
  archivo_utf32: [8, null],
  archivo_json: [8, null],
  archivo_dbf: [8, null],
  archivo_html: [8, null],
  archivo_pdf: [8, null],
  archivo_imagen: [8, null],
  archivo_encabezado: [8, null],
  archivo_sin_encabezado: [8, null],
  archivo_primera_linea: [8, null],
  archivo_sin_nombres: [8, null],
  archivo_formato: [8, null],
  archivo_hoja: [8, null],
  archivo_hojas: [8, null],
  archivo_dos_encabezados: [8, null],
  archivo_personas_arriba: [8, null],
  archivo_cabecera_larga: [8, null],
  archivo_columnas: [8, null],
  archivo_columna: [8, null],
  archivo_sin_datos: [8, null],
  archivo_nombre_completo: [8, null],
  archivo_nombre_aparte: [8, null],
  archivo_apellidos: [8, null],
  archivo_nombres: [8, null],
  archivo_ambiguo: [8, null],
  archivo_dudosa: [8, null],
  archivo_sexo: [8, null],
  archivo_sexo_nombres: [8, null],
  archivo_mapa: [8, null],
  libro_danado: [8, null],
  libro_con_contrasena: [8, null],
  libro_de_otro_tipo: [8, null],
  libro_hojas_iguales: [8, null],
  libro_hojas_tocayas: [8, null],
  libro_sin_hoja: [8, null],
  libro_grande: [8, null],
  libro_encabezado_vacio: [8, null],
  libro_ancho: [8, null],
  libro_formula: [8, null],
  libro_filas: [8, null],
  libro_fila_grande: [8, null],
  libro_resultado: [8, null],
  lista_b_grande: [8, null],
});

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

/** The error of a row as data, until a surface puts it into words. */
export interface RowError {
  /** The public name of the cause. */
  readonly id: string;
  readonly code_error: number;
  readonly parametro: string | null;
  /** The problem of the row; in words if it is not the row's own, such as a used-up quota. */
  readonly problem: RowProblem | string;
}

export function toRowError(problem: RowProblem): RowError {
  const { code: code_error, parametro } = ROW_AND_FILE_CODES[problem.cause];
  return { id: problem.cause, code_error, parametro: problem.parametro ?? parametro, problem };
}

/** Words a problem of a row or of a file, with the others of the file. */
export function rowProblemInWords(problem: RowProblem | FileProblem, surface: Surface, language: Language): string {
  const { hoja = null } = 'hoja' in problem ? problem : {};
  const { others = [] } = 'others' in problem ? problem : {};
  const frase = problemInWords<RowCause>(ROW_AND_FILE_CODES, problem, surface, language);
  const first =
    hoja === null ? frase : messageInWords({ id: 'en_la_hoja', parts: { hoja: [hoja], frase } }, surface, language);
  return [first, ...others.map((each) => rowProblemInWords(each, surface, language))].join(' ');
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

  constructor(problem: FileProblem, language: Language) {
    super(rowProblemInWords(problem, WIRE, language));
    this.problem = problem;
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

/** Returns why a file cannot be read or written, as `UnreadableFile` and the errors of workbooks say; `null` for another error. */
export function fileProblemOf(error: unknown): FileProblem | null {
  const { problem }: { readonly problem?: FileProblem } = error instanceof Error ? Object(error) : {};
  return problem !== undefined && Object.hasOwn(FILE_CODES, problem.cause) ? problem : null;
}

/** Returns the problem of a file as an answer carries it. */
export const entryOfFile = (problem: FileProblem, language: Language): ErrorEntry => ({
  ...toEntry<FileCause>(FILE_CODES, problem, language),
  error_message: rowProblemInWords(problem, WIRE, language),
});

/** Returns the kind of problem of a code of a row: several causes share a code. */
export const kindOf = (number: number): Bilingual => {
  const kind = isKind(number) ? number : 'otra';
  return [es.clases[kind], en.clases[kind]];
};

const isKind = (number: number): number is Exclude<keyof typeof es.clases, 'otra'> => number in es.clases;
