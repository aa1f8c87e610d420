/** The operations on a row: the columns that each adds, and their values. */
import { type NombreCortado, calcular, cotejar, sugerir, unicaSugerencia, validar } from '@curp-service/core';
import { comparisonAnswer, toWire } from '@curp-service/contract/answers';
import type { RowCause, RowProblem } from '@curp-service/contract/codes/file';
import { ADDED_COLUMNS, type OperationName } from '@curp-service/contract/columns';
import { CORE_OPTIONS, type Language } from '@curp-service/contract/language';
import {
  type PersonValues,
  formProblems,
  isMissing,
  personProblems,
  toPersona,
} from '@curp-service/contract/parameters';
import type { Value } from '../write/csv-writer.js';

/** The data of one row, and the problems with how they are written. */
export interface RowData extends PersonValues {
  readonly curp: string | undefined;
  readonly problems: readonly RowProblem[];
  /** The date came in one column. */
  readonly hasOneDate: boolean;
  /** How a whole name was cut; `null`: the names came apart. */
  readonly cut: NombreCortado | null;
}

/** The values of a row in the order of the columns, or every problem with it. */
export type Result = { readonly values: readonly Value[] } | { readonly problems: readonly RowProblem[] };

export interface Operation {
  readonly columns: readonly string[];
  readonly run: (data: RowData, language: Language) => Result;
  /** Whether the values are the ones hoped for: a key, a valid key, an identical key. */
  readonly isGood: (values: readonly Value[]) => boolean;
}

const keyProblems = ({ curp }: RowData): RowProblem[] => (isMissing(curp) ? [{ cause: 'curp_ausente' }] : []);

/** The causes of a request, as a file says them: it may write a sex and an entity in other ways. */
const OF_FILE: Partial<Record<RowCause, RowCause>> = { sexo_ausente: 'sexo_vacio', entidad_ausente: 'entidad_vacia' };

/** The same, for a file with one column for the date. */
const OF_ONE_DATE: Partial<Record<RowCause, RowCause>> = {
  ...OF_FILE,
  mes_inexistente: 'fecha_inexistente',
  dia_inexistente: 'fecha_inexistente',
  fecha_remota: 'fecha_antigua',
  fecha_futura: 'fecha_por_venir',
};

/** Every problem with the data of a person. */
function allProblems(data: RowData): RowProblem[] {
  const causes = data.hasOneDate ? OF_ONE_DATE : OF_FILE;
  const inWords = (found: RowProblem): RowProblem => ({ ...found, cause: causes[found.cause] ?? found.cause });
  return [...data.problems, ...personProblems(data).map(inWords)];
}

export const OPERATIONS: Readonly<Record<OperationName, Operation>> = {
  calcular: {
    columns: ADDED_COLUMNS.calcular,
    run: (data) => {
      if (data.problems.length === 0 && formProblems(data).length === 0) {
        const result = calcular(toPersona(data));
        if (result.ok) return { values: [result.curp] };
      }
      return { problems: allProblems(data) };
    },
    isGood: () => true,
  },
  validar: {
    columns: ADDED_COLUMNS.validar,
    run: (data, language) => {
      const problems = keyProblems(data);
      if (problems.length > 0) return { problems };
      const { curp = '' } = data;
      const validacion = validar(curp, CORE_OPTIONS[language]);
      const { valido, hallazgos, datos: d } = validacion;
      const sugerencia = hallazgos.length === 0 ? undefined : unicaSugerencia(validacion, sugerir(curp));
      const read = [d.fechaNacimiento, d.sexo, d.claveEntidad, d.nombreEntidad, d.abreviaturaEntidad, d.homonimo];
      return { values: [valido, hallazgos.map(toWire), ...[...read, sugerencia].map((value) => value ?? null)] };
    },
    isGood: ([valido]) => valido === true,
  },
  cotejar: {
    columns: ADDED_COLUMNS.cotejar,
    run: (data) => {
      const problems = [...keyProblems(data), ...allProblems(data)];
      if (problems.length > 0) return { problems };
      const cotejo = cotejar(data.curp ?? '', toPersona(data));
      if (!cotejo.ok) return { problems: [{ cause: 'calculo' }] };
      const difieren = Object.entries(comparisonAnswer(cotejo).campos).flatMap(([campo, v]) =>
        v === 'difiere' ? [campo] : [],
      );
      return { values: [cotejo.resultado, cotejo.calculada, difieren] };
    },
    isGood: ([resultado]) => resultado === 'identica',
  },
};

/** The column added where whole names are cut. */
const NOTICES_COLUMN = 'avisos';

/** The same operation, with a notice for each name that can be cut in another way. */
export const withNotices = (operation: Operation): Operation => ({
  ...operation,
  columns: [...operation.columns, NOTICES_COLUMN],
  run: (data, language) => {
    const result = operation.run(data, language);
    return 'values' in result ? { values: [...result.values, noticeOf(data, language)] } : result;
  },
});

function noticeOf({ cut }: RowData, language: Language): string {
  if (!cut?.dudoso) return '';
  const read = `«${cut.apellidoPaterno}» «${cut.apellidoMaterno}» «${cut.nombres}»`;
  return language === 'en'
    ? `The name can be cut in another way; it was read as ${read}.`
    : `El nombre puede cortarse de otra manera; se leyó ${read}.`;
}
