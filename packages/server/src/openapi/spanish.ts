/** The Spanish of every text in the OpenAPI description, by its English. */
export const SPANISH: Readonly<Record<string, string>> = {
  // The service
  'Calculates, checks and compares CURPs by the official norm, and explains every character':
    'Calcula, valida y coteja claves CURP según la norma oficial, y explica cada carácter',
  'A calculated CURP is the output of an algorithm: it proves no registration. Every answer except the rows of a file is in the same envelope, errors too. Every operation also takes the token as `Authorization: Bearer …`, and all but those on files take `POST` with the same names in a JSON or form body. `docs/api.md` explains everything.':
    'Una CURP calculada es el resultado de un algoritmo: no prueba ningún registro. Toda respuesta, menos las filas de un archivo, viene en el mismo sobre, también los errores. Todas las operaciones aceptan también el token como `Authorization: Bearer …`, y todas, menos las de archivos, aceptan `POST` con los mismos nombres en un cuerpo JSON o de formulario. `docs/es/api.md` lo explica todo.',
  'Calculate, validate, compare, look up': 'Calcular, validar, cotejar, consultar',
  'The same operations under the names of version 2': 'Las mismas operaciones con los nombres de la versión 2',
  'Health of the service': 'Estado del servicio',
  'The token of the project': 'El token del proyecto',
  'Ask whether the process lives': 'Preguntar si el proceso está vivo',
  'It lives': 'Está vivo',
  'Ask whether it can serve': 'Preguntar si puede atender',
  'It can serve': 'Puede atender',
  'The database cannot be read or written, or the service is stopping':
    'No se puede leer o escribir en la base de datos, o el servicio se está deteniendo',

  // The operations
  'Calculate a key': 'Calcular una clave',
  'Calculates the CURP of a person by the official norm. It is the output of an algorithm and proves no registration. `detalle=1` adds where each character comes from, and the ten keys that the registry may have assigned.':
    'Calcula la CURP de una persona según la norma oficial. Es el resultado de un algoritmo y no prueba ningún registro. `detalle=1` agrega de dónde sale cada carácter y las diez claves que el registro pudo haber asignado.',
  'List the entities': 'Listar las entidades',
  'Returns the 33 entities of birth. The parameter `entidad` takes their `clave_entidad`. The answer carries an `ETag`.':
    'Devuelve las 33 entidades de nacimiento. El parámetro `entidad` lleva su `clave_entidad`. La respuesta trae un `ETag`.',
  'Validate a key': 'Validar una clave',
  'Returns every finding about a key, the keys that may have been meant, and the data that it holds. A malformed key is a result (`valido: false`), not an error. A valid key is well formed; only `obtener_datos` says whether it is registered.':
    'Devuelve todos los hallazgos sobre una clave, las claves que quizá se querían escribir y los datos que contiene. Una clave mal formada es un resultado (`valido: false`), no un error. Una clave válida está bien formada; solo `obtener_datos` dice si está registrada.',
  'Compare a key with a person': 'Cotejar una clave con una persona',
  'Says whether a key belongs to a person. `identica`: it is the key that the data give. `misma_raiz`: the same with another differentiator, as the registry gives to a homonym. `difiere`: anything else. It proves no registration.':
    'Dice si una clave corresponde a una persona. `identica`: es la clave que dan los datos. `misma_raiz`: la misma con otro diferenciador, como el que el registro asigna a un homónimo. `difiere`: cualquier otra cosa. No prueba ningún registro.',
  'Look a key up in the registry source': 'Consultar una clave en la fuente de registro',
  'The only operation that says whether a key is registered: it asks the registry source that the operator configured. Code 300: the source does not have the key. Code 200: the source cannot answer now. Code 201: there is no source.':
    'La única operación que dice si una clave está registrada: pregunta a la fuente de registro que configuró quien opera el servicio. Código 300: la fuente no tiene la clave. Código 200: la fuente no puede contestar por ahora. Código 201: no hay ninguna fuente.',

  // Their parameters
  'The token, if it is not in `Authorization`': 'El token, si no va en `Authorization`',
  'Given name or names': 'Nombre o nombres',
  'First surname': 'Primer apellido',
  'Second surname; empty if the person has only one': 'Segundo apellido; vacío si la persona solo tiene uno',
  'Year of birth, 4 digits': 'Año de nacimiento, 4 dígitos',
  'Month of birth, 2 digits': 'Mes de nacimiento, 2 dígitos',
  'Day of birth, 2 digits': 'Día de nacimiento, 2 dígitos',
  'H (male), M (female) or X (non-binary)': 'H (hombre), M (mujer) o X (no binario)',
  'Key of the entity of birth, 2 digits, from `/curp/entidades`':
    'Clave de la entidad de nacimiento, 2 dígitos, de `/curp/entidades`',
  '`1` or `true` adds the explanation to the result': '`1` o `true` agrega la explicación al resultado',
  'The key, 18 characters': 'La clave, 18 caracteres',

  // Their results
  Success: 'Éxito',
  'The version of this answer, which is the same for everyone': 'La versión de esta respuesta, que es igual para todos',
  'Unchanged since the version in `If-None-Match`': 'Sin cambios desde la versión de `If-None-Match`',
  'The calculated key': 'La clave calculada',
  'Positions 1 to 16, which follow from the data': 'Las posiciones 1 a 16, que se obtienen de los datos',
  'Position 17, which the registry assigns: the first value': 'La posición 17, que asigna el registro: el primer valor',
  'Position 18': 'La posición 18',
  'The character at that position': 'El carácter en esa posición',
  'The datum that it comes from': 'El dato del que sale',
  'The rule of the norm, as `docs/norm.md` numbers it': 'La regla de la norma, como la numera `docs/es/norm.md`',
  'Why it is this character, in the language asked for': 'Por qué es este carácter, en el idioma pedido',
  'A key that the registry may have assigned': 'Una clave que el registro pudo haber asignado',
  'One per differentiator, the calculated one first': 'Una por cada diferenciador, primero la calculada',
  'The positions concerned, from 1': 'Las posiciones afectadas, desde 1',
  'One sentence, in the language asked for': 'Una oración, en el idioma pedido',
  'The digit that belongs in position 18; only for `digito_verificador`':
    'El dígito que corresponde a la posición 18; solo para `digito_verificador`',
  'A key without errors, one slip away': 'Una clave sin errores, a un descuido de distancia',
  'The change: a letter became a digit, a digit a letter, two neighbours were swapped, one character removed or added':
    'El cambio: una letra por una cifra, una cifra por una letra, dos vecinos intercambiados, un carácter quitado o agregado',
  'The positions changed, from 1, in the key received; with `falta`, in the suggested key':
    'Las posiciones cambiadas, desde 1, en la clave recibida; con `falta`, en la sugerida',
  'What was changed and where, in the language asked for': 'Qué se cambió y dónde, en el idioma pedido',
  'The likeliest first; empty if nothing points to a slip': 'Primero la más probable; vacía si nada indica un descuido',
  'Whether somebody else already had the same root': 'Si otra persona ya tenía la misma raíz',
  'The key that the data give': 'La clave que dan los datos',
  'The character of the calculated key': 'El carácter de la clave calculada',
  'The character of the key received; empty where it is too short':
    'El carácter de la clave recibida; vacío donde le faltan caracteres',

  // Failures and headers
  'The code of the problem; the lowest, if there are several': 'El código del problema; el más bajo, si hay varios',
  'One sentence: what is wrong and what to send instead': 'Una oración: qué está mal y qué mandar en su lugar',
  'Every problem that concerns a parameter, the one of the envelope first':
    'Todos los problemas de un parámetro, primero el del sobre',
  'A parameter or the request is wrong': 'Un parámetro o la petición está mal',
  'The token is missing or unknown': 'Falta el token o no existe',
  'The project is disabled, or its quota used up': 'El proyecto está deshabilitado, o su cuota se agotó',
  'There is no such job': 'Ese trabajo no existe',
  'This path does not take that method; `Allow` names those that it takes':
    'Esta ruta no acepta ese método; `Allow` nombra los que acepta',
  'The body is too large': 'El cuerpo es demasiado grande',
  'The address is too long': 'La dirección es demasiado larga',
  'The service does not take a body of that type': 'El servicio no acepta un cuerpo de ese tipo',
  'Too many requests per second, or files or downloads at a time':
    'Demasiadas peticiones por segundo, o demasiados archivos o descargas a la vez',
  'The service failed by a fault of its own': 'El servicio falló por un error propio',
  'The body has a transfer coding other than `chunked`':
    'El cuerpo viene con una codificación de transferencia distinta de `chunked`',
  'The service cannot answer at this moment': 'El servicio no puede contestar por ahora',
  'The service does not speak that version of HTTP': 'El servicio no usa esa versión de HTTP',
  'The id of the request in the logs': 'El identificador de la petición en la bitácora',
  'What is left of the rate, and in how many seconds it renews; only for projects with a rate':
    'Lo que queda del límite y en cuántos segundos se renueva; solo para proyectos con límite',
  'The rate: how many requests in how many seconds; only for projects with a rate':
    'El límite: cuántas peticiones en cuántos segundos; solo para proyectos con límite',
  'The methods of that path': 'Los métodos de esa ruta',
  'Seconds to wait': 'Segundos de espera',
  'The envelope of a failure, with `msn`, a copy of its message; both name the fields of version 2':
    'El sobre de una falla, con `msn`, copia de su mensaje; los dos nombran los campos de la versión 2',

  // Files
  'Process a file of people': 'Procesar un archivo de personas',
  'Takes a file and returns the same rows with their results, in order, once the upload has ended. A bad row carries its code and never stops the rest. The envelope reports problems before the first row. An answer without its last chunk was cut. A calculated CURP proves no registration.':
    'Recibe un archivo y devuelve las mismas filas con sus resultados, en orden, cuando el envío termina. Una fila mala lleva su código y nunca detiene a las demás. Los problemas antes de la primera fila vienen en el sobre. Una respuesta sin su último fragmento se cortó. Una CURP calculada no prueba ningún registro.',
  'CSV whose first line names the columns, one JSON object a line, or an Excel workbook. A row has at most 1 MiB; the operator bounds the file.':
    'CSV cuya primera línea nombra las columnas, un objeto JSON por línea, o un libro de Excel. Una fila tiene cuando mucho 1 MiB; quien opera el servicio limita el archivo.',
  'The rows, each with its result': 'Las filas, cada una con su resultado',
  'The rows of the file, each with its results, its `code_error` (0: a good row) and its `error_message`':
    'Las filas del archivo, cada una con sus resultados, su `code_error` (0: la fila está bien) y su `error_message`',
  'Rows of the file': 'Filas del archivo',
  'Good rows': 'Filas correctas',
  'Rows with an error': 'Filas con error',
  'Rows that contradict the reading of the file; they are errors too':
    'Filas que contradicen la lectura del archivo; también son errores',
  'How the file was read: a JSON array of `{convencion, origen, texto}`, in ASCII':
    'Cómo se leyó el archivo: un arreglo JSON de `{convencion, origen, texto}`, en ASCII',

  // Jobs
  'Send a file as a durable job': 'Mandar un archivo como trabajo en segundo plano',
  'For files too large to wait for. Once the file is stored, any replica works on it, even if others die meanwhile. The service keeps the file and its result until they expire or are erased.':
    'Para archivos demasiado grandes para esperar. Una vez guardado el archivo, cualquier réplica lo procesa, aunque otras se caigan mientras tanto. El servicio conserva el archivo y su resultado hasta que vencen o se borran.',
  'A text of your choice. If no answer came, send the file again under the same key: the service answers with the job that it already has under it.':
    'Un texto que usted elija. Si no llegó respuesta, mande el archivo de nuevo con la misma clave: el servicio contesta con el trabajo que ya tiene con ella.',
  'The file is stored': 'El archivo está guardado',
  'The address of its state': 'La dirección de su estado',
  'List the jobs of the project': 'Listar los trabajos del proyecto',
  'Returns their states by pages, newest first, without uploads under way. It takes no quota.':
    'Devuelve sus estados por páginas, primero el más reciente, sin los envíos en curso. No gasta cuota.',
  'The page, from 1': 'La página, desde 1',
  'Jobs on a page': 'Trabajos por página',
  'A page of the list': 'Una página de la lista',
  'Ask for the state of a job': 'Preguntar el estado de un trabajo',
  'Returns its progress. It takes no quota.': 'Devuelve su avance. No gasta cuota.',
  'The id of the job': 'El id del trabajo',
  'The state of the job': 'El estado del trabajo',
  'Cancel and erase a job': 'Cancelar y borrar un trabajo',
  'Stops it, and erases its file and its result.': 'Lo detiene, y borra su archivo y su resultado.',
  'The state of the job, now cancelled': 'El estado del trabajo, ya cancelado',
  'Download the result of a job': 'Descargar el resultado de un trabajo',
  'Returns the rows of the file with their results, in order, as `/curp/lote` does.':
    'Devuelve las filas del archivo con sus resultados, en orden, como `/curp/lote`.',
  'The id of the job, for the addresses of its state and its result':
    'El id del trabajo, para las direcciones de su estado y su resultado',
  'Rows that are done': 'Filas procesadas',
  'Rows of the file; the part not done yet counts lines':
    'Filas del archivo; en la parte que aún no se procesa se cuentan líneas',
  'Rows per second since the first row': 'Filas por segundo desde la primera',
  'How many rows carry each code': 'Cuántas filas llevan cada código',
  'The name of the convention, such as `sexo`': 'El nombre de la convención, como `sexo`',
  'One sentence with the evidence': 'Una oración con lo que la prueba',
  'How the file is read, decided from all of its rows': 'Cómo se lee el archivo, decidido con todas sus filas',
  'When the upload began, in ISO 8601': 'Cuándo empezó el envío, en ISO 8601',
  'When the job ended; null: it has not ended': 'Cuándo terminó el trabajo; null: no ha terminado',
  'When the file and its result are erased': 'Cuándo se borran el archivo y su resultado',
  'Newest first': 'Primero el más reciente',
  'The jobs of all pages': 'Los trabajos de todas las páginas',
};

/** Texts with a part that varies. The part is put into Spanish first. */
export const SPANISH_FORMS: readonly (readonly [form: RegExp, spanish: (part: string) => string])[] = [
  [/^(.*) \(version 2\)$/, (part) => `${part} (versión 2)`],
  [/^(.*) The query string is ignored\.$/, (part) => `${part} Los parámetros de la dirección se ignoran.`],
  [/^(`\w+`) of version 1$/, (part) => `${part} de la versión 1`],
  [/^(.*)\. A trailer: it follows the rows$/, (part) => `${part}. Es un trailer: va después de las filas`],
  [
    /^(.*)\. It comes before the rows, and again as a trailer$/,
    (part) => `${part}. Viene antes de las filas, y otra vez como trailer`,
  ],
];
