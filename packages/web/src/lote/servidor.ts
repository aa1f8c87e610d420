/**
 * A file done by the service, as a job that outlives this page: for those too large to wait for. Nothing else of the page
 * sends a datum anywhere, and this does only when it is asked to, with a token.
 */
import { type EstadoDeTrabajo, type OpcionesDeLote, pedido } from '@curp-service/lote';
import type { Avance, Par } from './pedido.js';

const ENTRE_PREGUNTAS_MS = 1000;

export interface AlServidor {
  readonly archivo: Blob;
  readonly opciones: OpcionesDeLote;
  readonly token: string;
}

/** What was done, and the file that came of it. */
export interface DelServidor {
  readonly filas: number;
  readonly correctas: number;
  readonly todo: Blob;
}

/** The service said no, in words. */
class Rechazo extends Error {}

/** Gives what stops it: the job is cancelled, and erased. */
export function encargarAlServidor(
  encargo: AlServidor,
  oyente: {
    readonly avance: (avance: Avance) => void;
    readonly listo: (hecho: DelServidor) => void;
    readonly falla: (texto: Par | null) => void;
  },
): () => void {
  const parar = new AbortController();
  const { signal } = parar;
  hacer(encargo, signal, oyente.avance).then(
    (hecho) => signal.aborted || oyente.listo(hecho),
    (error: unknown) =>
      signal.aborted || oyente.falla(error instanceof Rechazo ? [error.message, error.message] : null),
  );
  return () => parar.abort();
}

async function hacer(
  { archivo, opciones, token }: AlServidor,
  signal: AbortSignal,
  avisar: (avance: Avance) => void,
): Promise<DelServidor> {
  const headers = { authorization: `Bearer ${token}`, 'accept-language': opciones.lengua ?? 'es' };
  const pedir = async (ruta: string, mas: RequestInit = {}): Promise<Response> => {
    const respuesta = await fetch(`curp/lotes${ruta}`, { headers, ...mas });
    if (respuesta.ok) return respuesta;
    const { error_message: mensaje } = (await respuesta.json()) as { readonly error_message: string };
    throw new Rechazo(mensaje);
  };
  const estadoDe = async (respuesta: Response): Promise<EstadoDeTrabajo> =>
    ((await respuesta.json()) as { readonly response: EstadoDeTrabajo }).response;

  const { tipo, parametros } = pedido(opciones);
  const subida = { method: 'POST', body: archivo, headers: { ...headers, 'content-type': tipo }, signal };
  let estado = await estadoDe(await pedir(`?${new URLSearchParams(parametros).toString()}`, subida));
  const { id } = estado;
  const borrar = async (): Promise<unknown> => pedir(`/${id}`, { method: 'DELETE' }).catch(() => null);
  try {
    while (estado.estado !== 'terminado') {
      const { filas_hechas: filas, filas_total: total, filas_correctas: correctas } = estado;
      avisar({ filas, malas: filas - correctas, parte: total === 0 ? null : filas / total });
      await new Promise((listo) => setTimeout(listo, ENTRE_PREGUNTAS_MS));
      signal.throwIfAborted();
      estado = await estadoDe(await pedir(`/${id}`, { signal }));
      // Its result says why it did not end well.
      if (estado.estado === 'fallido' || estado.estado === 'cancelado') await pedir(`/${id}/resultado`, { signal });
    }
    const todo = await (await pedir(`/${id}/resultado`, { signal })).blob();
    return { filas: estado.filas_hechas, correctas: estado.filas_correctas, todo };
  } finally {
    await borrar();
  }
}
