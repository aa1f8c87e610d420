/** `/curp/lotes`: files as durable jobs. One is sent, asked about, downloaded and erased. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { mexicoMonth } from '../access/calendar.js';
import { NO_VALUES, knowParameters } from '../http/request.js';
import { type Problem, success, failure } from '@curp-service/contract/envelope';
import { type Admitted, type Caller, type IncomingRequest, admit, quotaUsedUp } from '../access/gate.js';
import { requestedLanguage } from '@curp-service/contract/language';
import { FILE_PARAMETERS, readFileType, readOptions } from '../files/options.js';
import { dropBody } from '../http/stream.js';
import type { FileParts } from '../files/serve.js';
import { sendResult } from '../jobs/download.js';
import { JOBS_OPERATION, statusOf } from '../jobs/status.js';
import type { Jobs } from '../jobs/jobs.js';
import { receiveUpload } from '../jobs/receive.js';
import type { JobRow } from '../store/job-store.js';
import type { Store } from '../store/store.js';
import { awaitsContinue } from './lote.js';

interface Partes extends FileParts {
  readonly store: Store;
  /** `null`: the database keeps none. */
  readonly lotes: Jobs | null;
}

const SOLO_TOKEN = knowParameters([], NO_VALUES);
const DESCONOCIDO: Problem = { cause: 'lotes_desconocido' };
/** What no job is called the database is not asked for: it would fail at a NUL. */
const ID = /^lote_[0-9a-f]{24}$/;

type Handler = (request: IncomingRequest, reply: FastifyReply) => void;

export function registerLotes(server: FastifyInstance, partes: Partes): void {
  const { gate, answer: contestar, lotes } = partes;
  const rechazar = (
    request: IncomingRequest,
    reply: FastifyReply,
    problemas: readonly Problem[],
    { project: proyecto, headers }: Caller,
  ): void => {
    const idioma = requestedLanguage(request.headers['accept-language']);
    contestar(request, reply, failure(problemas, idioma), {
      operacion: JOBS_OPERATION,
      proyecto: proyecto?.id,
      headers,
    });
    dropBody(request.raw);
  };

  /** With a job of the project that asks. */
  const conLote =
    (hacer: (lotes: Jobs, fila: JobRow, admitida: Admitted<string>, ...de: Parameters<Handler>) => unknown): Handler =>
    (request, reply) => {
      const atender = async (): Promise<void> => {
        const entrada = await admit(
          gate,
          request,
          SOLO_TOKEN,
          requestedLanguage(request.headers['accept-language']),
          true,
        );
        if ('problems' in entrada) return rechazar(request, reply, entrada.problems, entrada);
        if (lotes === null) return rechazar(request, reply, [{ cause: 'lotes_sin_base' }], entrada);
        const fila = await buscar(lotes, request, entrada);
        if (fila === null || 'cause' in fila) return rechazar(request, reply, [fila ?? DESCONOCIDO], entrada);
        await hacer(lotes, fila, entrada, request, reply);
      };
      atender().catch((error: unknown) => reply.send(error));
    };
  const buscar = async (
    { store }: Jobs,
    { params }: IncomingRequest,
    { project: proyecto }: Admitted<string>,
  ): Promise<JobRow | Problem | null> => {
    const id = typeof params === 'object' && params !== null && 'id' in params ? String(params.id) : '';
    if (!ID.test(id)) return null;
    try {
      return await store.find(id, proyecto.id);
    } catch (error) {
      gate.storeFailed(error);
      return { cause: 'almacen' };
    }
  };
  const decir = (suyos: Jobs, fila: JobRow, entrada: Admitted<string>, ...[request, reply]: Parameters<Handler>) =>
    contestar(request, reply, success(statusOf(fila, suyos.now())), {
      operacion: JOBS_OPERATION,
      proyecto: entrada.project.id,
      headers: entrada.headers,
    });

  const estado = conLote(decir);
  const resultado = conLote(async (suyos, fila, entrada, request, reply) => {
    if (fila.estado === 'terminado') return sendResult(partes, suyos, request, reply, entrada, fila);
    const causa = fila.estado === 'fallido' || fila.estado === 'cancelado' ? 'lotes_sin_resultado' : 'lotes_en_proceso';
    return rechazar(request, reply, [{ cause: causa }], entrada);
  });
  const borrar = conLote(async (suyos, { id }, entrada, request, reply) => {
    try {
      await suyos.cancel(id, entrada.project.id);
      const fila = await suyos.store.find(id, entrada.project.id);
      if (fila === null) return rechazar(request, reply, [DESCONOCIDO], entrada);
      return decir(suyos, fila, entrada, request, reply);
    } catch (error) {
      gate.storeFailed(error);
      return rechazar(request, reply, [{ cause: 'almacen' }], entrada);
    }
  });
  // Taken over before the framework reads anything: files are not for it, and the rest has no body.
  const nada = (): void => undefined;
  server.post<{ Body: undefined }>('/curp/lotes', { onRequest: subir(partes, rechazar) }, nada);
  server.get<{ Body: undefined }>('/curp/lotes/:id', { onRequest: estado }, nada);
  server.delete<{ Body: undefined }>('/curp/lotes/:id', { onRequest: borrar }, nada);
  server.get<{ Body: undefined }>('/curp/lotes/:id/resultado', { onRequest: resultado }, nada);
}

function subir(
  partes: Partes,
  rechazar: (...de: [...Parameters<Handler>, problemas: readonly Problem[], conocido: Caller]) => void,
): Handler {
  const { gate, store, lotes } = partes;
  return (request, reply) => {
    const idioma = requestedLanguage(request.headers['accept-language']);
    const archivo = readFileType(request.headers);
    if ('cause' in archivo) {
      rechazar(request, reply, [archivo], {});
      return;
    }
    const sinCuota = async ({ project: { id, cuota } }: Admitted<string>): Promise<Problem | null> => {
      if (cuota === null) return null;
      try {
        return (await store.quotaTaken(id, mexicoMonth(gate.now()))) < cuota ? null : quotaUsedUp(gate.now(), idioma);
      } catch (error) {
        gate.storeFailed(error);
        return { cause: 'almacen' };
      }
    };
    const atender = async (): Promise<void> => {
      const entrada = await admit(gate, request, FILE_PARAMETERS, idioma, true);
      if ('problems' in entrada) return rechazar(request, reply, entrada.problems, entrada);
      if (lotes === null) return rechazar(request, reply, [{ cause: 'lotes_sin_base' }], entrada);
      const agotada = await sinCuota(entrada);
      if (agotada !== null) return rechazar(request, reply, [agotada], entrada);
      const opciones = readOptions(entrada.values);
      if ('length' in opciones) return rechazar(request, reply, opciones, entrada);
      if (awaitsContinue(request.raw)) reply.raw.writeContinue();
      await receiveUpload(partes, lotes, request, reply, entrada, { ...archivo, ...opciones, language: idioma });
    };
    atender().catch((error: unknown) => reply.send(error));
  };
}
