/** Finds doubts about the data of a person together: each may be plain, and all may still not be what was meant (D 23). */
import type { DatoDeNombre } from '../datos.js';
import type { CodigoHallazgo } from '../hallazgos.js';
import { dosApellidos } from '../nombre/completo.js';
import { normalizar, partir, sinAcentos } from '../nombre/letras.js';
import type { NombreLeido, PersonaLeida } from './leido.js';
import { cuantasPasan } from '../nombre/pasan.js';
import { esParticula } from '../nombre/palabra.js';
import { Hecho, hechosDe } from './hechos.js';
import type { Duda } from './nombre.js';

export type DudaEntreDatos = Duda & { readonly dato: DatoDeNombre };

/** The datum that a doubt is about, with the names that it would be. */
export type Sospecha = Pick<DudaEntreDatos, 'dato' | 'seria'>;

/** A rule between data. It runs where all facts of one of its masks meet in a person. */
export interface ReglaEntreDatos {
  readonly codigo: CodigoHallazgo;
  readonly hechos: readonly number[];
  readonly duda: (persona: PersonaLeida) => Sospecha | false;
}

/** Rules that need long lists of frequent names, and the facts that wake them. A caller passes them on, because the lists are a fifth of all code. */
export interface Frecuentes {
  /** Returns the facts of a name. `simples`: its words in upper case, without accents. */
  readonly hechos: (simples: readonly string[], dato: DatoDeNombre) => number;
  readonly reglas: readonly ReglaEntreDatos[];
}

/** Surnames that are given names too: JOSÉ ÁNGEL, MARÍA GUADALUPE. */
const TAMBIEN_DE_PILA =
  /^(?:AGUSTIN|ALBERTO|ALONSO|ANDRES|ANGEL|ANGELES|ANTONIO|ASCENCION|ASUNCION|BAUTISTA|BENITO|CANDELARIA|CARMEN|CONCEPCION|CRISTOBAL|CRUZ|DIEGO|DOLORES|DOMINGO|ESTEBAN|FELIPE|FELIX|FRANCISCO|GABRIEL|GASPAR|GUADALUPE|INES|ISIDRO|JESUS|JOAQUIN|JORGE|JUAN|JULIAN|LAZARO|LEON|LORENZO|LUCAS|LUIS|LUNA|LUZ|MANUEL|MARCELINO|MARCOS|MARIA|MARIANO|MARTIN|MATEO|MERCED|MERCEDES|MIGUEL|NICOLAS|NIEVES|PABLO|PASCUAL|PAZ|PEDRO|PILAR|RAFAEL|RAMON|REFUGIO|REMEDIOS|REYES|ROQUE|ROSA|ROSARIO|SALVADOR|SANTIAGO|SANTOS|SEBASTIAN|SIMON|SOCORRO|SOLEDAD|TERESA|TOMAS|TRINIDAD|VICENTE|VICTOR|VICTORIA)$/;

/** Finds the surnames of the person at the beginning of the given names, or one behind MARÍA or JOSÉ, where it decides letters of the key. */
function apellidosRepetidos({ nombres, apellidoPaterno, apellidoMaterno }: PersonaLeida): Sospecha | false {
  const [dePila, paterno, materno] = [nombres, apellidoPaterno, apellidoMaterno].map(enMayusculas);
  const repetido = [`${paterno} ${materno}`, `${materno} ${paterno}`, paterno, materno]
    .map((apellido) => apellido.trim())
    .find((apellido) => sinAcentos(dePila).startsWith(`${sinAcentos(apellido)} `));
  if (repetido !== undefined) return { dato: 'nombres', seria: [dePila.slice(repetido.length + 1)] };
  const pasan = cuantasPasan(nombres.palabras);
  const suyo = nombres.palabras[pasan] ?? '';
  const esSuyo = pasan > 0 && [apellidoPaterno, apellidoMaterno].some((apellido) => apellido.palabras[0] === suyo);
  return (
    esSuyo && !TAMBIEN_DE_PILA.test(suyo) && { dato: 'nombres', seria: [partir(dePila).slice(0, pasan).join(' ')] }
  );
}

const enMayusculas = ({ texto }: NombreLeido): string => normalizar(texto).trim().toUpperCase();

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

/** Returns the doubts about the data of a person together: the first of these rules, and the first of those that come with `frecuentes`. */
export function dudasDePersona(persona: PersonaLeida, frecuentes?: Frecuentes): DudaEntreDatos[] {
  const hechos = hechosDePersona(persona);
  return [ENTRE_DATOS, frecuentes?.reglas ?? []].flatMap((reglas) => {
    for (const { codigo, hechos: mascaras, duda } of reglas) {
      const hallada = mascaras.some((mascara) => (hechos & mascara) === mascara) && duda(persona);
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
