/** The texts of the page in Spanish and English. Findings and errors of rows come from `core` and `contract`, those of files from `lote-texts.ts`. */
import type { Bilingual } from '@curp-service/contract/language';
import { FIELD_NAMES } from '@curp-service/contract/people-words';

export const TEXTS = {
  titulo: ['La CURP, carácter por carácter', 'The CURP, character by character'],
  titulo_pagina: ['CURP: calcular y revisar', 'CURP: calculate and check'],
  privado: [
    'Todo se calcula en su navegador: los datos no se envían a ningún lado.',
    'Everything is calculated in your browser: the data is not sent anywhere.',
  ],
  otro_idioma: ['English', 'Español'],
  cambiar_idioma: ['Switch to English', 'Cambiar a español'],
  ir_al_contenido: ['Ir al contenido', 'Skip to content'],
  secciones: ['Secciones', 'Sections'],

  calcular: ['Calcular', 'Calculate'],
  validar: ['Revisar una CURP', 'Check a CURP'],
  cotejar: ['¿Es de esta persona?', 'Is it this person’s?'],
  lote: ['Archivos', 'Files'],
  api: ['Más', 'More'],

  ...FIELD_NAMES,
  diferenciador: ['Carácter que asigna RENAPO', 'Character that RENAPO assigns'],
  digito_verificador: ['Dígito verificador', 'Check digit'],
  M: ['Mujer', 'Female'],
  H: ['Hombre', 'Male'],
  X: ['No binario', 'Non-binary'],
  vacio_si_no: ['Déjelo vacío si no tiene', 'Leave empty if none'],
  vacio_si_no_sabe: ['Deje vacío lo que no sepa.', 'Leave empty what you do not know.'],
  sin_segundo_apellido: ['No tiene segundo apellido', 'Has no second surname'],
  no_lo_se: ['No lo sé', 'Not known'],
  rfc_nota: ['Si lo tiene, de 13 caracteres o de los 10 primeros', 'If you have it, its 13 characters or the first 10'],
  ejemplo_fecha: ['17/05/1990', '17/05/1990 (day first)'],
  fecha_ilegible: [
    'No se entiende la fecha: escriba día, mes y año de cuatro cifras, por ejemplo 17/05/1990.',
    'The date is not clear: write day, month and year of four digits, for example 17/05/1990.',
  ],
  ejemplo_entidad: ['Escriba o elija', 'Type or choose'],
  entidad_ninguna: [
    'Ningún estado se llama así: elija uno de la lista.',
    'No state is called that: choose one from the list.',
  ],
  entidad_ilegible: ['No se reconoce la entidad: elija una de la lista.', 'Unknown state: choose one from the list.'],
  persona: ['Datos de la persona', 'Personal details'],
  ejemplo: ['Probar con un ejemplo', 'Try an example'],
  borrar: ['Borrar', 'Clear'],

  su_curp: ['CURP calculada', 'Calculated CURP'],
  sin_datos: [
    'Escriba los datos y la CURP aparecerá aquí, letra por letra.',
    'Fill in the details and the CURP will appear here, letter by letter.',
  ],
  faltan: ['Falta: {datos}.', 'Missing: {datos}.'],
  no_prueba: [
    'Cálculo según la norma: no prueba que la CURP esté registrada.',
    'Calculated by the official rules: it does not prove that the CURP is registered.',
  ],
  valida_no_prueba: [
    'Que una CURP sea válida no prueba que esté registrada: solo RENAPO puede confirmarlo.',
    'A valid CURP is not necessarily registered: only RENAPO can confirm it.',
  ],
  copiar: ['Copiar', 'Copy'],
  copiada: ['Copiada', 'Copied'],
  no_copiada: ['No se pudo copiar: seleccione el texto y cópielo.', 'Could not copy: select the text and copy it.'],
  compartir: ['Copiar enlace con estos datos', 'Copy a link with these details'],
  enlace_copiado: [
    'Enlace copiado. Contiene los datos: compártalo solo con quien deba verlos.',
    'Link copied. It contains the details: share it only with people who may see them.',
  ],
  imprimir: ['Imprimir', 'Print'],
  los_caracteres: ['Los 18 caracteres, uno por uno', 'The 18 characters, one by one'],
  caracter: ['Carácter', 'Character'],
  posicion: ['Posición', 'Position'],
  posicion_n: ['Posición {n}', 'Position {n}'],
  de_donde: ['De dónde sale', 'Where it comes from'],
  regla: ['Regla', 'Rule'],
  senale: [
    'Señale o toque un carácter para ver de dónde sale.',
    'Point at a character, or tap it, to see where it comes from.',
  ],
  asignados: [
    'RENAPO asigna el carácter 17: aquí aparece el primero que asignaría. El 18 se calcula con los demás.',
    'RENAPO assigns character 17: this is the first one it would assign. Character 18 is calculated from the others.',
  ],
  diez: ['Las diez CURP posibles con estos datos', 'The ten possible CURPs for these details'],
  diez_nota: [
    'Si otra persona ya tiene los mismos 16 primeros caracteres, RENAPO cambia el 17 y, con él, el 18.',
    'If someone else already has the same first 16 characters, RENAPO changes character 17 and, with it, 18.',
  ],
  calculada_el: ['Calculada el {dia}', 'Calculated on {dia}'],

  escriba_curp: ['Escriba o pegue una CURP', 'Type or paste a CURP'],
  dieciocho: [
    '18 letras y cifras; no importan los espacios ni las minúsculas',
    '18 letters and digits; spaces and lower case do not matter',
  ],
  es_valida: ['Bien formada', 'Well formed'],
  con_avisos: ['Bien formada, con avisos', 'Well formed, with warnings'],
  no_valida: ['No es válida', 'Not valid'],
  van: ['{n} de 18', '{n} of 18'],
  posiciones: ['posiciones {n}', 'positions {n}'],
  lo_que_dice: ['Lo que dice la CURP', 'What the CURP says'],
  homonimo: ['¿Otra persona con la misma clave?', 'Another person with the same key?'],
  si_homonimo: [
    'Sí: ya existía otra CURP con los mismos 16 primeros caracteres',
    'Yes: another CURP already had the same first 16 characters',
  ],
  no_homonimo: [
    'No: es la primera CURP con estos 16 primeros caracteres',
    'No: it is the first CURP with these first 16 characters',
  ],
  no_se_lee: ['No se puede leer', 'Cannot be read'],
  posicion_17: ['La posición 17 no se puede leer', 'Position 17 cannot be read'],
  mapa_de: ['Mapa de México: {entidad}', 'Map of Mexico: {entidad}'],
  quiso_decir: ['¿Quiso decir…?', 'Did you mean…?'],
  sin_clave: ['La CURP se revisa mientras la escribe.', 'The CURP is checked while you type.'],

  identica: ['La CURP corresponde a estos datos', 'The CURP matches these details'],
  misma_raiz: [
    'La CURP corresponde a estos datos; RENAPO asigna las posiciones 17 y 18',
    'The CURP matches these details; RENAPO assigns positions 17 and 18',
  ],
  compatible: ['La CURP concuerda con los datos que dio', 'The CURP agrees with the details you gave'],
  clave_rota: ['La CURP está mal escrita', 'The CURP is misspelt'],
  difiere: ['No coincide', 'Does not match'],
  mal_escrita: ['Los datos coinciden, pero la CURP está mal escrita', 'The details match, but the CURP is misspelt'],
  compare_documento: ['Compárela con el documento.', 'Compare it with the document.'],
  esperada: ['CURP según los datos', 'CURP from the details'],
  recibida: ['CURP que escribió', 'CURP that you wrote'],
  dato_coincide: ['coincide', 'matches'],
  dato_difiere: ['no coincide', 'does not match'],
  dato_sin_dato: ['sin dato', 'not given'],
  dato_indeterminado: ['otras letras: no prueba nada', 'other letters: proves nothing'],
  rfc_otra_fecha: ['El RFC trae otra fecha de nacimiento.', 'The RFC has another date of birth.'],
  posicion_difiere: [
    'Posición {n}: se espera {esperado} y dice {recibido}',
    'Position {n}: expected {esperado}, found {recibido}',
  ],
  posicion_sin_dato: [
    'Posición {n}: {recibido}; los datos que dio no la deciden',
    'Position {n}: {recibido}; the details you gave do not decide it',
  ],
  posicion_coincide: ['Posición {n}: {recibido}, coincide', 'Position {n}: {recibido}, matches'],
  para_cotejar: [
    'Escriba la CURP y los datos que tenga de la persona para ver si coinciden.',
    'Fill in the CURP and the personal details you have to see whether they match.',
  ],

  api_intro: [
    'El mismo cálculo por HTTP. El comando usa los datos del formulario.',
    'The same calculation over HTTP. The command uses the details in the form.',
  ],
  api_token: ['Ponga su token en lugar de $TOKEN.', 'Replace $TOKEN with your token.'],
  api_pruebas: [
    'El token pruebas sirve para probar en esta computadora.',
    'The token pruebas is for trying things out on this computer.',
  ],
  funciones_excel: ['Funciones para Excel (curp.bas)', 'Functions for Excel (curp.bas)'],
  api_referencia: ['Referencia de la API', 'API reference'],
  api_operacion: ['Operación', 'Operation'],
  api_aviso: [
    'El comando contiene datos personales: no lo pegue donde otros lo vean.',
    'The command contains personal data: do not paste it where others can see it.',
  ],

  pie_norma: [
    'Con base en el Instructivo Normativo (DOF 18-06-2018 y 18-10-2021) y las reglas de RENAPO (22-10-2021).',
    'Based on the Instructivo Normativo (DOF 18-06-2018 and 18-10-2021) and the RENAPO rules (22-10-2021).',
  ],
  pie_mapa: ['Mapa: MapSVG, CC BY 4.0, simplificado.', 'Map: MapSVG, CC BY 4.0, simplified.'],
  sin_archivos: [
    'No se pudo cargar esta sección: revise la conexión y ábrala de nuevo.',
    'This section could not be loaded: check the connection and open it again.',
  ],
} as const satisfies Record<string, Bilingual>;
