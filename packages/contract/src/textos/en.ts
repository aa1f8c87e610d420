/** Every sentence for people in English, under the ids of `es.ts`. */
import type * as es from './es.js';

/** The texts of a group, under the same ids as in Spanish. */
type GroupTexts<Group extends keyof typeof es> = Readonly<Record<keyof (typeof es)[Group], string>>;

/** The codes of a key, an RFC and a person's data. */
export const persona: GroupTexts<'persona'> = {
  curp_ausente: 'Missing `curp`[: write the key of 18 characters||].',
  curp_mal_formada: 'The `curp` has an error[?posicion: in position {posicion}]. {motivo}',
  rfc_invalido: 'That `rfc` is not that of a person: write its 13 characters, or the first 10.',
  nombres_ausente: 'Missing `nombres`[: write the given name or names||].',
  nombres_nulo:
    '`{parametro}` holds the text null, None, undefined or NaN, which is not a name: the program that sent it did not have the datum; write the given names.',
  apellido_paterno_ausente:
    'Missing `apellido_paterno`[: write the first surname; if the person has only one, it goes here; if the person has none, write `DESCONOCIDO`||].',
  apellido_paterno_nulo:
    '`{parametro}` holds the text null, None, undefined or NaN, which is not a name: the program that sent it did not have the datum; write the first surname.',
  apellido_materno_ausente:
    'Missing `apellido_materno`[: write the second surname, or send an empty `apellido_materno=` if the person has only one||].',
  apellido_materno_nulo:
    '`{parametro}` holds the text null, None, undefined or NaN, which is not a name: the program that sent it did not have the datum; if the person has only one surname, [send an empty `apellido_materno=`|leave the cell empty|leave the cell empty].',
  anio_nacimiento_ausente: 'Missing `anio_nacimiento`[: write the year with 4 digits, such as `1990`||].',
  mes_nacimiento_ausente: 'Missing `mes_nacimiento`[: write the month with 2 digits, such as `05`||].',
  dia_nacimiento_ausente: 'Missing `dia_nacimiento`[: write the day with 2 digits, such as `17`||].',
  sexo_ausente: 'Missing `sexo`[: write `H` (male), `M` (female) or `X` (non-binary)||].',
  entidad_ausente:
    'Missing `entidad`[: write the 2-digit key of the state of birth; `/curp/entidades` lists the keys||].',
  anio_nacimiento_no_numerico: '`{parametro}` is not numeric: write digits only, such as `1990`.',
  mes_nacimiento_no_numerico: '`{parametro}` is not numeric: write digits only, such as `05`.',
  dia_nacimiento_no_numerico: '`{parametro}` is not numeric: write digits only, such as `17`.',
  entidad_no_numerico: '`{parametro}` is not numeric: write digits only, such as `09`.',
  anio_nacimiento_cifras: '`anio_nacimiento` must have 4 digits, such as `1990`.',
  mes_nacimiento_cifras: '`mes_nacimiento` must have 2 digits, such as `05`.',
  dia_nacimiento_cifras: '`dia_nacimiento` must have 2 digits, such as `05`.',
  entidad_cifras: '`entidad` must have 2 digits, such as `09`.',
  sexo_invalido: '`sexo` must be exactly `H` (male), `M` (female) or `X` (non-binary).',
  sin_letras: '`{parametro}` has no Latin letter: write the name as the birth certificate has it.',
  largo: '`{parametro}` exceeds 200 characters: write only the name.',
  control: '`{parametro}` contains control characters, which are invisible: write the name again.',
  mes_inexistente: 'That month does not exist: `mes_nacimiento` goes from `01` to `12`.',
  dia_inexistente: 'That day does not exist in that month of that year: check the date of birth.',
  fecha_remota: 'The date of birth is before 1800: check `anio_nacimiento`.',
  fecha_futura: 'The date of birth is in the future: check `anio_nacimiento`, `mes_nacimiento` and `dia_nacimiento`.',
  entidad_invalida:
    'That `entidad` is not in the catalogue: write a key from `01` to `32`, or `36` for a birth abroad.',
  calculo:
    'The calculation failed because of an internal error, not because of the data: tell whoever administers the service.',
};

