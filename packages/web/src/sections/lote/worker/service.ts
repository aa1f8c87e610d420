/**
 * A file done by the service as a job, for files too large for this computer. Nothing else on the page sends a datum anywhere,
 * and this does only when the user asks for it, with a token. The page erases the job when it ends, is cancelled, or the page
 * is closed and the browser still sends the request; otherwise the service erases it when it expires.
 */
import type { JobStatus } from '@curp-service/client';
import type { LoteOptions } from '@curp-service/lote';
import { loadScript } from '../../../base/load.js';
import type * as client from './client.js';
import { Deposito } from './deposit.js';
import type { Avance, Par } from './messages.js';

declare const curpClient: typeof client;

/** How long the service may stay silent. */
const TIMEOUT_MS = 20_000;
/** How long the service may be away; a restart takes less. */
const PATIENCE_MS = 60_000;
const NO_ANSWER: Par = [
  'El servicio no contesta: intente de nuevo más tarde.',
  'The service does not answer: try again later.',
];

export interface AlServidor {
  readonly archivo: Blob;
  readonly opciones: LoteOptions;
  readonly token: string;
}

/** What was done, and the file that came of it. */
export interface DelServidor {
  readonly filas: number;
  readonly correctas: number;
  readonly todo: Blob;
}

/** Gives a function that cancels the job and erases it. */
export function encargarAlServidor(
  encargo: AlServidor,
  listener: {
    readonly avance: (avance: Avance) => void;
    readonly listo: (hecho: DelServidor) => void;
    readonly falla: (texto: Par) => void;
  },
): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  run(encargo, signal, listener.avance).then(
    (result) => signal.aborted || listener.listo(result),
    (error: unknown) => signal.aborted || listener.falla(isRefusal(error) ? [error.message, error.message] : NO_ANSWER),
  );
  return () => controller.abort();
}

const isRefusal = (error: unknown): error is Error => error instanceof Error && error.name === 'CurpServiceError';

async function run(
  { archivo, opciones, token }: AlServidor,
  signal: AbortSignal,
  onProgress: (avance: Avance) => void,
): Promise<DelServidor> {
  const url = new URL('.', location.href);
  const { language } = opciones;
  await loadScript('client.js');
  const client = new curpClient.CurpClient({ url, token, language, timeoutMs: TIMEOUT_MS, patienceMs: PATIENCE_MS });
  const { id } = await client.createJob(archivo, { ...opciones, signal });
  const erase = async (): Promise<unknown> => client.eraseJob(id, { keepalive: true, patienceMs: 0 }).catch(() => null);
  const onPageHide = ({ persisted }: PageTransitionEvent): unknown => persisted || erase();
  addEventListener('pagehide', onPageHide);
  try {
    const onStatus = ({ filas_hechas: filas, filas_total: total, filas_correctas: correctas }: JobStatus): void =>
      onProgress({ filas, malas: filas - correctas, parte: total === 0 ? null : filas / total });
    const { filas_hechas: filas, filas_correctas: correctas } = await client.waitForJob(id, { signal, onStatus });
    // The service refuses the result of a job that did not end well, and says why.
    const rows = (await client.jobResult(id, { signal })).getReader();
    const todo = new Deposito();
    for (let read = await rows.read(); !read.done; read = await rows.read()) {
      todo.agregar(read.value as Uint8Array<ArrayBuffer>);
    }
    return {
      filas,
      correctas,
      todo: todo.blob(opciones.formato === 'csv' ? 'text/csv;charset=utf-8' : 'application/x-ndjson'),
    };
  } finally {
    removeEventListener('pagehide', onPageHide);
    await erase();
  }
}
