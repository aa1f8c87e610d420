/** The work of a file: the same in a worker and, where there is none, on the page. */
import { UnreadableFile } from '@curp-service/contract/codes/file';
import { peek, sniff } from '@curp-service/lote';
import { Harvest } from './harvest.js';
import { Deposito } from './deposit.js';
import { bytesOf, xlsxLibrary, xlsxLibraryFor, textOf, chunksOf } from './read-file.js';
import type { Avance, Aviso, Encargo, Hecho, Par, Pedido, Resultado, Visto } from './messages.js';

/** No header is longer than this. */
const CABEZA = (1 << 20) + (1 << 12);
/** What is seen of the work changes no faster than this. */
const ENTRE_AVANCES_MS = 100;

export interface Medios {
  readonly avisar: (avance: Avance) => void;
  /** Lets others have their turn, if it is time. */
  readonly turno: () => Promise<void> | null;
}

/** Does what is asked, and says how it went. */
export async function atender(pedido: Pedido, medios: Medios): Promise<Aviso> {
  try {
    return { listo: await ejecutar(pedido, medios) };
  } catch (error) {
    return { falla: enPalabras(error) };
  }
}

export async function ejecutar(pedido: Pedido, medios: Medios): Promise<Resultado> {
  if ('mirar' in pedido) return mirarArchivo(pedido.mirar);
  return 'hacer' in pedido ? hacer(pedido.hacer, medios) : enLibro(pedido.libro, medios);
}

/** What keeps a file from being read, in words. `null`: it is no fault of the file. */
export function enPalabras(error: unknown): Par | null {
  if (error instanceof UnreadableFile) {
    return [new UnreadableFile(error.problem, 'es').message, new UnreadableFile(error.problem, 'en').message];
  }
  // The error of a workbook comes from another script, which has its own class of it.
  const { es, en }: { readonly es?: unknown; readonly en?: unknown } = Object(error);
  return typeof es === 'string' && typeof en === 'string' ? [es, en] : null;
}

async function mirarArchivo({ archivo, hoja, lengua }: Extract<Pedido, { mirar: unknown }>['mirar']): Promise<Visto> {
  const xlsx = await xlsxLibraryFor(archivo);
  const hojas = (await xlsx?.sheetNames(await bytesOf(archivo))) ?? [];
  const cabeza = await juntar(textOf(archivo, hoja), xlsx === null ? CABEZA : 1);
  if (xlsx === null && sniff(cabeza) === 'ndjson') {
    return { tipo: 'ndjson', cabecera: null, hojas };
  }
  return { tipo: xlsx === null ? 'csv' : 'xlsx', cabecera: peek(cabeza, lengua), hojas };
}

/** The first bytes, so many at least. */
async function juntar(trozos: AsyncIterable<Uint8Array>, cuantos: number): Promise<Uint8Array> {
  const partes: Uint8Array<ArrayBuffer>[] = [];
  let largo = 0;
  for await (const trozo of trozos) {
    partes.push(trozo.slice());
    largo += trozo.length;
    if (largo >= cuantos) break;
  }
  return bytesOf(new Blob(partes));
}

async function hacer(encargo: Encargo, { avisar, turno }: Medios): Promise<Hecho> {
  const { archivo, hoja } = encargo;
  const harvest = new Harvest(encargo);
  const { lote } = harvest;
  const inicio = performance.now();
  let leidos = 0;
  let dicho = inicio;
  const tomar = async (piezas: Iterable<Uint8Array>): Promise<void> => {
    for (const pieza of piezas) {
      harvest.take(pieza);
      if (performance.now() - dicho > ENTRE_AVANCES_MS) {
        dicho = performance.now();
        const parte = leidos === 0 ? null : leidos / archivo.size;
        avisar({ filas: lote.totals.rows, malas: harvest.badRows, parte });
      }
      await turno();
    }
  };
  for await (const trozo of textOf(archivo, hoja, (bytes) => (leidos += bytes))) await tomar(lote.process(trozo));
  await tomar(lote.finish());
  return harvest.finish((performance.now() - inicio) / 1000);
}

async function enLibro(
  { csv, delimitador }: Extract<Pedido, { libro: unknown }>['libro'],
  { turno }: Medios,
): Promise<Blob> {
  const { xlsxFromCsv } = await xlsxLibrary();
  async function* conTurnos(): AsyncGenerator<Uint8Array, void> {
    for await (const trozo of chunksOf(csv.stream())) {
      yield trozo;
      await turno();
    }
  }
  const libro = new Deposito();
  for await (const trozo of chunksOf(xlsxFromCsv(conTurnos(), { delimitador }))) libro.agregar(trozo.slice());
  return libro.blob('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
}
