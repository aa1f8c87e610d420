/** Serves `POST /curp/lote`, which receives a file of people and returns the same rows with their answers. */
import { checkFileType, fileOptions } from '../files/incoming.js';
import { FILE_PARAMETERS } from '../files/options.js';
import { OPERACION, serveFile } from '../files/serve.js';
import { type FileParts, Transfer } from '../files/transfer.js';
import type { FileSlot, FileSlots } from '../files/limits.js';
import type { Admitted, IncomingRequest } from '../access/gate.js';
import type { Problem } from '@curp-service/contract/envelope';
import type { FastifyInstance } from 'fastify';
import { createHandler } from './handler.js';

/** Returns whether an address, with or without the host, takes files. */
export const takesFile = (url: string): boolean => /^(https?:\/\/[^/]*)?\/curp\/lotes?\/?(\?|$)/i.test(url);

/** Returns the length of a file that its client declares, or 0 if unknown. */
const contentLength = ({ headers }: IncomingRequest): number => Number(headers['content-length'] ?? 0);

/** Serves a file while it holds a slot, or returns the problem if none is free. */
export async function inSlot(
  slots: FileSlots,
  { project }: Admitted<string>,
  serve: (slot: FileSlot) => Promise<void>,
): Promise<readonly Problem[] | undefined> {
  const slot = slots.take(project.id);
  if ('cause' in slot) return [slot];
  await serve(slot).finally(() => slots.leave(slot));
  return undefined;
}

export function registerLote(server: FastifyInstance, parts: FileParts): void {
  const handler = createHandler(parts.gate, parts.answer, {
    name: OPERACION,
    parameters: FILE_PARAMETERS,
    check: checkFileType,
    serve: async (admitted, request, reply, language) => {
      const options = fileOptions(request);
      if ('length' in options) return options;
      const problem = parts.tempBytes.refusal(contentLength(request));
      if (problem !== null) return [problem];
      return inSlot(parts.slots, admitted, async (slot) => {
        const transfer = new Transfer(parts, request, reply, OPERACION, admitted, language, slot);
        return serveFile(transfer, admitted, options);
      });
    },
  });
  server.post('/curp/lote', handler);
}
