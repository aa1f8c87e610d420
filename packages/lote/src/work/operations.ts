/** What can be done with each row: the columns that it adds, and their values. */
import { type Opciones as OpcionesDeCore, calcular, cotejar, validar } from '@curp-service/core';
import { en } from '@curp-service/core/en';
import type { Idioma } from '@curp-service/contract/language';
import type { Problema } from '@curp-service/contract/codes/file';
import { AGREGADAS, type NombreDeOperacion } from '@curp-service/contract/columns';
import { type Valores, falta, leerPersona, problemasDeForma, problemasDePersona } from '@curp-service/contract/parameters';
import { type HallazgoEnCable, enCable } from '@curp-service/contract/answers';

/** The data of one row, and what is wrong with how they are written. */
export interface Datos extends Valores {
  readonly curp: string | undefined;
  readonly problemas: readonly Problema[];
}

/** One value of a row's answer, as JSON has it. */
export type Valor = string | boolean | number | null | readonly string[] | readonly HallazgoEnCable[];

/** The values of a row in the order of the columns, or every problem with it. */
type Resultado = { readonly valores: readonly Valor[] } | { readonly problemas: readonly Problema[] };

export interface Operacion {
  readonly columnas: readonly string[];
  readonly ejecutar: (datos: Datos, lengua: Idioma) => Resultado;
}

const OPCIONES: Readonly<Record<Idioma, OpcionesDeCore>> = { es: {}, en: { idioma: en } };

const deLaClave = ({ curp }: Datos): Problema[] => (falta(curp) ? [{ causa: 'curp_ausente' }] : []);

export const OPERACIONES: Readonly<Record<NombreDeOperacion, Operacion>> = {
  calcular: {
    columnas: AGREGADAS.calcular,
    ejecutar: (datos) => {
      if (datos.problemas.length === 0 && problemasDeForma(datos).length === 0) {
        const calculo = calcular(leerPersona(datos));
        if (calculo.ok) return { valores: [calculo.curp] };
      }
      return { problemas: [...datos.problemas, ...problemasDePersona(datos)] };
    },
  },
  validar: {
    columnas: AGREGADAS.validar,
    ejecutar: (datos, lengua) => {
      const problemas = deLaClave(datos);
      if (problemas.length > 0) return { problemas };
      const { valido, hallazgos, datos: d } = validar(datos.curp ?? '', OPCIONES[lengua]);
      const leidos = [d.fechaNacimiento, d.sexo, d.claveEntidad, d.nombreEntidad, d.abreviaturaEntidad, d.homonimo];
      return { valores: [valido, hallazgos.map(enCable), ...leidos.map((valor) => valor ?? null)] };
    },
  },
  cotejar: {
    columnas: AGREGADAS.cotejar,
    ejecutar: (datos) => {
      const problemas = [...deLaClave(datos), ...datos.problemas, ...problemasDePersona(datos)];
      if (problemas.length > 0) return { problemas };
      const cotejo = cotejar(datos.curp ?? '', leerPersona(datos));
      if (!cotejo.ok) return { problemas: [{ causa: 'calculo' }] };
      const difieren = Object.entries(cotejo.campos).flatMap(([campo, v]) => (v === 'difiere' ? [campo] : []));
      return { valores: [cotejo.resultado, cotejo.calculada, difieren] };
    },
  },
};
