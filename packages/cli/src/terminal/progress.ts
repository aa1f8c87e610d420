/** The bar on a terminal: how many rows, how fast, how much is left. Drawn over itself, and gone at the end. */
import type { Totals } from '@curp-service/lote';
import type { Texto } from '../environment.js';
import type { Avance } from '../files/input.js';
import { enMiles } from '../commands/lote/report.js';

const CADA_MS = 100;
const BORRAR = '\r\u001B[K';
const BARRA = 24;

export interface Progreso {
  readonly borrar: () => void;
}

/** What the bar tells. */
export interface Momento {
  readonly totales: Readonly<Totals>;
  readonly avance: Avance;
  readonly segundos: number;
}

/** Starts to draw, if the terminal is one that can. `ahora`: how things are. */
export function empezarProgreso(terminal: NodeJS.WriteStream, ahora: () => Momento, texto: Texto): Progreso {
  if (!terminal.isTTY || process.env['TERM'] === 'dumb') return { borrar: () => {} };
  let dibujado = false;
  const reloj = setInterval(() => {
    dibujado = true;
    terminal.write(`${BORRAR}${linea(ahora(), terminal.columns, texto)}`);
  }, CADA_MS);
  reloj.unref();
  return {
    borrar: () => {
      clearInterval(reloj);
      if (dibujado) terminal.write(BORRAR);
      dibujado = false;
    },
  };
}

/** As much of it as fits in a line of that width. */
export function linea({ totales, avance, segundos }: Momento, ancho: number, texto: Texto): string {
  const { rows: filas, good: correctas } = totales;
  const hecho = avance.total === null ? null : Math.min(1, avance.leidos / Math.max(1, avance.total));
  const malas = enMiles(filas - correctas);
  const partes = [
    ...(avance.fase === undefined ? [] : [avance.fase]),
    ...(hecho === null ? [] : [`${Math.floor(hecho * 100)} %`]),
    texto(`${enMiles(filas)} filas`, `${enMiles(filas)} rows`),
    `${enMiles(filas / Math.max(segundos, 0.001))}/s`,
    ...(hecho === null || hecho === 0 ? [] : [falta((segundos / hecho) * (1 - hecho), texto)]),
    texto(`${malas} con error`, `${malas} with an error`),
  ];
  // The last cell of a line is left free: some terminals go on to the next.
  const cabe = Math.max(0, (ancho || 80) - 1);
  while (partes.length > 1 && partes.join('  ').length > cabe) partes.pop();
  const dicho = partes.join('  ').slice(0, cabe);
  return hecho !== null && dicho.length + BARRA + 3 <= cabe ? `${barra(hecho)} ${dicho}` : dicho;
}

const barra = (hecho: number): string => {
  const lleno = Math.floor(hecho * BARRA);
  return `[${'#'.repeat(lleno)}${'.'.repeat(BARRA - lleno)}]`;
};

function falta(segundos: number, texto: Texto): string {
  const enteros = Math.ceil(segundos);
  const dicho = enteros < 60 ? `${enteros} s` : `${Math.floor(enteros / 60)} min ${enteros % 60} s`;
  return texto(`faltan ${dicho}`, `${dicho} left`);
}
