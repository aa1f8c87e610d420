/** `/openapi.json`, and `/docs`, which shows it: Swagger UI served from here, without requests to other sites. */
import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import type { FastifyInstance } from 'fastify';
import { PAGE_HEADERS } from '../routes/page.js';

const require = createRequire(import.meta.url);

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>curp-service: the reference</title>
    <link rel="icon" href="/docs/favicon-32x32.png" />
    <link rel="stylesheet" href="/docs/swagger-ui.css" />
    <script src="/docs/swagger-ui-bundle.js" defer></script>
    <script src="/docs/start.js" defer></script>
  </head>
  <body><div id="docs"></div></body>
</html>
`;
const START_SCRIPT = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#docs', deepLinking: true, validatorUrl: null });\n`;

const TYPES = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8', png: 'image/png' } as const;
const FILES = [
  ['swagger-ui.css', TYPES.css],
  ['swagger-ui-bundle.js', TYPES.js],
  ['favicon-32x32.png', TYPES.png],
] as const;

export function registerDocs(server: FastifyInstance): void {
  let description: object | undefined;
  server.get('/openapi.json', async (_, reply) => {
    // Loaded at the first request: building the schemas takes as long as starting the service.
    description ??= (await import('./index.js')).openapi();
    return reply.headers(PAGE_HEADERS).header('access-control-allow-origin', '*').send(description);
  });
  server.get('/docs', async (_, reply) => reply.headers(PAGE_HEADERS).type('text/html; charset=utf-8').send(PAGE));
  server.get('/docs/start.js', async (_, reply) => reply.headers(PAGE_HEADERS).type(TYPES.js).send(START_SCRIPT));
  for (const [name, type] of FILES) {
    server.get(`/docs/${name}`, async (_, reply) =>
      reply
        .headers({ ...PAGE_HEADERS, 'cache-control': 'public, max-age=86400' })
        .type(type)
        .send(createReadStream(require.resolve(`@curp-service/web/docs/${name}`))),
    );
  }
}
