/** A file that is to become a job: from its first byte to the answer that all of it is stored. */
import { UnreadableFile } from '@curp-service/contract/codes/file';
import type { LoteOptions } from '@curp-service/lote';
import type { FastifyReply } from 'fastify';
import type { Cause } from '@curp-service/contract/codes/service';
import { success, failure, fileFailure } from '@curp-service/contract/envelope';
import type { Admitted, IncomingRequest } from '../access/gate.js';
import type { Language } from '@curp-service/contract/language';
import { takeOver } from '../http/answer.js';
import { StreamCut, Stream, dropBody } from '../http/stream.js';
import type { FileParts } from '../files/serve.js';
import { StoreUnreachable } from '../store/store.js';
import { OPERACION, estadoDe } from './status.js';
import type { Jobs } from './jobs.js';
import { Subida, SubidaRechazada } from './upload.js';

export async function recibir(
  partes: FileParts,
  lotes: Jobs,
  request: IncomingRequest,
  reply: FastifyReply,
  { project: proyecto, headers }: Admitted<string>,
  opciones: LoteOptions & { readonly language: Language },
): Promise<void> {
  const { config, gate, answer: contestar, running: enCurso } = partes;
  const response = takeOver(reply);
  const contexto = { operacion: OPERACION, proyecto: proyecto.id, headers };
  const corriente = new Stream(request.raw, response, partes.maxIdleMs);

  const causaDe = (error: unknown): Cause => {
    if (error instanceof StreamCut) return error.reason;
    if (error instanceof SubidaRechazada) return error.causa;
    if (error instanceof StoreUnreachable) {
      gate.storeFailed(error);
      return 'almacen';
    }
    gate.log.error({ err: error, operacion: OPERACION }, 'bug');
    return 'interno';
  };
  const guardar = async (): Promise<void> => {
    const subida = new Subida(lotes, proyecto.id, opciones, config.lotesMaxBytes);
    try {
      const fila = await subida.recibir(async () => corriente.read());
      const respuesta = { ...success(estadoDe(fila, lotes.now())), http: 202 };
      contestar(request, reply, respuesta, {
        ...contexto,
        headers: { ...headers, location: `/curp/lotes/${fila.id}` },
      });
    } catch (error) {
      await subida.deshacer().catch(gate.storeFailed);
      throw error;
    }
  };
  const trabajar = async (): Promise<void> => {
    try {
      await guardar();
    } catch (error) {
      if (error instanceof UnreadableFile) contestar(request, reply, fileFailure(error.entry), contexto);
      else {
        const limite = String(config.lotesMaxBytes / 1e6);
        const respuesta = failure([{ cause: causaDe(error), parts: { limite } }], opciones.language);
        const cortada = error instanceof StreamCut ? { connection: 'close' } : {};
        contestar(request, reply, respuesta, { ...contexto, headers: { ...headers, ...cortada } });
      }
      dropBody(request.raw);
    }
  };
  await enCurso.add({ socket: request.raw.socket, stream: corriente, end: trabajar() });
}
