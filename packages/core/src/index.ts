/** Computes and checks the CURP by the official norm. A computed key is the output of an algorithm: it proves no registration. */
export { type Calculo, type Fallo, calcular } from './calcular.js';
export { type Candidatas, candidatas } from './candidatas.js';
export {
  type Cotejo,
  type DatosConocidos,
  type PosicionCotejada,
  type Resultado,
  type Testimonio,
  atestiguar,
  cotejar,
  cotejarDatos,
} from './cotejar.js';
export type { Asunto, Dato, Origen } from './datos.js';
export type { Lexico } from './dudas/entre-datos.js';
export { dudasDeFecha } from './dudas/fecha.js';
export { type Duda, FUERA_DE_LUGAR } from './dudas/nombre.js';
export { type Caracter, type Explicacion, explicar } from './explicar.js';
export { type CodigoHallazgo, HALLAZGOS, type Hallazgo, type Severidad, hallazgo } from './hallazgos.js';
export { ELECCIONES_DE_ENTIDAD, ELECCIONES_DE_SEXO, ETIQUETAS, type Eleccion } from './formulario.js';
export { cotejo as textosDeCotejo } from './textos/es.js';
export type { Idioma, Opciones } from './textos/idioma.js';
export { CLAVES_GENERICAS } from './norma/claves-genericas.js';
export { dosApellidos } from './nombre/completo.js';
export { SIN_ENIE, SIN_SEGUNDO } from './nombre/palabras-dudosas.js';
export { RELLENOS, esRelleno } from './nombre/relleno.js';
export {
  type AbreviaturaEntidad,
  type ClaveEntidad,
  ENTIDADES,
  type Entidad,
  buscarEntidad,
  filtrarEntidades,
} from './norma/entidades.js';
export { EDICIONES, type Edicion } from './norma/ediciones.js';
export { PALABRAS_INCONVENIENTES } from './norma/palabras-inconvenientes.js';
export { NOMBRES_OMITIDOS, PARTICULAS } from './norma/particulas.js';
export type { Regla } from './norma/reglas.js';
export { type OpcionesDePersona, type Persona, type Sexo, revisar } from './persona.js';
export { dudasDeNombre } from './dudas/leer.js';
export { type Cambio, type Sugerencia, sugerir, unicaSugerencia } from './sugerir.js';
export { type DatosLeidos, type Validacion, validar } from './validar.js';
