/** Renata, an invented person whom the tests vary: her eight parameters and her key. */
export const RENATA = {
  nombres: 'Renata',
  apellido_paterno: 'Olvera',
  apellido_materno: 'Tinajero',
  anio_nacimiento: '1990',
  mes_nacimiento: '05',
  dia_nacimiento: '17',
  sexo: 'M',
  entidad: '09',
} as const;
export const RENATA_KEY = 'OETR900517MDFLNN05';

/** Returns the sex in the key of each row of a CSV, in order, or `-` if the row has no key. */
export const sexesIn = (csv: string): string =>
  csv
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((row) => /[A-Z]{4}\d{6}([HMX])/.exec(row)?.[1] ?? '-')
    .join('');

/** The first half of a record of the registry, for an invented person. */
export const SOLICITANTE = {
  CURP: 'OETR900517MDFLNN05',
  Nombres: 'RENATA',
  ApellidoPaterno: 'OLVERA',
  ApellidoMaterno: 'TINAJERO',
  ClaveSexo: 'M',
  Sexo: 'MUJER',
  FechaNacimiento: '17/05/1990',
  Nacionalidad: 'MEX',
  ClaveEntidadNacimiento: 'DF',
  EntidadNacimiento: 'CIUDAD DE MÉXICO',
  ClaveDocProbatorio: '1',
  DocProbatorio: 'ACTA DE NACIMIENTO',
  ClaveStatusCurp: 'AN',
  StatusCurp: 'ALTA NORMAL',
};

const DAY_MS = 86_400_000;
const DAYS = 20_000;

/** Returns a date of birth and the number of a state, another pair for each of the first 640,000 numbers. Number 0 was born on 17 May 1990 in 09. */
export function birthOf(i: number): { readonly date: string; readonly state: string } {
  const date = new Date(Date.UTC(1990, 4, 17) - (i % DAYS) * DAY_MS).toISOString().slice(0, 10);
  return { date, state: String(1 + ((8 + Math.floor(i / DAYS)) % 32)).padStart(2, '0') };
}

/** Returns a date of two numbers up to 12 and a year, another for each of the first 10,000 numbers. */
export function shortDate(i: number): string {
  const two = (number: number): string => String(1 + (number % 12)).padStart(2, '0');
  return `${two(i)}/${two(Math.floor(i / 12))}/${1998 - Math.floor(i / 144)}`;
}
