/** Finds doubts about the names of a person together: each may be plain, and the three may still not be what was meant (D 23). */
import type { DatoDeNombre } from '../datos.js';
import { DE_UN_NOMBRE, type Duda } from './nombre.js';
import type { CodigoHallazgo } from '../hallazgos.js';
import { esApellidoCompuesto, parseApellidos } from '../nombre/completo.js';
import { normalizar, sinAcentos } from '../nombre/letras.js';
import { Marca, marcasDe, marcasDeNombre, sePasanPorAlto } from '../nombre/marcas.js';
import { esParticula } from '../nombre/palabra.js';
import { SIN_SEGUNDO } from '../nombre/palabras-dudosas.js';

/** Surnames that a married woman may have from her husband: `DE` before a patronymic. */
const DE_CASADA =
  /(?:^|\s)DE (?:\p{L}*EZ|GARC[IÍ]A|TORRES|FLORES|RIVERA|REYES|CRUZ|MORALES|ORTIZ|RAMOS|CASTILLO|MENDOZA|MORENO|ROMERO|RU[IÍ]Z|SOTO|VARGAS)$/u;

interface NombresDePersona {
  readonly nombres: string;
  readonly apellidoPaterno?: string | null | undefined;
  readonly apellidoMaterno?: string | null | undefined;
  readonly sexo?: string;
}

/** The names of a person in upper case, without blanks around them, and empty if missing. */
interface NombresJuntos {
  readonly nombres: string;
  readonly apellidoPaterno: string;
  readonly apellidoMaterno: string;
  readonly sexo: string | undefined;
}

/** Facts about the names of a person together, which wake a rule between them as marks do. */
const enum Hecho {
  /** The person has no surname. */
  SIN_APELLIDOS = 1,
  /** A given name and a surname share a word that is no particle. */
  COMPARTEN = 2,
  /** The person has one surname or none. */
  SOLO = 4,
  /** Words of two surnames that are no particles are the same. */
  DOBLE = 8,
}

/** A rule between the names of a person: some facts wake it, or the marks of one name. */
type ReglaEntreNombres = {
  readonly codigo: CodigoHallazgo;
  /** Returns the datum that the doubt is about, alone or with the names that it would be, or `false`. */
  readonly duda: (nombres: NombresJuntos) => DatoDeNombre | Sospecha | false;
} & ({ readonly hechos: number } | DespiertaPorMarcas);

interface Sospecha {
  readonly dato: DatoDeNombre;
  readonly seria: readonly string[];
}

interface DespiertaPorMarcas {
  readonly marcas: number;
  /** Returns whether a name wakes the rule, whatever the other names are. Such a name has one of the marks. */
  readonly puede: (nombre: string, dato: DatoDeNombre) => boolean;
}

/** Surnames that are given names too: JOSÉ ÁNGEL, MARÍA GUADALUPE. */
const TAMBIEN_DE_PILA =
  /^(?:AGUSTIN|ALBERTO|ALONSO|ANDRES|ANGEL|ANGELES|ANTONIO|ASCENCION|ASUNCION|BAUTISTA|BENITO|CANDELARIA|CARMEN|CONCEPCION|CRISTOBAL|CRUZ|DIEGO|DOLORES|DOMINGO|ESTEBAN|FELIPE|FELIX|FRANCISCO|GABRIEL|GASPAR|GUADALUPE|INES|ISIDRO|JESUS|JOAQUIN|JORGE|JUAN|JULIAN|LAZARO|LEON|LORENZO|LUCAS|LUIS|LUNA|LUZ|MANUEL|MARCELINO|MARCOS|MARIA|MARIANO|MARTIN|MATEO|MERCED|MERCEDES|MIGUEL|NICOLAS|NIEVES|PABLO|PASCUAL|PAZ|PEDRO|PILAR|RAFAEL|RAMON|REFUGIO|REMEDIOS|REYES|ROQUE|ROSA|ROSARIO|SALVADOR|SANTIAGO|SANTOS|SEBASTIAN|SIMON|SOCORRO|SOLEDAD|TERESA|TOMAS|TRINIDAD|VICENTE|VICTOR|VICTORIA)$/;

