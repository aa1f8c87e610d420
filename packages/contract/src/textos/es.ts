/**
 * Every sentence for people in Spanish, once, under its id, which is public and never changes. Its marks are explained in
 * `words/message.ts`. `en.ts` has the same ids with the same parts.
 */

/** The codes of a key, an RFC and a person's data. */
export const persona = {
  curp_ausente: 'Falta `curp`[: escriba la clave de 18 caracteres||].',
  curp_mal_formada: 'La `curp` tiene un error[?posicion: en la posición {posicion}]. {motivo}',
  rfc_invalido: 'Ese `rfc` no es el de una persona: escriba sus 13 caracteres, o los 10 primeros.',
  nombres_ausente: 'Falta `nombres`[: escriba el nombre o los nombres de pila||].',
  nombres_nulo:
    '`{parametro}` trae el texto null, None, undefined o NaN, que no es un nombre: el programa que lo mandó no tenía el dato; escriba los nombres de pila.',
  apellido_paterno_ausente:
    'Falta `apellido_paterno`[: escriba el primer apellido; si la persona tiene uno solo, va aquí; si no tiene ninguno, escriba `DESCONOCIDO`||].',
  apellido_paterno_nulo:
    '`{parametro}` trae el texto null, None, undefined o NaN, que no es un nombre: el programa que lo mandó no tenía el dato; escriba el primer apellido.',
  apellido_materno_ausente:
    'Falta `apellido_materno`[: escriba el segundo apellido, o mande `apellido_materno=` vacío si la persona tiene uno solo||].',
  apellido_materno_nulo:
    '`{parametro}` trae el texto null, None, undefined o NaN, que no es un nombre: el programa que lo mandó no tenía el dato; si la persona tiene un solo apellido, [mande `apellido_materno=` vacío|deje la celda vacía|deje la celda vacía].',
  anio_nacimiento_ausente: 'Falta `anio_nacimiento`[: escriba el año con 4 dígitos, como `1990`||].',
  mes_nacimiento_ausente: 'Falta `mes_nacimiento`[: escriba el mes con 2 dígitos, como `05`||].',
  dia_nacimiento_ausente: 'Falta `dia_nacimiento`[: escriba el día con 2 dígitos, como `17`||].',
  sexo_ausente: 'Falta `sexo`[: escriba `H` (hombre), `M` (mujer) o `X` (no binario)||].',
  entidad_ausente:
    'Falta `entidad`[: escriba la clave de 2 dígitos de la entidad de nacimiento; las claves están en `/curp/entidades`||].',
  anio_nacimiento_no_numerico: '`{parametro}` no es numérico: escriba solo cifras, como `1990`.',
  mes_nacimiento_no_numerico: '`{parametro}` no es numérico: escriba solo cifras, como `05`.',
  dia_nacimiento_no_numerico: '`{parametro}` no es numérico: escriba solo cifras, como `17`.',
  entidad_no_numerico: '`{parametro}` no es numérico: escriba solo cifras, como `09`.',
  anio_nacimiento_cifras: '`anio_nacimiento` debe tener 4 dígitos, como `1990`.',
  mes_nacimiento_cifras: '`mes_nacimiento` debe tener 2 dígitos, como `05`.',
  dia_nacimiento_cifras: '`dia_nacimiento` debe tener 2 dígitos, como `05`.',
  entidad_cifras: '`entidad` debe tener 2 dígitos, como `09`.',
  sexo_invalido: '`sexo` debe ser exactamente `H` (hombre), `M` (mujer) o `X` (no binario).',
  sin_letras: '`{parametro}` no tiene ninguna letra latina: escriba el nombre como está en el acta.',
  largo: '`{parametro}` pasa de 200 caracteres: escriba solo el nombre.',
  control: '`{parametro}` contiene caracteres de control, que no se ven: escriba el nombre de nuevo.',
  mes_inexistente: 'Ese mes no existe: `mes_nacimiento` va de `01` a `12`.',
  dia_inexistente: 'Ese día no existe en ese mes de ese año: revise la fecha de nacimiento.',
  fecha_remota: 'La fecha de nacimiento es anterior a 1800: revise `anio_nacimiento`.',
  fecha_futura:
    'La fecha de nacimiento está en el futuro: revise `anio_nacimiento`, `mes_nacimiento` y `dia_nacimiento`.',
  entidad_invalida:
    'Esa `entidad` no está en el catálogo: escriba una clave de `01` a `32`, o `36` si la persona nació en el extranjero.',
  calculo: 'El cálculo falló por un error interno, no por los datos: avise a quien administra el servicio.',
};

