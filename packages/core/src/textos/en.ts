/** The messages in English, for `import { en } from '@curp-service/core/en'`. */
import type { Idioma } from './idioma.js';

export const en: Idioma = {
  hallazgos: {
    ausente: '{dato} is missing.',
    tipo: '{dato} must be a text.',
    sin_letras: 'There are no Latin letters in {dato}: write it as the birth certificate has it.',
    largo: '{dato} has more than 200 characters.',
    control: '{dato} has control characters: remove them.',
    fecha_formato: '{dato} must be written YYYY-MM-DD, in digits: 1990-05-17.',
    fecha_inexistente: '{titulo}there is no such day in the calendar.',
    fecha_remota: '{dato} is before 1800.',
    fecha_futura: '{dato} is in the future.',
    sexo_invalido: '{titulo}the sex must be H, M or X.',
    entidad_invalida:
      '{titulo}the entity is not in the catalogue; it is a key such as 09 or an abbreviation such as DF.',
    entidad_de_manual: 'QO and XX come from a manual or from test data and are in no key: Querétaro is QT.',
    apellido_recorrido: 'There is only a second surname: it takes the place of the first.',
    sin_apellidos: 'The person has no surname: its positions hold X.',
    nombre_con_cifras: 'There are digits in {dato}: check for a typing error.',
    nombre_de_relleno: 'There is a placeholder in {dato}: write the name of the birth certificate.',
    apellidos_en_nombres:
      'There is no surname, and the given name has three words or more: check whether it holds the surnames.',
    nombre_con_signo:
      'There is a sign in {dato} that no name has, “{signo}”: write it as the birth certificate has it.',
    nombre_letra_ajena:
      'There is “{signo}” in {dato}, which Spanish does not have: check whether it is a damaged accent.',
    nombre_otro_alfabeto:
      'There is a letter of another alphabet in {dato}, “{signo}”: write it again in Latin letters.',
    nombre_invisible: 'There is an invisible character or an odd blank in {dato}: erase it and write the name again.',
    nombre_abreviado:
      'There is an abbreviation in {dato}: it usually is {forma}, which gives other letters; write the name in full.',
    nombre_con_punto: 'There is an abbreviation in {dato}: write the name in full.',
    nombre_con_titulo: 'There is a title in {dato}: remove it, because it is no part of the name.',
    nombre_otra_caja:
      'There is «{signo}» among letters of another case in {dato}: check if it is another letter, such as I.',
    nombre_de_empresa: 'There are words of a company in {dato}: only a person has a CURP.',
    nombre_de_dos:
      'There seem to be two people, or two forms of a name, in {dato}: write each person in a row of their own, with the name of the birth certificate.',
    apellidos_cambiados: 'There seems to be a surname in {dato}: check what belongs to each datum.',
    nombre_pegado:
      'A space may be missing in {dato}, which counts as one word: write the name of the birth certificate.',
    nombre_cortado: 'The last word may be missing in {dato}: write the name of the birth certificate.',
    nombre_sigue:
      'The next row holds only a part of a name, and {dato} may go on there: write the whole name in one row.',
    nombre_ausente: 'There are words in {dato} that do not look like a name: write the name of the birth certificate.',
    nombre_sin_enie: 'An Ñ may be missing in {dato}: the usual form is {forma}; check the birth certificate.',
    apellido_de_casada: 'There may be a married name in {dato}: a CURP has the surnames of birth.',
    apellidos_repetidos: 'A surname is also at the beginning of {dato}: leave only the given names.',
    fecha_de_sistema:
      'The date of birth is one that systems write where they have no datum: check the birth certificate.',
    nombre_parecido:
      'There may be a slip in {dato}: it is like {forma}, which is far more frequent; check the birth record.',
    sexo_de_otro_nombre: 'Hardly anybody with that name has that sex: check {dato} and the name.',
    edad_inusual: 'The date of birth is more than 110 years ago: check the year.',
    apellidos_juntos: 'Both surnames may be in {dato}: put each into its own column.',
    apellido_de_relleno:
      'A word in {dato} may mean that there is none, and was read so: leave the cell empty, or write the surname.',
    fecha_convertida: 'The day and the month may be swapped in {dato}, as in other rows: check the birth certificate.',
    fecha_mes_desde_cero:
      'In this file month 0 may be January, and then {dato} is one month later: check the birth certificate.',
    fecha_de_noche: 'There is an hour in {dato} that may mean the day after: check the birth certificate.',
    entidad_o_pais:
      'México may be the state or the country in {dato}: write the state, such as Jalisco or Estado de México.',
    entidad_y_lugar:
      'The place in {dato} may be in another country: write only the state, or NE if the person was born outside Mexico.',
    entidad_del_correo:
      'There are letters in {dato} that the post has for one state and the CURP for another: write the name of the state.',
    entidad_parecida: 'No state has the name in {dato}, which was read as {forma}: write the name of the state.',
    nombres_cambiados: 'In this file, {dato} and the surnames seem to be exchanged: check what each column holds.',
    sexo_cambiado: 'In this file, {dato} does not match most names: check what each letter or digit means.',
    longitud: 'The key must have 18 characters.',
    letra: 'A letter from A to Z belongs here.',
    vocal: 'A vowel or X belongs here.',
    cifra: 'A digit belongs here.',
    consonante: 'A consonant belongs here.',
    diferenciador_invalido: 'A digit or a letter belongs here.',
    digito_verificador: 'The check digit does not follow from the other 17 characters: it should be {esperado}.',
    palabra_inconveniente: 'The first four letters spell an inconvenient word, uncensored.',
    diferenciador_inusual: 'The registry assigns A to J: this letter is unusual.',
    nacimiento_futuro: 'The birth date is in the future.',
    clave_generica: 'It is a generic key: it belongs to no person.',
    rfc_invalido:
      '{titulo}that of a person has four letters, the date YYMMDD and a homoclave of three characters, which may be left out.',
  },
  explicacion: {
    seOmite: '{omitidas} is passed over; ',
    noSeOmite: '{palabra}, the last word, stays; ',
    inicial: 'the initial of {palabra}',
    vocal: 'the first internal vowel of {palabra}',
    consonante: 'the first internal consonant of {palabra}',
    daX: ' is {signo}, which gives X',
    cuentaComo: ' is {signo}, which counts as {letra}',
    noLaHay: ': there is none, hence X',
    inconveniente: '{valor} is an inconvenient word: the second letter gives X',
    sinSegundoApellido: 'there is no second surname: X',
    sinApellidos: 'there is no surname: X',
    anio: 'the year of birth, {valor}',
    mes: 'the month of birth, {valor}',
    dia: 'the day of birth, {valor}',
    H: 'sex: male',
    M: 'sex: female',
    X: 'sex: non-binary',
    entidad: 'the entity of birth, {valor}',
    sigloXX: 'assigned by the registry; 0 is the first for births up to 1999',
    sigloXXI: 'assigned by the registry; A is the first for births from 2000 on',
    digitoVerificador: 'the check digit of the other 17',
  },
  cotejo: {
    edicion: 'Differs by the rules of 2021; it is the key by the Instructivo of 2006.',
  },
  sugerencias: {
    cifra: 'In position {posicion}, the letter {quitado} was changed to the digit {puesto}.',
    letra: 'In position {posicion}, the digit {quitado} was changed to the letter {puesto}.',
    intercambio: 'Positions {posicion} and {siguiente} were swapped.',
    sobra: '{quitado} was removed from position {posicion}.',
    falta: '{puesto} was added in position {posicion}.',
    parecidos: 'Letters and digits that look alike were changed in positions {todas}.',
    signos: 'The signs between the groups of the key were removed.',
  },
};