/** Rows of a file that cannot be answered. */
export const fila: GroupTexts<'fila'> = {
  fecha_ausente: 'Missing `fecha_nacimiento`[: write it `1990-05-17` or `17/05/1990`||].',
  apellido_sin_dato:
    '`apellido_paterno` holds a word that was read as “no data”: write the first surname[; if that word is the surname, {declare} `nulos=ninguno`].',
  sexo_vacio: 'Missing `sexo`[: write `Hombre` (male), `Mujer` (female) or `No binario` (non-binary)||].',
  entidad_vacia:
    'Missing `entidad`[: write the state of birth, such as `Jalisco`, or `NE` for a person born abroad||].',
  entidad_desconocida:
    '{valor} is not known. Write the state, such as `Jalisco`; for a person born abroad, write `NE`.',
  anio_siglo:
    '`anio_nacimiento` has only two digits, so its century is unknown: write all four (`1990`)[, or declare `siglo=1930` for the years from 1930 to 2029||, or choose `siglo=1930`].',
  sexo_archivo: '{valor} is not known. Write `Hombre` (male), `Mujer` (female) or `No binario` (non-binary).',
  sexo_cifra:
    '`sexo` holds a digit: [declare `sexo=12` if in this file 1 is a man and 2 a woman|write Hombre (male), Mujer (female) or No binario (non-binary)|choose `sexo=12`, or write the word].',
  sexo_dudoso:
    '`M` may be Mujer or Masculino, because the file also has H and F: [{declare} `sexo=hm` or `sexo=fm`, or ]write the word.',
  sexo_contradice:
    'This `sexo` contradicts the earlier rows, which use other letters: [declare `sexo=hm` or `sexo=fm` and process the file again|write Hombre (male), Mujer (female) or No binario (non-binary)|choose `sexo=hm` or `sexo=fm`].',
  fecha_formato:
    '`fecha_nacimiento` cannot be understood: write it `1990-05-17` or `17/05/1990`, with a year of 4 digits.',
  fecha_siglo:
    '`fecha_nacimiento` has a year of only two digits, so its century is unknown: write all four[, or declare `siglo=1930` for the years from 1930 to 2029||, or choose `siglo=1930`].',
  fecha_contradice:
    '`fecha_nacimiento` does not follow the order in which the file is read[ ({orden})||]: correct it[, or declare the order with `fechas=dma`, `mda`, `amd` or `adm`||, or choose `fechas=dma`, `fechas=mda` or `fechas=amd`].',
  fecha_inexistente: 'That day does not exist: check `fecha_nacimiento`.',
  fecha_antigua: 'The date is before 1800: check the year of `fecha_nacimiento`.',
  fecha_por_venir: 'The date is in the future: check `fecha_nacimiento`.',
  nombre_con_signo: '`{parametro}` has “{signo}”, which no name has: write it as the birth certificate has it.',
  nombre_sin_letra:
    '`{parametro}` has “{signo}” where a letter may belong: [if it means Ñ, as in IMSS files, {declare} `enie={signo}`; if not, ]write it as the birth certificate has it.',
  nombre_danado: '`{parametro}` has surnames and given names separated by a comma: put each into its own column.',
  nombre_de_relleno:
    '`{parametro}` says that there is no data, which is not a name: leave the cell empty[ or declare those words, as in `nulos=NO TIENE`; if it is a name, declare `nulos=ninguno`| or write the name| or choose `nulos=NO TIENE`; if it is a name, choose `nulos=ninguno`].',
  nombre_sin_corte: 'The whole name cannot be cut into given names and surnames: write at least one of each.',
  fila_celdas:
    'The row does not have as many cells as the header ({celdas} instead of {columnas}): check for a missing or an extra delimiter.',
  fila_encabezado:
    'The row names the columns in a different order from the header: if the rows below follow that order, move them to another file.',
  fila_largo:
    'The line has {caracteres} characters and must have {largo}: check it, because its data are out of place.',
  fila_comillas:
    'The quotes of the row do not match: put a cell that contains quotes in quotes, and double those inside it.',
  fila_nul: 'The row has a character that nobody sees (NUL): erase it.',
  fila_larga: 'The row exceeds {limite} bytes and is not kept: check the line breaks and the quotes of the file.',
  fila_codificacion: 'The row is not in the same encoding as the others: save the file again as UTF-8.',
  fila_json: 'The line is not a JSON object: write one per line, such as `{"nombres": "…", …}`.',
  fila_anidada:
    'The line holds the data inside another value: write one object per person, with the data directly in it.',
  fila_nombres: 'The object in the line has more than {limite} fields: keep only the data of one person.',
  fila_repetida: '`{parametro}` is given more than once in the line: keep it only once.',
  fila_formula:
    'The cell of `{parametro}` has a formula without a saved value: open the workbook in Excel and save it.',
  fila_valor: '`{parametro}` is not text: in JSON each value goes as text, in quotes.',
};

