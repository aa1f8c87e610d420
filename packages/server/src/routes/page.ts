/** `/`: the page, which calculates in the browser. Its few small files are kept in memory. */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { gzip as gzipCallback } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The headers of every page that a browser shows. */
export const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
    "worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};

const gzip = promisify(gzipCallback);

interface PageFile {
  readonly bytes: Buffer;
  /** Set by the first request for it. */
  compressed?: Promise<Buffer>;
  readonly etag: string;
  readonly type: string;
}

/** Tells the page that the service keeps jobs. */
const JOBS_LINK = { link: '<curp/lotes>; rel="service"' };

/** `folder`: where the built page is. */
export function registerPage(server: FastifyInstance, folder: string, keepsJobs: boolean): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const { name } = entry;
    const bytes = readFileSync(`${folder}/${name}`);
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
    const type = TYPES[extname(name)] ?? 'application/octet-stream';
    const file: PageFile = { bytes, etag, type };
    const urls = name === 'index.html' ? ['/', '/index.html'] : [`/${name}`];
    const headers = name === 'index.html' && keepsJobs ? { ...PAGE_HEADERS, ...JOBS_LINK } : PAGE_HEADERS;
    for (const url of urls) server.get(url, async (request, reply) => send(request, reply.headers(headers), file));
  }
}

async function send(request: FastifyRequest, reply: FastifyReply, file: PageFile): Promise<FastifyReply> {
  const { bytes, etag, type } = file;
  // The names stay the same from one version to the next, so browsers must revalidate.
  reply.headers({ 'cache-control': 'no-cache', etag, vary: 'accept-encoding' });
  if (request.headers['if-none-match']?.includes(etag) === true) return reply.code(304).send();
  const withGzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  reply.type(type);
  if (!withGzip) return reply.send(bytes);
  file.compressed ??= gzip(bytes, { level: 9 });
  return reply.header('content-encoding', 'gzip').send(await file.compressed);
}
