/** What can be done with each row: the columns that it adds, and their values. */
import { type Opciones as OpcionesDeCore, calcular, cotejar, validar } from '@curp-service/core';
import { en } from '@curp-service/core/en';
import type { Language } from '@curp-service/contract/language';
import type { RowProblem } from '@curp-service/contract/codes/file';
import { ADDED_COLUMNS, type OperationName } from '@curp-service/contract/columns';
import {
  type PersonValues,
  isMissing,
  toPersona,
  formProblems,
  personProblems,
} from '@curp-service/contract/parameters';
import { type WireHallazgo, toWire } from '@curp-service/contract/answers';

/** The data of one row, and what is wrong with how they are written. */
export interface Datos extends PersonValues {
  readonly curp: string | undefined;
  readonly problemas: readonly RowProblem[];
}

/** One value of a row's answer, as JSON has it. */
export type Valor = string | boolean | number | null | readonly string[] | readonly WireHallazgo[];

/** The values of a row in the order of the columns, or every problem with it. */
type Resultado = { readonly valores: readonly Valor[] } | { readonly problemas: readonly RowProblem[] };

export interface Operacion {
  readonly columnas: readonly string[];
  readonly ejecutar: (datos: Datos, lengua: Language) => Resultado;
}

const OPCIONES: Readonly<Record<Language, OpcionesDeCore>> = { es: {}, en: { idioma: en } };

const deLaClave = ({ curp }: Datos): RowProblem[] => (isMissing(curp) ? [{ cause: 'curp_ausente' }] : []);

export const OPERACIONES: Readonly<Record<OperationName, Operacion>> = {
  calcular: {
    columnas: ADDED_COLUMNS.calcular,
    ejecutar: (datos) => {
      if (datos.problemas.length === 0 && formProblems(datos).length === 0) {
        const calculo = calcular(toPersona(datos));
        if (calculo.ok) return { valores: [calculo.curp] };
      }
      return { problemas: [...datos.problemas, ...personProblems(datos)] };
    },
  },
  validar: {
    columnas: ADDED_COLUMNS.validar,
    ejecutar: (datos, lengua) => {
      const problemas = deLaClave(datos);
      if (problemas.length > 0) return { problemas };
      const { valido, hallazgos, datos: d } = validar(datos.curp ?? '', OPCIONES[lengua]);
      const leidos = [d.fechaNacimiento, d.sexo, d.claveEntidad, d.nombreEntidad, d.abreviaturaEntidad, d.homonimo];
      return { valores: [valido, hallazgos.map(toWire), ...leidos.map((valor) => valor ?? null)] };
    },
  },
  cotejar: {
    columnas: ADDED_COLUMNS.cotejar,
    ejecutar: (datos) => {
      const problemas = [...deLaClave(datos), ...datos.problemas, ...personProblems(datos)];
      if (problemas.length > 0) return { problemas };
      const cotejo = cotejar(datos.curp ?? '', toPersona(datos));
      if (!cotejo.ok) return { problemas: [{ cause: 'calculo' }] };
      const difieren = Object.entries(cotejo.campos).flatMap(([campo, v]) => (v === 'difiere' ? [campo] : []));
      return { valores: [cotejo.resultado, cotejo.calculada, difieren] };
    },
  },
};
