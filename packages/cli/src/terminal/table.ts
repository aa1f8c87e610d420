/** Columns of text, aligned by code points: the same on a terminal as in a pipe, but for the bold header. */
import { stripVTControlCharacters } from 'node:util';
import { pintar } from './color.js';

export interface Columna {
  readonly titulo: string;
  /** For numbers. */
  readonly derecha?: boolean;
}

export function table(columnas: readonly Columna[], filas: readonly (readonly string[])[]): string {
  const titulos = columnas.map(({ titulo }) => titulo);
  const anchos = columnas.map((_, i) => Math.max(...[titulos, ...filas].map((fila) => largo(fila[i]))));
  const linea = (celdas: readonly string[]): string =>
    celdas
      .map((celda, i) => {
        const relleno = ' '.repeat((anchos[i] ?? 0) - largo(celda));
        return columnas[i]?.derecha === true ? relleno + celda : celda + relleno;
      })
      .join('  ')
      .trimEnd();
  return [pintar('bold', linea(titulos)), ...filas.map(linea)].join('\n');
}

/** Names beside their values, indented. */
export function ficha(pares: readonly (readonly [nombre: string, valor: string])[]): string {
  const ancho = Math.max(...pares.map(([nombre]) => largo(nombre)));
  return pares.map(([nombre, valor]) => `  ${nombre}${' '.repeat(ancho - largo(nombre))}  ${valor}`).join('\n');
}

/** A text beside a margin, in lines that fit on a terminal; elsewhere a line is as long as it is. */
export function parrafo(margen: string, texto: string): string {
  const sangria = largo(stripVTControlCharacters(margen));
  const ancho = process.stdout.isTTY ? Math.max(process.stdout.columns - sangria, 20) : Infinity;
  const lineas: string[] = [];
  for (const palabra of texto.split(' ')) {
    const ultima = lineas.at(-1);
    if (ultima !== undefined && largo(`${ultima} ${palabra}`) <= ancho) lineas.splice(-1, 1, `${ultima} ${palabra}`);
    else lineas.push(palabra);
  }
  return margen + lineas.join(`\n${' '.repeat(sangria)}`);
}

const largo = (texto = ''): number => Array.from(texto).length;
