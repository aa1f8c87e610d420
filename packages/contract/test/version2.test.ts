/** Version 2 of the contract: its paths, its names, its failures and its records. */
import { describe, expect, it } from 'vitest';
import { failure } from '../src/envelope.js';
import { PERSON_PARAMETERS } from '../src/columns.js';
import { inWords } from '../src/words/in-words.js';
import {
  METHODS,
  VERSION2_PARAMETERS,
  VERSION_2,
  failureInVersion2,
  isVersion2,
  recordInVersion2,
} from '../src/version2.js';
import { SOLICITANTE } from './people.js';

describe('a path', () => {
  it.each([
    '/api/v2/curp/getData',
    '/api/v2/anything',
    ...METHODS.flatMap((method) => [`/curp/${method}`, `/curp/${method}/`, `/curp/${method}?token=x`]),
  ])('%s belongs to version 2', (url) => {
    expect(isVersion2(url)).toBe(true);
  });

  it.each(['/curp/validar', '/curp/getdata', '/curp/getDataAll', '/x/api/v2/', '/api/v1/curp/getData', '/curp'])(
    '%s does not belong to version 2',
    (url) => {
      expect(isVersion2(url)).toBe(false);
    },
  );
});

it('every parameter of a person has a name of its own', () => {
  const parameters = Object.values(VERSION2_PARAMETERS);
  expect(parameters.toSorted()).toEqual([...PERSON_PARAMETERS, 'curp', 'token'].toSorted());
});

describe('a failure in version 2', () => {
  it('names the fields of version 2, and repeats its message as msn', () => {
    const answer = failure(
      [
        { cause: 'apellido_materno_ausente', parametro: 'apellido_materno' },
        { cause: 'mes_nacimiento_cifras', parametro: 'mes_nacimiento' },
      ],
      'en',
    );
    const told = failureInVersion2(answer);
    expect(told).toMatchObject({ error: true, code_error: 402, msn: told.error_message });
    expect(told.error_message).toContain('`secondLastName`');
    expect(told.response.errores?.map(({ code_error, parametro }) => [code_error, parametro])).toEqual([
      [402, 'secondLastName'],
      [413, 'birthMonth'],
    ]);
    expect(JSON.stringify(told)).not.toMatch(/apellido|nacimiento/);
  });

  it('names the paths of version 2, and keeps other words unchanged', () => {
    const said = (text: string): string => inWords(text, {}, VERSION_2, 'en');
    expect(said('see `/curp/entidades`, `token=…` and `09`')).toBe(
      'see `/api/v2/curp/getEntities`, `"token": "…"` and `09`',
    );
    expect(said('`nombres` is not nombres')).toBe('`names` is not nombres');
  });

  it('has an empty response if it concerns no parameter', () => {
    expect(failureInVersion2(failure([{ cause: 'sobrecarga' }], 'es')).response).toStrictEqual({});
  });
});

const DOCUMENT = {
  AnioRegistro: '1990',
  ClaveEntidadEmisora: '09',
  ClaveMunicipioRegistro: '015',
  MunicipioRegistro: 'CUAUHTÉMOC',
  Foja: '',
  FolioCarta: '7',
  Libro: '12-B',
  NumActa: '00123',
  NumEntidadRegistrante: '09',
  EntidadRegistrante: 'CIUDAD DE MÉXICO',
  NumRegExtranjeros: '',
  Tomo: '1234567890123456',
};

describe('a record in version 2', () => {
  it('has the names of version 2, numbers where they are, and an ISO date', () => {
    expect(recordInVersion2({ Solicitante: SOLICITANTE, DocProbatorio: DOCUMENT })).toEqual({
      Applicant: {
        CURP: 'OETR900517MDFLNN05',
        Names: 'RENATA',
        LastName: 'OLVERA',
        SecondLastName: 'TINAJERO',
        GenderKey: 'M',
        Gender: 'MUJER',
        DateOfBirth: '1990-05-17',
        Nacionality: 'MEX',
        CodeEntityBirth: 'DF',
        EntityBirth: 'CIUDAD DE MÉXICO',
        KeyEvidentiaryDocument: 1,
        EvidentiaryDocument: 'ACTA DE NACIMIENTO',
        CurpStatusKey: 'AN',
        CurpStatus: 'ALTA NORMAL',
      },
      EvidentiaryDocument: {
        YearRegistration: 1990,
        KeyIssuingEntity: '09',
        KeyMunicipalityRegistration: 15,
        MunicipalityRegistration: 'CUAUHTÉMOC',
        Foja: '',
        FolioLetter: '7',
        Book: '12-B',
        CertificateNumber: 123,
        RegistrantNumber: 9,
        RegistrationEntity: 'CIUDAD DE MÉXICO',
        ForeignRegistrationNumber: '',
        Volume: '1234567890123456',
      },
    });
  });

  it('keeps a date that cannot be read', () => {
    const solicitante = { ...SOLICITANTE, FechaNacimiento: 'sin dato' };
    expect(recordInVersion2({ Solicitante: solicitante, DocProbatorio: DOCUMENT }).Applicant['DateOfBirth']).toBe(
      'sin dato',
    );
  });

  it('keeps a text that could be read as a date and is none', () => {
    const document = { ...DOCUMENT, FolioCarta: '17051990' };
    const { EvidentiaryDocument } = recordInVersion2({ Solicitante: SOLICITANTE, DocProbatorio: document });
    expect(EvidentiaryDocument['FolioLetter']).toBe('17051990');
  });
});
