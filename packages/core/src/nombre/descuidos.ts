/**
 * Says which slip of a hand on a keyboard makes one word out of another.
 *
 * Two spellings of one sound (B and V, S and Z, a silent H, LL and L) are names in their own right and no slips, and so is another
 * last vowel.
 */

/** The rows of keys with letters, between rows that have none. */
const TECLAS = ['', 'QWERTYUIOP', 'ASDFGHJKLÑ', 'ZXCVBNM', ''];

/** The keys that touch each key: beside it, above and below. */
const VECINAS: ReadonlyMap<string, string> = /* @__PURE__ */ new Map(
  TECLAS.flatMap((fila, y) =>
    Array.from(fila, (tecla, x) => {
      const [arriba, abajo] = [TECLAS[y - 1], TECLAS[y + 1]];
      const cerca = [fila[x - 1], fila[x + 1], arriba[x], arriba[x + 1], abajo[x - 1], abajo[x]];
      return [tecla, cerca.join('')] as const;
    }),
  ),
);
const sonVecinas = (a: string, b: string): boolean => VECINAS.get(a)?.includes(b) === true;

/** Letters that write one sound. */
const UN_SONIDO: ReadonlySet<string> = /* @__PURE__ */ new Set(
  'BV SZ CS CZ IY GJ CK NÑ KQ JX JY VW UW SX HJ'.split(' ').flatMap(([a, b]) => [a + b, b + a]),
);

/** Letters that people write once or twice: in any name, and in given names, many of which are foreign. */
const DOBLES = 'LR';
const DOBLES_DE_PILA = 'SNTMPFCH';

const esDoble = (palabra: string, i: number): boolean => palabra[i] === palabra[i - 1] || palabra[i] === palabra[i + 1];

/** Returns whether a word may lack the letter at `i` of `otra` by a slip. */
function falta(otra: string, i: number): boolean {
  const letra = otra[i];
  const esOtraForma = esDoble(otra, i) && (DOBLES + DOBLES_DE_PILA).includes(letra);
  return letra !== 'H' && !esOtraForma && !terminaDistinto(otra, i, 'SAOE');
}

/** Returns whether the letter at `i` of `escrita` is one too many by a slip: it is double, or a key beside that of its neighbour. */
function sobra(escrita: string, i: number, esApellido: boolean): boolean {
  const letra = escrita[i];
  if (esDoble(escrita, i) && DOBLES_DE_PILA.includes(letra)) return esApellido;
  if (letra === 'H' || terminaDistinto(escrita, i, 'SAOE')) return false;
  if (esDoble(escrita, i)) return !DOBLES.includes(letra);
  return sonVecinas(letra, escrita[i - 1]) || sonVecinas(letra, escrita[i + 1]);
}

/** Returns whether `escrita` has by a slip another letter at `i` than `otra`: that of a key beside. */
function cambia(escrita: string, otra: string, i: number): boolean {
  const [a, b] = [escrita[i], otra[i]];
  const esFinal = terminaDistinto(escrita, i, 'AOE') && terminaDistinto(otra, i, 'AOE');
  return sonVecinas(a, b) && !UN_SONIDO.has(a + b) && !esFinal;
}

/** Returns the same text for words that sound alike: HERNANDEZ and ERNANDES. */
const sonido = (palabra: string): string =>
  palabra
    .replace(/H|(.)(?=\1)/g, '')
    .replace(/[CZ]/g, 'S')
    .replace(/V/g, 'B');

const terminaDistinto = (palabra: string, i: number, finales: string): boolean =>
  i === palabra.length - 1 && finales.includes(palabra[i]);

/** Returns a word without its letter at `i`. */
const sin = (palabra: string, i: number): string => palabra.slice(0, i) + palabra.slice(i + 1);

/** The bits of a filter: so many that of ten texts which are not in it nine are known by it. */
const BITS_DE_HUELLA = 19;
const FACTOR_DE_HUELLA = 0x9e3779b1;

const mezclar = (numero: number, letra: number): number => {
  const mezclado = Math.imul(numero ^ letra, FACTOR_DE_HUELLA);
  return mezclado ^ (mezclado >>> 15);
};