/** Finds a surname of the person behind MARÍA or JOSÉ, where it decides letters of the key. */
function apellidoTrasMaria(nombres: string, apellidos: readonly string[]): Sospecha | false {
  const palabras = nombres.split(/\s+/u);
  const cuenta = palabras.findIndex((_, i) => !sePasanPorAlto(palabras.slice(0, i + 1).join(' ')));
  if (cuenta < 1) return false;
  const suyo = sinAcentos(palabras[cuenta]);
  const esSuyo = apellidos.some((apellido) => sinAcentos(apellido).split(/\s/u, 1)[0] === suyo);
  return esSuyo && !TAMBIEN_DE_PILA.test(suyo) && { dato: 'nombres', seria: [palabras.slice(0, cuenta).join(' ')] };
}

const ENTRE_NOMBRES: readonly ReglaEntreNombres[] = [
  {
    codigo: 'apellidos_en_nombres',
    hechos: Hecho.SIN_APELLIDOS,
    duda: ({ nombres }) => nombres.split(/\s+/u).length > 2 && 'nombres',
  },
  {
    codigo: 'apellidos_repetidos',
    hechos: Hecho.COMPARTEN,
    duda: ({ nombres, apellidoPaterno: paterno, apellidoMaterno: materno }) => {
      const repetido = [`${paterno} ${materno}`, `${materno} ${paterno}`, paterno, materno].find((apellido) =>
        sinAcentos(nombres).startsWith(`${sinAcentos(apellido.trim())} `),
      );
      if (repetido !== undefined) return { dato: 'nombres', seria: [nombres.slice(repetido.trim().length + 1)] };
      return apellidoTrasMaria(nombres, [paterno, materno]);
    },
  },
  {
    codigo: 'nombre_ausente',
    marcas: Marca.EN_VEZ_DE_SEGUNDO,
    puede: (nombre, dato) => dato === 'apellidoMaterno' && SIN_SEGUNDO.includes(sinAcentos(nombre)),
    duda: ({ apellidoPaterno }) => apellidoPaterno !== '' && 'apellidoMaterno',
  },
  {
    codigo: 'apellido_de_casada',
    marcas: Marca.PARTICULA,
    puede: (nombre, dato) => dato === 'apellidoMaterno' && DE_CASADA.test(nombre) && !esApellidoCompuesto(nombre),
    duda: ({ sexo }) => sexo === 'M' && 'apellidoMaterno',
  },
  {
    codigo: 'apellido_de_casada',
    hechos: Hecho.SOLO,
    duda: ({ apellidoPaterno, sexo }) =>
      sexo === 'M' && /\S DE \S/.test(apellidoPaterno) && !esApellidoCompuesto(apellidoPaterno) && 'apellidoPaterno',
  },
  {
    codigo: 'apellidos_juntos',
    hechos: Hecho.SOLO,
    duda: ({ apellidoPaterno, apellidoMaterno }) => {
      const seria = dosApellidos(apellidoPaterno === '' ? apellidoMaterno : apellidoPaterno, false);
      return seria !== null && { dato: apellidoPaterno === '' ? 'apellidoMaterno' : 'apellidoPaterno', seria };
    },
  },
  {
    codigo: 'apellidos_juntos',
    hechos: Hecho.DOBLE,
    duda: ({ apellidoPaterno: paterno, apellidoMaterno: materno }) => {
      const [largo, otro] = paterno.length < materno.length ? [materno, paterno] : [paterno, materno];
      const seria = dosApellidos(largo, false);
      if (seria === null) return false;
      const repite = [largo, ...seria].some((apellido) => sinAcentos(apellido) === sinAcentos(otro));
      return repite && { dato: largo === paterno ? 'apellidoPaterno' : 'apellidoMaterno', seria };
    },
  },
];

