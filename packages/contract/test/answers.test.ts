/** The answers of the contract, name by name. */
import { ENTIDADES, cotejar, explicar, validar } from '@curp-service/core';
import { expect, it } from 'vitest';
import { catalogueAnswer, comparisonAnswer, explanationAnswer, validationAnswer } from '../src/answers.js';
import { RENATA_KEY } from './people.js';

const RENATA = {
  nombres: 'Renata',
  apellidoPaterno: 'Olvera',
  apellidoMaterno: 'Tinajero',
  fechaNacimiento: '1990-05-17',
  sexo: 'M',
  entidad: '09',
} as const;

it('an explanation carries every step, the candidates and the notices', () => {
  const explicacion = explicar({ ...RENATA, nombres: 'Re2nata' });
  if (!explicacion.ok) throw new Error('no key');
  expect(explanationAnswer(explicacion, ['a', 'b'])).toEqual({
    curp: explicacion.curp,
    raiz: explicacion.raiz,
    diferenciador: '0',
    digito_verificador: explicacion.digitoVerificador,
    explicacion: explicacion.explicacion,
    candidatas: ['a', 'b'],
    avisos: explicacion.avisos.map(({ codigo, severidad, posiciones, mensaje, regla }) => ({
      codigo,
      severidad,
      posiciones,
      mensaje,
      regla,
    })),
  });
});

it('a valid key carries its data and no finding', () => {
  expect(validationAnswer(validar(RENATA_KEY))).toEqual({
    valido: true,
    hallazgos: [],
    datos: {
      fecha_nacimiento: '1990-05-17',
      sexo: 'M',
      clave_entidad: '09',
      nombre_entidad: 'CIUDAD DE MÉXICO',
      abreviatura_entidad: 'DF',
      homonimo: false,
    },
  });
});

it('a finding carries its code, severity, positions and rule', () => {
  expect(validationAnswer(validar(`${RENATA_KEY.slice(0, 17)}9`))).toMatchObject({
    valido: false,
    hallazgos: [
      {
        codigo: 'digito_verificador',
        severidad: 'error',
        posiciones: [18],
        regla: 'IN 18',
        mensaje: expect.stringContaining('dígito') as unknown,
      },
    ],
  });
});

it('a comparison carries its result, the calculated key, and what differs', () => {
  const cotejo = cotejar(RENATA_KEY, RENATA);
  if (!cotejo.ok) throw new Error('no key');
  expect(comparisonAnswer(cotejo)).toEqual({
    resultado: 'identica',
    calculada: RENATA_KEY,
    posiciones: cotejo.posiciones,
    campos: cotejo.campos,
  });
});

it('the catalogue carries the 33 entities', () => {
  const { clave_entidad: entidades } = catalogueAnswer(ENTIDADES) as { clave_entidad: object[] };
  expect(entidades).toHaveLength(33);
  expect(entidades[8]).toEqual({
    clave_entidad: '09',
    nombre_entidad: 'CIUDAD DE MÉXICO',
    abreviatura_entidad: 'DF',
  });
});