/** Files that cannot be read. */
export const archivo: GroupTexts<'archivo'> = {
  archivo_vacio: 'The file has no rows: check that it is the right one; the first line holds the names of the columns.',
  archivo_libro:
    'The file is an Excel workbook: give it the extension and the type of `.xlsx`, or save it as CSV UTF-8.',
  archivo_libro_antiguo: 'The file is an old .xls or a workbook with a password: save it as .xlsx, without a password.',
  archivo_gzip: 'The file is compressed with gzip: decompress it, or give it a name that ends in `.csv.gz`.',
  archivo_zip: 'The file is a .zip: open it and take the list out of it.',
  archivo_utf32: 'The file is in UTF-32, which hardly any program reads: save it again as UTF-8.',
  archivo_json:
    'The file is JSON with lists instead of objects: save it with one object per person, such as `{"nombres": "…", …}`.',
  archivo_dbf: 'The file is a table of dBASE (.dbf): open it in Excel or LibreOffice and save it as .xlsx or CSV.',
  archivo_html:
    'The file is an HTML page or an XML file, whatever its name says: open it in Excel and save it as .xlsx.',
  archivo_pdf:
    'The file is a PDF, from which no rows can be read: ask for the list as the program that made it saves it, as Excel or CSV.',
  archivo_imagen: 'The file is a picture, from which no rows can be read: type the list in Excel or as CSV.',
  archivo_encabezado:
    'No column is recognised (of {columnas}): give them names such as {esperadas}, say which they are with {opcion}, or {declare} their row, `encabezado=2`, or `encabezado=0`[?fijas:; if fixed, `formato=…`].',
  archivo_sin_encabezado:
    'The first line holds the data of a person, not the names of the columns: add a line with the names above it.',
  archivo_primera_linea:
    'The first line names no datum: {declare} `encabezado=1` if it holds the names of the columns, or `encabezado=0` if it holds the first person.',
  archivo_sin_nombres:
    'The file has no header, and the column of `{parametro}` is unknown[?otras: (and also `{otras}`)]: there are {columnas}; name it with {opcion}, by its number or its letter.',
  archivo_formato:
    'The layout {formato} has no `{parametro}`[?otras: (and also `{otras}`)], which a calculation needs: because it has the key, use `operacion=cotejar` or `operacion=validar`.',
  archivo_hoja:
    'The sheet does not hold the names of the columns, and the workbook has other sheets: choose one with `hoja=NOMBRE` ({hojas}).',
  archivo_hojas:
    'All sheets are read together only to be answered in their own workbook, neither as CSV nor to be crossed: choose one with `hoja=NOMBRE` ({hojas}).',
  archivo_dos_encabezados:
    'Row {fila} names the columns in another order: move it and the rows below to another file; if the order did not change, {declare} `encabezado={encabezado}`.',
  archivo_personas_arriba:
    'The names of the columns are in row {encabezado}, and people are above it, from row {fila} on: move it to the top; if those rows do not belong to the list, {declare} `encabezado={encabezado}`.',
  archivo_cabecera_larga:
    'The first line exceeds {limite} bytes, or its quotes do not match: check that it holds only the names of the columns.',
  archivo_columnas: 'The first line has more than {limite} columns: check that it holds only the names of the columns.',
  archivo_columna:
    'The column `{parametro}` is missing[?otras: (and also `{otras}`)]: the file has {columnas}; say which one it is with {opcion}[?completo:; if the given names hold the surnames, {declare} `nombre_completo=apellidos` or `nombre_completo=nombres`][?cotejo:. The file has keys and names: to compare them, use `operacion=cotejar`][?cruce:. Without the CURP, lists are crossed by names, surnames and birth date].',
  archivo_sin_datos:
    'Comparing each CURP takes at least one more datum of the person: the file has {columnas}; say which one it is with {opcion}.',
  archivo_nombre_completo:
    'The file has the whole name in one column: {declare} `nombre_completo=apellidos` (surnames) or `nombre_completo=nombres` (given names), whichever come first.',
  archivo_nombre_aparte:
    'The surnames have their own columns, {columnas}, and `nombre_completo` says that one column holds the whole name: leave that option out, or say which column holds the whole name with {opcion}.',
  archivo_apellidos:
    'It is unclear whether {columnas} holds both surnames or only one: if it holds both, say so with {opcion}; otherwise add the column of the other.',
  archivo_nombres:
    'The given names must be in one column, or in two such as “Nombre” and “Segundo nombre”, and the file has {columnas}: arrange them like that, in their order, because every one counts.',
  archivo_ambiguo: 'More than one column may be `{parametro}`: {columnas}; say which one it is with {opcion}.',
  archivo_dudosa:
    'It is unclear whether {columnas} is `{parametro}` or belongs to [?lugar:an address or a school][?dia:another day, such as that of capture]: if it is that of the birth, say so with {opcion}[?otra:; if it is not, leave that option empty].',
  archivo_sexo:
    'The column of the sex has only M, which may be Mujer (woman) or Masculino (man): {declare} `sexo=hm` for a woman or `sexo=fm` for a man.',
  archivo_sexo_nombres:
    'The sex does not match most names: {declare} `sexo=vh` if H is Hembra (woman), or `sexo=hm` if H is Hombre (man).',
  archivo_mapa:
    'The file has no column “{pedida}”, which was named for `{parametro}`: name another; it has {columnas}.',
  libro_danado: 'The file is no Excel workbook, or is damaged: open it and save it again as .xlsx.',
  libro_con_contrasena: 'The workbook has a password: save it as .xlsx without a password.',
  libro_de_otro_tipo: 'The file is a workbook in {tipo} format: open it in Excel or LibreOffice and save it as .xlsx.',
  libro_hojas_iguales: 'The workbook is damaged, and the sheets {hojas} are one: open it and save it again as .xlsx.',
  libro_hojas_tocayas:
    'The workbook is damaged, and two of its sheets are named {hojas}: open it and save it again as .xlsx.',
  libro_sin_hoja: 'The workbook has no sheet {pedida}: choose one of {hojas}.',
  libro_grande: 'The workbook cannot be read because it has {que}: save it as CSV.',
  libro_encabezado_vacio:
    'Row {fila} of the sheet {hoja} is empty, and the names of the columns should be there: choose another row.',
  libro_ancho: 'The sheet {hoja} has no room for more columns: remove the empty ones at its end.',
  libro_formula: 'The cell {celda} has a formula: correct it in Excel, or download the CSV.',
  libro_filas: 'A sheet of Excel takes no more than {limite} rows: use a CSV.',
  libro_fila_grande:
    'Row {fila} does not fit in a sheet of Excel ({columnas} columns, {caracteres} characters a cell): use a CSV.',
  libro_resultado: 'The result does not fit in an Excel workbook: use a CSV.',
  lista_b_grande:
    'List B exceeds {limite} people, the most that can be crossed: split it and cross each part, or give the shorter list as B.',
};

