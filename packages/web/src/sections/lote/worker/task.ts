/** The work of a file: the same in a worker and, where there is none, on the page. */
import { UnreadableFile } from '@curp-service/contract/codes/file';
import { Lote, peek } from '@curp-service/lote';
import { Cosecha } from './harvest.js';
import { Deposito } from './deposit.js';
import { bytesDe, libreria, libreriaPara, textoDe, trozosDe } from './source.js';
import type { Avance, Aviso, Encargo, Hecho, Par, Pedido, Resultado, Visto } from './messages.js';

/** No header is longer than this. */
const CABEZA = (1 << 20) + (1 << 12);
/** What is seen of the work changes no faster than this. */
const ENTRE_AVANCES_MS = 100;
const LLAVE = 123;

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
  const xlsx = await libreriaPara(archivo);
  const hojas = (await xlsx?.sheetNames(archivo)) ?? [];
  const cabeza = await juntar(textoDe(archivo, hoja), xlsx === null ? CABEZA : 1);
  if (xlsx === null && cabeza.find((byte) => byte > 32 && byte < 128) === LLAVE) {
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
  return bytesDe(new Blob(partes));
}

async function hacer(encargo: Encargo, { avisar, turno }: Medios): Promise<Hecho> {
  const { archivo, hoja, opciones } = encargo;
  const lote = new Lote(opciones);
  const cosecha = new Cosecha(encargo, lote);
  const inicio = performance.now();
  let leidos = 0;
  let dicho = inicio;
  const tomar = async (piezas: Iterable<Uint8Array>): Promise<void> => {
    for (const pieza of piezas) {
      cosecha.tomar(pieza);
      if (performance.now() - dicho > ENTRE_AVANCES_MS) {
        dicho = performance.now();
        const parte = leidos === 0 ? null : leidos / archivo.size;
        avisar({ filas: lote.totals.rows, malas: cosecha.cuantas, parte });
      }
      await turno();
    }
  };
  for await (const trozo of textoDe(archivo, hoja, (bytes) => (leidos += bytes))) await tomar(lote.process(trozo));
  await tomar(lote.finish());
  return cosecha.terminar((performance.now() - inicio) / 1000);
}

async function enLibro(
  { csv, delimitador }: Extract<Pedido, { libro: unknown }>['libro'],
  { turno }: Medios,
): Promise<Blob> {
  const { xlsxFromCsv } = await libreria();
  async function* conTurnos(): AsyncGenerator<Uint8Array, void> {
    for await (const trozo of trozosDe(csv.stream())) {
      yield trozo;
      await turno();
    }
  }
  const libro = new Deposito();
  for await (const trozo of xlsxFromCsv(conTurnos(), { delimitador })) libro.agregar(trozo.slice());
  return libro.blob('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
}
