/** Serves answers that are equal for all clients: built at the first request, then sent from memory, compressed and with an ETag. */
import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { gzip as gzipCallback } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const gzip = promisify(gzipCallback);

const TYPE_OF_EXTENSION: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};

/** The headers of every page and of the files that a page loads. */
export const PAGE_HEADERS = {
  'cache-control': 'no-cache', // file names stay the same between versions, so browsers must revalidate
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  vary: 'Accept-Encoding, Accept-Language, Origin',
  'x-content-type-options': 'nosniff',
};

/** Returns whether `Accept-Encoding` accepts gzip: names it without `q=0`. */
const takesGzip = (accepted = ''): boolean => /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accepted);

async function prepareBody(made: Buffer | string | Promise<Buffer | string>) {
  const bytes = Buffer.from(await made);
  // The ETag is weak, because the plain and the compressed answer share it.
  const etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  return { bytes, compressed: await gzip(bytes, { level: 9 }), etag };
}

export type ConstantHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Returns the handler of an answer whose content `make` returns. The extension of the file `name` decides its type. */
export function constantAnswer(name: string, make: () => Parameters<typeof prepareBody>[0]): ConstantHandler {
  const type = TYPE_OF_EXTENSION[extname(name)] ?? 'application/octet-stream';
  let prepared: ReturnType<typeof prepareBody> | null = null;
  return async (request, reply) => {
    prepared ??= prepareBody(make());
    const { bytes, compressed, etag } = await prepared.catch((error: unknown) => {
      prepared = null; // the next request tries again
      throw error;
    });
    reply.headers(PAGE_HEADERS).header('etag', etag);
    if (request.headers['if-none-match']?.includes(etag) === true) return reply.code(304).send();
    reply.type(type);
    return takesGzip(request.headers['accept-encoding'])
      ? reply.header('content-encoding', 'gzip').send(compressed)
      : reply.send(bytes);
  };
}
