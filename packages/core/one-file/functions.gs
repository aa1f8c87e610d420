/**
 * Calcula la CURP de una persona o de un rango entero. Una CURP calculada no prueba ningún registro.
 *
 * @param {string} nombres Nombres; o un solo rango de seis columnas con todos los datos, en este orden.
 * @param {string} paterno Primer apellido; vacío si no tiene.
 * @param {string} materno Segundo apellido; vacío si no tiene.
 * @param {Date} fecha Fecha de nacimiento: una fecha, 17/05/1990 o 1990-05-17.
 * @param {string} sexo H o Hombre, M o Mujer, X o No binario.
 * @param {string} entidad Entidad de nacimiento: 09, DF, CDMX o Ciudad de México.
 * @return La CURP. Si faltan datos o están mal, el motivo.
 * @customfunction
 */
function CURP(nombres, paterno, materno, fecha, sexo, entidad) {
  return curp_.curp(nombres, paterno, materno, fecha, sexo, entidad);
}

/**
 * Dice si una CURP está bien formada, o cada una de un rango. No dice si está registrada.
 *
 * @param {string} curp La CURP, o un rango.
 * @return VERDADERO o FALSO; =CURP_DATOS da el motivo.
 * @customfunction
 */
function CURP_VALIDA(curp) {
  return curp_.isValid(curp);
}

/**
 * Lee los datos que contiene una CURP, o cada una de un rango: fecha de nacimiento, sexo, entidad y observaciones.
 *
 * @param {string} curp La CURP, o un rango de una columna.
 * @return Cuatro columnas: fecha de nacimiento (1990-05-17), sexo, entidad de nacimiento y observaciones.
 * @customfunction
 */
function CURP_DATOS(curp) {
  return curp_.dataOf(curp);
}
