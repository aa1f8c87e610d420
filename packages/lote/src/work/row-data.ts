/** The data of a row: from the texts of its columns to the contract's parameters. */
import type { RowProblem } from '@curp-service/contract/codes/file';
import type { Field, OperationName } from '@curp-service/contract/columns';
import type { Datos } from './operations.js';
import { isMissing } from '@curp-service/contract/parameters';
import { readEntity, readDate, readSex } from '@curp-service/contract/values';

/** Values that make nothing else wrong, in place of those that are. */
const OTRA_FECHA = { anio: '2000', mes: '01', dia: '01' };
const OTRA_ENTIDAD = '09';

/** What an operation that asks for no person has of one. */
const NADIE = {
  nombres: undefined,
  apellido_paterno: undefined,
  apellido_materno: undefined,
  anio_nacimiento: undefined,
  mes_nacimiento: undefined,
  dia_nacimiento: undefined,
  sexo: undefined,
  entidad: undefined,
  problemas: [],
};

/** Reads of a row what an operation needs. `conFecha`: its date is in one column. `undefined`: it has nothing there. */
export function leerDatos(
  texto: (campo: Field) => string | undefined,
  operacion: OperationName,
  conFecha: boolean,
): Datos {
  const curp = operacion === 'calcular' ? undefined : texto('curp');
  if (operacion === 'validar') return { ...NADIE, curp };
  const sexo = texto('sexo');
  const entidad = texto('entidad');
  const problemas: RowProblem[] = [];
  let anio = texto('anio_nacimiento');
  let mes = texto('mes_nacimiento');
  let dia = texto('dia_nacimiento');
  if (conFecha) {
    const escrita = texto('fecha_nacimiento');
    const fecha = isMissing(escrita) ? null : readDate(escrita);
    if (fecha === null) problemas.push({ cause: isMissing(escrita) ? 'fecha_ausente' : 'fecha_formato' });
    ({ anio, mes, dia } = fecha ?? OTRA_FECHA);
  }
  const clave = entidad === undefined ? undefined : readEntity(entidad);
  const seReconoce = isMissing(clave) || /^\d+$/.test(clave); // of digits, the contract says what is wrong
  if (!seReconoce) problemas.push({ cause: 'entidad_desconocida' });
  return {
    nombres: texto('nombres'),
    apellido_paterno: texto('apellido_paterno'),
    apellido_materno: texto('apellido_materno'),
    anio_nacimiento: anio,
    mes_nacimiento: mes,
    dia_nacimiento: dia,
    sexo: sexo === undefined ? undefined : readSex(sexo),
    entidad: seReconoce ? clave : OTRA_ENTIDAD,
    curp,
    problemas,
  };
}
