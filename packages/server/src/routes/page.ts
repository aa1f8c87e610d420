/** Serves `/`, the page that calculates in the browser. Its few small files stay in memory. */
import { basename } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { constantAnswer } from '../http/constant.js';
import { listOwn, readOwn } from '../own-files.js';

/** The `Link` header that informs the page that the service keeps jobs. */
const JOBS_LINK = '<curp/lotes>; rel="service"';

export function registerPage(server: FastifyInstance, folder: URL, keepsJobs: boolean): void {
  for (const file of listOwn(folder)) {
    const name = basename(file.pathname);
    const bytes = readOwn(file); // read now, because an upgrade in place must not mix two versions
    const send = constantAnswer(name, () => bytes);
    if (name !== 'index.html') server.get(`/${name}`, send);
    else
      for (const url of ['/', '/index.html'])
        server.get(url, async (request, reply) => send(request, keepsJobs ? reply.header('link', JOBS_LINK) : reply));
  }
}