/** Rows of a file that cannot be answered. */
export const fila = {
  fecha_ausente: 'Falta `fecha_nacimiento`[: escríbala `1990-05-17` o `17/05/1990`||].',
  apellido_sin_dato:
    '`apellido_paterno` trae una palabra que se leyó como «sin dato»: escriba el primer apellido[; si esa palabra lo es, {declare} `nulos=ninguno`].',
  sexo_vacio: 'Falta `sexo`[: escriba `Hombre`, `Mujer` o `No binario`||].',
  entidad_vacia:
    'Falta `entidad`[: escriba el estado de nacimiento, como `Jalisco`, o `NE` si la persona nació en otro país||].',
  entidad_desconocida:
    'No se reconoce {valor}. Escriba el estado, como `Jalisco`; si la persona nació en otro país, escriba `NE`.',
  anio_siglo:
    '`anio_nacimiento` trae solo dos cifras y no se sabe de qué siglo: escriba las cuatro (`1990`)[, o declare `siglo=1930` para los años de 1930 a 2029||, o elija `siglo=1930`].',
  sexo_archivo: 'No se reconoce {valor}. Escriba `Hombre`, `Mujer` o `No binario`.',
  sexo_cifra:
    '`sexo` trae una cifra: [declare `sexo=12` si en el archivo 1 es hombre y 2 es mujer|escriba Hombre, Mujer o No binario|elija `sexo=12`, o escriba la palabra].',
  sexo_dudoso:
    '`M` puede ser Mujer o Masculino, porque el archivo trae también H y F: [{declare} `sexo=hm` o `sexo=fm`, o ]escriba la palabra.',
  sexo_contradice:
    'Este `sexo` contradice a las filas anteriores, que usan otras letras: [declare `sexo=hm` o `sexo=fm` y procese el archivo de nuevo|escriba Hombre, Mujer o No binario|elija `sexo=hm` o `sexo=fm`].',
  fecha_formato: '`fecha_nacimiento` no se entiende: escríbala `1990-05-17` o `17/05/1990`, con el año de 4 dígitos.',
  fecha_siglo:
    '`fecha_nacimiento` trae el año con solo dos cifras y no se sabe de qué siglo: escriba las cuatro[, o declare `siglo=1930` para los años de 1930 a 2029||, o elija `siglo=1930`].',
  fecha_contradice:
    '`fecha_nacimiento` no sigue el orden con que se lee el archivo[ ({orden})||]: corríjala[, o declare el orden con `fechas=dma`, `mda`, `amd` o `adm`||, o elija `fechas=dma`, `fechas=mda` o `fechas=amd`].',
  fecha_inexistente: 'Ese día no existe: revise `fecha_nacimiento`.',
  fecha_antigua: 'La fecha es anterior a 1800: revise el año de `fecha_nacimiento`.',
  fecha_por_venir: 'La fecha está en el futuro: revise `fecha_nacimiento`.',
  nombre_con_signo: '`{parametro}` trae «{signo}», que ningún nombre lleva: escríbalo como está en el acta.',
  nombre_sin_letra:
    '`{parametro}` trae «{signo}» donde quizá va una letra: [si es Ñ, como en archivos del IMSS, {declare} `enie={signo}`; si no, ]escríbalo como está en el acta.',
  nombre_danado: '`{parametro}` trae apellidos y nombres separados por una coma: póngalos cada uno en su columna.',
  nombre_de_relleno:
    '`{parametro}` dice que no hay dato, y eso no es un nombre: deje la celda vacía[ o declare esas palabras, como `nulos=NO TIENE`; si es un nombre, declare `nulos=ninguno`| o escriba el nombre| o elija `nulos=NO TIENE`; si es un nombre, elija `nulos=ninguno`].',
  nombre_sin_corte:
    'El nombre completo no se puede cortar en nombres y apellidos: escriba al menos un apellido y un nombre.',
  fila_celdas:
    'La fila no tiene tantas celdas como el encabezado ({celdas} en lugar de {columnas}): revise si le falta o le sobra un separador.',
  fila_encabezado:
    'La fila nombra las columnas en un orden distinto al del encabezado: si las filas de abajo siguen ese orden, páselas a otro archivo.',
  fila_largo:
    'La línea tiene {caracteres} caracteres y deben ser {largo}: revísela, porque sus datos están fuera de su lugar.',
  fila_comillas:
    'Las comillas de la fila no cuadran: ponga entre comillas la celda que las lleve, y duplique las de adentro.',
  fila_nul: 'La fila trae un carácter que no se ve (NUL): bórrelo.',
  fila_larga: 'La fila pasa de {limite} bytes y no se conserva: revise los saltos de línea y las comillas del archivo.',
  fila_codificacion: 'La fila no está en la misma codificación que las demás: guarde el archivo de nuevo en UTF-8.',
  fila_json: 'La línea no es un objeto JSON: escriba uno por línea, como `{"nombres": "…", …}`.',
  fila_anidada:
    'La línea trae los datos dentro de otro valor: escriba un objeto por persona, con sus datos directamente en él.',
  fila_nombres: 'El objeto de la línea tiene más de {limite} campos: deje solo los datos de una persona.',
  fila_repetida: '`{parametro}` viene más de una vez en la línea: déjelo una sola vez.',
  fila_formula: 'La celda de `{parametro}` tiene una fórmula sin valor guardado: abra el libro en Excel y guárdelo.',
  fila_valor: '`{parametro}` no es texto: en JSON cada valor va como texto, entre comillas.',
};

