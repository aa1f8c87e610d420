/** `POST /curp/lote`: a file of people in, the same rows with their answers out. */
import { FILE_PARAMETERS, readFileType, readOptions } from '../files/options.js';
import { type FileParts, OPERACION, serveFile } from '../files/serve.js';
import type { Place, Places } from '../files/places.js';
import type { Admitted, IncomingRequest } from '../access/gate.js';
import type { Problem } from '@curp-service/contract/envelope';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { createHandler } from './handler.js';

/** Whether an address, with or without the host, is one that takes files. */
export const takesFile = (url: string): boolean => /^(https?:\/\/[^/]*)?\/curp\/lotes?\/?(\?|$)/i.test(url);

/** The problem with the headers of a file, if any. */
export function checkFileType({ headers }: IncomingRequest): Problem | null {
  const type = readFileType(headers);
  return 'cause' in type ? type : null;
}

/** Tells a client that waits for `100 Continue` to send its file. */
export function askForFile({ raw: { headers, httpVersionMinor } }: IncomingRequest, reply: FastifyReply): void {
  if (httpVersionMinor > 0 && /\b100-continue\b/i.test(headers.expect ?? '')) reply.raw.writeContinue();
}

/** The length of a file as its client declares it; 0: unknown. */
const contentLength = ({ headers }: IncomingRequest): number => Number(headers['content-length'] ?? 0);

/** Serves a file while it holds a place, or returns why there is none. */
export async function inPlace(
  places: Places,
  { project }: Admitted<string>,
  serve: (place: Place) => Promise<void>,
): Promise<readonly Problem[] | undefined> {
  const place = places.take(project.id);
  if ('cause' in place) return [place];
  await serve(place).finally(() => places.leave(place));
  return undefined;
}

export function registerLote(server: FastifyInstance, parts: FileParts): void {
  const handler = createHandler(parts.gate, parts.answer, {
    name: OPERACION,
    parameters: FILE_PARAMETERS,
    check: checkFileType,
    serve: async (admitted, request, reply, language) => {
      const options = readOptions(request.headers, admitted.values);
      if ('length' in options) return options;
      const problem = parts.tempSpace.refusal(contentLength(request));
      if (problem !== null) return [problem];
      return inPlace(parts.places, admitted, async (place) => {
        askForFile(request, reply);
        await serveFile(parts, request, reply, admitted, options, language, place);
      });
    },
  });
  server.post('/curp/lote', handler);
}
