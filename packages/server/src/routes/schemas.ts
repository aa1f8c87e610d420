/** What several operations share: codes, an example, and schemas as functions of the builder, which only the reference loads. */
import { ENTIDADES, HALLAZGOS } from '@curp-service/core';
import type { Bilingual } from '@curp-service/contract/language';
import type { Builder } from './operation.js';
import { PERSON_CODES } from '@curp-service/contract/codes/person';
import type { PERSON_PARAMETERS } from '@curp-service/contract/parameters';

export const object = <P extends Parameters<Builder['Object']>[0]>(t: Builder, properties: P) =>
  t.Object(properties, { additionalProperties: false });

export const text = (t: Builder, about: Bilingual) => t.String({ about });

export const curpKey = (t: Builder, about: Bilingual) =>
  t.String({ about, pattern: '^[A-Z]{4}[0-9]{6}[HMX][A-Z]{5}[0-9A-Z][0-9]$', examples: ['CUOA900517MDFRXN01'] });

export const rule = (t: Builder) =>
  text(t, [
    'La regla de la norma, como la numera `docs/es/norm.md`',
    'The rule of the norm, as `docs/norm.md` numbers it',
  ]);

export const findingSchema = (t: Builder) =>
  object(t, {
    codigo: t.Enum(Object.keys(HALLAZGOS)),
    severidad: t.Enum(['error', 'aviso']),
    posiciones: t.Array(t.Integer({ minimum: 1, maximum: 18 }), {
      about: ['Las posiciones afectadas, desde 1', 'The positions concerned, from 1'],
    }),
    mensaje: text(t, ['Una oración, en el idioma pedido', 'One sentence, in the language asked for']),
    regla: rule(t),
    esperado: t.Optional(
      text(t, [
        'El dígito que corresponde a la posición 18; solo para `digito_verificador`',
        'The digit that belongs in position 18; only for `digito_verificador`',
      ]),
    ),
  });

export const entitySchemas = (t: Builder) => ({
  clave_entidad: t.Enum(ENTIDADES.map(({ claveEntidad }) => claveEntidad)),
  nombre_entidad: t.Enum(ENTIDADES.map(({ nombreEntidad }) => nombreEntidad)),
  abreviatura_entidad: t.Enum(ENTIDADES.map(({ abreviaturaEntidad }) => abreviaturaEntidad)),
});

const PERSON_DATA_CODES = Object.values(PERSON_CODES).filter(({ parametro }) => parametro !== 'curp');

/** The codes that the data of a person may cause. */
export const PERSON_CODE_NUMBERS = Array.from(new Set(PERSON_DATA_CODES.map(({ code }) => code)));

/** An invented person, for the reference. */
export const EXAMPLE_PERSON = {
  nombres: 'María de los Ángeles',
  apellido_paterno: 'de la Cruz',
  apellido_materno: "O'Hara",
  anio_nacimiento: '1990',
  mes_nacimiento: '05',
  dia_nacimiento: '17',
  sexo: 'M',
  entidad: '09',
} as const satisfies Record<(typeof PERSON_PARAMETERS)[number], string>;