/** Requests that the service refuses. */
export const servicio: GroupTexts<'servicio'> = {
  token_ausente: 'Missing `token`: send that of your project in `token=…` or in `Authorization: Bearer …`.',
  token_desconocido:
    'That `token` does not exist or was revoked: ask whoever administers the service for a current one.',
  token_vencido: 'That `token` has expired: ask whoever administers the service for another.',
  token_mal_escrito: 'That `token` is mistyped or incomplete: copy all of it, as it was shown when it was created.',
  pruebas_ajena: 'The token `pruebas` is not accepted from pages of another origin: use the `token` of a project.',
  pruebas_remota:
    'The token `pruebas` works only on the same machine, without a proxy and at an address like `http://localhost`: use the `token` of a project, or start the service with `DEMO_TOKEN=on` to accept it.',
  proyecto_inactivo: 'The project of that `token` is disabled: ask whoever administers the service to enable it.',
  cuota_agotada:
    'The quota of the month is used up: wait until it renews, on {renovacion} at 00:00, Mexico City time, or ask whoever administers the service for a larger one.',
  demasiadas:
    'Too many requests per second: wait as long as `Retry-After` says and send no more than {limite} per second.',
  sin_operacion: 'There is no such operation: check the address; the operations are listed at `/docs`.',
  metodo: 'That method is not allowed here: use one of those that the `Allow` header names.',
  codificacion:
    'The address or the form has a malformed `%` or bytes that are not UTF-8: percent-encode each value as UTF-8.',
  repetido: '`{parametro}` is given more than once: send it only once.',
  json: 'The body is not a JSON object in UTF-8: send `{"name_of_the_parameter": "value", …}`.',
  valor: '`{parametro}` is not text: in the JSON body each value goes as text, in quotes.',
  detalle: '`detalle` only accepts `1`, `0`, `true` or `false`.',
  peticion: 'The request is not well-formed HTTP, or arrived too slowly: check the program that sends it.',
  transferencia:
    'That `Transfer-Encoding` is not supported: send the body without compression, with `chunked` or `Content-Length`.',
  version_http: 'That version of HTTP is not supported: use HTTP/1.1 or HTTP/1.0.',
  cuerpo_grande: 'The body of the request is too large: it must not exceed {limite} bytes.',
  url_larga: 'The address is too long: it must not exceed {limite} bytes.',
  encabezados_largos: 'The address and the headers together are too long: they must not exceed {limite} bytes.',
  tipo_de_contenido:
    'The body must come as `application/json` or `application/x-www-form-urlencoded`, in UTF-8 and not compressed: say so in `Content-Type`, and leave `Content-Encoding` out.',
  lote_operacion: '`operacion` only accepts `calcular`, `validar` or `cotejar`; without it, keys are calculated.',
  lote_excel: '`excel` only accepts `1`, `0`, `true` or `false`.',
  lote_tipo:
    'The file must be CSV (`text/csv`), NDJSON (`application/x-ndjson`), a JSON array (`application/json`) or an Excel workbook: say so in `Content-Type` or, in a form, by a name such as `lista.csv`.',
  lote_formulario:
    'The form (`multipart/form-data`) is incomplete or malformed: let your program build it and set the `Content-Type` with its `boundary` by itself.',
  lote_formulario_archivo: 'The form must hold one file and only one, as `curl -F archivo=@lista.csv` sends it.',
  lote_formulario_campos: 'The fields of the form are too long: without the file they must not exceed {limite} bytes.',
  lote_charset:
    'That encoding is not known: give `utf-8`, `windows-1252` or `utf-16` in `charset` or `codificacion`, or leave both out to have it detected.',
  lote_comprimido:
    'The body is compressed, as `Content-Encoding` says: send the file or the form without compression and without that header.',
  lote_simultaneos: 'Your project already has {limite} files in process, the maximum at a time: wait until one ends.',
  lote_grande:
    'The files that your project sends at the same time must not exceed {limite} MB: wait until the others end, or send this one to `/curp/lotes`.',
  lote_largo:
    'The file exceeds {limite} MB, the most that `/curp/lote` takes: send it to `/curp/lotes`, which keeps it as a job and answers it later.',
  lote_lento: 'Processing the file takes longer than is allowed: save it as CSV, or split it into several files.',
  lote_memoria:
    'Processing the file takes more memory than is allowed: save it as CSV, or split it into several files.',
  lotes_desconocido:
    'Your project has no job with that id: check the id, or send the file again if the job was erased.',
  lotes_en_proceso: 'The job has not ended yet: ask for its state until it is `terminado`.',
  lotes_sin_resultado: 'The job was cancelled or failed and has no result: send the file again.',
  lotes_lleno:
    'The files of your project and their results must not exceed {limite} MB: erase jobs with `DELETE`, or wait until they expire.',
  lotes_muchos:
    'Your project already keeps {limite} jobs: erase some with `DELETE`, or wait until they expire; `GET /curp/lotes` lists them.',
  lotes_pagina: '`{parametro}` must be a whole number from 1 to {limite}.',
  lotes_clave: '`Idempotency-Key` must have from 1 to {limite} visible ASCII characters, without spaces.',
  lotes_otro_archivo:
    'That `Idempotency-Key` belongs to another file, or to the same one with other options: use a new key for each file.',
  lotes_nombre: '`nombre` must have at most {limite} characters, without line breaks.',
  lotes_descargas:
    'Your project is already downloading {limite} results, the maximum at a time: wait as long as `Retry-After` says, and finish reading those that you opened.',
  interno: 'The service failed because of an internal error, not because of your request: tell whoever administers it.',
  almacen: 'The service cannot reach its database: try again in a few seconds.',
  sobrecarga: 'The service is overloaded: try again in a few seconds.',
  lote_ocupado: 'The service is already processing as many files as it can: try again in a few seconds.',
  lote_sin_espacio: 'The service has no disk space to receive the file: try again in a few minutes.',
  lotes_sin_espacio: 'The service has no room to keep more jobs: try again later, when others have been erased.',
  apagado: 'The service is shutting down: try again in a few seconds.',
  lotes_sin_base: 'This service keeps no jobs: send the file to `/curp/lote`.',
  sin_respuesta: 'The registry source does not answer: try again in a few seconds.',
  sin_registro:
    'This service has no registry source configured: to learn whether a CURP is registered, ask whoever administers it to configure one.',
  no_registrada:
    'That `curp` is not registered in the source of this service: check that it is the key that was assigned.',
};

/** Values that an option of files does not take. */
export const valores = {
  lectura_encabezado:
    '`{parametro}` is the number of the row with the names of the columns, from `1` to `1000`, or `0` if no row has them.',
  lectura_sexo:
    '`{parametro}` only accepts `hm` (H man, M woman), `fm` (F female, M male), `vh` (H woman, V or M man), `12` (1 man, 2 woman), `123` (also, 3 non-binary) or `21` (1 woman, 2 man).',
  lectura_fechas:
    '`{parametro}` only accepts `dma` (day, month, year), `mda` (month, day, year), `amd` (year, month, day) or `adm` (year, day, month).',
  lectura_siglo:
    '`{parametro}` is the first of the hundred years that two digits can name, from `1800` to `2000`: with `1930`, `90` is 1990 and `05` is 2005.',
  lectura_nulos:
    '`{parametro}` takes the words that mean “no data”, separated by commas (`S/D,NULL`), or `ninguno`: up to 50 words of up to 50 characters.',
  lectura_enie: '`{parametro}` is the sign written for Ñ: a single one, such as `#` or `¥`.',
  lectura_nombre_completo:
    '`{parametro}` says what comes first in the column: `apellidos` (surnames) or `nombres` (given names).',
  lectura_formato: '`{parametro}` is not valid: `{campo}` takes {admite}, but has “{valor}”.',
};

