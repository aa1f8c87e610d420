/** Turns the texts of a row's columns into the parameters of the contract. */
import type { RowProblem } from '@curp-service/contract/codes/file';
import type { Field, OperationName } from '@curp-service/contract/columns';
import { isMissing } from '@curp-service/contract/parameters';
import { readDate, readEntity, readSex } from '@curp-service/contract/values';
import type { RowData } from './operations.js';

/** Stand in for a bad date or entity, so that it causes no second problem. */
const NEUTRAL_DATE = { anio: '2000', mes: '01', dia: '01' };
const NEUTRAL_ENTITY = '09';

/** The data of an operation that reads no person. */
const NO_PERSON = {
  nombres: undefined,
  apellido_paterno: undefined,
  apellido_materno: undefined,
  anio_nacimiento: undefined,
  mes_nacimiento: undefined,
  dia_nacimiento: undefined,
  sexo: undefined,
  entidad: undefined,
  problems: [],
};

/**
 * Reads the data that an operation needs. `textOf`: the text of a datum, `undefined` if the row has none. `inOneColumn`:
 * the date is in one column.
 */
export function readRowData(
  textOf: (field: Field) => string | undefined,
  operation: OperationName,
  inOneColumn: boolean,
): RowData {
  const curp = operation === 'calcular' ? undefined : textOf('curp');
  if (operation === 'validar') return { ...NO_PERSON, curp };
  const sex = textOf('sexo');
  const entity = textOf('entidad');
  const problems: RowProblem[] = [];
  let anio = textOf('anio_nacimiento');
  let mes = textOf('mes_nacimiento');
  let dia = textOf('dia_nacimiento');
  if (inOneColumn) {
    const written = textOf('fecha_nacimiento');
    const date = isMissing(written) ? null : readDate(written);
    if (date === null) problems.push({ cause: isMissing(written) ? 'fecha_ausente' : 'fecha_formato' });
    ({ anio, mes, dia } = date ?? NEUTRAL_DATE);
  }
  const entityKey = entity === undefined ? undefined : readEntity(entity);
  const isRecognised = isMissing(entityKey) || /^\d+$/.test(entityKey); // the contract judges digits
  if (!isRecognised) problems.push({ cause: 'entidad_desconocida' });
  return {
    nombres: textOf('nombres'),
    apellido_paterno: textOf('apellido_paterno'),
    apellido_materno: textOf('apellido_materno'),
    anio_nacimiento: anio,
    mes_nacimiento: mes,
    dia_nacimiento: dia,
    sexo: sex === undefined ? undefined : readSex(sex),
    entidad: isRecognised ? entityKey : NEUTRAL_ENTITY,
    curp,
    problems,
  };
}
