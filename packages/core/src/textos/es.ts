/**
 * The messages in Spanish, the language of the norm, where each `{name}` is a gap to fill. Their keys are the codes of
 * findings and the parts of explanations: every other language has the same keys.
 */

export const hallazgos = {
  ausente: 'Falta {dato}.',
  tipo: '{dato} debe ser un texto.',
  sin_letras: 'No hay letras latinas en {dato}: escríbalo como está en el acta.',
  largo: '{dato} tiene más de 200 caracteres.',
  control: '{dato} tiene caracteres de control: quítelos.',
  fecha_formato: '{dato} debe escribirse AAAA-MM-DD, con cifras: 1990-05-17.',
  fecha_inexistente: '{titulo}ese día no existe en el calendario.',
  fecha_remota: '{dato} es anterior a 1800.',
  fecha_futura: '{dato} es posterior a hoy.',
  sexo_invalido: '{titulo}el sexo debe ser H, M o X.',
  entidad_invalida: '{titulo}la entidad no está en el catálogo; es una clave como 09 o una abreviatura como DF.',
  entidad_de_manual: 'QO y XX vienen de un manual o de datos de prueba y no están en ninguna clave: Querétaro es QT.',
  apellido_recorrido: 'Solo hay segundo apellido: ocupa el lugar del primero.',
  sin_apellidos: 'La persona no tiene apellidos: sus posiciones llevan X.',
  nombre_con_cifras: 'Hay cifras en {dato}: revise si es un error de captura.',
  nombre_de_relleno: 'Hay un texto de relleno en {dato}: escriba el nombre del acta.',
  apellidos_en_nombres: 'No hay apellidos y el nombre tiene tres palabras o más: revise si los apellidos están en él.',
  nombre_con_signo: 'Hay un signo que ningún nombre lleva en {dato}, «{signo}»: escríbalo como está en el acta.',
  nombre_letra_ajena: 'Hay «{signo}» en {dato}, que no es del español: revise si es un acento que se dañó.',
  nombre_otro_alfabeto: 'Hay una letra de otro alfabeto en {dato}, «{signo}»: escríbala de nuevo con letras latinas.',
  nombre_invisible: 'Hay un carácter invisible o un espacio raro en {dato}: bórrelo y escriba el nombre de nuevo.',
  nombre_abreviado:
    'Hay una abreviatura en {dato}: lo usual es {forma}, que da otras letras; escriba el nombre completo.',
  nombre_con_punto: 'Hay una abreviatura en {dato}: escriba el nombre completo.',
  nombre_con_titulo: 'Hay un título o tratamiento en {dato}: quítelo, porque no es parte del nombre.',
  nombre_otra_caja: 'Hay «{signo}» entre letras de otro tamaño en {dato}: revise si es otra letra, como I.',
  nombre_de_empresa: 'Hay palabras de una empresa en {dato}: solo una persona tiene CURP.',
  nombre_de_dos:
    'Parece haber dos personas, o dos formas de un nombre, en {dato}: ponga una persona en cada fila, con el nombre del acta.',
  apellidos_cambiados: 'Parece haber un apellido en {dato}: revise qué va en cada dato.',
  nombre_pegado: 'Quizá falta un espacio en {dato}, que así cuenta como una palabra: escriba el nombre del acta.',
  nombre_cortado: 'Quizá falta la última palabra en {dato}: escriba el nombre del acta.',
  nombre_sigue:
    'La fila siguiente solo trae una parte de un nombre, y quizá {dato} sigue ahí: escriba todo el nombre en una fila.',
  nombre_ausente: 'Hay palabras que no parecen un nombre en {dato}: escriba el nombre del acta.',
  nombre_sin_enie: 'Quizá falta una Ñ en {dato}: lo usual es {forma}; revise el acta.',
  apellido_de_casada: 'Quizá hay un apellido de casada en {dato}: la CURP lleva los de nacimiento.',
  apellidos_repetidos: 'También {dato} empieza con un apellido: deje solo los nombres de pila.',
  fecha_de_sistema:
    'La fecha de nacimiento es una de las que escriben los sistemas donde no tienen el dato: revise el acta.',
  nombre_parecido:
    'Quizá hay un error de captura en {dato}: se parece a {forma}, que es mucho más frecuente; revise el acta.',
  sexo_de_otro_nombre: 'Casi nadie con ese nombre tiene ese sexo: revise {dato} y el nombre.',
  edad_inusual: 'La fecha de nacimiento es de hace más de 110 años: revise el año.',
  apellidos_juntos: 'Quizá vienen los dos apellidos en {dato}: ponga cada uno en su columna.',
  apellido_de_relleno:
    'Una palabra en {dato} quizá significa que no lo hay, y así se leyó: deje la celda vacía o escriba el apellido.',
  fecha_convertida: 'El día y el mes pueden estar cambiados en {dato}, como en otras filas: revise el acta.',
  fecha_mes_desde_cero:
    'En este archivo quizá el mes 0 es enero, y entonces {dato} es de un mes después: revise el acta.',
  fecha_de_noche: 'Hay una hora en {dato} que quizá indica el día siguiente: revise el acta.',
  entidad_o_pais:
    'No se sabe si México es el estado o el país en {dato}: escriba el estado, como Jalisco o Estado de México.',
  entidad_y_lugar:
    'El lugar en {dato} puede estar en otro país: escriba solo el estado, o NE si nació fuera de México.',
  entidad_del_correo:
    'Hay letras en {dato} que en el correo son de un estado y en la CURP de otro: escriba el nombre del estado.',
  entidad_parecida: 'No hay un estado con lo que trae {dato}, y se leyó {forma}: escriba el nombre del estado.',
  nombres_cambiados: 'En este archivo parecen cambiados {dato} y los apellidos: revise qué trae cada columna.',
  sexo_cambiado:
    'En este archivo, {dato} no corresponde a la mayoría de los nombres: revise qué significa cada letra o cifra.',
  longitud: 'La clave debe tener 18 caracteres.',
  letra: 'Aquí va una letra de la A a la Z.',
  vocal: 'Aquí va una vocal o X.',
  cifra: 'Aquí va una cifra.',
  consonante: 'Aquí va una consonante.',
  diferenciador_invalido: 'Aquí va una cifra o una letra.',
  digito_verificador: 'El dígito verificador no corresponde a los otros 17 caracteres: debería ser {esperado}.',
  palabra_inconveniente: 'Las cuatro primeras letras forman una palabra inconveniente sin corregir.',
  diferenciador_inusual: 'El registro asigna de la A a la J: esta letra es inusual.',
  nacimiento_futuro: 'La fecha de nacimiento es posterior a hoy.',
  clave_generica: 'Es una clave genérica: no pertenece a una persona.',
  rfc_invalido:
    '{titulo}el de una persona tiene cuatro letras, la fecha AAMMDD y la homoclave de tres caracteres, que puede faltar.',
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
