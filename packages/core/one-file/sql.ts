/** The functions of `curp.sql.js`, for databases whose functions are JavaScript. As in SQL, NULL in a result means unknown. */
import { calcular as calculate, cotejar, type Persona, validar } from '@curp-service/core';
import { digitoVerificador } from '@curp-service/core/tablas';

type Text = string | null | undefined;
/** A database gives a date as the midnight of that day in UTC, or as a text that begins with it. */
type Day = Date | Text;
type Data = readonly [nombres: Text, paterno: Text, materno: Text, fecha: Day, sexo: Text, entidad: Text];

const isNull = (value: unknown): value is null | undefined => value === null || value === undefined;
const dayOf = (day: Day): string => (isNull(day) ? '' : typeof day === 'string' ? day : day.toISOString()).slice(0, 10);

const personOf = ([nombres, apellidoPaterno, apellidoMaterno, fecha, sexo, entidad]: Data): Persona => ({
  nombres: nombres ?? '',
  apellidoPaterno,
  apellidoMaterno,
  fechaNacimiento: dayOf(fecha),
  sexo: sexo ?? '',
  entidad: entidad ?? '',
});

export function calcular(...data: Data): string | null {
  const result = calculate(personOf(data));
  return result.ok ? result.curp : null;
}

export const valida = (curp: Text): boolean | null => (isNull(curp) ? null : validar(curp).valido);

export function digito(curp: Text): string | null {
  const key = (curp ?? '').trim().toUpperCase();
  return /^[0-9A-Z]{17}[0-9]?$/.test(key) ? digitoVerificador(key) : null;
}

export function coteja(curp: Text, ...data: Data): string | null {
  const result = cotejar(curp ?? '', personOf(data));
  return result.ok ? result.resultado : null;
}
