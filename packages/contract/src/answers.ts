/** Writes the results of `core` as the `response` of each operation: only the case of the names changes. */
import type {
  Asunto,
  Caracter,
  Cotejo,
  Dato,
  Entidad,
  Explicacion,
  Hallazgo,
  Origen,
  Sugerencia,
  Validacion,
} from '@curp-service/core';
import type { RegistryRecord } from './record.js';

/** The names of the data over the wire, in files and in forms. */
export const WIRE_NAMES = {
  nombres: 'nombres',
  apellidoPaterno: 'apellido_paterno',
  apellidoMaterno: 'apellido_materno',
  fechaNacimiento: 'fecha_nacimiento',
  sexo: 'sexo',
  entidad: 'entidad',
  diferenciador: 'diferenciador',
  digitoVerificador: 'digito_verificador',
  curp: 'curp',
  rfc: 'rfc',
} as const satisfies Readonly<Record<Asunto | Origen, string>>;

export type WireDato = (typeof WIRE_NAMES)[Dato];
export type WireOrigen = (typeof WIRE_NAMES)[Origen];

/** A finding as it goes over the wire. */
export type WireHallazgo = Omit<Hallazgo, 'dato' | 'partes'>;

/** A key that the user may have meant, as it goes over the wire. */
export type WireSugerencia = Pick<Sugerencia, 'curp' | 'cambio' | 'posiciones' | 'mensaje'>;

/** A character of a key and its origin, as it goes over the wire. */
export type WireCaracter = Omit<Caracter, 'dato'> & { readonly dato: WireOrigen };

/** The `response` of `calcular_curp`. */
export interface CalcularResponse {
  readonly curp: string;
}

/** The `response` of `calcular_curp` with `detalle=1`. */
export interface DetalleResponse extends CalcularResponse, Pick<Explicacion, 'raiz' | 'diferenciador'> {
  readonly digito_verificador: string;
  readonly explicacion: readonly WireCaracter[];
  /** The ten keys that the registry may have assigned, the calculated one first. */
  readonly candidatas: readonly string[];
  readonly avisos: readonly WireHallazgo[];
}

/** One entity of the catalogue. */
export interface WireEntidad {
  readonly clave_entidad: Entidad['claveEntidad'];
  readonly nombre_entidad: string;
  readonly abreviatura_entidad: Entidad['abreviaturaEntidad'];
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
  readonly datos: { readonly [D in keyof WireEntidad]?: WireEntidad[D] | undefined } & {
    readonly fecha_nacimiento?: string | undefined;
    readonly sexo?: Validacion['datos']['sexo'];
    readonly homonimo?: boolean | undefined;
  };
}

/** The `response` of `cotejar`. */
export type CotejarResponse = Pick<Cotejo, 'resultado' | 'edicion' | 'mensaje' | 'calculada' | 'posiciones'> & {
  readonly campos: Readonly<Record<WireDato, Cotejo['campos'][Dato]>> & Pick<Cotejo['campos'], 'rfc'>;
};

/** The `response` of `obtener_datos`. */
export type ObtenerDatosResponse = RegistryRecord;

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
  explicacion: explicacion.map((caracter) => ({ ...caracter, dato: WIRE_NAMES[caracter.dato] })),
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

/** Returns the verdicts of a comparison under the names of the wire. */
export const comparedData = (campos: Cotejo['campos']): CotejarResponse['campos'] => ({
  nombres: campos.nombres,
  apellido_paterno: campos.apellidoPaterno,
  apellido_materno: campos.apellidoMaterno,
  fecha_nacimiento: campos.fechaNacimiento,
  sexo: campos.sexo,
  entidad: campos.entidad,
  ...(campos.rfc === undefined ? {} : { rfc: campos.rfc }),
});

export const comparisonAnswer = ({ ok: _ok, deLaClave: _findings, campos, ...answer }: Cotejo): CotejarResponse => ({
  ...answer,
  campos: comparedData(campos),
});

export const catalogueAnswer = (entidades: readonly Entidad[]): EntidadesResponse => ({
  clave_entidad: entidades.map(({ claveEntidad, nombreEntidad, abreviaturaEntidad }) => ({
    clave_entidad: claveEntidad,
    nombre_entidad: nombreEntidad,
    abreviatura_entidad: abreviaturaEntidad,
  })),
});
