/** Serves `/`, the page that calculates in the browser. Its few small files stay in memory. */
import { basename } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { constantAnswer } from '../http/constant.js';
import { listOwn, readOwn } from '../own-files.js';

export function registerPage(server: FastifyInstance, folder: URL): void {
  for (const file of listOwn(folder)) {
    const name = basename(file.pathname);
    const bytes = readOwn(file); // read now, because an upgrade in place must not mix two versions
    const send = constantAnswer(name, () => bytes);
    for (const url of name === 'index.html' ? ['/', '/index.html'] : [`/${name}`]) server.get(url, send);
  }
}