/** Files that cannot be read. */
export const archivo = {
  archivo_vacio:
    'El archivo no trae ninguna fila: revise que sea el correcto; la primera línea lleva los nombres de las columnas.',
  archivo_libro: 'El archivo es un libro de Excel: dele la extensión y el tipo de `.xlsx`, o guárdelo como CSV UTF-8.',
  archivo_libro_antiguo:
    'El archivo es un .xls antiguo o un libro con contraseña: guárdelo como .xlsx, sin contraseña.',
  archivo_gzip: 'El archivo está comprimido con gzip: descomprímalo, o dele un nombre que termine en `.csv.gz`.',
  archivo_zip: 'El archivo es un .zip: ábralo y tome de él la lista.',
  archivo_utf32: 'El archivo está en UTF-32, que casi ningún programa lee: guárdelo de nuevo en UTF-8.',
  archivo_json:
    'El archivo es JSON con listas en lugar de objetos: guárdelo con un objeto por persona, como `{"nombres": "…", …}`.',
  archivo_dbf: 'El archivo es una tabla de dBASE (.dbf): ábrala en Excel o en LibreOffice y guárdela como .xlsx o CSV.',
  archivo_html:
    'El archivo es una página HTML o un XML, aunque su nombre diga otra cosa: ábralo en Excel y guárdelo como .xlsx.',
  archivo_pdf:
    'El archivo es un PDF, del que no se pueden leer filas: pida la lista como la guarda el programa que la hizo, en Excel o en CSV.',
  archivo_imagen: 'El archivo es una imagen, de la que no se pueden leer filas: capture la lista en Excel o en CSV.',
  archivo_encabezado:
    'No se reconoce ninguna columna (hay {columnas}): póngales nombres como {esperadas}, indíquelas con {opcion}, o {declare} su fila, `encabezado=2`, o `encabezado=0`[?fijas:; en posiciones fijas, `formato=…`].',
  archivo_sin_encabezado:
    'La primera línea trae los datos de una persona, no los nombres de las columnas: agregue arriba una línea con los nombres.',
  archivo_primera_linea:
    'La primera línea no nombra ningún dato: {declare} `encabezado=1` si trae los nombres de las columnas, o `encabezado=0` si trae a la primera persona.',
  archivo_sin_nombres:
    'El archivo no tiene encabezado, y falta saber en qué columna está `{parametro}`[?otras: (y también `{otras}`)]: hay {columnas}; indíquela con {opcion}, por su número o su letra.',
  archivo_formato:
    'El formato {formato} no trae `{parametro}`[?otras: (y también `{otras}`)], y así no se puede calcular: como trae la clave, use `operacion=cotejar` o `operacion=validar`.',
  archivo_hoja:
    'La hoja no trae los nombres de las columnas, y el libro tiene otras hojas: elija una con `hoja=NOMBRE` ({hojas}).',
  archivo_hojas:
    'Todas las hojas se leen juntas solo para contestarlas en su mismo libro, no como CSV ni para cruzarlas: elija una con `hoja=NOMBRE` ({hojas}).',
  archivo_dos_encabezados:
    'La fila {fila} nombra las columnas en otro orden: pase a otro archivo esa fila y las que siguen; si el orden no cambió, {declare} `encabezado={encabezado}`.',
  archivo_personas_arriba:
    'Los nombres de las columnas están en la fila {encabezado}, y arriba hay personas, desde la fila {fila}: póngala al principio; si esas filas no son de la lista, {declare} `encabezado={encabezado}`.',
  archivo_cabecera_larga:
    'La primera línea pasa de {limite} bytes o sus comillas no cuadran: revise que lleve solo los nombres de las columnas.',
  archivo_columnas:
    'La primera línea tiene más de {limite} columnas: revise que lleve solo los nombres de las columnas.',
  archivo_columna:
    'Falta la columna `{parametro}`[?otras: (y también `{otras}`)]: el archivo tiene {columnas}; indique cuál es con {opcion}[?completo:; si la de los nombres trae los apellidos, {declare} `nombre_completo=apellidos` o `nombre_completo=nombres`][?cotejo:. El archivo trae claves y nombres: para compararlos, use `operacion=cotejar`][?cruce:. Sin la CURP, las listas se cruzan por nombres, apellidos y fecha de nacimiento].',
  archivo_sin_datos:
    'Para comparar cada CURP hace falta al menos otro dato de la persona: el archivo tiene {columnas}; indique cuál es con {opcion}.',
  archivo_nombre_completo:
    'El archivo trae el nombre completo en una columna: {declare} `nombre_completo=apellidos` o `nombre_completo=nombres`, según lo que vaya primero.',
  archivo_nombre_aparte:
    'Los apellidos vienen aparte, en {columnas}, y `nombre_completo` dice que el nombre viene completo en una columna: quite esa opción, o indique la columna del nombre completo con {opcion}.',
  archivo_apellidos:
    'No se sabe si {columnas} trae los dos apellidos o solo uno: si trae los dos, indíquelo con {opcion}; si no, agregue la columna del otro.',
  archivo_nombres:
    'Los nombres de pila deben venir en una columna, o en dos como «Nombre» y «Segundo nombre», y el archivo trae {columnas}: póngalos así, en su orden, porque todos cuentan.',
  archivo_ambiguo: 'Más de una columna puede ser `{parametro}`: {columnas}; indique cuál es con {opcion}.',
  archivo_dudosa:
    'No se sabe si {columnas} es `{parametro}` o la de [?lugar:un domicilio o de una escuela][?dia:otro día, como el de captura]: si es la de nacimiento, indíquelo con {opcion}[?otra:; si no lo es, deje vacía esa opción].',
  archivo_sexo:
    'La columna del sexo trae solo M, que puede ser Mujer o Masculino: {declare} `sexo=hm` si es Mujer o `sexo=fm` si es Masculino.',
  archivo_sexo_nombres:
    'El sexo no corresponde a la mayoría de los nombres: {declare} `sexo=vh` si H es Hembra, o `sexo=hm` si H es Hombre.',
  archivo_mapa:
    'El archivo no tiene la columna «{pedida}», que se indicó para `{parametro}`: indique otra; tiene {columnas}.',
  libro_danado: 'El archivo no es un libro de Excel, o está dañado: ábralo y guárdelo de nuevo como .xlsx.',
  libro_con_contrasena: 'El libro tiene contraseña: guárdelo como .xlsx sin contraseña.',
  libro_de_otro_tipo: 'El archivo es un libro {tipo}: ábralo en Excel o en LibreOffice y guárdelo como .xlsx.',
  libro_hojas_iguales:
    'El libro está dañado, y las hojas {hojas} son una misma: ábralo y guárdelo de nuevo como .xlsx.',
  libro_hojas_tocayas:
    'El libro está dañado, y dos de sus hojas se llaman {hojas}: ábralo y guárdelo de nuevo como .xlsx.',
  libro_sin_hoja: 'El libro no tiene una hoja {pedida}: elija una de {hojas}.',
  libro_grande: 'El libro no se puede leer porque tiene {que}: guárdelo como CSV.',
  libro_encabezado_vacio:
    'La fila {fila} de la hoja {hoja} está vacía, y ahí deben ir los nombres de las columnas: elija otra fila.',
  libro_ancho: 'A la hoja {hoja} no le caben más columnas: quite las que están vacías al final.',
  libro_formula: 'La celda {celda} tiene una fórmula: corríjala en Excel, o descargue el CSV.',
  libro_filas: 'Una hoja de Excel no admite más de {limite} filas: use un CSV.',
  libro_fila_grande:
    'La fila {fila} no cabe en una hoja de Excel ({columnas} columnas, {caracteres} caracteres por celda): use un CSV.',
  libro_resultado: 'El resultado no cabe en un libro de Excel: use un CSV.',
  lista_b_grande:
    'La lista B pasa de {limite} personas, que es lo más que se puede cruzar: divídala y cruce cada parte, o ponga la más corta como B.',
};

