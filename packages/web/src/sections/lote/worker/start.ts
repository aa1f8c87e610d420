/** Has some work done: by a worker or, where none can be made, on the page, a little at a time. */
import { cargar } from '../../../base/load.js';
import type * as obrero from './worker.js';
import type { Avance, Aviso, Hecho, Par, Pedido, Resultado, Visto } from './messages.js';

declare const curpLote: typeof obrero;

/** The page is never busy for longer with a file. */
const TURNO_MS = 12;

export interface Oyente<T> {
  avance?(avance: Avance): void;
  listo(resultado: T): void;
  falla(texto: Par | null): void;
}

/** Gives what stops it: then nothing more is heard of it. */
export function encargar(pedido: Extract<Pedido, { mirar: unknown }>, oyente: Oyente<Visto>): () => void;
export function encargar(pedido: Extract<Pedido, { hacer: unknown }>, oyente: Oyente<Hecho>): () => void;
export function encargar(pedido: Extract<Pedido, { libro: unknown }>, oyente: Oyente<Blob>): () => void;
export function encargar(pedido: Pedido, oyente: Oyente<Resultado>): () => void {
  const oir = (aviso: Aviso): void => {
    if ('avance' in aviso) oyente.avance?.(aviso.avance);
    else if ('listo' in aviso) oyente.listo(aviso.listo);
    else oyente.falla(aviso.falla);
  };
  const obrero = contratar();
  if (obrero === null) return enLaPagina(pedido, oir);
  const parar = (): void => obrero.terminate();
  obrero.addEventListener('message', ({ data }: MessageEvent<Aviso>) => {
    if (!('avance' in data)) parar();
    oir(data);
  });
  obrero.addEventListener('error', () => {
    parar();
    oir({ falla: null });
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
  obrero.postMessage(pedido);
  return parar;
}

/** From disk, browsers make no workers. */
function contratar(): Worker | null {
  try {
    return location.protocol === 'file:' ? null : new Worker('lote.js');
  } catch {
    return null;
  }
}

function enLaPagina(pedido: Pedido, oir: (aviso: Aviso) => void): () => void {
  let parado = false;
  let desde = performance.now();
  const turno = async (): Promise<void> => {
    await new Promise((listo) => setTimeout(listo));
    if (parado) throw new Error('parado');
    desde = performance.now();
  };
  const medios = {
    avisar: (avance: Avance) => oir({ avance }),
    turno: () => (performance.now() - desde < TURNO_MS ? null : turno()),
  };
  const atender = async (): Promise<Aviso> => {
    try {
      await cargar('lote.js');
      return await curpLote.atender(pedido, medios);
    } catch {
      return { falla: null };
    }
  };
  void atender().then((aviso) => parado || oir(aviso));
  return () => {
    parado = true;
  };
}
