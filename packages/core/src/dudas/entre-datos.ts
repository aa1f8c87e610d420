/** Finds doubts about the data of a person together: each may be plain, and all may still not be what was meant (D 23). */
import type { DatoDeNombre } from '../datos.js';
import type { CodigoHallazgo } from '../hallazgos.js';
import { dosApellidos, esApellidoPartido } from '../nombre/completo.js';
import { normalizar, sinAcentos } from '../nombre/letras.js';
import type { NombreLeido, PersonaLeida } from './leido.js';
import { esParticula } from '../nombre/palabra.js';
import { Hecho, hechosDe } from './hechos.js';
import type { Duda } from './nombre.js';

export type DudaEntreDatos = Duda & { readonly dato: DatoDeNombre | 'sexo' };

/** The datum that a doubt is about, with the names that it would be. */
export type Sospecha = Pick<DudaEntreDatos, 'dato' | 'seria'>;

/** A rule between data. It runs where all facts of one of its masks meet in a person, without any of those in `sin`. */
export interface ReglaEntreDatos {
  readonly codigo: CodigoHallazgo;
  readonly hechos: readonly number[];
  readonly sin?: number;
  readonly duda: (persona: PersonaLeida) => Sospecha | false;
}

/** The rules by the counts of names, and the facts that wake them. */
export interface Lexico {
  /** Returns the facts of a name. `simples`: its words in upper case, without accents. */
  readonly hechos: (simples: readonly string[], dato: DatoDeNombre) => number;
  /** Returns the doubts about the words of a name of Spanish letters. */
  readonly dudas: (palabras: readonly string[], dato: DatoDeNombre) => readonly Duda[];
  /** Returns whether a married woman may have a surname from her husband. */
  readonly esDeMarido: (palabra: string) => boolean;
  readonly reglas: readonly ReglaEntreDatos[];
}

/** Finds the surnames of the person at the beginning of the given names. */
function apellidosRepetidos({ nombres, apellidoPaterno, apellidoMaterno }: PersonaLeida): Sospecha | false {
  const [dePila, paterno, materno] = [nombres, apellidoPaterno, apellidoMaterno].map(enMayusculas);
  const repetido = [`${paterno} ${materno}`, `${materno} ${paterno}`, paterno, materno]
    .map((apellido) => apellido.trim())
    .find((apellido) => sinAcentos(dePila).startsWith(`${sinAcentos(apellido)} `));
  return repetido !== undefined && { dato: 'nombres', seria: [dePila.slice(repetido.length + 1)] };
}

/** Returns a name in upper case, as it is read. */
export const enMayusculas = ({ texto }: NombreLeido): string => normalizar(texto).trim().toUpperCase();

/** Returns the doubt about one surname that is two, if `esDuda` says so of the two. */
function dosEn(
  dato: 'apellidoPaterno' | 'apellidoMaterno',
  persona: PersonaLeida,
  esDuda: (dos: readonly string[]) => boolean = () => true,
): Sospecha | false {
  const seria = dosApellidos(enMayusculas(persona[dato]), false);
  return seria !== null && esDuda(seria) && { dato, seria };
}

/** Finds both surnames, or the other surname again, in one of them. */
function dosYUno(persona: PersonaLeida): Sospecha | false {
  const [paterno, materno] = [persona.apellidoPaterno, persona.apellidoMaterno].map(enMayusculas);
  const [dato, largo, otro] =
    paterno.length < materno.length
      ? (['apellidoMaterno', materno, paterno] as const)
      : (['apellidoPaterno', paterno, materno] as const);
  const esElOtro = (apellido: string): boolean => sinAcentos(apellido) === sinAcentos(otro);
  return dosEn(dato, persona, (dos) => [largo, ...dos].some(esElOtro));
}

