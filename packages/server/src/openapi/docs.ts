/** `/openapi.json`, and `/docs`, which shows it in Spanish or English: Swagger UI, without requests to other sites. */
import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { type Language, requestedLanguage } from '@curp-service/contract/language';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DEMO } from '../access/tokens.js';
import { PAGE_HEADERS } from '../routes/page.js';

const require = createRequire(import.meta.url);

const TITLES = { es: 'curp-service: la referencia', en: 'curp-service: the reference' } as const;
const SWITCHES = {
  es: '<a class="link" href="/docs?idioma=en" lang="en">English</a>',
  en: '<a class="link" href="/docs?idioma=es" lang="es">Español</a>',
} as const;

/** The page. Its script takes the language and the token to fill in from the attributes of `html`. */
const pageIn = (language: Language, token: string): string => `<!doctype html>
<html lang="${language}" data-token="${token}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>${TITLES[language]}</title>
    <link rel="icon" href="/docs/favicon-32x32.png" />
    <link rel="stylesheet" href="/docs/swagger-ui.css" />
    <script src="/docs/swagger-ui-bundle.js" defer></script>
    <script src="/docs/start.js" defer></script>
  </head>
  <body>
    <div class="swagger-ui"><p class="wrapper">${SWITCHES[language]}</p></div>
    <div id="docs"></div>
  </body>
</html>
`;

const TYPES = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8', png: 'image/png' } as const;
const FILES = [
  ['swagger-ui.css', TYPES.css],
  ['swagger-ui-bundle.js', TYPES.js],
  ['start.js', TYPES.js],
  ['favicon-32x32.png', TYPES.png],
] as const;

/** The language in the address (`?idioma=en`), else the one that the browser prefers. */
function languageOf({ url, headers }: FastifyRequest): Language {
  const [, named] = /[?&]idioma=(es|en)(?:&|$)/.exec(url) ?? [];
  return requestedLanguage(named ?? headers['accept-language']);
}

const HEADERS = { ...PAGE_HEADERS, vary: 'accept-language' };

/** `demoToken`: whether the token for trying things out works, and is filled in. */
export function registerDocs(server: FastifyInstance, demoToken: boolean): void {
  const descriptions = new Map<Language, unknown>();
  server.get('/openapi.json', async (request, reply) => {
    const language = languageOf(request);
    // Loaded at the first request: building the schemas takes as long as starting the service.
    if (!descriptions.has(language)) descriptions.set(language, (await import('./index.js')).openapi(language));
    return reply.headers(HEADERS).header('access-control-allow-origin', '*').send(descriptions.get(language));
  });
  server.get('/docs', async (request, reply) =>
    reply
      .headers(HEADERS)
      .type('text/html; charset=utf-8')
      .send(pageIn(languageOf(request), demoToken ? DEMO : '')),
  );
  for (const [name, type] of FILES) {
    server.get(`/docs/${name}`, async (_, reply) =>
      reply
        .headers({ ...PAGE_HEADERS, 'cache-control': 'public, max-age=86400' })
        .type(type)
        .send(createReadStream(require.resolve(`@curp-service/web/docs/${name}`))),
    );
  }
}
