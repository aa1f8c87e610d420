/** Names that stand twice in an object, of which `JSON.parse` keeps the last without a word. */
import type { Campo } from './columnas.js';

const COMILLAS = 34;
const ESCAPE = 92;

/** How many quotes stand around the texts of a line. */
export function contarComillas(bytes: Uint8Array, desde: number, hasta: number): number {
  let comillas = 0;
  for (let i = desde; i < hasta; i++) {
    const byte = bytes[i];
    if (byte === COMILLAS) comillas++;
    else if (byte === ESCAPE) i++;
  }
  return comillas;
}

/** Whether these are just the quotes of what was read: then no name stands twice, as in nearly all objects. */
export function cuadran(
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

const PARTES = /"[^"\\]*(?:\\.[^"\\]*)*"\s*(:?)|[{}[\]]/g;

/** The first of these data whose name stands twice in the text of an object. */
export function escritoDosVeces(texto: string, datos: ReadonlyMap<string, Campo>): Campo | undefined {
  const vistos = new Set<Campo>();
  let hondura = 0;
  for (const [parte, dosPuntos] of texto.matchAll(PARTES)) {
    if (parte === '{' || parte === '[') hondura++;
    else if (parte === '}' || parte === ']') hondura--;
    if (hondura > 1 || dosPuntos !== ':') continue;
    const campo = datos.get(String(JSON.parse(parte.slice(0, parte.lastIndexOf('"') + 1))));
    if (campo === undefined) continue;
    if (vistos.has(campo)) return campo;
    vistos.add(campo);
  }
  return undefined;
}
