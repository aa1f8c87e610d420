/** `/curp/lote`: a file of people in, the same rows with their answers out, while the upload is still under way. */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Problem, failure } from '@curp-service/contract/envelope';
import { type Caller, type Admission, type IncomingRequest, admit } from '../access/gate.js';
import { requestedLanguage } from '@curp-service/contract/language';
import { FILE_PARAMETERS, type FileParameter, readFileType, readOptions } from '../files/options.js';
import { dropBody } from '../http/stream.js';
import { OPERACION, type FileParts, serveFile } from '../files/serve.js';

/** Whether a client waits to be told to send its file. */
export const awaitsContinue = ({ headers, httpVersionMinor }: IncomingMessage): boolean =>
  httpVersionMinor > 0 && /\b100-continue\b/i.test(headers.expect ?? '');

/** Whether an address, which may have the host before it, is one that takes files. */
export const takesFile = (url: string): boolean => /^(https?:\/\/[^/]*)?\/curp\/lotes?\/?(\?|$)/i.test(url);

/** The request is taken over before its body is read, which is not for the framework to do. */
export function registerLote(server: FastifyInstance, partes: FileParts): void {
  server.post<{ Body: undefined }>('/curp/lote', { onRequest: handlerDe(partes) }, () => undefined);
}

function handlerDe(partes: FileParts): (request: IncomingRequest, reply: FastifyReply) => void {
  return (request, reply) => {
    const idioma = requestedLanguage(request.headers['accept-language']);
    const rechazar = (problemas: readonly Problem[], { project: proyecto, headers }: Caller = {}): void => {
      const contexto = { operacion: OPERACION, proyecto: proyecto?.id, headers };
      partes.answer(request, reply, failure(problemas, idioma), contexto);
      dropBody(request.raw);
    };
    const archivo = readFileType(request.headers);
    if ('cause' in archivo) {
      rechazar([archivo]);
      return;
    }
    const atender = async (entrada: Admission<FileParameter>): Promise<void> => {
      if ('problems' in entrada) {
        rechazar(entrada.problems, entrada);
        return;
      }
      const opciones = readOptions(entrada.values);
      if ('length' in opciones) {
        entrada.unit.giveBack();
        rechazar(opciones, entrada);
        return;
      }
      // Whoever asked whether to send the file is told to only now.
      if (awaitsContinue(request.raw)) reply.raw.writeContinue();
      await serveFile(partes, request, reply, entrada, { ...archivo, ...opciones }, idioma);
    };
    Promise.resolve(admit(partes.gate, request, FILE_PARAMETERS, idioma))
      .then(atender)
      .catch((error: unknown) => reply.send(error));
  };
}
