/** The one registry of codes: everything that can go wrong, with its code, its status and what the client is told. */

interface Codigo {
  readonly codigo: number;
  readonly http: number;
  /** The parameter concerned; `null` where there is none, or where it differs from case to case. */
  readonly parametro: string | null;
  readonly es: string;
  readonly en: string;
}

type Texto = readonly [es: string, en: string];

const codigo = (numero: number, http: number, parametro: string | null, [es, en]: Texto): Codigo => ({
  codigo: numero,
  http,
  parametro,
  es,
  en,
});

const NULO: Texto = [
  '`{parametro}` trae el texto null, None, undefined o NaN, que no es un nombre: el programa que lo mandó no tenía el dato',
  '`{parametro}` holds the text null, None, undefined or NaN, which is no name: the program that sent it did not have the datum',
];
const conPunto = ([es, en]: Texto): Texto => [`${es}.`, `${en}.`];
const noNumerico = (ejemplo: string): Texto => [
  `\`{parametro}\` no es numérico: mande solo cifras, como \`${ejemplo}\`.`,
  `\`{parametro}\` is not numeric: send digits only, like \`${ejemplo}\`.`,
];
const dosCifras: Texto = [
  '`{parametro}` debe tener 2 dígitos: mande `05`, no `5`.',
  '`{parametro}` must have 2 digits: send `05`, not `5`.',
];
const INTERNO: Texto = [
  'El servicio falló por un error propio, no por su petición: avise a quien lo administra.',
  'The service failed by a fault of its own, not by your request: tell whoever administers it.',
];