/** Returns the number of a text that continues a shorter one, whose number is given, with the letters of `palabra` from an index on. */
function huella(palabra: string, desde = 0, numero = 0): number {
  let todo = numero;
  for (let i = desde; i < palabra.length; i++) todo = mezclar(todo, palabra.charCodeAt(i));
  return todo;
}

/** Words of which another may be a slip, found by what is left of them without one letter. */
export class Blancos {
  private readonly palabras: ReadonlySet<string>;
  private readonly recortadas = new Map<string, string[]>();
  private readonly sonidos = new Map<string, readonly string[]>();
  /** A bit for the number of each of these texts: nearly all others are known by theirs, and no text is made of them. */
  private readonly bits = new Uint32Array(1 << (BITS_DE_HUELLA - 5));

  constructor(
    palabras: Iterable<string>,
    private readonly esApellido: boolean,
  ) {
    this.palabras = new Set(palabras);
    for (const palabra of this.palabras) {
      const suena = sonido(palabra);
      this.sonidos.set(suena, [...this.suenan(suena), palabra]);
      this.anotar(huella(palabra));
      for (let i = 0, numero = 0; i < palabra.length; numero = mezclar(numero, palabra.charCodeAt(i++))) {
        this.anotar(huella(palabra, i + 1, numero));
        const recortada = sin(palabra, i);
        const otras = this.recortadas.get(recortada);
        if (otras === undefined) this.recortadas.set(recortada, [palabra]);
        else if (!otras.includes(palabra)) otras.push(palabra);
      }
    }
  }

  tiene(palabra: string): boolean {
    return this.palabras.has(palabra);
  }

  /** Returns the words that a hand may have meant that wrote `escrita` with one slip. */
  de(escrita: string): string[] {
    const hallados: string[] = [];
    if (this.puedeTener(huella(escrita)))
      hallados.push(...(this.recortadas.get(escrita) ?? []).filter((otra) => esFalta(escrita, otra)));
    for (let i = 0, numero = 0; i < escrita.length; i++) {
      const letra = escrita.charCodeAt(i);
      if (this.puedeTener(huella(escrita, i + 1, numero))) hallados.push(...this.conOtraLetra(escrita, i));
      if (i + 1 === escrita.length) break;
      if (this.puedeTener(huella(escrita, i + 2, mezclar(mezclar(numero, escrita.charCodeAt(i + 1)), letra)))) {
        const girada = escrita.slice(0, i) + escrita[i + 1] + escrita[i] + escrita.slice(i + 2);
        if (this.palabras.has(girada)) hallados.push(girada);
      }
      numero = mezclar(numero, letra);
    }
    return hallados.length === 0 ? hallados : Array.from(new Set(hallados)).filter((otra) => otra !== escrita);
  }

  /** Returns the words that `escrita` may be with no letter at `i`, or with another one. */
  private conOtraLetra(escrita: string, i: number): string[] {
    const resto = sin(escrita, i);
    const esUna = this.palabras.has(resto) && sobra(escrita, i, this.esApellido);
    const otras = (this.recortadas.get(resto) ?? []).filter(
      (otra) => sin(otra, i) === resto && cambia(escrita, otra, i),
    );
    return esUna ? [resto, ...otras] : otras;
  }

  private anotar(numero: number): void {
    const bit = numero >>> (32 - BITS_DE_HUELLA);
    this.bits[bit >>> 5] |= 1 << (bit & 31);
  }

  private puedeTener(numero: number): boolean {
    const bit = numero >>> (32 - BITS_DE_HUELLA);
    return (this.bits[bit >>> 5] & (1 << (bit & 31))) !== 0;
  }

  suenan(escrita: string): readonly string[] {
    return this.sonidos.get(sonido(escrita)) ?? [];
  }
}

/** Returns whether `escrita` is `otra` without one letter, by a slip. */
function esFalta(escrita: string, otra: string): boolean {
  let i = 0;
  while (escrita[i] === otra[i]) i++;
  return falta(otra, i);
}
