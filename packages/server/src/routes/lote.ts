/** `/curp/lote`: a file of people in, the same rows with their answers out, while the upload is still under way. */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Problem, failure } from '@curp-service/contract/envelope';
import { type Conocido, type Entrada, type Peticion, admitir } from '../access/gate.js';
import { requestedLanguage } from '@curp-service/contract/language';
import { CONOCIDOS, type ParametroDeLote, leerArchivo, leerOpciones } from '../files/options.js';
import { soltar } from '../http/stream.js';
import { OPERACION, type PartesDeLote, recibir } from '../files/serve.js';

/** Whether a client waits to be told to send its file. */
export const esperaContinuar = ({ headers, httpVersionMinor }: IncomingMessage): boolean =>
  httpVersionMinor > 0 && /\b100-continue\b/i.test(headers.expect ?? '');

/** Whether an address, which may have the host before it, is one that takes files. */
export const esLote = (url: string): boolean => /^(https?:\/\/[^/]*)?\/curp\/lotes?\/?(\?|$)/i.test(url);

/** The request is taken over before its body is read, which is not for the framework to do. */
export function registerLote(server: FastifyInstance, partes: PartesDeLote): void {
  server.post<{ Body: undefined }>('/curp/lote', { onRequest: handlerDe(partes) }, () => undefined);
}

function handlerDe(partes: PartesDeLote): (request: Peticion, reply: FastifyReply) => void {
  return (request, reply) => {
    const idioma = requestedLanguage(request.headers['accept-language']);
    const rechazar = (problemas: readonly Problem[], { proyecto, headers }: Conocido = {}): void => {
      const contexto = { operacion: OPERACION, proyecto: proyecto?.id, headers };
      partes.contestar(request, reply, failure(problemas, idioma), contexto);
      soltar(request.raw);
    };
    const archivo = leerArchivo(request.headers);
    if ('cause' in archivo) {
      rechazar([archivo]);
      return;
    }
    const atender = async (entrada: Entrada<ParametroDeLote>): Promise<void> => {
      if ('problemas' in entrada) {
        rechazar(entrada.problemas, entrada);
        return;
      }
      const opciones = leerOpciones(entrada.valores);
      if ('length' in opciones) {
        entrada.unidad.devolver();
        rechazar(opciones, entrada);
        return;
      }
      // Whoever asked whether to send the file is told to only now.
      if (esperaContinuar(request.raw)) reply.raw.writeContinue();
      await recibir(partes, request, reply, entrada, { ...archivo, ...opciones }, idioma);
    };
    Promise.resolve(admitir(partes.gate, request, CONOCIDOS, idioma))
      .then(atender)
      .catch((error: unknown) => reply.send(error));
  };
}
