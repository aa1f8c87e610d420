/** Names that stand twice in an object, of which `JSON.parse` keeps the last without a word. */

const COMILLAS = 34;
const ESCAPE = 92;

/** How many quotes stand around the texts of a line. */
export function countQuotes(bytes: Uint8Array, desde: number, hasta: number): number {
  let comillas = 0;
  for (let i = desde; i < hasta; i++) {
    const byte = bytes[i];
    if (byte === COMILLAS) comillas++;
    else if (byte === ESCAPE) i++;
  }
  return comillas;
}

/** Whether these are just the quotes of what was read: then no name stands twice, as in nearly all objects. */
export function quotesMatch(
  comillas: number,
  objeto: Readonly<Record<string, unknown>>,
  nombres: readonly string[],
): boolean {
  let quedan = comillas - nombres.length * 2;
  for (const nombre of nombres) {
    const valor = objeto[nombre];
    if (typeof valor === 'object' && valor !== null) return false; // it has quotes of its own
    if (typeof valor === 'string') quedan -= 2;
  }
  return quedan === 0;
}

const DOS_PUNTOS = 58;
const ABREN = new Set([91, 123]);
const CIERRAN = new Set([93, 125]);

/** Those of these whose names stand twice in the text of an object. Nothing is made of what is not one. */
export function duplicateKeys<T>(texto: string, conocidos: ReadonlyMap<string, T>): T[] {
  const vistos = new Set<T>();
  const repetidos = new Set<T>();
  let hondura = 0;
  for (let i = 0; i < texto.length; i++) {
    const signo = texto.charCodeAt(i);
    if (ABREN.has(signo)) hondura++;
    else if (CIERRAN.has(signo)) hondura--;
    if (signo !== COMILLAS) continue;
    const inicio = i;
    i = cierreDe(texto, inicio);
    if (hondura > 1 || texto.charCodeAt(trasBlancos(texto, i + 1)) !== DOS_PUNTOS) continue;
    const dato = conocidos.get(String(JSON.parse(texto.slice(inicio, i + 1))));
    if (dato === undefined) continue;
    if (vistos.has(dato)) repetidos.add(dato);
    vistos.add(dato);
  }
  return [...repetidos];
}

/** Where the text ends that begins there. */
function cierreDe(texto: string, inicio: number): number {
  let i = inicio + 1;
  while (i < texto.length && texto.charCodeAt(i) !== COMILLAS) i += texto.charCodeAt(i) === ESCAPE ? 2 : 1;
  return i;
}

function trasBlancos(texto: string, desde: number): number {
  let i = desde;
  while (texto.charCodeAt(i) <= 32) i++;
  return i;
}
