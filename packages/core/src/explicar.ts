/**
 * The explanation: where each of the 18 characters comes from and which rule put it there.
 *
 * It does not apply the norm a second time: it runs the calculation and explains the trace.
 */
import { type Fallo, type Rastro, componer } from './calcular.js';
import { type Origen, reglaDe } from './datos.js';
import { type Hallazgo, hallazgo } from './hallazgos.js';
import { type Frase, type Opciones, completar, enIdioma } from './textos/idioma.js';
import { esGenerica } from './norma/claves-genericas.js';
import { buscarEntidad } from './norma/entidades.js';
import type { Regla } from './norma/reglas.js';
import { type Persona, avisosDeNombres, revisar } from './persona.js';
import { type Nombre, nombreLeido, procedencia } from './procedencia.js';
import { explicacion } from './textos/es.js';

export interface Caracter {
  /** From 1 to 18. */
  readonly posicion: number;
  readonly caracter: string;
  readonly dato: Origen;
  readonly regla: Regla;
  readonly texto: string;
}

export interface Explicacion {
  readonly ok: true;
  readonly curp: string;
  /** Positions 1 to 16, which follow from the data. */
  readonly raiz: string;
  /** Position 17, assigned by the registry: the first value that it would assign. */
  readonly diferenciador: string;
  readonly digitoVerificador: string;
  readonly explicacion: readonly Caracter[];
  readonly avisos: readonly Hallazgo[];
}

/** The key of a person with the origin of its 18 characters, or every problem with the data. */
export function explicar(persona: Persona, opciones?: Opciones): Explicacion | Fallo {
  let rastro: Rastro = [0, 0, 0, false];
  const curp = componer(persona, (...leido) => {
    rastro = leido;
  });
  if (curp === null) return { ok: false, hallazgos: revisar(persona, opciones) };
  return {
    ok: true,
    curp,
    raiz: curp.slice(0, 16),
    diferenciador: curp.charAt(16),
    digitoVerificador: curp.charAt(17),
    explicacion: caracteres(curp, persona, rastro, opciones),
    avisos: [...avisosDe(curp, rastro, opciones), ...avisosDeNombres(persona, opciones)],
  };
}

/** A character's datum and sentence, and the rule that decided it if it is not the rule of the position. */
type Fila = readonly [dato: Origen, texto: string, regla?: Regla | undefined];

function caracteres(curp: string, persona: Persona, rastro: Rastro, opciones: Opciones | undefined): Caracter[] {
  const frases = enIdioma(opciones, 'explicacion', explicacion);
  const frase = (cual: Frase, valor = ''): string => completar(frases[cual], { valor });

  const [primero, segundo] = apellidosLeidos(persona, rastro);
  const nombre = nombreLeido('nombres', persona.nombres, rastro[2]);
  const letra = (posicion: number, de: Nombre): Fila => {
    if (de.palabra.length === 0) {
      const [cual, regla] = ausencia(posicion, rastro);
      return [de.dato, frase(cual), regla];
    }
    const { letra: segunLaPalabra, regla, texto } = procedencia(de, posicion, frases);
    if (segunLaPalabra === curp.charAt(posicion - 1)) return [de.dato, texto, regla];
    return [de.dato, frase('inconveniente', curp.charAt(0) + segunLaPalabra + curp.slice(2, 4)), 'R 1.8'];
  };

  const sexo = persona.sexo === 'H' ? 'H' : persona.sexo === 'M' ? 'M' : 'X';
  const [anio, mes, dia] = persona.fechaNacimiento.split('-');
  const delAnio: Fila = ['fechaNacimiento', frase('anio', anio)];
  const delMes: Fila = ['fechaNacimiento', frase('mes', mes)];
  const delDia: Fila = ['fechaNacimiento', frase('dia', dia)];
  const deLaEntidad: Fila = ['entidad', frase('entidad', buscarEntidad(persona.entidad)?.nombreEntidad)];
  // oxfmt-ignore
  const filas: Fila[] = [
    letra(1, primero), letra(2, primero), letra(3, segundo), letra(4, nombre),
    delAnio, delAnio, delMes, delMes, delDia, delDia,
    ['sexo', frase(sexo), sexo === 'X' ? 'GIIS' : undefined],
    deLaEntidad, deLaEntidad,
    letra(14, primero), letra(15, segundo), letra(16, nombre),
    ['diferenciador', frase(curp.charAt(16) === '0' ? 'sigloXX' : 'sigloXXI')],
    ['digitoVerificador', frase('digitoVerificador')],
  ];
  return filas.map(([dato, texto, regla], i) => {
    const posicion = i + 1;
    return { posicion, caracter: curp.charAt(i), dato, regla: regla ?? reglaDe(posicion), texto };
  });
}

/** First and second surname as the calculation took them, each with the datum it came from. */
function apellidosLeidos(persona: Persona, [primerApellido, segundoApellido, , recorrido]: Rastro): [Nombre, Nombre] {
  const paterno = nombreLeido('apellidoPaterno', persona.apellidoPaterno, recorrido ? 0 : primerApellido);
  const materno = nombreLeido('apellidoMaterno', persona.apellidoMaterno, recorrido ? primerApellido : segundoApellido);
  return recorrido ? [materno, paterno] : [paterno, materno];
}

/** Why a position of a missing surname holds an X. */
function ausencia(posicion: number, [primerApellido]: Rastro): [Frase, Regla] {
  if (primerApellido === 0) return ['sinApellidos', posicion < 4 ? 'R 1.11' : 'R 1.17'];
  return ['sinSegundoApellido', posicion === 3 ? 'R 1.10' : 'R 1.14'];
}

function avisosDe(curp: string, [primerApellido, , , recorrido]: Rastro, opciones: Opciones | undefined): Hallazgo[] {
  const avisos: Hallazgo[] = [];
  if (primerApellido === 0) avisos.push(hallazgo('sin_apellidos', 'apellidoPaterno', opciones, [1, 2, 3, 14, 15]));
  if (recorrido) avisos.push(hallazgo('apellido_recorrido', 'apellidoMaterno', opciones, [1, 2, 14]));
  if (esGenerica(curp)) avisos.push(hallazgo('clave_generica', 'curp', opciones));
  return avisos;
}