/** By cause. Several causes share a code: the code says what kind of problem it is, the message exactly which. */
export const CODIGOS = {
  // Common to all operations
  token_ausente: codigo(1, 401, 'token', [
    'Falta `token`: mande el de su proyecto en `token=…` o en `Authorization: Bearer …`.',
    'Missing `token`: send that of your project in `token=…` or in `Authorization: Bearer …`.',
  ]),
  token_desconocido: codigo(2, 401, 'token', [
    'Ese `token` no existe o fue revocado: pida uno vigente a quien administra el servicio.',
    'That `token` does not exist or was revoked: ask whoever administers the service for a current one.',
  ]),
  token_mal_escrito: codigo(2, 401, 'token', [
    'Ese `token` está mal escrito o incompleto: cópielo entero, como se mostró al crearlo.',
    'That `token` is mistyped or incomplete: copy all of it, as it was shown when it was created.',
  ]),
  proyecto_inactivo: codigo(3, 403, 'token', [
    'El proyecto de ese `token` está desactivado: pida a quien administra el servicio que lo active.',
    'The project of that `token` is disabled: ask whoever administers the service to enable it.',
  ]),
  cuota_agotada: codigo(4, 403, null, [
    'La cuota del mes está agotada; se renueva el {renovacion} a las 00:00, hora de la Ciudad de México.',
    'The quota of the month is used up; it renews on {renovacion} at 00:00, Mexico City time.',
  ]),
  demasiadas: codigo(5, 429, null, [
    'Demasiadas peticiones por segundo: espere lo que dice `Retry-After` y no pase de {limite} por segundo.',
    'Too many requests per second: wait as long as `Retry-After` says and send no more than {limite} per second.',
  ]),
  sin_operacion: codigo(6, 404, null, [
    'No hay tal operación: revise la dirección; las operaciones están en `/docs`.',
    'There is no such operation: check the address; the operations are listed at `/docs`.',
  ]),
  metodo: codigo(7, 405, null, [
    'Ese método no se admite aquí: use uno de los que nombra el encabezado `Allow`.',
    'That method is not allowed here: use one of those that the `Allow` header names.',
  ]),
  codificacion: codigo(8, 400, null, [
    'La dirección o el formulario tiene un `%` mal formado o bytes que no son UTF-8: codifique cada valor en UTF-8 con porcentajes.',
    'The address or the form has a malformed `%` or bytes that are not UTF-8: percent-encode each value as UTF-8.',
  ]),
  repetido: codigo(8, 400, null, [
    '`{parametro}` viene más de una vez: mándelo una sola.',
    '`{parametro}` is given more than once: send it only once.',
  ]),
  json: codigo(8, 400, null, [
    'El cuerpo no es un objeto JSON en UTF-8: mande `{"nombre_del_parametro": "valor", …}`.',
    'The body is not a JSON object in UTF-8: send `{"name_of_the_parameter": "value", …}`.',
  ]),
  valor: codigo(8, 400, null, [
    '`{parametro}` no es texto: en el cuerpo JSON cada valor va como texto, entre comillas.',
    '`{parametro}` is not text: in the JSON body each value goes as text, in quotes.',
  ]),
  detalle: codigo(8, 400, 'detalle', [
    '`detalle` solo admite `1`, `0`, `true` o `false`.',
    '`detalle` only admits `1`, `0`, `true` or `false`.',
  ]),
  peticion: codigo(8, 400, null, [
    'La petición no es HTTP bien formado, o llegó demasiado despacio: revise el programa que la manda.',
    'The request is not well-formed HTTP, or came too slowly: check the program that sends it.',
  ]),
  cuerpo_grande: codigo(8, 413, null, [
    'El cuerpo de la petición es demasiado grande: no debe pasar de {limite} bytes.',
    'The body of the request is too large: it must not exceed {limite} bytes.',
  ]),
  url_larga: codigo(8, 414, null, [
    'La dirección o los encabezados son demasiado largos: la dirección no debe pasar de {limite} bytes.',
    'The address or the headers are too long: the address must not exceed {limite} bytes.',
  ]),
  tipo_de_contenido: codigo(8, 415, null, [
    'El cuerpo debe venir como `application/json` o `application/x-www-form-urlencoded`: dígalo en `Content-Type`.',
    'The body must come as `application/json` or `application/x-www-form-urlencoded`: say so in `Content-Type`.',
  ]),
  interno: codigo(9, 500, null, INTERNO),
  almacen: codigo(9, 503, null, [
    'El servicio no alcanza su base de datos: intente de nuevo en unos segundos.',
    'The service cannot reach its database: try again in a few seconds.',
  ]),
  sobrecarga: codigo(9, 503, null, [
    'El servicio está sobrecargado: intente de nuevo en unos segundos.',
    'The service is overloaded: try again in a few seconds.',
  ]),
  apagado: codigo(9, 503, null, [
    'El servicio se está apagando: intente de nuevo en unos segundos.',
    'The service is shutting down: try again in a few seconds.',
  ]),

  // obtener_datos, validar, cotejar
  curp_ausente: codigo(100, 400, 'curp', [
    'Falta `curp`: mande la clave de 18 caracteres.',
    'Missing `curp`: send the key of 18 characters.',
  ]),
  curp_mal_formada: codigo(101, 400, 'curp', [
    'La `curp` no está bien formada: {motivo}',
    'The `curp` is not well formed: {motivo}',
  ]),
  sin_registro: codigo(201, 503, null, [
    'Este servicio no tiene configurada una fuente de registros: no puede decir si una CURP está registrada.',
    'This service has no registry source configured: it cannot say whether a CURP is registered.',
  ]),

  // calcular_curp, cotejar
  nombres_ausente: codigo(400, 400, 'nombres', [
    'Falta `nombres`: mande el nombre o los nombres de pila.',
    'Missing `nombres`: send the given name or names.',
  ]),
  nombres_nulo: codigo(400, 400, 'nombres', conPunto(NULO)),
  apellido_paterno_ausente: codigo(401, 400, 'apellido_paterno', [
    'Falta `apellido_paterno`: mande el primer apellido; quien tiene uno solo lo lleva aquí.',
    'Missing `apellido_paterno`: send the first surname; whoever has only one has it here.',
  ]),
  apellido_paterno_nulo: codigo(401, 400, 'apellido_paterno', conPunto(NULO)),
  apellido_materno_ausente: codigo(402, 400, 'apellido_materno', [
    'Falta `apellido_materno`: mande el segundo apellido, o `apellido_materno=` vacío si la persona tiene uno solo.',
    'Missing `apellido_materno`: send the second surname, or an empty `apellido_materno=` if the person has only one.',
  ]),
  apellido_materno_nulo: codigo(402, 400, 'apellido_materno', [
    `${NULO[0]}; si la persona tiene un solo apellido, mande \`apellido_materno=\` vacío.`,
    `${NULO[1]}; if the person has only one surname, send an empty \`apellido_materno=\`.`,
  ]),
  anio_nacimiento_ausente: codigo(403, 400, 'anio_nacimiento', [
    'Falta `anio_nacimiento`: mande el año con 4 dígitos, como `1990`.',
    'Missing `anio_nacimiento`: send the year with 4 digits, like `1990`.',
  ]),
  mes_nacimiento_ausente: codigo(404, 400, 'mes_nacimiento', [
    'Falta `mes_nacimiento`: mande el mes con 2 dígitos, como `05`.',
    'Missing `mes_nacimiento`: send the month with 2 digits, like `05`.',
  ]),
  dia_nacimiento_ausente: codigo(405, 400, 'dia_nacimiento', [
    'Falta `dia_nacimiento`: mande el día con 2 dígitos, como `17`.',
    'Missing `dia_nacimiento`: send the day with 2 digits, like `17`.',
  ]),
  sexo_ausente: codigo(406, 400, 'sexo', [
    'Falta `sexo`: mande `H` (hombre), `M` (mujer) o `X` (no binario).',
    'Missing `sexo`: send `H` (male), `M` (female) or `X` (non-binary).',
  ]),
  entidad_ausente: codigo(407, 400, 'entidad', [
    'Falta `entidad`: mande la clave de 2 dígitos de la entidad de nacimiento; `/curp/entidades` las da todas.',
    'Missing `entidad`: send the key of 2 digits of the entity of birth; `/curp/entidades` gives them all.',
  ]),
  anio_nacimiento_no_numerico: codigo(408, 400, 'anio_nacimiento', noNumerico('1990')),
  mes_nacimiento_no_numerico: codigo(409, 400, 'mes_nacimiento', noNumerico('05')),
  dia_nacimiento_no_numerico: codigo(410, 400, 'dia_nacimiento', noNumerico('17')),
  entidad_no_numerico: codigo(411, 400, 'entidad', noNumerico('09')),
  anio_nacimiento_cifras: codigo(412, 400, 'anio_nacimiento', [
    '`anio_nacimiento` debe tener 4 dígitos: mande `1990`, no `90`.',
    '`anio_nacimiento` must have 4 digits: send `1990`, not `90`.',
  ]),
  mes_nacimiento_cifras: codigo(413, 400, 'mes_nacimiento', dosCifras),
  dia_nacimiento_cifras: codigo(414, 400, 'dia_nacimiento', dosCifras),
  entidad_cifras: codigo(415, 400, 'entidad', [
    '`entidad` debe tener 2 dígitos: mande `09`, no `9`.',
    '`entidad` must have 2 digits: send `09`, not `9`.',
  ]),
  sexo_invalido: codigo(416, 400, 'sexo', [
    '`sexo` debe ser exactamente `H` (hombre), `M` (mujer) o `X` (no binario).',
    '`sexo` must be exactly `H` (male), `M` (female) or `X` (non-binary).',
  ]),
  sin_letras: codigo(417, 400, null, [
    '`{parametro}` no tiene ninguna letra latina: mande el nombre como está en el acta.',
    '`{parametro}` has no Latin letter: send the name as the birth certificate has it.',
  ]),
  largo: codigo(417, 400, null, [
    '`{parametro}` pasa de 200 caracteres: mande solo el nombre.',
    '`{parametro}` exceeds 200 characters: send only the name.',
  ]),
  control: codigo(417, 400, null, [
    '`{parametro}` contiene caracteres de control: mande solo el texto del nombre.',
    '`{parametro}` contains control characters: send only the text of the name.',
  ]),
  mes_inexistente: codigo(417, 400, 'mes_nacimiento', [
    'Ese mes no existe: `mes_nacimiento` va de `01` a `12`.',
    'That month does not exist: `mes_nacimiento` goes from `01` to `12`.',
  ]),
  dia_inexistente: codigo(417, 400, 'dia_nacimiento', [
    'Ese día no existe en ese mes de ese año: revise la fecha de nacimiento.',
    'That day does not exist in that month of that year: check the date of birth.',
  ]),
  fecha_remota: codigo(417, 400, 'anio_nacimiento', [
    'La fecha de nacimiento es anterior a 1800: revise `anio_nacimiento`.',
    'The date of birth lies before 1800: check `anio_nacimiento`.',
  ]),
  fecha_futura: codigo(417, 400, 'anio_nacimiento', [
    'La fecha de nacimiento está en el futuro: revise `anio_nacimiento`, `mes_nacimiento` y `dia_nacimiento`.',
    'The date of birth lies in the future: check `anio_nacimiento`, `mes_nacimiento` and `dia_nacimiento`.',
  ]),
  entidad_invalida: codigo(417, 400, 'entidad', [
    'Esa `entidad` no está en el catálogo: mande una clave de `01` a `32`, o `36` si nació en el extranjero.',
    'That `entidad` is not in the catalogue: send a key from `01` to `32`, or `36` for a birth abroad.',
  ]),
  calculo: codigo(417, 500, null, INTERNO),
} as const satisfies Readonly<Record<string, Codigo>>;

export type Causa = keyof typeof CODIGOS;
