/** The schemas that several operations share, as functions of the builder, which only the reference loads. */
import { ENTIDADES, HALLAZGOS } from '@curp-service/core';
import type { Builder } from './operation.js';

export const object = <P extends Parameters<Builder['Object']>[0]>(t: Builder, properties: P) =>
  t.Object(properties, { additionalProperties: false });

export const text = (t: Builder, description: string) => t.String({ description });

export const curpKey = (t: Builder, description: string) =>
  t.String({ description, pattern: '^[A-Z]{4}[0-9]{6}[HMX][A-Z]{5}[0-9A-Z][0-9]$', examples: ['CUOA900517MDFRXN01'] });

export const rule = (t: Builder) => text(t, 'The rule of the norm, as `docs/norm.md` numbers it');

export const hallazgo = (t: Builder) =>
  object(t, {
    codigo: t.Enum(Object.keys(HALLAZGOS)),
    severidad: t.Enum(['error', 'aviso']),
    posiciones: t.Array(t.Integer({ minimum: 1, maximum: 18 }), { description: 'The positions concerned, from 1' }),
    mensaje: text(t, 'One sentence, in the language asked for'),
    regla: rule(t),
    esperado: t.Optional(text(t, 'The digit that belongs in position 18; only for `digito_verificador`')),
  });

export const entidad = (t: Builder) => ({
  clave_entidad: t.Enum(ENTIDADES.map(({ claveEntidad }) => claveEntidad)),
  nombre_entidad: t.Enum(ENTIDADES.map(({ nombreEntidad }) => nombreEntidad)),
  abreviatura_entidad: t.Enum(ENTIDADES.map(({ abreviaturaEntidad }) => abreviaturaEntidad)),
});
