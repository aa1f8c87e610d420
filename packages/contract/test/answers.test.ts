/** The answers of the contract, field by field. */
import { ENTIDADES, cotejar, explicar, sugerir, validar } from '@curp-service/core';
import { expect, it } from 'vitest';
import { CORE_OPTIONS } from '../src/language.js';
import { catalogueAnswer, comparisonAnswer, explanationAnswer, validationAnswer } from '../src/answers.js';
import { RENATA } from '../../core/test/people.js';
import { RENATA_KEY } from './people.js';

it('an explanation has every step, the candidates and the notices, under the names of the contract', () => {
  const explicacion = explicar({ ...RENATA, apellidoMaterno: 'Ti2najero' }, CORE_OPTIONS.es);
  if (!explicacion.ok) throw new Error('no key');
  expect(explanationAnswer(explicacion, ['a', 'b'])).toEqual({
    curp: explicacion.curp,
    raiz: explicacion.raiz,
    diferenciador: '0',
    digito_verificador: explicacion.digitoVerificador,
    explicacion: explicacion.explicacion.map((caracter) => ({ ...caracter, dato: expect.any(String) as unknown })),
    candidatas: ['a', 'b'],
    avisos: [
      {
        codigo: 'nombre_con_cifras',
        severidad: 'aviso',
        posiciones: [3, 15],
        mensaje: 'apellido_materno trae cifras: revise si es un error de captura.',
        regla: 'D 5',
      },
    ],
  });
  const origins = new Set(explanationAnswer(explicacion, []).explicacion.map(({ dato }) => dato));
  expect(Array.from(origins).join(' ')).toBe(
    'apellido_paterno apellido_materno nombres fecha_nacimiento sexo entidad diferenciador digito_verificador',
  );
});

it('a valid key has its data and no findings', () => {
  expect(validationAnswer(validar(RENATA_KEY), sugerir(RENATA_KEY))).toEqual({
    valido: true,
    hallazgos: [],
    sugerencias: [],
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

it('a finding has its code, severity, positions and rule, and the expected check digit', () => {
  expect(validationAnswer(validar(`${RENATA_KEY.slice(0, 17)}9`), [])).toMatchObject({
    valido: false,
    hallazgos: [
      {
        codigo: 'digito_verificador',
        severidad: 'error',
        posiciones: [18],
        regla: 'IN 18',
        mensaje: expect.stringContaining('debería ser') as unknown,
        esperado: '5',
      },
    ],
  });
});

it('a finding about another position has no expected digit', () => {
  const [finding] = validationAnswer(validar(`${RENATA_KEY}5`), []).hallazgos;
  expect(finding).toMatchObject({ codigo: 'longitud' });
  expect(finding).not.toHaveProperty('esperado');
});

it('a suggestion has its key and the change, and nothing else', () => {
  const slip = RENATA_KEY.replace('05', 'O5');
  expect(validationAnswer(validar(slip), sugerir(slip)).sugerencias).toEqual([
    {
      curp: RENATA_KEY,
      cambio: 'cifra',
      posiciones: [7],
      mensaje: 'En la posición 7 se cambió la letra O por la cifra 0.',
    },
  ]);
});

it('a comparison has its result, the calculated key, and what differs', () => {
  const cotejo = cotejar(RENATA_KEY, { ...RENATA, apellidoMaterno: 'Tovar', fechaNacimiento: '1990-05-18' });
  if (!cotejo.ok) throw new Error('no key');
  expect(comparisonAnswer(cotejo)).toStrictEqual({
    resultado: 'difiere',
    calculada: cotejo.calculada,
    posiciones: cotejo.posiciones,
    campos: {
      nombres: 'coincide',
      apellido_paterno: 'coincide',
      apellido_materno: 'difiere',
      fecha_nacimiento: 'difiere',
      sexo: 'coincide',
      entidad: 'coincide',
    },
  });
});

it('a comparison with part of the data has no calculated key, and says whether the RFC agrees', () => {
  const cotejo = cotejar(RENATA_KEY, { nombres: 'Renata', sexo: 'H', rfc: 'OETR900517' });
  if (!cotejo.ok) throw new Error('no comparison');
  expect(comparisonAnswer(cotejo)).toStrictEqual({
    resultado: 'difiere',
    posiciones: cotejo.posiciones,
    campos: {
      nombres: 'coincide',
      apellido_paterno: 'sin_dato',
      apellido_materno: 'sin_dato',
      fecha_nacimiento: 'sin_dato',
      sexo: 'difiere',
      entidad: 'sin_dato',
      rfc: 'coincide',
    },
  });
});

it('the catalogue has the 33 entities', () => {
  const { clave_entidad: entidades } = catalogueAnswer(ENTIDADES) as { clave_entidad: object[] };
  expect(entidades).toHaveLength(33);
  expect(entidades[8]).toEqual({
    clave_entidad: '09',
    nombre_entidad: 'CIUDAD DE MÉXICO',
    abreviatura_entidad: 'DF',
  });
});