/** Requests that the service refuses. */
export const servicio = {
  token_ausente: 'Falta `token`: mande el de su proyecto en `token=…` o en `Authorization: Bearer …`.',
  token_desconocido: 'Ese `token` no existe o fue revocado: pida uno vigente a quien administra el servicio.',
  token_vencido: 'Ese `token` ya venció: pida otro a quien administra el servicio.',
  token_mal_escrito: 'Ese `token` está mal escrito o incompleto: cópielo entero, como se mostró al crearlo.',
  pruebas_ajena: 'El token `pruebas` no se admite desde páginas de otro origen: use el `token` de un proyecto.',
  pruebas_remota:
    'El token `pruebas` solo sirve en la misma máquina, sin proxy y en una dirección como `http://localhost`: use el `token` de un proyecto, o inicie el servicio con `DEMO_TOKEN=on` para admitirlo siempre.',
  proyecto_inactivo: 'El proyecto de ese `token` está desactivado: pida a quien administra el servicio que lo active.',
  cuota_agotada:
    'La cuota del mes está agotada: espere a que se renueve, el {renovacion} a las 00:00, hora de la Ciudad de México, o pida una mayor a quien administra el servicio.',
  demasiadas: 'Demasiadas peticiones por segundo: espere lo que dice `Retry-After` y no pase de {limite} por segundo.',
  sin_operacion: 'Esa operación no existe: revise la dirección; las operaciones están en `/docs`.',
  metodo: 'Ese método no se admite aquí: use uno de los que nombra el encabezado `Allow`.',
  codificacion:
    'La dirección o el formulario tiene un `%` mal formado o bytes que no son UTF-8: codifique cada valor en UTF-8 con porcentajes.',
  repetido: '`{parametro}` viene más de una vez: mándelo una sola.',
  json: 'El cuerpo no es un objeto JSON en UTF-8: mande `{"nombre_del_parametro": "valor", …}`.',
  valor: '`{parametro}` no es texto: en el cuerpo JSON cada valor va como texto, entre comillas.',
  detalle: '`detalle` solo admite `1`, `0`, `true` o `false`.',
  peticion: 'La petición no es HTTP bien formado, o llegó demasiado despacio: revise el programa que la manda.',
  transferencia:
    'Ese `Transfer-Encoding` no se admite: mande el cuerpo sin comprimir, con `chunked` o con `Content-Length`.',
  version_http: 'Esa versión de HTTP no se admite: use HTTP/1.1 o HTTP/1.0.',
  cuerpo_grande: 'El cuerpo de la petición es demasiado grande: no debe pasar de {limite} bytes.',
  url_larga: 'La dirección es demasiado larga: no debe pasar de {limite} bytes.',
  encabezados_largos: 'La dirección y los encabezados juntos son demasiado largos: no deben pasar de {limite} bytes.',
  tipo_de_contenido:
    'El cuerpo debe venir como `application/json` o `application/x-www-form-urlencoded`, en UTF-8 y sin comprimir: dígalo en `Content-Type`, y quite `Content-Encoding`.',
  lote_operacion: '`operacion` solo admite `calcular`, `validar` o `cotejar`; sin ella se calcula.',
  lote_excel: '`excel` solo admite `1`, `0`, `true` o `false`.',
  lote_tipo:
    'El archivo debe ser CSV (`text/csv`), NDJSON (`application/x-ndjson`), arreglo JSON (`application/json`) o libro de Excel: dígalo en `Content-Type` o, en un formulario, con un nombre como `lista.csv`.',
  lote_formulario:
    'El formulario (`multipart/form-data`) está incompleto o mal formado: deje que su programa lo arme y ponga por sí mismo el `Content-Type` con su `boundary`.',
  lote_formulario_archivo:
    'El formulario debe traer un archivo, y solo uno, como lo manda `curl -F archivo=@lista.csv`.',
  lote_formulario_campos:
    'Los campos del formulario son demasiado largos: sin contar el archivo no deben pasar de {limite} bytes.',
  lote_charset:
    'Esa codificación no se conoce: indique `utf-8`, `windows-1252` o `utf-16` en `charset` o en `codificacion`, o quítelos para que se detecte.',
  lote_comprimido:
    'El cuerpo viene comprimido, según `Content-Encoding`: mande el archivo o el formulario sin comprimir y sin ese encabezado.',
  lote_simultaneos: 'Su proyecto ya tiene {limite} archivos en proceso, el máximo a la vez: espere a que termine uno.',
  lote_grande:
    'Los archivos que su proyecto manda a la vez no deben pasar de {limite} MB: espere a que terminen los demás, o mande este a `/curp/lotes`.',
  lote_largo:
    'El archivo pasa de {limite} MB, lo más que recibe `/curp/lote`: mándelo a `/curp/lotes`, que lo guarda como trabajo y lo contesta después.',
  lote_lento: 'Procesar el archivo toma más tiempo del que se permite: guárdelo como CSV, o divídalo en varios.',
  lote_memoria: 'Procesar el archivo toma más memoria de la que se permite: guárdelo como CSV, o divídalo en varios.',
  lotes_desconocido:
    'Su proyecto no tiene un trabajo con ese id: revise el id, o mande el archivo de nuevo si el trabajo ya se borró.',
  lotes_en_proceso: 'El trabajo aún no termina: consúltelo hasta que su estado sea `terminado`.',
  lotes_sin_resultado: 'El trabajo se canceló o falló y no tiene resultado: mande el archivo de nuevo.',
  lotes_lleno:
    'Los archivos de su proyecto y sus resultados no deben pasar de {limite} MB: borre trabajos con `DELETE`, o espere a que venzan.',
  lotes_muchos:
    'Su proyecto ya guarda {limite} trabajos: borre algunos con `DELETE`, o espere a que venzan; `GET /curp/lotes` los muestra.',
  lotes_pagina: '`{parametro}` debe ser un entero de 1 a {limite}.',
  lotes_clave: '`Idempotency-Key` debe tener de 1 a {limite} caracteres ASCII visibles, sin espacios.',
  lotes_otro_archivo:
    'Esa `Idempotency-Key` ya es de otro archivo, o del mismo con otras opciones: use una clave nueva para cada archivo.',
  lotes_nombre: '`nombre` debe tener cuando mucho {limite} caracteres, sin saltos de línea.',
  lotes_descargas:
    'Su proyecto ya está descargando {limite} resultados, el máximo a la vez: espere lo que dice `Retry-After` y termine de leer los que abrió.',
  interno: 'El servicio falló por un error interno, no por su petición: avise a quien lo administra.',
  almacen: 'El servicio no alcanza su base de datos: intente de nuevo en unos segundos.',
  sobrecarga: 'El servicio está sobrecargado: intente de nuevo en unos segundos.',
  lote_ocupado: 'El servicio ya está procesando todos los archivos que puede: intente de nuevo en unos segundos.',
  lote_sin_espacio: 'El servicio no tiene espacio en disco para recibir el archivo: intente de nuevo en unos minutos.',
  lotes_sin_espacio:
    'El servicio no tiene espacio para guardar más trabajos: intente de nuevo más tarde, cuando se hayan borrado otros.',
  apagado: 'El servicio se está apagando: intente de nuevo en unos segundos.',
  lotes_sin_base: 'Este servicio no guarda trabajos: mande el archivo a `/curp/lote`.',
  sin_respuesta: 'La fuente de registros no responde: intente de nuevo en unos segundos.',
  sin_registro:
    'Este servicio no tiene configurada una fuente de registros: para saber si una CURP está registrada, pida a quien lo administra que configure una.',
  no_registrada: 'Esa `curp` no está registrada en la fuente de este servicio: revise que sea la clave que se asignó.',
};

/** Values that an option of files does not take. */
export const valores = {
  lectura_encabezado:
    '`{parametro}` es el número de la fila con los nombres de las columnas, de `1` a `1000`, o `0` si ninguna los trae.',
  lectura_sexo:
    '`{parametro}` solo admite `hm` (H hombre, M mujer), `fm` (F femenino, M masculino), `vh` (H hembra, V o M varón), `12` (1 hombre, 2 mujer), `123` (además, 3 no binario) o `21` (1 mujer, 2 hombre).',
  lectura_fechas:
    '`{parametro}` solo admite `dma` (día, mes, año), `mda` (mes, día, año), `amd` (año, mes, día) o `adm` (año, día, mes).',
  lectura_siglo:
    '`{parametro}` es el primero de los cien años que caben en dos cifras, de `1800` a `2000`: con `1930`, `90` es 1990 y `05` es 2005.',
  lectura_nulos:
    '`{parametro}` lleva las palabras que significan «sin dato», separadas por comas (`S/D,NULL`), o `ninguno`: hasta 50 palabras, de hasta 50 caracteres.',
  lectura_enie: '`{parametro}` es el signo que se escribió en lugar de la Ñ: uno solo, como `#` o `¥`.',
  lectura_nombre_completo: '`{parametro}` dice qué va primero en la columna: `apellidos` o `nombres`.',
  lectura_formato: '`{parametro}` no es válido: en `{campo}` va {admite}, y trae «{valor}».',
};