/** Reasons to review a row that has a key, beside the findings of core. */
export const motivos = {
  revisado: 'Reviewed.',
  corte_un_apellido: 'There is only one surname: it was read as {corte}. If the person has another, add it.',
  corte_nombres: 'The name can be cut in another way; it was read as {corte}.',
  corte_apellidos: 'The surnames can be cut in another way; it was read as {corte}.',
  datos_difieren: 'Does not match: `{campos}`.',
  misma_raiz: 'Only the last two characters differ, which RENAPO assigns.',
  otra_clave_invalida: 'The row already has another CURP, which is not valid: compare it with the calculated one.',
  otra_clave_difiere: 'The row already has another valid CURP. Does not match: `{campos}`.',
  otra_clave_raiz: 'The row already has another valid CURP. Only the last two characters differ, which RENAPO assigns.',
  edad_difiere:
    'The row contradicts itself: the age is {testigo}, and by the date of birth it is {fila} years. Check which datum is right.',
  rfc_difiere:
    'The row contradicts itself: the RFC begins with {testigo}, and the key with {fila}. Check which datum is right.',
  anio_difiere:
    'The row contradicts itself: the year of birth is {testigo}, and the date of birth {fila}. Check which datum is right.',
  fecha_difiere:
    'The row contradicts itself: another date of birth is {testigo}, and the one that was read {fila}. Check which datum is right.',
  pais_difiere:
    'The row contradicts itself: the country is {testigo}, and the state of birth is in Mexico, {fila}. Check which datum is right.',
  columna_mes:
    'The row contradicts itself: in {columna} the month is {testigo}, and the date of birth {fila}. Check which datum is right.',
  columna_dia:
    'The row contradicts itself: in {columna} the day is {testigo}, and the date of birth {fila}. Check which datum is right.',
  columna_despues:
    'The row contradicts itself: in {columna} the date is {testigo}, before the date of birth, {fila}. Check which datum is right.',
  columna_reciente:
    'The date of birth, {fila}, is later than all dates of {columna}: the newest is {testigo}. Check the birth certificate.',
  columna_nombre:
    'The row contradicts itself: in {columna} the name is {testigo}, and in the other columns {fila}. Check which datum is right.',
  fechas_seguidas:
    'The birth is a day or a year after that of the row before, as in most of the file: a spreadsheet seems to have filled it down. Check the birth certificate.',
  fecha_repetida:
    'The birth is on the same day and month as in most rows, as a cell that was copied down leaves it. Check the birth certificate.',
  nacimiento_lejano:
    'The year of birth is many years from all others, in a list with school years. Check the birth certificate.',
  sexo_unico:
    'All rows have the same sex, and the names are of men and of women: it looks like a cell that was copied down. Check the sex.',
  estados_cortados:
    'The state may be cut, as others of the file are, and be one with a longer name. Write the whole name of the state.',
  nombres_cortados:
    'The name reaches the width at which its column cuts names, and the missing letters would change the key. Write the whole name.',
  apellidos_partidos:
    'The surname may be a compound one that was torn into two columns: another row has it in one. Check the birth certificate.',
  misma_persona:
    'It is the same person as in [?fila:row {fila}][?linea:line {linea}][?hoja: of the sheet {hoja}]: the data are the same. If the person should be listed once, remove one of the two.',
  misma_clave:
    'It is the same CURP as in [?fila:row {fila}][?linea:line {linea}][?hoja: of the sheet {hoja}]. If it should be listed once, remove one of the two.',
  homonimos:
    'It is the same CURP as in [?fila:row {fila}][?linea:line {linea}][?hoja: of the sheet {hoja}], with another name. If they are two people, RENAPO assigns one of them another, which differs from character 17 on; if it is one, correct the name.',
  clave_compartida:
    'It is the same CURP as in [?fila:row {fila}][?linea:line {linea}][?hoja: of the sheet {hoja}], with other data. RENAPO assigns no CURP to two people: check whose it is.',
  mismos_datos:
    'They are the same data as in [?fila:row {fila}][?linea:line {linea}][?hoja: of the sheet {hoja}], with another CURP. If it is one person, check which CURP is right; if they are two, check whose each one is.',
};

/** The evidence that two rows of crossed lists are, or may be, one person. */
export const cruces = {
  cruce_misma_curp: 'The same CURP.',
  cruce_mismos_datos: 'The same data.',
  cruce_curp_con_error: 'The same CURP, which has an error.',
  cruce_curp_de_los_datos: 'The CURP of one list fits the data of the other.',
  cruce_apellidos_intercambiados: 'The surnames are exchanged.',
  cruce_nombre_y_apellido: 'The given name and the first surname are exchanged.',
  cruce_coincide_lo_demas: 'The rest agrees.',
  cruce_sin_apellidos: 'No surnames in either list.',
  cruce_falta: 'No [?fechaNacimiento:date][?sexo:sex][?entidad:state] in {lista}.',
  cruce_ilegible: 'In {lista}, “{texto}” is no [?fechaNacimiento:date of any use][?sexo:sex][?entidad:state].',
  cruce_fecha_inexistente: 'In {lista}, the date “{texto}” does not exist.',
  cruce_fecha_doble: '“{texto}” may be {uno} or {otro}.',
  cruce_es_otra: 'Not the person of [?fila:row {fila}][?filas:rows {filas}] of the other list.',
  cruce_dia_y_mes: 'Day and month are exchanged: {a} and {b}.',
  cruce_nombres: 'The given names differ[?a:: {a} and {b}].',
  cruce_apellido_paterno: 'The first surname differs[?a:: {a} and {b}].',
  cruce_apellido_materno: 'The second surname differs[?a:: {a} and {b}].',
  cruce_fecha: 'The date of birth differs[?a:: {a} and {b}].',
  cruce_anio: 'The year differs[?a:: {a} and {b}].',
  cruce_mes: 'The month differs[?a:: {a} and {b}].',
  cruce_dia: 'The day differs[?a:: {a} and {b}].',
  cruce_sexo: 'The sex differs[?a:: {a} and {b}].',
  cruce_entidad: 'The state of birth differs[?a:: {a} and {b}].',
  cruce_otra_curp: 'The same data, with another CURP[?a:: {a} and {b}].',
  cruce_captura: 'The CURP differs by a typing error[?a:: {a} and {b}].',
  cruce_casada: 'It may be a married name.',
  cruce_otras_filas: 'It may also be [?fila:row {fila}][?filas:one of rows {filas}] of the other list.',
  cruce_repetida_aqui: 'Row {fila} of this list is that person too.',
  cruce_repetida_alla:
    '[?fila:Row {fila} of the other list is][?filas:Rows {filas} of the other list are] that person too.',
};

