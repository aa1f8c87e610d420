/** The codes of a key, an RFC and a person's data, 100 to 102 and 400 to 417: the same in a request and in a row of a file. */
import * as en from '../textos/en.js';
import * as es from '../textos/es.js';
import { codes } from './code.js';

/** The codes by cause. Several causes may share a code: the code names the kind of problem, the cause the exact one. */
export const PERSON_CODES = codes(es.persona, en.persona, {
  curp_ausente: [100, 'curp'],
  curp_mal_formada: [101, 'curp'],
  rfc_invalido: [102, 'rfc'],
  nombres_ausente: [400, 'nombres'],
  nombres_nulo: [400, 'nombres'],
  apellido_paterno_ausente: [401, 'apellido_paterno'],
  apellido_paterno_nulo: [401, 'apellido_paterno'],
  apellido_materno_ausente: [402, 'apellido_materno'],
  apellido_materno_nulo: [402, 'apellido_materno'],
  anio_nacimiento_ausente: [403, 'anio_nacimiento'],
  mes_nacimiento_ausente: [404, 'mes_nacimiento'],
  dia_nacimiento_ausente: [405, 'dia_nacimiento'],
  sexo_ausente: [406, 'sexo'],
  entidad_ausente: [407, 'entidad'],
  anio_nacimiento_no_numerico: [408, 'anio_nacimiento'],
  mes_nacimiento_no_numerico: [409, 'mes_nacimiento'],
  dia_nacimiento_no_numerico: [410, 'dia_nacimiento'],
  entidad_no_numerico: [411, 'entidad'],
  anio_nacimiento_cifras: [412, 'anio_nacimiento'],
  mes_nacimiento_cifras: [413, 'mes_nacimiento'],
  dia_nacimiento_cifras: [414, 'dia_nacimiento'],
  entidad_cifras: [415, 'entidad'],
  sexo_invalido: [416, 'sexo'],
  sin_letras: [417, null],
  largo: [417, null],
  control: [417, null],
  mes_inexistente: [417, 'mes_nacimiento'],
  dia_inexistente: [417, 'dia_nacimiento'],
  fecha_remota: [417, 'anio_nacimiento'],
  fecha_futura: [417, 'anio_nacimiento'],
  entidad_invalida: [417, 'entidad'],
  calculo: [417, null, 500],
});

export type PersonCause = keyof typeof PERSON_CODES;