/** The marks that wake a rule of either kind. */
const DESPIERTAN: number = ENTRE_NOMBRES.reduce(
  (todas, regla) => ('marcas' in regla ? todas | regla.marcas : todas),
  DE_UN_NOMBRE,
);

const enMayusculas = (texto: string | null | undefined): string =>
  normalizar(texto ?? '')
    .trim()
    .toUpperCase();

/** Returns a word as it is compared with the words of other names: without its case and its accents, and Mª as MA. */
export const comoSeCompara = (palabra: string): string => sinAcentos(enMayusculas(palabra));

/** Returns the doubts about the names of a person together: the first one found. */
export function dudasDeNombres(persona: NombresDePersona): (Duda & { readonly dato: DatoDeNombre })[] {
  const juntos: NombresJuntos = {
    nombres: enMayusculas(persona.nombres),
    apellidoPaterno: enMayusculas(persona.apellidoPaterno),
    apellidoMaterno: enMayusculas(persona.apellidoMaterno),
    sexo: persona.sexo,
  };
  const hechos = hechosDe(juntos);
  for (const regla of ENTRE_NOMBRES) {
    const despierta =
      'hechos' in regla
        ? (hechos & regla.hechos) !== 0
        : DATOS_DE_NOMBRE.some((dato) => regla.puede(juntos[dato], dato));
    const hallada = despierta && regla.duda(juntos);
    if (hallada !== false)
      return [{ codigo: regla.codigo, ...(typeof hallada === 'string' ? { dato: hallada } : hallada) }];
  }
  return [];
}

const DATOS_DE_NOMBRE = ['nombres', 'apellidoPaterno', 'apellidoMaterno'] as const;

function hechosDe({ nombres, apellidoPaterno: paterno, apellidoMaterno: materno }: NombresJuntos): number {
  const dePila = sinAcentos(nombres).split(/\s/u);
  const apellidos = sinAcentos(`${paterno} ${materno}`).split(/\s/u);
  const propias = apellidos.filter((palabra) => palabra !== '' && !esParticula(palabra));
  return (
    (paterno === '' && materno === '' ? Hecho.SIN_APELLIDOS : 0) |
    (propias.some((palabra) => dePila.includes(palabra)) ? Hecho.COMPARTEN : 0) |
    (paterno === '' || materno === '' ? Hecho.SOLO : 0) |
    (new Set(propias).size < propias.length ? Hecho.DOBLE : 0)
  );
}

/** Returns whether a word is plain: wherever it is in a name, it raises no doubt and is not passed over. */
export const esLlana = (palabra: string, simple?: string): boolean =>
  (marcasDe(palabra, simple) & (DESPIERTAN | Marca.PARTICULA | Marca.OMITIDO)) === 0;

/** Returns whether no rule looks at a name. */
export const esNombreLlano = (texto: string, dato: DatoDeNombre): boolean =>
  (marcasDeNombre(texto.trim(), dato === 'nombres') & DESPIERTAN) === 0;

/** True if a name of several plain words is plain too, and one that begins with words that are passed over. */
export const SE_COMPONEN: boolean = (DESPIERTAN & (Marca.VARIAS | Marca.DE_PASO)) === 0;

/** Returns whether a name may raise a doubt beside the other data of a person. */
export const puedeDudarseJunto = (texto: string, dato: DatoDeNombre): boolean => {
  const nombre = enMayusculas(texto);
  return ENTRE_NOMBRES.some((regla) => 'marcas' in regla && regla.puede(nombre, dato));
};

/** Returns the two surnames that one text may be; `null` if it is one. PONCE DE LEÓN has a particle inside, and is two only `conParticula`. */
export function dosApellidos(texto: string, conParticula: boolean): readonly [string, string] | null {
  const apellidos = parseApellidos(texto);
  if (apellidos === null) return null;
  const { apellidoPaterno, apellidoMaterno } = apellidos;
  const esUno = apellidoMaterno === '' || (!conParticula && apellidoMaterno.split(' ').some(esParticula));
  return esUno ? null : [apellidoPaterno, apellidoMaterno];
}
