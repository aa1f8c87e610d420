/** `/curp/cotejar`: does this key belong to this person? */
import { cotejar as comparar } from '@curp-service/core';
import { PERSON_PARAMETERS, isMissing, toPersona, personProblems } from '@curp-service/contract/parameters';
import { comparisonAnswer } from '@curp-service/contract/answers';
import type { Problem } from '@curp-service/contract/envelope';
import { clave, objeto, regla, texto } from '../openapi/schemas.js';
import { CORE_OPTIONS } from '@curp-service/contract/language';
import type { Operacion } from './operation.js';
import { EJEMPLO, NUMEROS_DE_PERSONA } from './person.js';

export const cotejar: Operacion = {
  nombre: 'cotejar',
  resumen: 'Compare a key with a person',
  descripcion:
    'Whether a key belongs to a person: `identica`, the key that the data give; `misma_raiz`, the same with another ' +
    'differentiator, as the registry gives to a homonym; `difiere`, anything else. It proves no registration.',
  parametros: ['curp', ...PERSON_PARAMETERS],
  codigos: [100, ...NUMEROS_DE_PERSONA],
  ejemplo: { curp: 'CUOA900517MDFRXN19', ...EJEMPLO },
  esquema: (t) => {
    const veredicto = t.Enum(['coincide', 'difiere']);
    return objeto(t, {
      resultado: t.Enum(['identica', 'misma_raiz', 'difiere']),
      calculada: clave(t, 'The key that the data give'),
      posiciones: t.Array(
        objeto(t, {
          posicion: t.Integer({ minimum: 1, maximum: 18 }),
          esperado: texto(t, 'The character of the calculated key'),
          recibido: texto(t, 'The character of the key received; empty where it is too short'),
          coincide: t.Boolean(),
          regla: regla(t),
        }),
        { minItems: 18, maxItems: 18 },
      ),
      campos: objeto(t, {
        nombres: veredicto,
        apellido_paterno: veredicto,
        apellido_materno: veredicto,
        fecha_nacimiento: veredicto,
        sexo: veredicto,
        entidad: veredicto,
      }),
    });
  },
  ejecutar: (valores, idioma) => {
    const { curp } = valores;
    const deLaClave: Problem[] = isMissing(curp) ? [{ cause: 'curp_ausente' }] : [];
    const problemas = [...deLaClave, ...personProblems(valores)];
    if (problemas.length > 0) return problemas;
    const cotejo = comparar(curp ?? '', toPersona(valores), CORE_OPTIONS[idioma]);
    if (!cotejo.ok) return [{ cause: 'calculo' }];
    return { response: comparisonAnswer(cotejo) };
  },
};