/** The kind of problem of each code of a row, in a few words: several sentences share a code. */
export const clases: GroupTexts<'clases'> = {
  8: 'the row cannot be read',
  100: 'the CURP is missing',
  101: 'the CURP is misspelt',
  102: 'the RFC is not that of a person',
  400: 'the given names are missing',
  401: 'the first surname is missing',
  402: 'the second surname is missing',
  403: 'the date, or the year, of birth is missing',
  404: 'the month of birth is missing',
  405: 'the day of birth is missing',
  406: 'the sex is missing',
  407: 'the entity of birth is missing',
  408: 'the year is not a number',
  409: 'the month is not a number',
  410: 'the day is not a number',
  411: 'the entity is neither a key nor a known name',
  412: 'the year does not have 4 digits',
  413: 'the month does not have 2 digits',
  414: 'the day does not have 2 digits',
  415: 'the entity does not have 2 digits',
  416: 'the sex is not recognised',
  417: 'a name, date or entity that is not valid',
  otra: 'see the column error_message',
};

/** How a file is read: a sentence for each convention that matters. */
export const lectura = {
  codificacion_danada:
    'Encoding UTF-8, with accents that a program damaged by reading {antes} as {despues}. Rows that are repaired as they are read: {n}[?fila: (the first is row {fila})].',
  codificacion_declarada: 'Encoding {nombre}.',
  codificacion_marca: 'Encoding {nombre}: the first bytes say so.',
  codificacion_otra:
    'Encoding {nombre}. Rows that are not UTF-8: {n}[?fila: (the first is row {fila})][?n_utf8:; rows that look like UTF-8: {n_utf8}][?fila_utf8: (the first is row {fila_utf8})].',
  codificacion_sin_acentos: 'Encoding {nombre}: the rows have no accents.',
  codificacion_valida: 'Encoding {nombre}: every row is valid.',
  codificacion_mezclada:
    'Encoding {nombre}. Rows with accents in UTF-8: {n_utf8}[?fila_utf8: (the first is row {fila_utf8})]; rows in another encoding, which are errors: {n}[?fila: (the first is row {fila})].',
  hoja_todas: 'All sheets with people are read, each by itself: {hoja}, {otras}.',
  hoja_declarada: 'The sheet {hoja} is read.',
  hoja_mayor:
    'Only the sheet {hoja} is read: it has most people.[?otras: There are people in {otras} too: for all of them, `hoja={todas}`.]',
  hoja_igual: 'Only the sheet {hoja} is read, though {iguales} has as many people: for all of them, `hoja={todas}`.',
  hoja_de_la_frase: '{hoja}: {frase}',
  encabezado_ninguno: 'No header.',
  encabezado_fila: 'The names of the columns are in row {fila}.',
  encabezado_dos_filas: 'The names of the columns are in rows {desde} and {hasta}.',
  encabezado_filas: 'The names of the columns are in rows {desde} to {hasta}.',
  formato_sin_encabezado:
    '[?vista:No header: the first line holds the data of a person. ]Columns: {columnas}[?clave:, with the CURP in column {clave}].',
  formato_fijo:
    '{titulo}[?largo:, {largo} characters a line][?enie:; Ñ = {enie}].[?n: Lines that have no CURP in this layout: {n}][?fila: (the first is row {fila})][?n:.][?anunciadas: The last line says that there are {anunciadas}, and there are {lineas}: lines may be missing or extra.]',
  formato_separado:
    '{titulo}, {columnas} columns separated by “{delimitador}”[?enie:; Ñ = {enie}].[?n: Lines that have no CURP in this layout: {n}][?fila: (the first is row {fila})][?n:.][?anunciadas: The last line says that there are {anunciadas}, and there are {lineas}: lines may be missing or extra.]',
  sexo_leido_vh: 'H = woman; V or M = man.',
  sexo_leido_12: '1 = man, 2 = woman.',
  sexo_leido_123: '1 = man, 2 = woman, 3 = non-binary.',
  sexo_leido_21: '1 = woman, 2 = man.',
  sexo_declarado_fm: 'M = man, F = woman.',
  sexo_declarado_hm: 'M = woman.',
  sexo_en_cifras: 'The sex is given in digits[?fila: (row {fila})]: {declare} `sexo=12` if 1 is a man and 2 a woman.',
  sexo_mixto: 'M may be a woman or a man: the column has {h} H, {f} F and {m} M; rows with M are errors.',
  sexo_visto_fm: 'M = man: the header or the other values of the column say so.',
  sexo_visto_hm: 'M = woman: the header or the other values of the column say so.',
  sexo_supuesto: 'M = woman: the column has M, and neither H nor F; if M is a man, {declare} `sexo=fm`.',
  sexo_mayoria_fm: 'M = man: there are {n} F and only {otras} H.',
  sexo_mayoria_hm: 'M = woman: there are {n} H and only {otras} F.',
  sexo_letras_fm: 'M = man: the column has F and M, and no H[?fila: (row {fila})].',
  sexo_letras_hm: 'M = woman: the column has H and M[?fila: (row {fila})].',
  fechas_sin_prueba:
    'Dates: it is unclear whether the day or the month comes first. No date proves it, and another date of the rows has the month first; {declare} `fechas=mda` or `fechas=dma`.',
  fechas_en_dos_ordenes:
    'Dates: some write the day first[?dia: (row {dia})] and others the month[?mes: (row {mes})]. Where the day is unclear, the first figure counts as the day, and the row is marked for review.',
  fechas_contra_filas:
    'Dates: {orden}. Other rows prove the contrary: {n}[?fila: (the first is row {fila})]; those that can be read both ways are marked for review.',
  fechas_declaradas: 'Dates: {orden}.',
  fechas_por_cifra: 'Dates: {orden}, as a figure above 12 proves[?fila: (row {fila})].',
  fechas_por_claves: 'Dates: {orden}, as the keys or RFCs of their rows prove[?fila: (row {fila})].',
  fechas_por_encabezado: 'Dates: {orden}, as the header says.',
  fechas_supuestas: 'Dates: {orden}; no date proves it. If the month comes first, {declare} `fechas=mda`.',
  orden_dma: 'day, month, year',
  orden_mda: 'month, day, year',
  orden_amd: 'year, month, day',
  orden_adm: 'year, day, month',
  siglo_declarado: 'Two-digit years: from {desde} to {hasta}.',
  siglo_sin_declarar:
    'Rows with a two-digit year, which are errors: {n}[?fila: (the first is row {fila})]. {Declare} `siglo=1930` if they go from 1930 to 2029.',
  nulos_ninguno: 'Every word is a name, even NULL.',
  nulos_en_apellidos:
    'Surnames with a word that means “no data”, such as NULL: {n}[?fila: (row {fila})]. They count as no surname.',
  enie_declarada: '“{signo}” is read as Ñ in names.',
  enie_sin:
    'The file has no Ñ, and these surnames usually do: {n}[?fila: (the first is row {fila})]. They are marked for review.',
  leido_nombres_cambiados: 'Given names may be in a column of surnames: the rows are marked for review.',
  leido_nombres_otro_sexo: 'The sex does not match most names: the rows are marked for review.',
  leido_lugares_pais:
    'The column names México and no other place, or the Estado de México too: it may be the country, and is marked for review.',
  leido_lugares_postal:
    'The letters of states seem to be those of the post, such as JA or EM: they are read so, and CL, CM, MC and SL, which are other states in the CURP, are marked for review.',
  leido_lugares_mixtos:
    'Some letters of states are those of the CURP, others those of the post, such as JA or EM: CL, CM, MC and SL may be two states, and are marked for review.',
  leido_apellidos_columna: 'Both surnames are in one column: they are cut into the first and the second.',
  leido_apellidos_juntos: 'Most rows may have both surnames in one column: they are marked for review.',
  leido_envoltura_igual: '="…" is removed from the cells.',
  leido_envoltura_apostrofo: 'The apostrophe before each name is removed.',
  leido_envoltura_comillas: 'The quotes around each name are removed.',
  leido_envoltura_numero: 'The number before each name is removed.',
  leido_envoltura_corchetes: 'The note in brackets before each name is removed.',
  leido_envoltura_ciudadano: '“C.” (citizen) before each name is removed.',
  leido_forma_fechas_serie: 'Dates are Excel day numbers.',
  leido_forma_fechas_convertidas:
    'A program may have swapped the day and the month of some dates, as the others show: they are marked for review.',
  leido_forma_fechas_desde_cero: 'There are months 0 and no 12: 0 may be January, and the dates are marked for review.',
  leido_forma_fechas_anios:
    'Many births are on 1 January, which is often written if only the year is known: they are marked for review.',
  leido_nombre_completo_apellidos: 'The whole name is in one column, surnames first.',
  leido_nombre_completo_nombres: 'The whole name is in one column, given names first.',
  pedazos_de_nombre:
    'Rows that hold only a part of a name: {n} (the first is row {fila}). The name of the row above may go on there: that row is marked for review.',
  repetidas_como_nombres:
    'Words that the file repeats and that are taken for names, although each is like a more frequent one: {n}.',
  formas_columna:
    'The shape of some columns is not that of a list of people, and their rows are marked for review.[?seguidas: The births rise by one, as a spreadsheet fills them down (rows: {seguidas}).][?dia: Most births are on the same day and month (rows: {dia}).][?lejanos: A birth is many years from all others, in a list with school years.][?sexo: All rows have the same sex, and the names are of men and of women (rows: {sexo}).][?estados: The names of states are cut (rows: {estados}): those that can only be one are read.][?nombres: The names are cut at {letras} letters (rows: {nombres}).][?partidos: A compound surname, which other rows have in one cell, stands in two (rows: {partidos}).]',
  testigos_columnas: 'Columns that are compared with the data of their row, by what their cells hold: {columnas}.',
  rangos_fuera:
    'Something else is in between, so the new columns are outside of: {rangos}. Include them before you sort; otherwise the keys do not move with the people.',
  rango_tabla: 'the table',
  rango_filtro: 'the filter',
  rango_impresion: 'the print area',
  rango_lista: 'the list',
  frases_que_no_caben:
    'Sentences that do not fit here: {n}. The whole reading is in the state of a job (`/curp/lotes`) and in `curp lote --json`.',
  comparadas_en_parte:
    'From row {fila}[?hoja: of the sheet {hoja}] on, each row was compared only with those before that row: there is no memory for more people.',
};

