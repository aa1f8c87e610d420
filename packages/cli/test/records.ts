/** Records of invented people: each number gives the same person born on another day. */
import { type Persona, calcular } from '@curp-service/core';

export const FIELDS =
  'CURP,Nombres,ApellidoPaterno,ApellidoMaterno,ClaveSexo,Sexo,FechaNacimiento,Nacionalidad,ClaveEntidadNacimiento,EntidadNacimiento,ClaveDocProbatorio,DocProbatorio,ClaveStatusCurp,StatusCurp,AnioRegistro,ClaveEntidadEmisora,ClaveMunicipioRegistro,MunicipioRegistro,Foja,FolioCarta,Libro,NumActa,NumEntidadRegistrante,EntidadRegistrante,NumRegExtranjeros,Tomo';

const twoDigits = (n: number): string => String(n).padStart(2, '0');

/** Returns the fields of the contract in their order, for `n` up to 60,479. */
export function recordOf(n: number): Record<string, string> {
  const [day, month, year] = [
    twoDigits(1 + (n % 28)),
    twoDigits(1 + (Math.floor(n / 28) % 12)),
    1930 + (Math.floor(n / 336) % 90),
  ];
  const sexo = n < 30_240 ? 'M' : 'H';
  const data: Omit<Persona, 'fechaNacimiento'> = {
    nombres: 'Renata Íñiga',
    apellidoPaterno: 'Olvera',
    apellidoMaterno: 'Ñáñez',
    sexo,
    entidad: 'DF',
  };
  const result = calcular({ ...data, fechaNacimiento: `${year}-${month}-${day}` });
  const curp = result.ok ? result.curp : '';
  const person = `${curp},RENATA ÍÑIGA,OLVERA,ÑÁÑEZ,${sexo},${sexo === 'M' ? 'MUJER' : 'HOMBRE'},${day}/${month}/${year},MEX`;
  const certificate = `DF,CIUDAD DE MÉXICO,1,ACTA DE NACIMIENTO,AN,ALTA NORMAL,${year},DF,015,CUAUHTÉMOC`;
  const values = `${person},${certificate},,,,${n},09,CIUDAD DE MÉXICO,,`.split(',');
  return Object.fromEntries(FIELDS.split(',').map((field, i) => [field, values[i] ?? '']));
}

export const curpOf = (n: number): string => recordOf(n)['CURP'] ?? '';

export const csvLine = (n: number, changes: Readonly<Record<string, string>> = {}, delimiter = ','): string =>
  Object.values({ ...recordOf(n), ...changes }).join(delimiter);

export const csv = (...lines: readonly string[]): string => `${[FIELDS, ...lines].join('\n')}\n`;

const APPLICANT_FIELDS = 14;

/** Returns the form in which `obtener_datos` answers. */
export function nestedRecord(n: number): unknown {
  const fields = Object.entries(recordOf(n));
  return {
    Solicitante: Object.fromEntries(fields.slice(0, APPLICANT_FIELDS)),
    DocProbatorio: Object.fromEntries(fields.slice(APPLICANT_FIELDS)),
  };
}

/** Texts that must never appear on a terminal. */
export const PERSONAL_DATA = /RENATA|OLVERA|ÑÁÑEZ|[A-Z]{4}\d{6}|\d\d\/\d\d\/\d{4}/;