/** Reasons to review a row that has a key, beside the findings of core. */
export const motivos = {
  revisado: 'Revisado.',
  corte_un_apellido: 'Solo hay un apellido: se leyó {corte}. Si la persona tiene otro, agréguelo.',
  corte_nombres: 'El nombre puede cortarse de otra manera; se leyó {corte}.',
  corte_apellidos: 'Los apellidos pueden cortarse de otra manera; se leyó {corte}.',
  datos_difieren: 'No coincide: `{campos}`.',
  misma_raiz: 'Solo difieren los dos últimos caracteres, que asigna RENAPO.',
  otra_clave_invalida: 'La fila ya trae otra CURP, que no es válida: compárela con la calculada.',
  otra_clave_difiere: 'La fila ya trae otra CURP válida. No coincide: `{campos}`.',
  otra_clave_raiz: 'La fila ya trae otra CURP válida. Solo difieren los dos últimos caracteres, que asigna RENAPO.',
  edad_difiere:
    'La fila se contradice: la edad es {testigo} y por la fecha de nacimiento son {fila} años. Revise cuál es el dato correcto.',
  rfc_difiere:
    'La fila se contradice: el RFC empieza con {testigo} y la clave con {fila}. Revise cuál es el dato correcto.',
  anio_difiere:
    'La fila se contradice: el año de nacimiento es {testigo} y la fecha de nacimiento {fila}. Revise cuál es el dato correcto.',
  fecha_difiere:
    'La fila se contradice: otra fecha de nacimiento es {testigo} y la que se leyó {fila}. Revise cuál es el dato correcto.',
  pais_difiere:
    'La fila se contradice: el país es {testigo} y la entidad de nacimiento es de México, {fila}. Revise cuál es el dato correcto.',
  columna_mes:
    'La fila se contradice: en {columna} el mes es {testigo} y la fecha de nacimiento {fila}. Revise cuál es el dato correcto.',
  columna_dia:
    'La fila se contradice: en {columna} el día es {testigo} y la fecha de nacimiento {fila}. Revise cuál es el dato correcto.',
  columna_despues:
    'La fila se contradice: en {columna} la fecha es {testigo}, antes de la fecha de nacimiento, {fila}. Revise cuál es el dato correcto.',
  columna_reciente:
    'La fecha de nacimiento, {fila}, es posterior a todas las de {columna}: la más reciente es {testigo}. Revise el acta.',
  columna_nombre:
    'La fila se contradice: en {columna} el nombre es {testigo}, y en las otras columnas {fila}. Revise cuál es el dato correcto.',
  fechas_seguidas:
    'El nacimiento es un día o un año después del de la fila anterior, como en casi todo el archivo: parece relleno de una hoja de cálculo. Revise el acta.',
  fecha_repetida:
    'El nacimiento es del mismo día y mes que en la mayoría de las filas, como los deja una celda copiada hacia abajo. Revise el acta.',
  nacimiento_lejano:
    'El año de nacimiento está a muchos años de los demás, en una lista con grados escolares. Revise el acta.',
  sexo_unico:
    'Todas las filas traen el mismo sexo, y los nombres son de hombres y de mujeres: parece una celda copiada hacia abajo. Revise el sexo.',
  estados_cortados:
    'El estado puede estar cortado, como otros del archivo, y ser otro más largo. Escriba el nombre completo del estado.',
  nombres_cortados:
    'El nombre llega al ancho en que su columna los corta, y con las letras que faltan la clave sería otra. Escriba el nombre completo.',
  apellidos_partidos:
    'El apellido quizá es uno compuesto que se partió en dos columnas: otra fila lo trae en una. Revise el acta.',
  misma_persona:
    'Es la misma persona que en [?fila:la fila {fila}][?linea:la línea {linea}][?hoja: de la hoja {hoja}]: trae los mismos datos. Si no debe estar dos veces, quite una de las dos.',
  misma_clave:
    'Es la misma CURP que en [?fila:la fila {fila}][?linea:la línea {linea}][?hoja: de la hoja {hoja}]. Si no debe estar dos veces, quite una de las dos.',
  homonimos:
    'Es la misma CURP que en [?fila:la fila {fila}][?linea:la línea {linea}][?hoja: de la hoja {hoja}], con otro nombre. Si son dos personas, RENAPO le asigna a una de ellas otra, distinta desde el carácter 17; si es una, corrija el nombre.',
  clave_compartida:
    'Es la misma CURP que en [?fila:la fila {fila}][?linea:la línea {linea}][?hoja: de la hoja {hoja}], con otros datos. RENAPO no asigna una CURP a dos personas: revise de quién es.',
  mismos_datos:
    'Son los mismos datos que en [?fila:la fila {fila}][?linea:la línea {linea}][?hoja: de la hoja {hoja}], con otra CURP. Si es una sola persona, revise cuál es su CURP; si son dos, revise cuál es la de cada una.',
};

/** The evidence that two rows of crossed lists are, or may be, one person. */
export const cruces = {
  cruce_misma_curp: 'La misma CURP.',
  cruce_mismos_datos: 'Los mismos datos.',
  cruce_curp_con_error: 'La misma CURP, que tiene un error.',
  cruce_curp_de_los_datos: 'La CURP de una lista corresponde a los datos de la otra.',
  cruce_apellidos_intercambiados: 'Los apellidos están intercambiados.',
  cruce_nombre_y_apellido: 'El nombre y el primer apellido están intercambiados.',
  cruce_coincide_lo_demas: 'Lo demás coincide.',
  cruce_sin_apellidos: 'Sin apellidos en ninguna de las dos listas.',
  cruce_falta: 'Sin [?fechaNacimiento:fecha][?sexo:sexo][?entidad:estado] en {lista}.',
  cruce_ilegible:
    'En {lista}, «{texto}» no es [?fechaNacimiento:una fecha que sirva][?sexo:un sexo][?entidad:un estado].',
  cruce_fecha_inexistente: 'En {lista}, la fecha «{texto}» no existe.',
  cruce_fecha_doble: '«{texto}» puede ser el {uno} o el {otro}.',
  cruce_es_otra: 'No es la persona de [?fila:la fila {fila}][?filas:las filas {filas}] de la otra lista.',
  cruce_dia_y_mes: 'El día y el mes están intercambiados: {a} y {b}.',
  cruce_nombres: 'Difieren los nombres[?a:: {a} y {b}].',
  cruce_apellido_paterno: 'Difiere el primer apellido[?a:: {a} y {b}].',
  cruce_apellido_materno: 'Difiere el segundo apellido[?a:: {a} y {b}].',
  cruce_fecha: 'Difiere la fecha de nacimiento[?a:: {a} y {b}].',
  cruce_anio: 'Difiere el año[?a:: {a} y {b}].',
  cruce_mes: 'Difiere el mes[?a:: {a} y {b}].',
  cruce_dia: 'Difiere el día[?a:: {a} y {b}].',
  cruce_sexo: 'Difiere el sexo[?a:: {a} y {b}].',
  cruce_entidad: 'Difiere la entidad de nacimiento[?a:: {a} y {b}].',
  cruce_otra_curp: 'Los mismos datos, con otra CURP[?a:: {a} y {b}].',
  cruce_captura: 'La CURP difiere en un error de captura[?a:: {a} y {b}].',
  cruce_casada: 'Puede ser el apellido de casada.',
  cruce_otras_filas: 'También puede ser [?fila:la fila {fila}][?filas:una de las filas {filas}] de la otra lista.',
  cruce_repetida_aqui: 'También la fila {fila} de esta lista es esa persona.',
  cruce_repetida_alla:
    'También [?fila:la fila {fila} de la otra lista es][?filas:las filas {filas} de la otra lista son] esa persona.',
};

