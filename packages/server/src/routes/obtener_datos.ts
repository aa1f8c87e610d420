/** `/curp/obtener_datos`: is this key registered? No registry source can be configured yet, and it says so. */
import { validar } from '@curp-service/core';
import { falta } from '@curp-service/lote/parametros';
import { objeto } from '../esquemas.js';
import { OPCIONES } from '../idioma.js';
import type { Operacion } from '../operacion.js';

const SOLICITANTE = [
  'CURP',
  'Nombres',
  'ApellidoPaterno',
  'ApellidoMaterno',
  'ClaveSexo',
  'Sexo',
  'FechaNacimiento',
  'Nacionalidad',
  'ClaveEntidadNacimiento',
  'EntidadNacimiento',
  'ClaveDocProbatorio',
  'DocProbatorio',
  'ClaveStatusCurp',
  'StatusCurp',
];
const DOC_PROBATORIO = [
  'AnioRegistro',
  'ClaveEntidadEmisora',
  'ClaveMunicipioRegistro',
  'MunicipioRegistro',
  'Foja',
  'FolioCarta',
  'Libro',
  'NumActa',
  'NumEntidadRegistrante',
  'EntidadRegistrante',
  'NumRegExtranjeros',
  'Tomo',
];

/** A sentence as it stands after a colon. */
const enMedio = (oracion: string): string => oracion.charAt(0).toLowerCase() + oracion.slice(1);

export const obtenerDatos: Operacion = {
  nombre: 'obtener_datos',
  resumen: 'Look a key up in the registry source',
  descripcion:
    'The only operation that says whether a key is registered: it asks the registry source that the operator ' +
    'configured. Without one it answers 201.',
  parametros: ['curp'],
  codigos: [100, 101, 201],
  ejemplo: { curp: 'CUOA900517MDFRXN01' },
  esquema: (t) => {
    const textos = (campos: readonly string[]) =>
      objeto(t, Object.fromEntries(campos.map((campo) => [campo, t.String()])));
    return objeto(t, { Solicitante: textos(SOLICITANTE), DocProbatorio: textos(DOC_PROBATORIO) });
  },
  ejecutar: ({ curp }, idioma) => {
    if (curp === undefined || falta(curp)) return [{ causa: 'curp_ausente' }];
    const errores = validar(curp, OPCIONES[idioma]).hallazgos.filter(({ severidad }) => severidad === 'error');
    if (errores.length > 0) {
      return errores.map(({ mensaje }) => ({ causa: 'curp_mal_formada', partes: { motivo: enMedio(mensaje) } }));
    }
    return [{ causa: 'sin_registro' }];
  },
};
