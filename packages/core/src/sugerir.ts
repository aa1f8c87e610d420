/**
 * Suggests corrections for a key with a typing error: keys without any error that are one slip away.
 *
 * The slips: a digit for the letter that looks like it or the reverse, once or throughout; two neighbours swapped; one
 * character too many, or one missing; signs between groups of characters. Section 10 of docs/norm.md has the order of
 * the suggestions.
 */
import { digitoVerificador } from './norma/digito-verificador.js';
import { type CodigoHallazgo, HALLAZGOS } from './hallazgos.js';
import { type Opciones, completar, enIdioma } from './textos/idioma.js';
import { esGenerica } from './norma/claves-genericas.js';
import { sugerencias } from './textos/es.js';
import { FORMA, LARGO, type Validacion, caracteresDe, claveEscrita, examinar, problemaDeClave } from './validar.js';

export type Cambio = keyof typeof sugerencias;

export interface Sugerencia {
  readonly curp: string;
  readonly cambio: Cambio;
  /** The changed positions, from 1: of the given key or, if a character was missing, of the suggested key. */
  readonly posiciones: readonly number[];
  /** One sentence that says what was changed and where. */
  readonly mensaje: string;
  /** 1: a look-alike or a doubled character; 2: another slip. Suggestions of one rank are equally likely. */
  readonly rango: Rango;
}

type Rango = 1 | 2;

const MAXIMO = 5;
const POSICION_DEL_SIGLO = 17;
/** Matches the positions that hold digits. */
const CIFRAS = /^(?:[5-9]|10|18)$/;
/** Each letter before the digit that looks like it. */
const PARECIDOS = 'O0I1S5B8Z2G6';
/** The digits, then the letters by our estimate of how common they are in the keys of Mexicans. */
const CARACTERES = '0123456789RNALMGCSHTPVDEOZJFIBXUQYKW';

type Candidata = readonly [
  rango: Rango,
  curp: string,
  cambio: Cambio,
  posicion: number,
  quitado?: string,
  puesto?: string,
];

/** Returns at most five keys, the likeliest first; none for a key without errors and without a doubt about position 17. */
export function sugerir(curp: string, opciones?: Opciones): Sugerencia[] {
  if (problemaDeClave(curp) !== null) return [];
  const clave = claveEscrita(curp);
  const tieneErrores = hay(clave, esError);
  if (!tieneErrores && !hay(clave, esDeLaPosicion17)) return [];
  const textos = enIdioma(opciones, 'sugerencias', sugerencias);
  const vistas = new Set([clave]);
  return [...sinSignos(clave), ...vecinas(caracteresDe(clave))]
    .filter(([, , , posicion]) => tieneErrores || posicion === POSICION_DEL_SIGLO)
    .filter(([, otra]) => puedeSer(otra) && !vistas.has(otra) && vistas.add(otra) && !hay(otra, esErrorOPalabra))
    .slice(0, MAXIMO)
    .map(([rango, otra, cambio, posicion, quitado = '', puesto = '']) => {
      const posiciones = otra.length === clave.length ? distintas(clave, otra) : [posicion];
      const todas = posiciones.join(', ');
      const partes = { posicion: String(posicion), siguiente: String(posicion + 1), todas, quitado, puesto };
      return { curp: otra, cambio, posiciones, mensaje: completar(textos[cambio], partes), rango };
    });
}

/** A key with an inconvenient word is none that the registry assigns. */
const esErrorOPalabra = (codigo: CodigoHallazgo): boolean => codigo === 'palabra_inconveniente' || esError(codigo);

/** Returns the positions in which two keys differ, from 1. */
const distintas = (una: string, otra: string): number[] =>
  Array.from(otra, (caracter, i) => (caracter === una.charAt(i) ? 0 : i + 1)).filter((posicion) => posicion > 0);

/**
 * Returns the likeliest key if no other is as likely. If only the check digit is wrong, the digit itself may be the
 * slip, so only a look-alike is certain enough.
 */
export function unicaSugerencia(
  { hallazgos }: Validacion,
  [primera, segunda]: readonly Sugerencia[],
): string | undefined {
  const soloElDigito = hallazgos.every(({ codigo }) => codigo === 'digito_verificador' || !esError(codigo));
  if (primera?.rango === segunda?.rango || (soloElDigito && primera.rango === 2)) return undefined;
  return primera.curp;
}

