/** `/`: the page, which calculates in the browser. Its files are few and small, so they are kept in memory. */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { extname } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HEADERS } from './docs.js';

const TIPOS: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};

interface Archivo {
  readonly bytes: Buffer;
  readonly comprimido: Buffer;
  readonly etag: string;
  readonly tipo: string;
}

/** `carpeta`: where the built page is. */
export function registerPage(server: FastifyInstance, carpeta: string): void {
  for (const entrada of readdirSync(carpeta, { withFileTypes: true })) {
    if (!entrada.isFile()) continue;
    const { name: nombre } = entrada;
    const bytes = readFileSync(`${carpeta}/${nombre}`);
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
    const tipo = TIPOS[extname(nombre)] ?? 'application/octet-stream';
    const archivo = { bytes, comprimido: gzipSync(bytes, { level: 9 }), etag, tipo };
    const urls = nombre === 'index.html' ? ['/', '/index.html'] : [`/${nombre}`];
    for (const url of urls) server.get(url, async (request, reply) => enviar(request, reply, archivo));
  }
}

async function enviar(request: FastifyRequest, reply: FastifyReply, archivo: Archivo): Promise<FastifyReply> {
  const { bytes, comprimido, etag, tipo } = archivo;
  // Its names do not change from one version to the next, so the browser asks whether there is another.
  reply.headers({ ...HEADERS, 'cache-control': 'no-cache', etag, vary: 'accept-encoding' });
  if (request.headers['if-none-match']?.includes(etag) === true) return reply.code(304).send();
  const conGzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  if (conGzip) reply.header('content-encoding', 'gzip');
  return reply.type(tipo).send(conGzip ? comprimido : bytes);
}
