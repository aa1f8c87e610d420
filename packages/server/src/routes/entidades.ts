/** `/curp/entidades`: the catalogue of entities. */
import { ENTIDADES } from '@curp-service/core';
import { catalogueAnswer } from '@curp-service/contract/answers';
import { entidad, objeto } from '../openapi/schemas.js';
import type { Operacion } from './operation.js';
import { sha256 } from '../access/tokens.js';

const response = catalogueAnswer(ENTIDADES);
const etag = `"${sha256(JSON.stringify(response)).slice(0, 16)}"`;

export const entidades: Operacion = {
  nombre: 'entidades',
  resumen: 'The catalogue of entities',
  descripcion: 'The 33 entities of birth; `clave_entidad` is what `entidad` takes. The answer carries an `ETag`.',
  parametros: [],
  codigos: [],
  ejemplo: {},
  esquema: (t) => objeto(t, { clave_entidad: t.Array(objeto(t, entidad(t)), { minItems: 33, maxItems: 33 }) }),
  ejecutar: () => ({ response, etag }),
};
