/** Starts a task in a worker or, if the page was opened from disk, on the page itself in short slices. */
import { loadScript } from '../../../base/load.js';
import type * as worker from './worker.js';
import type { Avance, Aviso, Hecho, Par, Pedido, Resultado, Visto } from './messages.js';

declare const curpLote: typeof worker;

/** The longest slice of work on the page. */
const SLICE_MS = 12;

export interface Listener<T> {
  avance?(avance: Avance): void;
  listo(result: T): void;
  falla(text: Par | null): void;
}

/** Returns a function that stops the task; the listener is not called after that. */
export function startTask(request: Extract<Pedido, { mirar: unknown }>, listener: Listener<Visto>): () => void;
export function startTask(request: Extract<Pedido, { hacer: unknown }>, listener: Listener<Hecho>): () => void;
export function startTask(request: Extract<Pedido, { libro: unknown }>, listener: Listener<Blob>): () => void;
export function startTask(request: Pedido, listener: Listener<Resultado>): () => void {
  const receive = (aviso: Aviso): void => {
    if ('avance' in aviso) listener.avance?.(aviso.avance);
    else if ('listo' in aviso) listener.listo(aviso.listo);
    else listener.falla(aviso.falla);
  };
  const worker = createWorker();
  if (worker === null) return runOnPage(request, receive);
  const stop = (): void => worker.terminate();
  worker.addEventListener('message', ({ data }: MessageEvent<Aviso>) => {
    if (!('avance' in data)) stop();
    receive(data);
  });
  worker.addEventListener('error', () => {
    stop();
    receive({ falla: null });
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
  worker.postMessage(request);
  return stop;
}

/** Browsers allow no worker for a page opened from disk. */
function createWorker(): Worker | null {
  try {
    return location.protocol === 'file:' ? null : new Worker('lote.js');
  } catch {
    return null;
  }
}

function runOnPage(request: Pedido, receive: (aviso: Aviso) => void): () => void {
  let stopped = false;
  let since = performance.now();
  const nextTurn = async (): Promise<void> => {
    await new Promise((listo) => setTimeout(listo));
    if (stopped) throw new Error('parado');
    since = performance.now();
  };
  const hooks = {
    avisar: (avance: Avance) => receive({ avance }),
    turno: () => (performance.now() - since < SLICE_MS ? null : nextTurn()),
  };
  const atender = async (): Promise<Aviso> => {
    try {
      await loadScript('lote.js');
      return await curpLote.atender(request, hooks);
    } catch {
      return { falla: null };
    }
  };
  void atender().then((aviso) => stopped || receive(aviso));
  return () => {
    stopped = true;
  };
}