/** The kind of problem of each code of a row, in a few words: several sentences share a code. */
export const clases = {
  8: 'la fila no se puede leer',
  100: 'falta la CURP',
  101: 'la CURP está mal escrita',
  102: 'el RFC no es el de una persona',
  400: 'faltan los nombres',
  401: 'falta el primer apellido',
  402: 'falta el segundo apellido',
  403: 'falta la fecha, o el año, de nacimiento',
  404: 'falta el mes de nacimiento',
  405: 'falta el día de nacimiento',
  406: 'falta el sexo',
  407: 'falta la entidad de nacimiento',
  408: 'el año no es un número',
  409: 'el mes no es un número',
  410: 'el día no es un número',
  411: 'la entidad no es una clave ni un nombre conocido',
  412: 'el año no tiene 4 dígitos',
  413: 'el mes no tiene 2 dígitos',
  414: 'el día no tiene 2 dígitos',
  415: 'la entidad no tiene 2 dígitos',
  416: 'el sexo no se reconoce',
  417: 'nombre, fecha o entidad que no son válidos',
  otra: 'vea la columna error_message',
};

/** How a file is read: a sentence for each convention that matters. */
export const lectura = {
  codificacion_danada:
    'Codificación UTF-8, con acentos que un programa dañó al leer {antes} como {despues}. Filas que se reparan al leerlas: {n}[?fila: (la primera, fila {fila})].',
  codificacion_declarada: 'Codificación {nombre}.',
  codificacion_marca: 'Codificación {nombre}: la indican los primeros bytes.',
  codificacion_otra:
    'Codificación {nombre}. Filas que no son UTF-8: {n}[?fila: (la primera, fila {fila})][?n_utf8:; filas que parecen UTF-8: {n_utf8}][?fila_utf8: (la primera, fila {fila_utf8})].',
  codificacion_sin_acentos: 'Codificación {nombre}: las filas no traen acentos.',
  codificacion_valida: 'Codificación {nombre}: válida en todas las filas.',
  codificacion_mezclada:
    'Codificación {nombre}. Filas con acentos en UTF-8: {n_utf8}[?fila_utf8: (la primera, fila {fila_utf8})]; filas en otra codificación, que llevan error: {n}[?fila: (la primera, fila {fila})].',
  hoja_todas: 'Se leen todas las hojas con personas, cada una por separado: {hoja}, {otras}.',
  hoja_declarada: 'Se lee la hoja {hoja}.',
  hoja_mayor:
    'Solo se lee la hoja {hoja}: es la que trae más personas.[?otras: También hay personas en {otras}: para todas, `hoja={todas}`.]',
  hoja_igual: 'Solo se lee la hoja {hoja}, aunque {iguales} trae tantas personas: para todas, `hoja={todas}`.',
  hoja_de_la_frase: '{hoja}: {frase}',
  encabezado_ninguno: 'Sin encabezado.',
  encabezado_fila: 'Los nombres de las columnas están en la fila {fila}.',
  encabezado_dos_filas: 'Los nombres de las columnas están en las filas {desde} y {hasta}.',
  encabezado_filas: 'Los nombres de las columnas están en las filas {desde} a {hasta}.',
  formato_sin_encabezado:
    '[?vista:Sin encabezado: la primera línea trae los datos de una persona. ]Columnas: {columnas}[?clave:, con la CURP en la {clave}].',
  formato_fijo:
    '{titulo}[?largo:, {largo} caracteres por línea][?enie:; Ñ = {enie}].[?n: Líneas que en este formato no llevan CURP: {n}][?fila: (la primera, fila {fila})][?n:.][?anunciadas: La última línea dice que son {anunciadas}, y hay {lineas}: quizá falten o sobren líneas.]',
  formato_separado:
    '{titulo}, {columnas} columnas separadas por «{delimitador}»[?enie:; Ñ = {enie}].[?n: Líneas que en este formato no llevan CURP: {n}][?fila: (la primera, fila {fila})][?n:.][?anunciadas: La última línea dice que son {anunciadas}, y hay {lineas}: quizá falten o sobren líneas.]',
  sexo_leido_vh: 'H = hembra; V o M = varón o macho.',
  sexo_leido_12: '1 = hombre, 2 = mujer.',
  sexo_leido_123: '1 = hombre, 2 = mujer, 3 = no binario.',
  sexo_leido_21: '1 = mujer, 2 = hombre.',
  sexo_declarado_fm: 'M = Masculino, F = Femenino.',
  sexo_declarado_hm: 'M = Mujer.',
  sexo_en_cifras: 'El sexo viene en cifras[?fila: (fila {fila})]: {declare} `sexo=12` si 1 es hombre y 2 es mujer.',
  sexo_mixto: 'M puede ser Mujer o Masculino: la columna trae {h} H, {f} F y {m} M; las filas con M llevan error.',
  sexo_visto_fm: 'M = Masculino: lo dicen el encabezado o los otros valores de la columna.',
  sexo_visto_hm: 'M = Mujer: lo dicen el encabezado o los otros valores de la columna.',
  sexo_supuesto: 'M = Mujer: la columna trae M, y ni H ni F; si M es Masculino, {declare} `sexo=fm`.',
  sexo_mayoria_fm: 'M = Masculino: hay {n} F y solo {otras} H.',
  sexo_mayoria_hm: 'M = Mujer: hay {n} H y solo {otras} F.',
  sexo_letras_fm: 'M = Masculino: la columna trae F y M, y ninguna H[?fila: (fila {fila})].',
  sexo_letras_hm: 'M = Mujer: la columna trae H y M[?fila: (fila {fila})].',
  fechas_sin_prueba:
    'Fechas: no se sabe si va primero el día o el mes. Ninguna lo prueba, y otra fecha de las filas trae primero el mes; {declare} `fechas=mda` o `fechas=dma`.',
  fechas_en_dos_ordenes:
    'Fechas: unas escriben primero el día[?dia: (fila {dia})] y otras el mes[?mes: (fila {mes})]. Donde no se sabe cuál es el día, se toma la primera cifra, y la fila se marca para revisar.',
  fechas_contra_filas:
    'Fechas: {orden}. Otras filas prueban lo contrario: {n}[?fila: (la primera, fila {fila})]; las que pueden leerse de ambas formas se marcan para revisar.',
  fechas_declaradas: 'Fechas: {orden}.',
  fechas_por_cifra: 'Fechas: {orden}, como lo prueba una cifra mayor que 12[?fila: (fila {fila})].',
  fechas_por_claves: 'Fechas: {orden}, como lo prueban las claves o los RFC de sus filas[?fila: (fila {fila})].',
  fechas_por_encabezado: 'Fechas: {orden}, como lo dice el encabezado.',
  fechas_supuestas: 'Fechas: {orden}; ninguna fecha lo prueba. Si va primero el mes, {declare} `fechas=mda`.',
  orden_dma: 'día, mes, año',
  orden_mda: 'mes, día, año',
  orden_amd: 'año, mes, día',
  orden_adm: 'año, día, mes',
  siglo_declarado: 'Años de dos cifras: de {desde} a {hasta}.',
  siglo_sin_declarar:
    'Filas con el año de dos cifras, que llevan error: {n}[?fila: (la primera, fila {fila})]. {Declare} `siglo=1930` si van de 1930 a 2029.',
  nulos_ninguno: 'Toda palabra es un nombre, incluso NULL.',
  nulos_en_apellidos:
    'Apellidos con una palabra que significa «sin dato», como NULL: {n}[?fila: (fila {fila})]. Cuentan como sin apellido.',
  enie_declarada: '«{signo}» se lee como Ñ en los nombres.',
  enie_sin:
    'El archivo no trae ninguna Ñ, y estos apellidos suelen llevarla: {n}[?fila: (la primera, fila {fila})]. Se marcan para revisar.',
  leido_nombres_cambiados:
    'Quizá los nombres de pila están en una columna de apellidos: las filas se marcan para revisar.',
  leido_nombres_otro_sexo: 'El sexo no corresponde a la mayoría de los nombres: las filas se marcan para revisar.',
  leido_lugares_pais:
    'La columna nombra México y ningún otro lugar, o también el Estado de México: puede ser el país, y se marca para revisar.',
  leido_lugares_postal:
    'Las letras de los estados parecen las del correo, como JA o EM: así se leen, y CL, CM, MC y SL, que en la CURP son otros estados, se marcan para revisar.',
  leido_lugares_mixtos:
    'Unas letras de los estados son las de la CURP y otras las del correo, como JA o EM: CL, CM, MC y SL pueden ser dos estados, y se marcan para revisar.',
  leido_apellidos_columna: 'Los dos apellidos vienen en una columna: se cortan en primero y segundo.',
  leido_apellidos_juntos:
    'Quizá la mayoría de las filas trae los dos apellidos en una columna: se marcan para revisar.',
  leido_envoltura_igual: 'Se quita ="…" de las celdas.',
  leido_envoltura_apostrofo: 'Se quita el apóstrofo con que empieza cada nombre.',
  leido_envoltura_comillas: 'Se quitan las comillas de cada nombre.',
  leido_envoltura_numero: 'Se quita el número con que empieza cada nombre.',
  leido_envoltura_corchetes: 'Se quita la nota entre corchetes con que empieza cada nombre.',
  leido_envoltura_ciudadano: 'Se quita el «C.» (ciudadano) con que empieza cada nombre.',
  leido_forma_fechas_serie: 'Las fechas vienen como números de día de Excel.',
  leido_forma_fechas_convertidas:
    'Un programa pudo cambiar el día y el mes de unas fechas, como muestran las demás: se marcan para revisar.',
  leido_forma_fechas_desde_cero: 'Hay meses 0 y ningún 12: quizá 0 es enero, y las fechas se marcan para revisar.',
  leido_forma_fechas_anios:
    'Muchos nacimientos son del 1 de enero, que suele escribirse si solo se sabe el año: se marcan para revisar.',
  leido_nombre_completo_apellidos: 'El nombre viene completo en una columna, los apellidos primero.',
  leido_nombre_completo_nombres: 'El nombre viene completo en una columna, los nombres primero.',
  pedazos_de_nombre:
    'Filas que solo traen una parte de un nombre: {n} (la primera, fila {fila}). Quizá sigue ahí el de la fila anterior, que se marca para revisar.',
  repetidas_como_nombres:
    'Palabras que el archivo repite y se toman como nombres, aunque cada una se parece a otro más frecuente: {n}.',
  formas_columna:
    'Hay columnas cuya forma no parece la de una lista de personas, y sus filas se marcan para revisar.[?seguidas: Los nacimientos van de uno en uno, como los rellena una hoja de cálculo (filas: {seguidas}).][?dia: La mayoría de los nacimientos son del mismo día y mes (filas: {dia}).][?lejanos: Un nacimiento está a muchos años de todos los demás, en una lista con grados escolares.][?sexo: Todas las filas traen el mismo sexo, y los nombres son de hombres y de mujeres (filas: {sexo}).][?estados: Los nombres de estados están cortados (filas: {estados}): se leen los que solo pueden ser uno.][?nombres: Los nombres están cortados a {letras} letras (filas: {nombres}).][?partidos: Un apellido compuesto, que otras filas traen en una celda, está en dos (filas: {partidos}).]',
  testigos_columnas: 'Columnas que se comparan con los datos de su fila, por lo que traen sus celdas: {columnas}.',
  rangos_fuera:
    'Hay algo más en medio, y las columnas nuevas quedan fuera de: {rangos}. Inclúyalas antes de ordenar; si no, las claves no se mueven con las personas.',
  rango_tabla: 'la tabla',
  rango_filtro: 'el filtro',
  rango_impresion: 'el área de impresión',
  rango_lista: 'la lista',
  frases_que_no_caben:
    'Frases que no caben aquí: {n}. La lectura completa está en el estado de un trabajo (`/curp/lotes`) y en `curp lote --json`.',
  comparadas_en_parte:
    'Desde la fila {fila}[?hoja: de la hoja {hoja}], cada fila se comparó solo con las anteriores a esa: no hay memoria para recordar a más personas.',
};

