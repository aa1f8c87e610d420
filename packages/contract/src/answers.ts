/** Writes the results of `core` as the `response` of each operation: only the case of the names changes. */
import type { Cotejo, Entidad, Explicacion, Hallazgo, Sugerencia, Validacion } from '@curp-service/core';

/** A finding as it goes over the wire. */
export interface WireHallazgo {
  readonly codigo: string;
  readonly severidad: string;
  readonly posiciones: readonly number[];
  readonly mensaje: string;
  readonly regla: string | undefined;
  /** The digit that belongs in position 18; only for `digito_verificador`. */
  readonly esperado?: string;
}

/** A key that may have been meant, as it goes over the wire. */
export type WireSugerencia = Pick<Sugerencia, 'curp' | 'cambio' | 'posiciones' | 'mensaje'>;

/** The `response` of `calcular_curp`. */
export interface CalcularResponse {
  readonly curp: string;
}

/** The `response` of `calcular_curp` with `detalle=1`. */
export interface DetalleResponse extends CalcularResponse, Pick<Explicacion, 'raiz' | 'diferenciador' | 'explicacion'> {
  readonly digito_verificador: string;
  /** The ten keys that the registry may have assigned, the calculated one first. */
  readonly candidatas: readonly string[];
  readonly avisos: readonly WireHallazgo[];
}

/** One entity of the catalogue. */
export interface WireEntidad {
  readonly clave_entidad: string;
  readonly nombre_entidad: string;
  readonly abreviatura_entidad: string;
}

/** The `response` of `entidades`. */
export interface EntidadesResponse {
  readonly clave_entidad: readonly WireEntidad[];
}

/** The `response` of `validar`. A datum that cannot be read from the key is absent. */
export interface ValidarResponse {
  readonly valido: boolean;
  readonly hallazgos: readonly WireHallazgo[];
  /** At most five keys without errors, the likeliest first. */
  readonly sugerencias: readonly WireSugerencia[];
  readonly datos: { readonly [D in keyof WireEntidad]?: string | undefined } & {
    readonly fecha_nacimiento?: string | undefined;
    readonly sexo?: Validacion['datos']['sexo'];
    readonly homonimo?: boolean | undefined;
  };
}

/** The `response` of `cotejar`. */
export type CotejarResponse = Omit<Cotejo, 'ok'>;

type Texts<Name extends string> = Readonly<Record<Name, string>>;

/** The `response` of `obtener_datos`. A field without a value is an empty text. */
export interface ObtenerDatosResponse {
  readonly Solicitante: Texts<
    | 'CURP'
    | 'Nombres'
    | 'ApellidoPaterno'
    | 'ApellidoMaterno'
    | 'ClaveSexo'
    | 'Sexo'
    | 'FechaNacimiento'
    | 'Nacionalidad'
    | 'ClaveEntidadNacimiento'
    | 'EntidadNacimiento'
    | 'ClaveDocProbatorio'
    | 'DocProbatorio'
    | 'ClaveStatusCurp'
    | 'StatusCurp'
  >;
  readonly DocProbatorio: Texts<
    | 'AnioRegistro'
    | 'ClaveEntidadEmisora'
    | 'ClaveMunicipioRegistro'
    | 'MunicipioRegistro'
    | 'Foja'
    | 'FolioCarta'
    | 'Libro'
    | 'NumActa'
    | 'NumEntidadRegistrante'
    | 'EntidadRegistrante'
    | 'NumRegExtranjeros'
    | 'Tomo'
  >;
}

export const toWire = ({ codigo, severidad, posiciones, mensaje, regla, esperado }: Hallazgo): WireHallazgo => ({
  codigo,
  severidad,
  posiciones,
  mensaje,
  regla,
  ...(esperado === undefined ? {} : { esperado }),
});

export const explanationAnswer = (
  { curp, raiz, diferenciador, digitoVerificador, explicacion, avisos }: Explicacion,
  candidatas: readonly string[],
): DetalleResponse => ({
  curp,
  raiz,
  diferenciador,
  digito_verificador: digitoVerificador,
  explicacion,
  candidatas,
  avisos: avisos.map(toWire),
});

export const validationAnswer = (
  { valido, hallazgos, datos }: Validacion,
  sugerencias: readonly Sugerencia[],
): ValidarResponse => ({
  valido,
  hallazgos: hallazgos.map(toWire),
  sugerencias: sugerencias.map(({ curp, cambio, posiciones, mensaje }) => ({ curp, cambio, posiciones, mensaje })),
  datos: {
    fecha_nacimiento: datos.fechaNacimiento,
    sexo: datos.sexo,
    clave_entidad: datos.claveEntidad,
    nombre_entidad: datos.nombreEntidad,
    abreviatura_entidad: datos.abreviaturaEntidad,
    homonimo: datos.homonimo,
  },
});

export const comparisonAnswer = ({ resultado, calculada, posiciones, campos }: Cotejo): CotejarResponse => ({
  resultado,
  calculada,
  posiciones,
  campos,
});

export const catalogueAnswer = (entidades: readonly Entidad[]): EntidadesResponse => ({
  clave_entidad: entidades.map(({ claveEntidad, nombreEntidad, abreviaturaEntidad }) => ({
    clave_entidad: claveEntidad,
    nombre_entidad: nombreEntidad,
    abreviatura_entidad: abreviaturaEntidad,
  })),
});