/** What only a person can decide about a file, and the answers to choose from. */
export const preguntas = {
  pregunta_sexo: 'The column of the sex only holds M. Is M mujer (woman) or masculino (man)?',
  pregunta_sexo_cifras: 'The sex is given in digits. What do they mean?',
  pregunta_sexo_mixto: 'The column of the sex holds {h} H, {f} F and {m} M. What does M mean?',
  pregunta_sexo_nombres: 'The sex does not match most names: is H hombre (man) or hembra (woman)?',
  pregunta_fechas: 'No date shows whether the day or the month comes first. What is the order?',
  pregunta_fechas_mixtas:
    '[?una:In the date of row {una} the day is unclear.][?n:In {n} dates the day is unclear][?fila:; the first is in row {fila}][?n:.] Of the others, {dia} have the day first, and {mes} the month. How is it read?',
  pregunta_siglo: 'Some years have two digits (rows: {n}). Which years are they?',
  pregunta_encabezado_terminal:
    'The first line names no datum: does it hold nombres (names of columns) or a persona (person)?',
  pregunta_sexo_terminal: 'The column of the sex has only M: mujer (woman) or masculino (man)?',
  pregunta_nombre_completo_terminal:
    'The whole name is in one column: what comes first, apellidos (surnames) or nombres (given names)?',
  elegir_error: 'Leave as errors',
  elegir_codificacion: '{nombre}',
  elegir_encabezado: 'Row with the names of the columns: {fila}',
  elegir_sexo_hm: 'M = Mujer (woman)',
  elegir_sexo_fm: 'M = Masculino (man)',
  elegir_sexo_vh: 'H = woman; V or M = man',
  elegir_sexo_12: '1 = man, 2 = woman',
  elegir_sexo_123: '1 = man, 2 = woman, 3 = non-binary',
  elegir_sexo_21: '1 = woman, 2 = man',
  elegir_siglo: 'From {desde} to {hasta}',
  elegir_es_nombre: 'It is a name',
  elegir_sin_apellido: 'No surname',
  elegir_sin_dato: '{palabras}: no data',
  elegir_enie: '{signo} is Ñ',
  elegir_apellidos: 'Surnames first',
  elegir_nombres: 'Given names first',
};

