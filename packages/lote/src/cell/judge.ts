/** Finds the problems of one datum as the contract does, and ranks them among those of the other data of the row. */
import {
  type RowCause,
  type RowProblem,
  ROW_AND_FILE_CODES,
  lowestCode,
  toRowError,
} from '@curp-service/contract/codes/file';
import {
  NULL_TEXTS,
  type PersonValues,
  formProblems,
  isMissing,
  personProblems,
} from '@curp-service/contract/parameters';
import { ISO_DATE, isSex } from '@curp-service/contract/values';
import { codigosDeClave, leer, problemaDeFecha } from '@curp-service/core/leido';
import type { RankedProblem } from './part.js';
import type { Role } from './roles.js';

/** Data without any problem, beside which one datum is judged. */
const GOOD_DATA: PersonValues = {
  nombres: 'X',
  apellido_paterno: 'X',
  apellido_materno: '',
  anio_nacimiento: '2000',
  mes_nacimiento: '01',
  dia_nacimiento: '01',
  sexo: 'X',
  entidad: '09',
};

/** The causes of requests that have another wording for files, which may write a sex and an entity in more ways. */
const OF_FILE: Partial<Record<RowCause, RowCause>> = { sexo_ausente: 'sexo_vacio', entidad_ausente: 'entidad_vacia' };

/** Like `OF_FILE`, for a file with one column for the date. */
const OF_ONE_DATE: Partial<Record<RowCause, RowCause>> = {
  ...OF_FILE,
  mes_inexistente: 'fecha_inexistente',
  dia_inexistente: 'fecha_inexistente',
  fecha_remota: 'fecha_antigua',
  fecha_futura: 'fecha_por_venir',
};

/** Returns problems in the wording for files. */
export function wordedForFiles(found: readonly RowProblem[], hasOneDate: boolean): RowProblem[] {
  const causes = hasOneDate ? OF_ONE_DATE : OF_FILE;
  return found.map((one) => ({ ...one, cause: causes[one.cause] ?? one.cause }));
}

/** The order in which problems are found: those of how a datum is written, of its form, of its month, and those of the norm. */
const enum Stage {
  READ = 0,
  FORM = 100,
  MONTH = 200,
  NORM = 300,
}

/** Returns whether the contract finds nothing wrong with these values: the quick answer for nearly all. */
function areGood({
  anio_nacimiento: anio,
  mes_nacimiento: mes,
  dia_nacimiento: dia,
  ...values
}: Partial<PersonValues>): boolean {
  const hasDate = anio !== undefined || mes !== undefined || dia !== undefined;
  if (hasDate && !isBirth(`${anio}-${mes}-${dia}`)) return false;
  return (
    Object.entries(values).every(([name, value]) => {
      if (name === 'sexo') return isSex(value);
      if (name === 'entidad')
        return value?.length === 2 && codigosDeClave(value.charCodeAt(0), value.charCodeAt(1)) !== 0;
      if (name === 'apellido_materno' && value === '') return true;
      return !isMissing(value) && !NULL_TEXTS.has(value) && leer(value, false) > 0;
    }) &&
    (hasDate || Object.keys(values).length > 0)
  );
}

/** Returns whether a date is a day on which somebody can be born. */
const isBirth = (date: string): boolean =>
  ISO_DATE.test(date) &&
  problemaDeFecha(Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8))) === null;

/** Returns the first problem with the lowest code of a datum; `null` if it has none. `read`: the problems of how it is written. */
export function firstProblem(
  role: Role,
  values: Partial<PersonValues>,
  read: readonly RowProblem[],
  hasOneDate: boolean,
): RankedProblem | null {
  if (areGood(values)) {
    const problem = lowestCode(read);
    return problem === undefined ? null : { problem, order: Stage.READ + role, error: toRowError(problem) };
  }
  const person = { ...GOOD_DATA, ...values };
  const forms = formProblems(person).length;
  const found = personProblems(person);
  const problems = [...read, ...wordedForFiles(found, hasOneDate)];
  const problem = lowestCode(problems);
  if (problem === undefined) return null;
  const index = problems.indexOf(problem) - read.length;
  const stage =
    index < 0
      ? Stage.READ
      : index < forms
        ? Stage.FORM
        : found[index].cause === 'mes_inexistente'
          ? Stage.MONTH
          : Stage.NORM;
  return { problem, order: stage + role, error: toRowError(problem) };
}

/** Returns the problem of a row of two of its data: that with the lower code or, with the same code, that which is found first. */
export function lowerOf(a: RankedProblem | null, b: RankedProblem | null): RankedProblem | null {
  if (a === null || b === null) return a ?? b;
  const [codeOfA, codeOfB] = [a, b].map(({ problem }) => ROW_AND_FILE_CODES[problem.cause].code);
  return codeOfB < codeOfA || (codeOfB === codeOfA && b.order < a.order) ? b : a;
}
