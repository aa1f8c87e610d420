/** Defines the JSON Schemas of answers, which only the API reference uses, and the codes and the example that operations share. */
import { ENTIDADES, HALLAZGOS } from '@curp-service/core';
import type { Bilingual } from '@curp-service/contract/language';
import { PERSON_CODES } from '@curp-service/contract/codes/person';
import type { PERSON_PARAMETERS } from '@curp-service/contract/columns';

/** A JSON Schema whose `about` becomes `description` in the reader's language. */
export interface Schema {
  readonly about?: Bilingual | undefined;
  readonly [keyword: string]: unknown;
}

/** The properties of an object. A pair of texts describes a plain string. */
type Properties = Readonly<Record<string, Schema | Bilingual>>;

export const text = (about?: Bilingual, limits: object = {}): Schema => ({ type: 'string', about, ...limits });
export const integer = (about?: Bilingual, limits: object = {}): Schema => ({ type: 'integer', about, ...limits });
export const boolean = (about?: Bilingual): Schema => ({ type: 'boolean', about });
export const enumOf = (values: readonly unknown[], about?: Bilingual): Schema => ({ enum: values, about });
export const list = (items: Schema, about?: Bilingual, limits: object = {}): Schema => ({
  type: 'array',
  items,
  about,
  ...limits,
});
export const textOrNull = (about: Bilingual): Schema => ({ anyOf: [{ type: 'string' }, { type: 'null' }], about });

/** Describes an object that may lack any of these properties and have others. */
export const partial = (properties: Properties) => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name.replace('?', ''),
      Array.isArray(schema) ? { type: 'string', about: schema } : schema,
    ]),
  ),
});

/** Describes an object with these properties and no others. A property whose name ends with `?` may be absent. */
export const object = (properties: Properties) => ({
  ...partial(properties),
  required: Object.keys(properties).filter((name) => !name.endsWith('?')),
  additionalProperties: false,
});

export const curpKey = (about: Bilingual): Schema =>
  text(about, { pattern: '^[A-Z]{4}[0-9]{6}[HMX][A-Z]{5}[0-9A-Z][0-9]$', examples: ['CUOA900517MDFRXN01'] });

export const RULE: Bilingual = ['La regla, como en `docs/es/norm.md`', 'The rule, as in `docs/norm.md`'];

export const POSITION = integer(undefined, { minimum: 1, maximum: 18 });

export const FINDINGS = list(
  object({
    codigo: enumOf(Object.keys(HALLAZGOS)),
    severidad: enumOf(['error', 'aviso']),
    posiciones: list(POSITION, ['Las posiciones afectadas, desde 1', 'The positions concerned, from 1']),
    mensaje: ['Una oración, en el idioma pedido', 'One sentence, in the language asked for'],
    regla: RULE,
    'esperado?': [
      'El dígito que corresponde a la posición 18; solo para `digito_verificador`',
      'The digit that belongs in position 18; only for `digito_verificador`',
    ],
  }),
);

export const ENTITY = {
  clave_entidad: enumOf(ENTIDADES.map(({ claveEntidad }) => claveEntidad)),
  nombre_entidad: enumOf(ENTIDADES.map(({ nombreEntidad }) => nombreEntidad)),
  abreviatura_entidad: enumOf(ENTIDADES.map(({ abreviaturaEntidad }) => abreviaturaEntidad)),
};

const PERSON_DATA_CODES = Object.values(PERSON_CODES).filter(({ code }) => code >= 400);

/** The codes that the data of a person may cause. */
export const PERSON_CODE_NUMBERS = Array.from(new Set(PERSON_DATA_CODES.map(({ code }) => code)));

/** A fictitious person for the API reference. */
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
