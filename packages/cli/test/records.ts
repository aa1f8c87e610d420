/** Records of invented people, one for each number: the same person born on another day. */
import { type Persona, calcular } from '@curp-service/core';

export const CAMPOS =
  'CURP,Nombres,ApellidoPaterno,ApellidoMaterno,ClaveSexo,Sexo,FechaNacimiento,Nacionalidad,ClaveEntidadNacimiento,EntidadNacimiento,ClaveDocProbatorio,DocProbatorio,ClaveStatusCurp,StatusCurp,AnioRegistro,ClaveEntidadEmisora,ClaveMunicipioRegistro,MunicipioRegistro,Foja,FolioCarta,Libro,NumActa,NumEntidadRegistrante,EntidadRegistrante,NumRegExtranjeros,Tomo';

const dos = (n: number): string => String(n).padStart(2, '0');

/** The fields of the contract, in their order. There are 60,480 of them. */
export function registro(n: number): Record<string, string> {
  const [dia, mes, anio] = [dos(1 + (n % 28)), dos(1 + (Math.floor(n / 28) % 12)), 1930 + (Math.floor(n / 336) % 90)];
  const sexo = n < 30_240 ? 'M' : 'H';
  const datos: Omit<Persona, 'fechaNacimiento'> = {
    nombres: 'Renata Íñiga',
    apellidoPaterno: 'Olvera',
    apellidoMaterno: 'Ñáñez',
    sexo,
    entidad: 'DF',
  };
  const calculo = calcular({ ...datos, fechaNacimiento: `${anio}-${mes}-${dia}` });
  const curp = calculo.ok ? calculo.curp : '';
  const persona = `${curp},RENATA ÍÑIGA,OLVERA,ÑÁÑEZ,${sexo},${sexo === 'M' ? 'MUJER' : 'HOMBRE'},${dia}/${mes}/${anio},MEX`;
  const acta = `DF,CIUDAD DE MÉXICO,1,ACTA DE NACIMIENTO,AN,ALTA NORMAL,${anio},DF,015,CUAUHTÉMOC`;
  const valores = `${persona},${acta},,,,${n},09,CIUDAD DE MÉXICO,,`.split(',');
  return Object.fromEntries(CAMPOS.split(',').map((campo, i) => [campo, valores[i] ?? '']));
}

export const curpDe = (n: number): string => registro(n)['CURP'] ?? '';

/** One line of a CSV. */
export const linea = (n: number, cambios: Readonly<Record<string, string>> = {}, delimitador = ','): string =>
  Object.values({ ...registro(n), ...cambios }).join(delimitador);

export const csv = (...lineas: readonly string[]): string => `${[CAMPOS, ...lineas].join('\n')}\n`;

const DEL_SOLICITANTE = 14;

/** As the operation answers it. */
export function anidado(n: number): unknown {
  const campos = Object.entries(registro(n));
  return {
    Solicitante: Object.fromEntries(campos.slice(0, DEL_SOLICITANTE)),
    DocProbatorio: Object.fromEntries(campos.slice(DEL_SOLICITANTE)),
  };
}

/** What nobody may read on a terminal. */
export const DATOS = /RENATA|OLVERA|ÑÁÑEZ|[A-Z]{4}\d{6}|\d\d\/\d\d\/\d{4}/;
