/** `/`: the page, which calculates in the browser. Its few small files are kept in memory. */
import { readFileSync, readdirSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { constantAnswer } from '../http/constant.js';

/** Tells the page that the service keeps jobs. */
const JOBS_LINK = '<curp/lotes>; rel="service"';

/** `folder`: where the built page is. */
export function registerPage(server: FastifyInstance, folder: string, keepsJobs: boolean): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const { name } = entry;
    const bytes = readFileSync(`${folder}/${name}`); // now: an upgrade in place must not mix two versions
    const send = constantAnswer(name, () => bytes);
    if (name !== 'index.html') server.get(`/${name}`, send);
    else
      for (const url of ['/', '/index.html'])
        server.get(url, async (request, reply) => send(request, keepsJobs ? reply.header('link', JOBS_LINK) : reply));
  }
}
