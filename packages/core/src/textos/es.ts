/**
 * The messages in Spanish, the language of the norm, where each `{name}` is a gap to fill. Their keys are the codes of
 * findings and the parts of explanations: every other language has the same keys.
 */

export const hallazgos = {
  ausente: 'Falta {dato}.',
  tipo: '{dato} debe ser un texto.',
  sin_letras: 'No hay letras latinas en {dato}: escríbalo como está en el acta.',
  largo: '{dato} tiene más de 200 caracteres: escriba solo el nombre.',
  control: '{dato} tiene caracteres de control: quítelos.',
  fecha_formato: '{dato} debe escribirse AAAA-MM-DD, con cifras: 1990-05-17.',
  fecha_inexistente: 'Ese día no existe en el calendario: revise {dato}.',
  fecha_remota: '{dato} es anterior a 1800.',
  fecha_futura: '{dato} es posterior a hoy.',
  sexo_invalido: '{dato} debe ser H (hombre), M (mujer) o X (no binario).',
  entidad_invalida: '{dato} no está en el catálogo: escriba una clave como 09 o una abreviatura como DF.',
  entidad_de_manual:
    'Ningún estado se abrevia QO ni XX, que vienen de un manual o de datos de prueba: Querétaro es QT.',
  apellido_recorrido: 'Solo hay segundo apellido: ocupa el lugar del primero.',
  sin_apellidos: 'La persona no tiene apellidos: sus posiciones llevan X.',
  nombre_con_cifras: '{dato} trae cifras: revise si es un error de captura.',
  nombre_de_relleno: '{dato} trae un texto de relleno: escriba el nombre del acta.',
  apellidos_en_nombres: 'No hay apellidos y el nombre tiene tres palabras o más: revise si los apellidos están en él.',
  nombre_con_signo: '{dato} trae «{signo}», que ningún nombre lleva: escríbalo como está en el acta.',
  nombre_letra_ajena: '{dato} trae «{signo}», que no es del español: revise si es un acento que se dañó.',
  nombre_otro_alfabeto: '{dato} trae una letra de otro alfabeto, «{signo}»: escríbala de nuevo con letras latinas.',
  nombre_invisible: '{dato} trae un carácter invisible o un espacio raro: bórrelo y escriba el nombre de nuevo.',
  nombre_abreviado:
    '{dato} trae una abreviatura: lo usual es {forma}, que da otras letras; escriba el nombre completo.',
  nombre_con_punto: '{dato} trae una abreviatura: escriba el nombre completo.',
  nombre_con_titulo: '{dato} trae un título o tratamiento: quítelo, porque no es parte del nombre.',
  nombre_otra_caja: '{dato} mezcla mayúsculas y minúsculas: revise si «{signo}» es otra letra, como I.',
  nombre_de_empresa: '{dato} trae palabras de una empresa: solo una persona tiene CURP.',
  nombre_de_dos:
    '{dato} parece de dos personas, o traer dos formas de un nombre: ponga una persona en cada fila, con el nombre del acta.',
  apellidos_cambiados: '{dato} parece traer un apellido: revise qué va en cada dato.',
  nombre_pegado: 'Quizá falta un espacio en {dato}, que así cuenta como una palabra: escriba el nombre del acta.',
  nombre_cortado: 'Quizá falta la última palabra en {dato}: escriba el nombre del acta.',
  nombre_sigue:
    'La fila siguiente solo trae una parte de un nombre, y quizá {dato} sigue ahí: escriba todo el nombre en una fila.',
  nombre_ausente: '{dato} trae palabras que no son de un nombre: escriba el nombre del acta.',
  nombre_sin_enie: 'Quizá falta una Ñ en {dato}: lo usual es {forma}; revise el acta.',
  apellido_de_casada: '{dato} quizá trae un apellido de casada: la CURP lleva los de nacimiento.',
  apellidos_repetidos: '{dato} empieza con un apellido de la persona: deje solo los nombres de pila.',
  fecha_de_sistema:
    'La fecha de nacimiento es una de las que escriben los sistemas donde no tienen el dato: revise el acta.',
  nombre_parecido:
    'Quizá hay un error de captura en {dato}: se parece a {forma}, que es mucho más frecuente; revise el acta.',
  sexo_de_otro_nombre: 'Casi nadie con ese nombre tiene ese sexo: revise {dato} y el nombre.',
  edad_inusual: 'La fecha de nacimiento es de hace más de 110 años: revise el año.',
  apellidos_juntos: '{dato} quizá trae los dos apellidos: ponga cada uno en su columna.',
  apellido_de_relleno:
    '{dato} trae una palabra que quizá significa que no lo hay, y así se leyó: deje la celda vacía o escriba el apellido.',
  fecha_convertida: '{dato} quizá trae cambiados el día y el mes, como otras filas: revise el acta.',
  fecha_mes_desde_cero:
    'En este archivo quizá el mes 0 es enero, y entonces {dato} es de un mes después: revise el acta.',
  fecha_de_noche: '{dato} trae una hora que quizá indica el día siguiente: revise el acta.',
  entidad_o_pais:
    'No se sabe si México es el estado o el país en {dato}: escriba el estado, como Jalisco o Estado de México.',
  entidad_y_lugar:
    '{dato} nombra un lugar que puede estar en otro país: escriba solo el estado, o NE si nació fuera de México.',
  entidad_del_correo:
    '{dato} trae letras que en el correo son de un estado y en la CURP de otro: escriba el nombre del estado.',
  entidad_parecida: '{dato} no es el nombre de ningún estado, y se leyó {forma}: escriba el nombre del estado.',
  nombres_cambiados: 'En este archivo parecen cambiados {dato} y los apellidos: revise qué trae cada columna.',
  sexo_cambiado:
    'En este archivo, {dato} no corresponde a la mayoría de los nombres: revise qué significa cada letra o cifra.',
  longitud: 'La CURP debe tener 18 caracteres.',
  letra: 'Aquí va una letra de la A a la Z.',
  vocal: 'Aquí va una vocal o X.',
  cifra: 'Aquí va una cifra.',
  consonante: 'Aquí va una consonante.',
  diferenciador_invalido: 'Aquí va una cifra o una letra.',
  digito_verificador: 'El último carácter no corresponde a los otros 17: debería ser {esperado}.',
  palabra_inconveniente: 'Las cuatro primeras letras forman una palabra inconveniente: la segunda debería ser X.',
  diferenciador_inusual: 'RENAPO pone aquí de la A a la J: revise esta letra.',
  nacimiento_futuro: 'La fecha de nacimiento es posterior a hoy.',
  clave_generica: 'Es una clave genérica: no pertenece a una persona.',
  rfc_invalido: '{dato} no es el de una persona: escriba sus 13 caracteres, o los 10 primeros.',
};

