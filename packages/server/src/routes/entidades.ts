/** Serves `/curp/entidades`, the catalogue of entities of birth. */
import { ENTIDADES } from '@curp-service/core';
import { catalogueAnswer } from '@curp-service/contract/answers';
import { ENTITY, list, object } from './schemas.js';
import type { Operation } from './operation.js';

const response = catalogueAnswer(ENTIDADES);

export const entidadesOperation: Operation = {
  name: 'entidades',
  summary: ['Listar las entidades', 'List the entities'],
  about: [
    'Devuelve las 33 entidades de nacimiento. El parámetro `entidad` lleva su `clave_entidad`.',
    'Returns the 33 entities of birth. The parameter `entidad` takes their `clave_entidad`.',
  ],
  parameters: [],
  codes: [],
  example: {},
  schema: object({ clave_entidad: list(object(ENTITY), undefined, { minItems: 33, maxItems: 33 }) }),
  run: () => ({ response }),
};