/** What only a person can decide about a file, and the answers to choose from. */
export const preguntas = {
  pregunta_sexo: 'La columna del sexo solo trae M. ¿M es mujer o masculino?',
  pregunta_sexo_cifras: 'El sexo viene en cifras. ¿Qué significan?',
  pregunta_sexo_mixto: 'La columna del sexo trae {h} H, {f} F y {m} M. ¿Qué significa M?',
  pregunta_sexo_nombres: 'El sexo no corresponde a la mayoría de los nombres: ¿H es hombre o hembra?',
  pregunta_fechas: 'Ninguna fecha dice si va primero el día o el mes. ¿Cuál es el orden?',
  pregunta_fechas_mixtas:
    '[?una:En la fecha de la fila {una} no se sabe cuál es el día.][?n:En {n} fechas no se sabe cuál es el día][?fila:; la primera, en la fila {fila}][?n:.] Escriben primero el día otras {dia}, y el mes, {mes}. ¿Cómo se lee?',
  pregunta_siglo: 'Hay años de dos cifras (filas: {n}). ¿De qué años son?',
  pregunta_encabezado_terminal:
    'La primera línea no nombra ningún dato: ¿trae nombres de columnas o una persona? (nombres/persona)',
  pregunta_sexo_terminal: 'La columna del sexo trae solo M: ¿mujer o masculino?',
  pregunta_nombre_completo_terminal: 'El nombre viene completo en una columna: ¿qué va primero, apellidos o nombres?',
  elegir_error: 'Dejar como error',
  elegir_codificacion: '{nombre}',
  elegir_encabezado: 'Fila con los nombres de las columnas: {fila}',
  elegir_sexo_hm: 'M = Mujer',
  elegir_sexo_fm: 'M = Masculino',
  elegir_sexo_vh: 'H = Hembra; V o M = varón',
  elegir_sexo_12: '1 = Hombre, 2 = Mujer',
  elegir_sexo_123: '1 = Hombre, 2 = Mujer, 3 = No binario',
  elegir_sexo_21: '1 = Mujer, 2 = Hombre',
  elegir_siglo: 'De {desde} a {hasta}',
  elegir_es_nombre: 'Es un nombre',
  elegir_sin_apellido: 'Sin apellido',
  elegir_sin_dato: '{palabras}: no hay dato',
  elegir_enie: '{signo} es Ñ',
  elegir_apellidos: 'Primero los apellidos',
  elegir_nombres: 'Primero los nombres',
};

