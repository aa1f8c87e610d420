/** Writes the results of `core` as the `response` of each operation: only the case of the names changes. */
import type { Cotejo, Entidad, Explicacion, Hallazgo, Validacion } from '@curp-service/core';

/** A finding as it goes over the wire. */
export interface WireHallazgo {
  readonly codigo: string;
  readonly severidad: string;
  readonly posiciones: readonly number[];
  readonly mensaje: string;
  readonly regla: string | undefined;
}

export const toWire = ({ codigo, severidad, posiciones, mensaje, regla }: Hallazgo): WireHallazgo => ({
  codigo,
  severidad,
  posiciones,
  mensaje,
  regla,
});

export const explanationAnswer = (
  { curp, raiz, diferenciador, digitoVerificador, explicacion, avisos }: Explicacion,
  candidatas: readonly string[],
): object => ({
  curp,
  raiz,
  diferenciador,
  digito_verificador: digitoVerificador,
  explicacion,
  candidatas,
  avisos: avisos.map(toWire),
});

export const validationAnswer = ({ valido, hallazgos, datos }: Validacion): object => ({
  valido,
  hallazgos: hallazgos.map(toWire),
  datos: {
    fecha_nacimiento: datos.fechaNacimiento,
    sexo: datos.sexo,
    clave_entidad: datos.claveEntidad,
    nombre_entidad: datos.nombreEntidad,
    abreviatura_entidad: datos.abreviaturaEntidad,
    homonimo: datos.homonimo,
  },
});

export const comparisonAnswer = ({ resultado, calculada, posiciones, campos }: Cotejo): object => ({
  resultado,
  calculada,
  posiciones,
  campos,
});

export const catalogueAnswer = (entidades: readonly Entidad[]): object => ({
  clave_entidad: entidades.map(({ claveEntidad, nombreEntidad, abreviaturaEntidad }) => ({
    clave_entidad: claveEntidad,
    nombre_entidad: nombreEntidad,
    abreviatura_entidad: abreviaturaEntidad,
  })),
});
