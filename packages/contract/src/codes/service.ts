/** The codes of the service: every cause of a failure, with its code, its HTTP status and its message. */
import type { Bilingual } from '../language.js';
import { type Code, code } from './code.js';
import { PERSON_CODES, type PersonCause } from './person.js';
import { FILE_OPTIONS, type ReadingCause } from '../file-options.js';
import { READING_PARAMETERS } from '../reading.js';

interface ServiceCode extends Code {
  readonly http: number;
}

const serviceCode = (number: number, http: number, parametro: string | null, text: Bilingual): ServiceCode => ({
  ...code(number, parametro, text),
  http,
});

const INTERNAL: Bilingual = [
  'El servicio falló por un error interno, no por su petición: avise a quien lo administra.',
  'The service failed because of an internal error, not because of your request: tell whoever administers it.',
];

/** The codes of a person's data. The client can mend them: all are answered with 400. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same causes, which `Object.entries` forgets
const PERSON_SERVICE_CODES = Object.fromEntries(
  Object.entries<Code>(PERSON_CODES).map(([cause, row]) => [cause, { ...row, http: 400 }]),
) as Readonly<Record<PersonCause, ServiceCode>>;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each convention has its cause
const READING_SERVICE_CODES = Object.fromEntries(
  [...READING_PARAMETERS, 'formato' as const].map((name) => {
    const [es, en] = FILE_OPTIONS[name].refusal;
    return [`lectura_${name}`, serviceCode(8, 400, name, [`\`${name}\` ${es}`, `\`${name}\` ${en}`])];
  }),
) as Readonly<Record<ReadingCause, ServiceCode>>;

/** The codes by cause. Several causes may share a code: the code names the kind of problem, the message the exact one. */
export const CODES = {
  // Common to all operations
  token_ausente: serviceCode(1, 401, 'token', [
    'Falta `token`: mande el de su proyecto en `token=…` o en `Authorization: Bearer …`.',
    'Missing `token`: send that of your project in `token=…` or in `Authorization: Bearer …`.',
  ]),
  token_desconocido: serviceCode(2, 401, 'token', [
    'Ese `token` no existe o fue revocado: pida uno vigente a quien administra el servicio.',
    'That `token` does not exist or was revoked: ask whoever administers the service for a current one.',
  ]),
  token_mal_escrito: serviceCode(2, 401, 'token', [
    'Ese `token` está mal escrito o incompleto: cópielo entero, como se mostró al crearlo.',
    'That `token` is mistyped or incomplete: copy all of it, as it was shown when it was created.',
  ]),
  pruebas_ajena: serviceCode(2, 401, 'token', [
    'El token `pruebas` no se admite desde páginas de otro origen: use el `token` de un proyecto.',
    'The token `pruebas` is not accepted from pages of another origin: use the `token` of a project.',
  ]),
  pruebas_remota: serviceCode(2, 401, 'token', [
    'El token `pruebas` solo sirve en la misma máquina, sin proxy y en una dirección como `http://127.0.0.1` o `http://localhost`: use el `token` de un proyecto, o inicie el servicio con `DEMO_TOKEN=on` para admitirlo desde cualquier dirección.',
    'The token `pruebas` works only on the same machine, without a proxy and at an address like `http://127.0.0.1` or `http://localhost`: use the `token` of a project, or start the service with `DEMO_TOKEN=on` to accept it from anywhere.',
  ]),
  proyecto_inactivo: serviceCode(3, 403, 'token', [
    'El proyecto de ese `token` está desactivado: pida a quien administra el servicio que lo active.',
    'The project of that `token` is disabled: ask whoever administers the service to enable it.',
  ]),
  cuota_agotada: serviceCode(4, 403, null, [
    'La cuota del mes está agotada: espere a que se renueve, el {renovacion} a las 00:00, hora de la Ciudad de México, o pida una mayor a quien administra el servicio.',
    'The quota of the month is used up: wait until it renews, on {renovacion} at 00:00, Mexico City time, or ask whoever administers the service for a larger one.',
  ]),
  demasiadas: serviceCode(5, 429, null, [
    'Demasiadas peticiones por segundo: espere lo que dice `Retry-After` y no pase de {limite} por segundo.',
    'Too many requests per second: wait as long as `Retry-After` says and send no more than {limite} per second.',
  ]),
  sin_operacion: serviceCode(6, 404, null, [
    'Esa operación no existe: revise la dirección; las operaciones están en `/docs`.',
    'There is no such operation: check the address; the operations are listed at `/docs`.',
  ]),
  metodo: serviceCode(7, 405, null, [
    'Ese método no se admite aquí: use uno de los que nombra el encabezado `Allow`.',
    'That method is not allowed here: use one of those that the `Allow` header names.',
  ]),
  codificacion: serviceCode(8, 400, null, [
    'La dirección o el formulario tiene un `%` mal formado o bytes que no son UTF-8: codifique cada valor en UTF-8 con porcentajes.',
    'The address or the form has a malformed `%` or bytes that are not UTF-8: percent-encode each value as UTF-8.',
  ]),
  repetido: serviceCode(8, 400, null, [
    '`{parametro}` viene más de una vez: mándelo una sola.',
    '`{parametro}` is given more than once: send it only once.',
  ]),
  json: serviceCode(8, 400, null, [
    'El cuerpo no es un objeto JSON en UTF-8: mande `{"nombre_del_parametro": "valor", …}`.',
    'The body is not a JSON object in UTF-8: send `{"name_of_the_parameter": "value", …}`.',
  ]),
  valor: serviceCode(8, 400, null, [
    '`{parametro}` no es texto: en el cuerpo JSON cada valor va como texto, entre comillas.',
    '`{parametro}` is not text: in the JSON body each value goes as text, in quotes.',
  ]),
  detalle: serviceCode(8, 400, 'detalle', [
    '`detalle` solo admite `1`, `0`, `true` o `false`.',
    '`detalle` only accepts `1`, `0`, `true` or `false`.',
  ]),
  peticion: serviceCode(8, 400, null, [
    'La petición no es HTTP bien formado, o llegó demasiado despacio: revise el programa que la manda.',
    'The request is not well-formed HTTP, or arrived too slowly: check the program that sends it.',
  ]),
  transferencia: serviceCode(8, 501, null, [
    'Ese `Transfer-Encoding` no se admite: mande el cuerpo sin comprimir, con `chunked` o con `Content-Length`.',
    'That `Transfer-Encoding` is not supported: send the body without compression, with `chunked` or `Content-Length`.',
  ]),
  version_http: serviceCode(8, 505, null, [
    'Esa versión de HTTP no se admite: use HTTP/1.1 o HTTP/1.0.',
    'That version of HTTP is not supported: use HTTP/1.1 or HTTP/1.0.',
  ]),
  cuerpo_grande: serviceCode(8, 413, null, [
    'El cuerpo de la petición es demasiado grande: no debe pasar de {limite} bytes.',
    'The body of the request is too large: it must not exceed {limite} bytes.',
  ]),
  url_larga: serviceCode(8, 414, null, [
    'La dirección es demasiado larga: no debe pasar de {limite} bytes.',
    'The address is too long: it must not exceed {limite} bytes.',
  ]),
  encabezados_largos: serviceCode(8, 414, null, [
    'La dirección y los encabezados juntos son demasiado largos: no deben pasar de {limite} bytes.',
    'The address and the headers together are too long: they must not exceed {limite} bytes.',
  ]),
  tipo_de_contenido: serviceCode(8, 415, null, [
    'El cuerpo debe venir como `application/json` o `application/x-www-form-urlencoded`, en UTF-8 y sin comprimir: dígalo en `Content-Type`, y quite `Content-Encoding`.',
    'The body must come as `application/json` or `application/x-www-form-urlencoded`, in UTF-8 and not compressed: say so in `Content-Type`, and leave `Content-Encoding` out.',
  ]),
  lote_operacion: serviceCode(8, 400, 'operacion', [
    '`operacion` solo admite `calcular`, `validar` o `cotejar`; sin ella se calcula.',
    '`operacion` only accepts `calcular`, `validar` or `cotejar`; without it, keys are calculated.',
  ]),
  lote_excel: serviceCode(8, 400, 'excel', [
    '`excel` solo admite `1`, `0`, `true` o `false`.',
    '`excel` only accepts `1`, `0`, `true` or `false`.',
  ]),
  ...READING_SERVICE_CODES,
  lote_tipo: serviceCode(8, 415, null, [
    'El archivo debe ser CSV (`text/csv`), NDJSON (`application/x-ndjson`), arreglo JSON (`application/json`) o libro de Excel (`application/vnd.openxmlformats-officedocument.spreadsheetml.sheet`): dígalo en `Content-Type` o, en un formulario, con la extensión del nombre, como `lista.csv`.',
    'The file must be CSV (`text/csv`), NDJSON (`application/x-ndjson`), a JSON array (`application/json`) or an Excel workbook (`application/vnd.openxmlformats-officedocument.spreadsheetml.sheet`): say so in `Content-Type` or, in a form, by the extension of its name, such as `lista.csv`.',
  ]),
  lote_formulario: serviceCode(8, 400, null, [
    'El formulario (`multipart/form-data`) está incompleto o mal formado: deje que su programa lo arme y ponga por sí mismo el `Content-Type` con su `boundary`.',
    'The form (`multipart/form-data`) is incomplete or malformed: let your program build it and set the `Content-Type` with its `boundary` by itself.',
  ]),
  lote_formulario_archivo: serviceCode(8, 400, null, [
    'El formulario debe traer un archivo, y solo uno, como lo manda `curl -F archivo=@lista.csv`.',
    'The form must hold one file and only one, as `curl -F archivo=@lista.csv` sends it.',
  ]),
  lote_formulario_campos: serviceCode(8, 413, null, [
    'Los campos del formulario son demasiado largos: sin contar el archivo no deben pasar de {limite} bytes.',
    'The fields of the form are too long: without the file they must not exceed {limite} bytes.',
  ]),
  lote_charset: serviceCode(8, 415, null, [
    'Esa codificación no se conoce: indique `utf-8`, `windows-1252` o `utf-16` en `charset` o en `codificacion`, o quítelos para que se detecte.',
    'That encoding is not known: give `utf-8`, `windows-1252` or `utf-16` in `charset` or `codificacion`, or leave both out to have it detected.',
  ]),
  lote_comprimido: serviceCode(8, 415, null, [
    'El cuerpo viene comprimido, según `Content-Encoding`: mande el archivo o el formulario sin comprimir y sin ese encabezado.',
    'The body is compressed, as `Content-Encoding` says: send the file or the form without compression and without that header.',
  ]),
  lote_simultaneos: serviceCode(5, 429, null, [
    'Su proyecto ya tiene {limite} archivos en proceso, el máximo a la vez: espere a que termine uno.',
    'Your project already has {limite} files in process, the maximum at a time: wait until one ends.',
  ]),
  lote_grande: serviceCode(8, 413, null, [
    'Los archivos que su proyecto manda a la vez no deben pasar de {limite} MB: espere a que terminen los demás, o mande este a `/curp/lotes` como CSV, en el cuerpo y no en un formulario.',
    'The files that your project sends at the same time must not exceed {limite} MB: wait until the others end, or send this one to `/curp/lotes` as CSV, in the body and not in a form.',
  ]),
  lote_lento: serviceCode(8, 413, null, [
    'Procesar el archivo toma más tiempo del que se permite: guárdelo como CSV, o divídalo en varios.',
    'Processing the file takes longer than is allowed: save it as CSV, or split it into several files.',
  ]),
  lote_memoria: serviceCode(8, 413, null, [
    'Procesar el archivo toma más memoria de la que se permite: guárdelo como CSV, o divídalo en varios.',
    'Processing the file takes more memory than is allowed: save it as CSV, or split it into several files.',
  ]),
  lotes_desconocido: serviceCode(6, 404, null, [
    'Su proyecto no tiene un trabajo con ese id: revise el id, o mande el archivo de nuevo si el trabajo ya se borró.',
    'Your project has no job with that id: check the id, or send the file again if the job was erased.',
  ]),
  lotes_en_proceso: serviceCode(8, 400, null, [
    'El trabajo aún no termina: consúltelo hasta que su estado sea `terminado`.',
    'The job has not ended yet: ask for its state until it is `terminado`.',
  ]),
  lotes_sin_resultado: serviceCode(8, 400, null, [
    'El trabajo se canceló o falló y no tiene resultado: mande el archivo de nuevo.',
    'The job was cancelled or failed and has no result: send the file again.',
  ]),
  lotes_lleno: serviceCode(8, 413, null, [
    'Los archivos de su proyecto y sus resultados no deben pasar de {limite} MB: borre trabajos con `DELETE`, o espere a que venzan.',
    'The files of your project and their results must not exceed {limite} MB: erase jobs with `DELETE`, or wait until they expire.',
  ]),
  lotes_muchos: serviceCode(8, 413, null, [
    'Su proyecto ya guarda {limite} trabajos: borre algunos con `DELETE`, o espere a que venzan; `GET /curp/lotes` los muestra.',
    'Your project already keeps {limite} jobs: erase some with `DELETE`, or wait until they expire; `GET /curp/lotes` lists them.',
  ]),
  lotes_pagina: serviceCode(8, 400, null, [
    '`{parametro}` debe ser un entero de 1 a {limite}.',
    '`{parametro}` must be a whole number from 1 to {limite}.',
  ]),
  lotes_clave: serviceCode(8, 400, null, [
    '`Idempotency-Key` debe tener de 1 a {limite} caracteres ASCII visibles, sin espacios.',
    '`Idempotency-Key` must have from 1 to {limite} visible ASCII characters, without spaces.',
  ]),
  lotes_otro_archivo: serviceCode(8, 422, null, [
    'Esa `Idempotency-Key` ya es de otro archivo, o del mismo con otras opciones: use una clave nueva para cada archivo.',
    'That `Idempotency-Key` belongs to another file, or to the same one with other options: use a new key for each file.',
  ]),
  lotes_nombre: serviceCode(8, 400, 'nombre', [
    '`nombre` debe tener cuando mucho {limite} caracteres, sin saltos de línea.',
    '`nombre` must have at most {limite} characters, without line breaks.',
  ]),
  lotes_descargas: serviceCode(5, 429, null, [
    'Su proyecto ya está descargando {limite} resultados, el máximo a la vez: espere lo que dice `Retry-After` y termine de leer los que abrió.',
    'Your project is already downloading {limite} results, the maximum at a time: wait as long as `Retry-After` says, and finish reading those that you opened.',
  ]),
  interno: serviceCode(9, 500, null, INTERNAL),
  almacen: serviceCode(9, 503, null, [
    'El servicio no alcanza su base de datos: intente de nuevo en unos segundos.',
    'The service cannot reach its database: try again in a few seconds.',
  ]),
  sobrecarga: serviceCode(9, 503, null, [
    'El servicio está sobrecargado: intente de nuevo en unos segundos.',
    'The service is overloaded: try again in a few seconds.',
  ]),
  lote_ocupado: serviceCode(9, 503, null, [
    'El servicio ya está procesando todos los archivos que puede: intente de nuevo en unos segundos.',
    'The service is already processing as many files as it can: try again in a few seconds.',
  ]),
  lote_sin_espacio: serviceCode(9, 503, null, [
    'El servicio no tiene espacio en disco para recibir el archivo: intente de nuevo en unos minutos.',
    'The service has no disk space to receive the file: try again in a few minutes.',
  ]),
  lotes_sin_espacio: serviceCode(9, 503, null, [
    'El servicio no tiene espacio para guardar más trabajos: intente de nuevo más tarde, cuando se hayan borrado otros.',
    'The service has no room to keep more jobs: try again later, when others have been erased.',
  ]),
  apagado: serviceCode(9, 503, null, [
    'El servicio se está apagando: intente de nuevo en unos segundos.',
    'The service is shutting down: try again in a few seconds.',
  ]),
  lotes_sin_base: serviceCode(9, 503, null, [
    'Este servicio no guarda trabajos: mande el archivo a `/curp/lote`.',
    'This service keeps no jobs: send the file to `/curp/lote`.',
  ]),

  // obtener_datos
  sin_respuesta: serviceCode(200, 503, null, [
    'La fuente de registros no responde: intente de nuevo en unos segundos.',
    'The registry source does not answer: try again in a few seconds.',
  ]),
  sin_registro: serviceCode(201, 503, null, [
    'Este servicio no tiene configurada una fuente de registros: para saber si una CURP está registrada, pida a quien lo administra que configure una.',
    'This service has no registry source configured: to learn whether a CURP is registered, ask whoever administers it to configure one.',
  ]),
  no_registrada: serviceCode(300, 400, 'curp', [
    'Esa `curp` no está registrada en la fuente de este servicio: revise que sea la clave que se asignó.',
    'That `curp` is not registered in the source of this service: check that it is the key that was assigned.',
  ]),

  // calcular_curp, validar, cotejar
  ...PERSON_SERVICE_CODES,
  calculo: serviceCode(417, 500, null, INTERNAL),
} as const satisfies Readonly<Record<string, ServiceCode>>;

export type Cause = keyof typeof CODES;
