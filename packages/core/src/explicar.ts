/**
 * Explains each of the 18 characters: its origin, and the rule that decided it.
 *
 * It does not apply the norm a second time: it explains the trace of the calculation.
 */
import { type Fallo, type Rastro, rastrear } from './calcular.js';
import { type DatoDeNombre, type Origen, reglaDe } from './datos.js';
import { type Hallazgo, hallazgo } from './hallazgos.js';
import { type Frase, type Opciones, completar, enIdioma } from './textos/idioma.js';
import { esGenerica } from './norma/claves-genericas.js';
import { buscarEntidad } from './norma/entidades.js';
import type { Regla } from './norma/reglas.js';
import { type OpcionesDePersona, type Persona, type Sexo, avisosDe, revisar } from './persona.js';
import { type Nombre, type Procedencia, nombreLeido, procedencia } from './procedencia.js';
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
  /** Position 17, which the registry assigns: the first value that it would assign. */
  readonly diferenciador: string;
  readonly digitoVerificador: string;
  readonly explicacion: readonly Caracter[];
  readonly avisos: readonly Hallazgo[];
}

/** Returns the key of a person with the origin of its 18 characters, or every problem with the data. */
export function explicar(persona: Persona, opciones?: OpcionesDePersona): Explicacion | Fallo {
  const rastro = rastrear(persona);
  if (rastro === null) return { ok: false, hallazgos: revisar(persona, opciones) };
  const { curp } = rastro;
  return {
    ok: true,
    curp,
    raiz: curp.slice(0, 16),
    diferenciador: curp.charAt(16),
    digitoVerificador: curp.charAt(17),
    explicacion: caracteres(persona, rastro, opciones),
    avisos: [...avisosDeLaClave(rastro, opciones), ...avisosDe(persona, opciones)],
  };
}

/** Returns the origin of the 18 characters of a key. */
export function caracteres(persona: Persona, rastro: Rastro, opciones: Opciones | undefined): Caracter[] {
  const frases = enIdioma(opciones, 'explicacion', explicacion);
  const frase = (cual: Frase, valor = ''): string => completar(frases[cual], { valor });

  const { curp, lecturas, palabra, recorrido, sinApellidos } = rastro;
  const leido = (dato: DatoDeNombre): Nombre => nombreLeido(dato, persona[dato], lecturas[dato]);
  const primero = leido(recorrido ? 'apellidoMaterno' : 'apellidoPaterno');
  const segundo = leido(recorrido ? 'apellidoPaterno' : 'apellidoMaterno');
  const nombre = leido('nombres');
  const letra = (posicion: number, de: Nombre): Procedencia => {
    if (de.palabra.length === 0) {
      return sinApellidos
        ? [de.dato, frase('sinApellidos'), posicion < 4 ? 'R 1.11' : 'R 1.17']
        : [de.dato, frase('sinSegundoApellido'), posicion === 3 ? 'R 1.10' : 'R 1.14'];
    }
    if (posicion === 2 && !curp.startsWith(palabra)) return [de.dato, frase('inconveniente', palabra), 'R 1.8'];
    return procedencia(de, posicion, frases);
  };

  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a person with a key has one of the three
  const sexo = persona.sexo as Sexo;
  const [anio, mes, dia] = persona.fechaNacimiento.split('-');
  const delAnio: Procedencia = ['fechaNacimiento', frase('anio', anio)];
  const delMes: Procedencia = ['fechaNacimiento', frase('mes', mes)];
  const delDia: Procedencia = ['fechaNacimiento', frase('dia', dia)];
  const deLaEntidad: Procedencia = ['entidad', frase('entidad', buscarEntidad(persona.entidad)?.nombreEntidad)];
  // oxfmt-ignore
  const filas: Procedencia[] = [
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

function avisosDeLaClave({ curp, sinApellidos, recorrido }: Rastro, opciones: Opciones | undefined): Hallazgo[] {
  const avisos: Hallazgo[] = [];
  if (sinApellidos) avisos.push(hallazgo('sin_apellidos', 'apellidoPaterno', opciones, [1, 2, 3, 14, 15]));
  if (recorrido) avisos.push(hallazgo('apellido_recorrido', 'apellidoMaterno', opciones, [1, 2, 14]));
  if (esGenerica(curp)) avisos.push(hallazgo('clave_generica', 'curp', opciones));
  return avisos;
}
