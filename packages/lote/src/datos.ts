/** The data of a row: from the texts of its columns to the contract's parameters. */
import type { Problema } from './codigos.js';
import type { Campo } from './columnas.js';
import type { Datos } from './operaciones.js';
import { falta } from './parametros.js';
import { leerEntidad, leerFecha, leerSexo } from './valores.js';

/** A date that makes nothing else wrong, in place of one that is. */
const OTRA = { anio: '2000', mes: '01', dia: '01' };

/** Reads a row. `conFecha`: its date is in one column. `undefined`: the row has nothing there. */
export function leerDatos(texto: (campo: Campo) => string | undefined, conFecha: boolean): Datos {
  const sexo = texto('sexo');
  const entidad = texto('entidad');
  const problemas: Problema[] = [];
  let anio = texto('anio_nacimiento');
  let mes = texto('mes_nacimiento');
  let dia = texto('dia_nacimiento');
  if (conFecha) {
    const escrita = texto('fecha_nacimiento');
    const fecha = falta(escrita) ? null : leerFecha(escrita);
    if (fecha === null) problemas.push({ causa: falta(escrita) ? 'fecha_ausente' : 'fecha_formato' });
    ({ anio, mes, dia } = fecha ?? OTRA);
  }
  return {
    nombres: texto('nombres'),
    apellido_paterno: texto('apellido_paterno'),
    apellido_materno: texto('apellido_materno'),
    anio_nacimiento: anio,
    mes_nacimiento: mes,
    dia_nacimiento: dia,
    sexo: sexo === undefined ? undefined : leerSexo(sexo),
    entidad: entidad === undefined ? undefined : leerEntidad(entidad),
    curp: texto('curp'),
    problemas,
  };
}