/** What each option of files means, and what holds without it. */
export const opciones = {
  opcion_operacion: 'lo que se hace con cada fila: `calcular`, `validar` o `cotejar`',
  sin_operacion_dada: '`calcular`; `cotejar` en los formatos que traen la clave',
  segun_las_filas: 'lo deciden las filas',
  opcion_codificacion:
    'la codificación: `utf-8`, `windows-1252` (`latin1`), `ibm850` (DOS), `macintosh`, `utf-16le` o `utf-16be`',
  http_codificacion: 'tiene prioridad sobre el `charset` de `Content-Type`',
  opcion_hoja:
    'la hoja de un libro, por su nombre; `todas`: las visibles que traen personas, cada una en su lugar (`*` si una hoja se llama así)',
  sin_hoja: 'la visible que trae más personas, por su encabezado y su tamaño',
  opcion_encabezado:
    'el número de la fila con los nombres de las columnas; las filas de arriba pasan sin cambios; `0` si ninguna los trae',
  opcion_sexo:
    'con `hm`, M es mujer; con `fm`, M es masculino; con `vh`, H es hembra, y V o M varón o macho; con `12`, 1 es hombre y 2 mujer; con `123`, además 3 es no binario; con `21`, 1 es mujer y 2 hombre',
  opcion_fechas: 'el orden de día, mes y año en las fechas escritas con cifras: `dma`, `mda`, `amd` o `adm`',
  opcion_siglo: 'el primero de los cien años que caben en dos cifras: con `1930`, `90` es 1990 y `05` es 2005',
  sin_siglo: 'los años de dos cifras son errores',
  opcion_nulos: 'las palabras que significan «sin dato», separadas por comas, o `ninguno` si no las hay',
  sin_nulos: '`NULL`, `\\N`, `N/A`, `NaN`, `None`, `-` y parecidas',
  opcion_enie: 'el signo que se escribió en lugar de la Ñ en los nombres, como `#`',
  sin_enie: 'un signo en un nombre es un error',
  opcion_nombre_completo: 'la columna `nombres` trae el nombre completo; primero van los `apellidos` o los `nombres`',
  se_detecta: 'se detecta',
  opcion_formato: 'el formato de un archivo sin encabezado: {formatos}, o uno propio en JSON',
  se_reconoce: 'se reconoce',
  opcion_excel: 'un CSV que Excel abre con sus acentos y sin ejecutar fórmulas',
  opcion_columna:
    'la columna de un dato, por su nombre, su número desde 1 o su letra, en NDJSON por el nombre en el objeto; vacía si no la hay',
  opcion_si_falta: '{frase} (si falta: {valor})',
};

/** Titles and words of the columns that an answer adds to a sheet, and the name of the sheet that it adds. */
export const celdas = {
  titulo_motivo: 'Motivo',
  titulo_curp: 'CURP',
  titulo_curp_valida: 'CURP válida',
  titulo_curp_sugerida: 'CURP sugerida',
  titulo_resultado: 'Resultado',
  titulo_curp_calculada: 'CURP calculada',
  titulo_cruce: 'Cruce',
  titulo_fila_de_la_otra_lista: 'Fila de la otra lista',
  titulo_curp_de_la_otra_lista: 'CURP de la otra lista',
  titulo_misma_raiz_que_la_fila: 'Misma raíz que la fila',
  titulo_fila_de_b: 'Fila de B',
  hoja_solo_en_b: 'Solo en B',
  celda_si: 'Sí',
  celda_no: 'No',
  celda_identica: 'Idéntica',
  celda_misma_raiz: 'Misma raíz',
  celda_compatible: 'Concuerda',
  celda_difiere: 'Difiere',
  celda_misma: 'La misma',
  celda_quiza: 'Quizá la misma',
  celda_sola: 'Solo en A',
};

/** Parts of other sentences, and what is said beside the answers of a file. */
export const frases = {
  demasiado_texto: 'demasiado texto',
  demasiadas_partes: 'demasiadas hojas, tablas o estilos',
  celda_larga: 'una celda demasiado larga',
  fila_de_libro_larga: 'una fila demasiado larga',
  etiqueta_larga: 'una etiqueta demasiado larga',
  partes_que_crecen: 'partes que crecen demasiado al descomprimirse',
  en_la_lista: 'Lista {lista}: {frase}',
  linea_sin_clave: 'En este formato, la línea no lleva CURP.',
  linea_primera: 'La primera línea no es de una persona.',
  linea_ultima: 'La última línea no es de una persona.',
  repetida_en_la_lista: 'La misma persona que la fila {fila} de esta lista.',
  en_la_hoja: 'En la hoja {hoja}: {frase}',
  n_columnas: '{n} columnas',
  seria: '{frase} Sería {nombres}.',
  separado_por_comas: 'separado por comas',
  separado_por_punto_y_coma: 'separado por punto y coma',
  separado_por_tabuladores: 'separado por tabuladores',
  separado_por_barras: 'separado por barras',
  separado_por_circunflejos: 'separado por acentos circunflejos',
  separado_por_tildes: 'separado por tildes',
  dia_del_mes:
    '{dia} de [?mes1:enero][?mes2:febrero][?mes3:marzo][?mes4:abril][?mes5:mayo][?mes6:junio][?mes7:julio][?mes8:agosto][?mes9:septiembre][?mes10:octubre][?mes11:noviembre][?mes12:diciembre]',
};

/** How a sentence names a datum, and how a finding about it begins. */
export const asuntos = {
  nombres: 'el nombre',
  apellidoPaterno: 'el primer apellido',
  apellidoMaterno: 'el segundo apellido',
  fechaNacimiento: 'la fecha de nacimiento',
  sexo: 'el sexo',
  entidad: 'la entidad de nacimiento',
  curp: 'la CURP',
  rfc: 'el RFC',
  otro_siglo: 'La posición 17 indica el siglo: una cifra, si nació hasta 1999; una letra, desde 2000.',
};
