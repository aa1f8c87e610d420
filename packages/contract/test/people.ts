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
