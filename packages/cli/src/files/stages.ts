/** What stands before and behind the work: from what a file is to rows of text, and back. */
import { setImmediate } from 'node:timers/promises';
import type { Texto } from '../environment.js';
import { Falla, SALIDA } from '../failure.js';
import { asomarse } from './peek.js';
import type { Entrada } from './input.js';
import { type Formato, type Formatos, formatoVisto, noEsTexto } from './format.js';
import { comprimir } from './gzip.js';
import type { Opciones } from '../commands/lote/options.js';

interface Filas {
  readonly formato: Formato;
  readonly trozos: AsyncIterable<Uint8Array>;
}

/** The rows of a file as text, and what kind of text. Waits for the first ones. */
export async function filasDe(
  entrada: Entrada,
  { entrada: formato, salida }: Formatos,
  { hoja }: Pick<Opciones, 'hoja'>,
  texto: Texto,
): Promise<Filas> {
  if (formato?.tipo === 'xlsx') {
    const { deXlsx } = await import('./workbooks.js');
    const delimitador = salida?.tabuladores ? '\t' : ',';
    return { formato, trozos: conTurnos(deXlsx(entrada.entera(), { hoja, delimitador }, texto)) };
  }
  const { primeros, todo } = await asomarse(formato?.gz ? entrada.descomprimidos() : entrada.trozos());
  const problema = noEsTexto(primeros, texto);
  if (problema !== null) throw new Falla(SALIDA.USO, problema);
  return { formato: formato ?? formatoVisto(primeros), trozos: todo };
}

/** What is done, as the output is to have it. `delimitador`: that of the rows, known when the first ones come. */
export async function* segunSalida(
  piezas: AsyncIterable<Uint8Array>,
  formato: Formato | null,
  delimitador: () => string | undefined,
  texto: Texto,
): AsyncGenerator<Uint8Array, void> {
  if (formato?.tipo === 'xlsx') {
    const { aXlsx } = await import('./workbooks.js');
    const { todo } = await asomarse(piezas);
    yield* aXlsx(todo, delimitador(), texto);
  } else if (formato?.gz) yield* comprimir(piezas);
  else yield* piezas;
}

/** Lets signals and timers have their turn in between. */
async function* conTurnos(trozos: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  for await (const trozo of trozos) {
    yield trozo;
    await setImmediate();
  }
}
