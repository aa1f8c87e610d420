/**
 * A file done by the service, as a job: for those too large for this computer. Only this page knows the job, and erases it
 * when it ends or is cancelled, and when the page is closed, where the browser still sends that; else the service does when
 * its time comes. Nothing else of the page sends a datum anywhere, and this does only when it is asked to, with a token.
 */
import { type JobStatus, fileRequest, isPending } from '@curp-service/contract/jobs';
import type { LoteOptions } from '@curp-service/lote';
import type { Avance, Par } from './messages.js';

const ENTRE_PREGUNTAS_MS = 1000;
/** A question that is not answered in this time is asked again. */
const RESPUESTA_MS = 20_000;
/** A service that is gone for so long is not waited for any more: one that is restarted comes back before. */
const PACIENCIA_MS = 60_000;
const SIN_RESPUESTA: Par = [
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

/** The envelope, or what else may come from what stands before the service. */
interface Sobre {
  readonly error_message?: string | null;
  readonly response?: JobStatus;
}

/** The service said no, in words. */
class Rechazo extends Error {}
/** Not now: it may be asked again. */
class Luego extends Rechazo {}

/** Gives what stops it: the job is cancelled, and erased. */
export function encargarAlServidor(
  encargo: AlServidor,
  oyente: {
    readonly avance: (avance: Avance) => void;
    readonly listo: (hecho: DelServidor) => void;
    readonly falla: (texto: Par) => void;
  },
): () => void {
  const parar = new AbortController();
  const { signal } = parar;
  hacer(encargo, signal, oyente.avance).then(
    (hecho) => signal.aborted || oyente.listo(hecho),
    (error: unknown) =>
      signal.aborted || oyente.falla(error instanceof Rechazo ? [error.message, error.message] : SIN_RESPUESTA),
  );
  return () => parar.abort();
}

async function hacer(
  { archivo, opciones, token }: AlServidor,
  signal: AbortSignal,
  avisar: (avance: Avance) => void,
): Promise<DelServidor> {
  const headers = { authorization: `Bearer ${token}`, 'accept-language': opciones.language ?? 'es' };
  const pedir = async (ruta: string, mas: RequestInit = { signal }): Promise<Response> =>
    fetch(`curp/lotes${ruta}`, { headers, ...mas });

  const { contentType: tipo, parameters: parametros } = fileRequest(opciones);
  const subida = { method: 'POST', body: archivo, headers: { ...headers, 'content-type': tipo }, signal };
  let estado = await abrir(await pedir(`?${new URLSearchParams(parametros).toString()}`, subida));
  const { id } = estado;
  const preguntar = async (): Promise<JobStatus> =>
    abrir(await pedir(`/${id}`, { signal: AbortSignal.any([signal, AbortSignal.timeout(RESPUESTA_MS)]) }));
  const bajar = async (): Promise<Blob> => {
    const respuesta = await pedir(`/${id}/resultado`);
    if (!respuesta.ok) await abrir(respuesta);
    return respuesta.blob();
  };
  const borrar = async (): Promise<unknown> => pedir(`/${id}`, { method: 'DELETE', keepalive: true }).catch(() => null);
  const alCerrar = ({ persisted }: PageTransitionEvent): unknown => persisted || borrar();
  addEventListener('pagehide', alCerrar);
  try {
    while (isPending(estado)) {
      const { filas_hechas: filas, filas_total: total, filas_correctas: correctas } = estado;
      avisar({ filas, malas: filas - correctas, parte: total === 0 ? null : filas / total });
      await esperar();
      estado = await insistir(preguntar, signal);
    }
    // Of a job that did not end well, this says why.
    const todo = await insistir(bajar, signal);
    return { filas: estado.filas_hechas, correctas: estado.filas_correctas, todo };
  } finally {
    removeEventListener('pagehide', alCerrar);
    await borrar();
  }
}

const esperar = async (): Promise<void> => new Promise((listo) => setTimeout(listo, ENTRE_PREGUNTAS_MS));

/** What the service says of the job; where it says no, or what came is not from it, this throws. */
async function abrir(respuesta: Response): Promise<JobStatus> {
  const { error_message: mensaje, response } = (await respuesta.json()) as Sobre;
  if (typeof mensaje === 'string') throw new (respuesta.headers.has('retry-after') ? Luego : Rechazo)(mensaje);
  if (response === undefined) throw new TypeError(`HTTP ${respuesta.status}`);
  return response;
}

/** Asks again where the service is away for a moment, or wants to be asked less often: the job is not lost. */
async function insistir<T>(pedir: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (const desde = performance.now(); ;) {
    try {
      return await pedir();
    } catch (error) {
      const esNo = error instanceof Rechazo && !(error instanceof Luego);
      if (esNo || signal.aborted || performance.now() - desde > PACIENCIA_MS) throw error;
      await esperar();
    }
  }
}
