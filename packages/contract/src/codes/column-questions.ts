/** Asks which columns hold the data that a header does not name: all questions at once. */
import type { FileCause, RowProblem } from './file.js';
import { DATE_PARTS, type Field, type FoundColumns, WHOLE_NAME, SURNAMES } from '../columns.js';
import { isFullName, simplify } from '../columns/names.js';

export const DATE_FIELDS: readonly Field[] = ['fecha_nacimiento', ...DATE_PARTS];

/** Makes the question about a datum: its cause, the columns that may hold it, and the data that are missing with it. */
type AskColumn = (
  field: Field,
  cause: FileCause,
  inThese: readonly string[],
  missing: readonly Field[],
) => RowProblem<FileCause>;

/** Returns a question for each missing datum that columns may hold, and one for all others. */
export function columnQuestions(
  missing: readonly Field[],
  names: readonly string[],
  { ambiguous, doubtful }: FoundColumns,
  split: readonly string[],
  question: AskColumn,
): readonly RowProblem<FileCause>[] {
  const named = (indexes: readonly number[]): string[] => indexes.flatMap((i) => names[i] ?? []);
  const needed = missing.includes('apellido_paterno') ? ([...missing, 'apellidos'] as const) : missing;
  const answered = new Set<Field>();
  const asked = (field: Field, cause: FileCause, inThese: readonly string[]): RowProblem<FileCause> => {
    const rest = missing.filter((each) => !answered.has(each) && each !== field);
    for (const each of answeredWith(field, cause)) answered.add(each);
    return question(field, cause, inThese, cause === 'archivo_columna' ? [field, ...rest] : [field]);
  };
  const questions: RowProblem<FileCause>[] = [];
  for (const [cause, found] of [
    ['archivo_ambiguo', ambiguous],
    ['archivo_dudosa', doubtful],
  ] as const)
    for (const field of needed)
      if (found.has(field) && !answered.has(field))
        questions.push(
          asked(
            field,
            found === doubtful && field === 'apellidos' ? 'archivo_apellidos' : cause,
            named(found.get(field) ?? []),
          ),
        );
  for (let field = missing.find((each) => !answered.has(each)); field !== undefined;) {
    const [cause, inThese] = inOtherColumns(field, names, split);
    questions.push(asked(field, cause, inThese));
    // One sentence names all data that no column holds.
    if (cause === 'archivo_columna') break;
    field = missing.find((each) => !answered.has(each));
  }
  return questions;
}

/** Returns the data that the answer to a question gives: that of the first surname or of a whole name gives others too. */
function answeredWith(field: Field, cause: FileCause): readonly Field[] {
  if (cause === 'archivo_nombre_completo') return WHOLE_NAME;
  if (field === 'apellidos') return ['apellidos', ...SURNAMES];
  return DATE_FIELDS.includes(field)
    ? DATE_FIELDS
    : [field, ...(SURNAMES.some((each) => each === field) ? (['apellidos'] as const) : [])];
}

/** Says why a datum has no column of its own, and which columns hold its parts. */
export function inOtherColumns(
  field: Field,
  names: readonly string[],
  split: readonly string[],
): readonly [cause: FileCause, found: readonly string[]] {
  if (field === 'nombres' && split.length > 0) return ['archivo_nombres', split];
  const isWhole = WHOLE_NAME.some((name) => name === field) && names.some((name) => isFullName(simplify(name)));
  return [isWhole ? 'archivo_nombre_completo' : 'archivo_columna', []];
}
