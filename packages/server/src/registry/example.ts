/** The record of the invented person in the API reference. */
import type { RegistryRecord } from '@curp-service/contract/record';

export const EXAMPLE_RECORD: RegistryRecord = {
  Solicitante: {
    CURP: 'CUOA900517MDFRXN01',
    Nombres: 'MARÍA DE LOS ÁNGELES',
    ApellidoPaterno: 'DE LA CRUZ',
    ApellidoMaterno: "O'HARA",
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
  },
  DocProbatorio: {
    AnioRegistro: '1990',
    ClaveEntidadEmisora: 'DF',
    ClaveMunicipioRegistro: '015',
    MunicipioRegistro: 'CUAUHTÉMOC',
    Foja: '',
    FolioCarta: '',
    Libro: '',
    NumActa: '00123',
    NumEntidadRegistrante: '09',
    EntidadRegistrante: 'CIUDAD DE MÉXICO',
    NumRegExtranjeros: '',
    Tomo: '',
  },
};