export const explicacion = {
  seOmite: '{omitidas} se omite; ',
  noSeOmite: '{palabra}, última palabra, no se omite; ',
  inicial: 'la inicial de {palabra}',
  vocal: 'la primera vocal interna de {palabra}',
  consonante: 'la primera consonante interna de {palabra}',
  daX: ' es {signo} y da X',
  cuentaComo: ' es {signo} y cuenta como {letra}',
  noLaHay: ': no la hay, va X',
  inconveniente: '{valor} es una palabra inconveniente: la segunda letra da X',
  sinSegundoApellido: 'no hay segundo apellido: X',
  sinApellidos: 'no hay apellidos: X',
  anio: 'el año de nacimiento, {valor}',
  mes: 'el mes de nacimiento, {valor}',
  dia: 'el día de nacimiento, {valor}',
  H: 'sexo: hombre',
  M: 'sexo: mujer',
  X: 'sexo: no binario',
  entidad: 'la entidad de nacimiento, {valor}',
  sigloXX: 'lo asigna el registro; 0 es el primero para quien nació hasta 1999',
  sigloXXI: 'lo asigna el registro; A es el primero para quien nació desde 2000',
  digitoVerificador: 'el dígito verificador de los otros 17',
};

export const cotejo = {
  edicion: 'Difiere por las reglas de 2021; es la clave por el Instructivo de 2006.',
};

export const sugerencias = {
  cifra: 'En la posición {posicion} se cambió la letra {quitado} por la cifra {puesto}.',
  letra: 'En la posición {posicion} se cambió la cifra {quitado} por la letra {puesto}.',
  intercambio: 'Se intercambiaron las posiciones {posicion} y {siguiente}.',
  sobra: 'Se quitó {quitado} de la posición {posicion}.',
  falta: 'Se agregó {puesto} en la posición {posicion}.',
  parecidos: 'Se cambiaron letras y cifras que se parecen en las posiciones {todas}.',
  signos: 'Se quitaron los signos entre los grupos de la clave.',
};
