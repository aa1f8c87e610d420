/** `/openapi.json`, and `/docs`, which shows it: Swagger UI from this machine, without a request to any other. */
import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import type { FastifyInstance } from 'fastify';

const require = createRequire(import.meta.url);

/** Of whatever a browser shows. */
export const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
    "worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

const PAGINA = `<!doctype html>
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
const ARRANQUE = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#docs', deepLinking: true, validatorUrl: null });\n`;

const TIPOS = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8', png: 'image/png' } as const;
const ARCHIVOS = [
  ['swagger-ui.css', TIPOS.css],
  ['swagger-ui-bundle.js', TIPOS.js],
  ['favicon-32x32.png', TIPOS.png],
] as const;

export function registerDocs(server: FastifyInstance): void {
  let description: object | undefined;
  server.get('/openapi.json', async (_, reply) => {
    // Loaded when first asked for: the schemas take as long to build as the service to start.
    description ??= (await import('../openapi/index.js')).openapi();
    return reply.headers(HEADERS).header('access-control-allow-origin', '*').send(description);
  });
  server.get('/docs', async (_, reply) => reply.headers(HEADERS).type('text/html; charset=utf-8').send(PAGINA));
  server.get('/docs/start.js', async (_, reply) => reply.headers(HEADERS).type(TIPOS.js).send(ARRANQUE));
  for (const [nombre, tipo] of ARCHIVOS) {
    server.get(`/docs/${nombre}`, async (_, reply) =>
      reply
        .headers({ ...HEADERS, 'cache-control': 'public, max-age=86400' })
        .type(tipo)
        .send(createReadStream(require.resolve(`@curp-service/web/docs/${nombre}`))),
    );
  }
}