/** The rules between data. The first doubt is told. */
export const ENTRE_DATOS: readonly ReglaEntreDatos[] = [
  {
    codigo: 'apellidos_en_nombres',
    hechos: [Hecho.FALTA_PRIMERO | Hecho.FALTA_SEGUNDO | Hecho.VARIOS_NOMBRES],
    duda: ({ nombres }) => nombres.palabras.length > 2 && { dato: 'nombres' },
  },
  { codigo: 'apellidos_repetidos', hechos: [Hecho.COMPARTEN], duda: apellidosRepetidos },
  {
    codigo: 'nombre_cortado',
    hechos: [Hecho.FIN_EN_SEGUNDO],
    duda: ({ apellidoPaterno, apellidoMaterno }) => {
      const [primero, segundo] = [apellidoPaterno, apellidoMaterno].map(({ palabras }) => palabras.join(' '));
      return esApellidoPartido(primero, segundo) && { dato: 'apellidoPaterno', seria: [`${primero} ${segundo}`] };
    },
  },
  {
    codigo: 'nombre_ausente',
    hechos: [Hecho.NIEGA_SEGUNDO],
    duda: ({ apellidoPaterno }) => apellidoPaterno.palabras.length > 0 && { dato: 'apellidoMaterno' },
  },
  {
    codigo: 'apellido_de_casada',
    hechos: [Hecho.CASADA_EN_SEGUNDO | Hecho.ES_M],
    duda: () => ({ dato: 'apellidoMaterno' }),
  },
  {
    codigo: 'apellido_de_casada',
    hechos: [Hecho.CASADA_EN_PRIMERO | Hecho.FALTA_SEGUNDO | Hecho.ES_M],
    duda: () => ({ dato: 'apellidoPaterno' }),
  },
  {
    codigo: 'apellidos_juntos',
    hechos: [Hecho.VARIOS_EN_PRIMERO | Hecho.FALTA_SEGUNDO],
    duda: (persona) => dosEn('apellidoPaterno', persona),
  },
  {
    codigo: 'apellidos_juntos',
    hechos: [Hecho.VARIOS_EN_SEGUNDO | Hecho.FALTA_PRIMERO],
    duda: (persona) => dosEn('apellidoMaterno', persona),
  },
  {
    codigo: 'apellidos_juntos',
    hechos: [Hecho.DOBLE | Hecho.VARIOS_EN_PRIMERO, Hecho.DOBLE | Hecho.VARIOS_EN_SEGUNDO],
    duda: dosYUno,
  },
];

/** Returns the doubts about the data of a person together: the first of these rules, and the first of those by the lexicon. */
export function dudasDePersona(persona: PersonaLeida, lexico?: Lexico): DudaEntreDatos[] {
  const hechos = hechosDePersona(persona);
  return [ENTRE_DATOS, lexico?.reglas ?? []].flatMap((reglas) => {
    for (const { codigo, hechos: mascaras, sin = 0, duda } of reglas) {
      const seJuntan = mascaras.some((mascara) => (hechos & (mascara | sin)) === mascara);
      const hallada = seJuntan && duda(persona);
      if (hallada !== false) return [{ codigo, ...hallada }];
    }
    return [];
  });
}

const OTROS_DATOS = ['fechaNacimiento', 'sexo', 'entidad'] as const;

function hechosDePersona(persona: PersonaLeida): number {
  const { nombres, apellidoPaterno, apellidoMaterno } = persona;
  const propias = ({ palabras }: NombreLeido): string[] => palabras.filter((palabra) => !esParticula(palabra));
  const [delPrimero, delSegundo] = [propias(apellidoPaterno), propias(apellidoMaterno)];
  const comparten = [...delPrimero, ...delSegundo].some((palabra) => nombres.palabras.includes(palabra));
  return (
    nombres.hechos |
    apellidoPaterno.hechos |
    apellidoMaterno.hechos |
    OTROS_DATOS.reduce((todos, dato) => todos | hechosDe(dato, persona[dato] ?? ''), 0) |
    (comparten ? Hecho.COMPARTEN : 0) |
    (delPrimero.some((palabra) => delSegundo.includes(palabra)) ? Hecho.DOBLE : 0)
  );
}
