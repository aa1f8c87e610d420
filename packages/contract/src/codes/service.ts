/** The codes of the service: every cause of a failure, with its code, its HTTP status and its message. */
import * as en from '../textos/en.js';
import * as es from '../textos/es.js';
import { FILE_OPTIONS, type ReadingCause } from '../file-options.js';
import { READING_PARAMETERS } from '../reading.js';
import { codes } from './code.js';
import { PERSON_CODES } from './person.js';

const OPTION_NAMES = [...READING_PARAMETERS, 'formato'] as const;
const refusals = (language: 0 | 1): Readonly<Record<ReadingCause, string>> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each option has its cause
  Object.fromEntries(
    OPTION_NAMES.map((name) => [`lectura_${name}`, `\`${name}\` ${FILE_OPTIONS[name].refusal[language]}`]),
  ) as Record<ReadingCause, string>;

/** The codes by cause. Several causes may share a code: the code names the kind of problem, the cause the exact one. */
export const CODES = {
  ...codes(es.servicio, en.servicio, {
    token_ausente: [1, 'token', 401],
    token_desconocido: [2, 'token', 401],
    token_vencido: [2, 'token', 401],
    token_mal_escrito: [2, 'token', 401],
    pruebas_ajena: [2, 'token', 401],
    pruebas_remota: [2, 'token', 401],
    proyecto_inactivo: [3, 'token', 403],
    cuota_agotada: [4, null, 403],
    demasiadas: [5, null, 429],
    sin_operacion: [6, null, 404],
    metodo: [7, null, 405],
    codificacion: [8, null],
    repetido: [8, null],
    json: [8, null],
    valor: [8, null],
    detalle: [8, 'detalle'],
    peticion: [8, null],
    transferencia: [8, null, 501],
    version_http: [8, null, 505],
    cuerpo_grande: [8, null, 413],
    url_larga: [8, null, 414],
    encabezados_largos: [8, null, 414],
    tipo_de_contenido: [8, null, 415],
    lote_operacion: [8, 'operacion'],
    lote_excel: [8, 'excel'],
    lote_tipo: [8, null, 415],
    lote_formulario: [8, null],
    lote_formulario_archivo: [8, null],
    lote_formulario_campos: [8, null, 413],
    lote_charset: [8, null, 415],
    lote_comprimido: [8, null, 415],
    lote_simultaneos: [5, null, 429],
    lote_grande: [8, null, 413],
    lote_largo: [8, null, 413],
    lote_lento: [8, null, 413],
    lote_memoria: [8, null, 413],
    lotes_desconocido: [6, null, 404],
    lotes_en_proceso: [8, null],
    lotes_sin_resultado: [8, null],
    lotes_lleno: [8, null, 413],
    lotes_muchos: [8, null, 413],
    lotes_pagina: [8, null],
    lotes_clave: [8, null],
    lotes_otro_archivo: [8, null, 422],
    lotes_nombre: [8, 'nombre'],
    lotes_descargas: [5, null, 429],
    interno: [9, null, 500],
    almacen: [9, null, 503],
    sobrecarga: [9, null, 503],
    lote_ocupado: [9, null, 503],
    lote_sin_espacio: [9, null, 503],
    lotes_sin_espacio: [9, null, 503],
    apagado: [9, null, 503],
    lotes_sin_base: [9, null, 503],

    // obtener_datos
    sin_respuesta: [200, null, 503],
    sin_registro: [201, null, 503],
    no_registrada: [300, 'curp'],
  }),
  ...codes(refusals(0), refusals(1), {
    lectura_sexo: [8, 'sexo'],
    lectura_fechas: [8, 'fechas'],
    lectura_siglo: [8, 'siglo'],
    lectura_nulos: [8, 'nulos'],
    lectura_enie: [8, 'enie'],
    lectura_encabezado: [8, 'encabezado'],
    lectura_nombre_completo: [8, 'nombre_completo'],
    lectura_formato: [8, 'formato'],
  }),
  ...PERSON_CODES,
} as const;

export type Cause = keyof typeof CODES;