/** What each option of files means, and what holds without it. */
export const opciones = {
  opcion_operacion: 'what is done with each row: `calcular`, `validar` or `cotejar`',
  sin_operacion_dada: '`calcular`; `cotejar` for layouts that have the key',
  segun_las_filas: 'the rows decide',
  opcion_codificacion:
    'the encoding: `utf-8`, `windows-1252` (`latin1`), `ibm850` (DOS), `macintosh`, `utf-16le` or `utf-16be`',
  http_codificacion: 'it takes precedence over the `charset` of `Content-Type`',
  opcion_hoja:
    'the sheet of a workbook, by its name; `todas`: the visible ones with people, each in its place (`*` if a sheet has that name)',
  sin_hoja: 'the visible one with most people, by its header and its size',
  opcion_encabezado:
    'the number of the row with the names of the columns; the rows above go through unchanged; `0` if no row has them',
  opcion_sexo:
    'with `hm`, M is a woman; with `fm`, M is a man; with `vh`, H is a woman, and V or M a man; with `12`, 1 is a man and 2 a woman; with `123`, 3 is also non-binary; with `21`, 1 is a woman and 2 a man',
  opcion_fechas: 'the order of day, month and year in dates written with figures: `dma`, `mda`, `amd` or `adm`',
  opcion_siglo: 'the first of the hundred years that two digits can name: with `1930`, `90` is 1990 and `05` is 2005',
  sin_siglo: 'years of two digits are errors',
  opcion_nulos: 'the words that mean “no data”, separated by commas, or `ninguno` if there are none',
  sin_nulos: '`NULL`, `\\N`, `N/A`, `NaN`, `None`, `-` and the like',
  opcion_enie: 'the sign written for Ñ in names, such as `#`',
  sin_enie: 'a sign in a name is an error',
  opcion_nombre_completo:
    'the column `nombres` holds the whole name, with `apellidos` (surnames) or `nombres` (given names) first',
  se_detecta: 'it is detected',
  opcion_formato: 'the layout of a file without a header: {formatos}, or your own as JSON',
  se_reconoce: 'it is recognised',
  opcion_excel: 'a CSV that Excel opens with its accents and without running formulas',
  opcion_columna:
    'the column of a datum, by its name, its number from 1 or its letter, in NDJSON by its name in the object; empty if there is none',
  opcion_si_falta: '{frase} (if absent: {valor})',
};

/** Parts of other sentences, and what is said beside the answers of a file. */
export const celdas: GroupTexts<'celdas'> = {
  titulo_motivo: 'Reason',
  titulo_curp: 'CURP',
  titulo_curp_valida: 'Valid CURP',
  titulo_curp_sugerida: 'Suggested CURP',
  titulo_resultado: 'Result',
  titulo_curp_calculada: 'Calculated CURP',
  titulo_cruce: 'Match',
  titulo_fila_de_la_otra_lista: 'Row of the other list',
  titulo_curp_de_la_otra_lista: 'CURP of the other list',
  titulo_misma_raiz_que_la_fila: 'Same root as row',
  titulo_fila_de_b: 'Row of B',
  hoja_solo_en_b: 'Only in B',
  celda_si: 'Yes',
  celda_no: 'No',
  celda_identica: 'Identical',
  celda_misma_raiz: 'Same root',
  celda_compatible: 'Agrees',
  celda_difiere: 'Differs',
  celda_misma: 'The same',
  celda_quiza: 'Perhaps the same',
  celda_sola: 'Only in A',
};

export const frases = {
  demasiado_texto: 'too much text',
  demasiadas_partes: 'too many sheets, tables or styles',
  celda_larga: 'a cell that is too long',
  fila_de_libro_larga: 'a row that is too long',
  etiqueta_larga: 'a tag that is too long',
  partes_que_crecen: 'parts that grow too much when decompressed',
  en_la_lista: 'List {lista}: {frase}',
  linea_sin_clave: 'In this layout, the line brings no CURP.',
  linea_primera: 'The first line is not that of a person.',
  linea_ultima: 'The last line is not that of a person.',
  repetida_en_la_lista: 'The same person as row {fila} of this list.',
  en_la_hoja: 'In the sheet {hoja}: {frase}',
  n_columnas: '{n} columns',
  seria: '{frase} It would be {nombres}.',
  separado_por_comas: 'comma-separated',
  separado_por_punto_y_coma: 'semicolon-separated',
  separado_por_tabuladores: 'tab-separated',
  separado_por_barras: 'pipe-separated',
  separado_por_circunflejos: 'caret-separated',
  separado_por_tildes: 'tilde-separated',
  dia_del_mes:
    '{dia} [?mes1:January][?mes2:February][?mes3:March][?mes4:April][?mes5:May][?mes6:June][?mes7:July][?mes8:August][?mes9:September][?mes10:October][?mes11:November][?mes12:December]',
};

/** How a sentence names a datum, and how a finding about it begins. */
export const asuntos = {
  nombres: 'the given name',
  apellidoPaterno: 'the first surname',
  apellidoMaterno: 'the second surname',
  fechaNacimiento: 'the date of birth',
  sexo: 'the sex',
  entidad: 'the state of birth',
  curp: 'the CURP',
  rfc: 'the RFC',
  otro_siglo: 'Position 17 shows the century: a digit for births up to 1999, a letter from 2000 on.',
};