/** Returns whether a slip in position 17 may cause this notice: the check digit is the same for 6 and G there. */
const esDeLaPosicion17 = (codigo: CodigoHallazgo): boolean =>
  codigo === 'diferenciador_inusual' || codigo === 'edad_inusual';

const esError = (codigo: CodigoHallazgo): boolean => HALLAZGOS[codigo].severidad === 'error';

/** Tests the form and the check digit, which some generic keys do not satisfy. Most neighbours of a key fail this quick test. */
const puedeSer = (clave: string): boolean =>
  FORMA.test(clave) && (clave.charAt(17) === digitoVerificador(clave) || esGenerica(clave));

/** Returns whether a key has a finding of this kind. */
function hay(clave: string, esDeEstos: (codigo: CodigoHallazgo) => boolean): boolean {
  let alguno = false;
  examinar(clave, (codigo) => {
    alguno ||= esDeEstos(codigo);
  });
  return alguno;
}

/** A sign that people write between the groups of a key. */
const SEPARADOR = /[\p{Pd}\s._/]/u;

/** Returns the key without the signs between its groups, for example `XXXX-999999-XXXXXX-99`. */
function sinSignos(clave: string): Candidata[] {
  const limpia = clave.replace(new RegExp(SEPARADOR, 'gu'), '');
  if (clave.length - limpia.length < 2) return [];
  return [[1, limpia, 'signos', clave.search(SEPARADOR) + 1]];
}

/** Returns the key with every look-alike replaced by the letter or digit that its position must have. Position 17 may have either. */
function sinParecidos(c: readonly string[]): string {
  const puestos = c.map((caracter, i) => {
    const cual = PARECIDOS.indexOf(caracter);
    const debeSerCifra = CIFRAS.test(String(i + 1));
    const esCifra = cual % 2 === 1;
    return cual < 0 || i + 1 === POSICION_DEL_SIGLO || debeSerCifra === esCifra ? caracter : PARECIDOS.charAt(cual ^ 1);
  });
  return puestos.join('');
}

/** Returns every key that is one slip away, right or wrong, the likeliest slips first. */
function vecinas(c: readonly string[]): Candidata[] {
  const antes = Array.from({ length: c.length + 1 }, (_, i) => c.slice(0, i).join(''));
  const despues = antes.map((_, i) => c.slice(i).join(''));
  const con = (desde: number, hasta: number, puesto: string): string => antes[desde] + puesto + despues[hasta];
  const posiciones = Array.from(c, (_, i) => i);
  switch (c.length) {
    case LARGO:
      return [
        ...posiciones.flatMap((i): Candidata[] => {
          const cual = PARECIDOS.indexOf(c[i]);
          if (cual < 0) return [];
          const puesto = PARECIDOS.charAt(cual ^ 1);
          return [[1, con(i, i + 1, puesto), cual % 2 === 0 ? 'cifra' : 'letra', i + 1, c[i], puesto]];
        }),
        [1, sinParecidos(c), 'parecidos', 1],
        ...posiciones.slice(1).map((i): Candidata => {
          const puesto = c[i] + c[i - 1];
          return [2, con(i - 1, i + 1, puesto), 'intercambio', i];
        }),
      ];
    case LARGO + 1: {
      const esDoble = (i: number): boolean => c[i] === c[i + 1];
      const sin =
        (rango: Rango) =>
        (i: number): Candidata => [rango, con(i, i + 1, ''), 'sobra', i + 1, c[i]];
      return [...posiciones.filter(esDoble).map(sin(1)), ...posiciones.map(sin(2))];
    }
    case LARGO - 1: {
      const dobles = posiciones.map((i): Candidata => [1, con(i, i, c[i]), 'falta', i + 1, '', c[i]]);
      const otras = Array.from(CARACTERES).flatMap((puesto) =>
        [...posiciones, LARGO - 1].map((i): Candidata => [2, con(i, i, puesto), 'falta', i + 1, '', puesto]),
      );
      return [...dobles, ...otras];
    }
    default:
      return [];
  }
}
