/** Serves `/openapi.json` and `/docs`, which shows it in Spanish or English with Swagger UI, without requests to other sites. */
import { type Language, requestedLanguage } from '@curp-service/contract/language';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DEMO } from '../access/tokens.js';
import type { Config } from '../config.js';
import { type ConstantHandler, constantAnswer } from '../http/constant.js';
import { corsHeaders } from '../http/answer.js';
import { findPage, readOwn } from '../own-files.js';

const PAGE_TITLES = { es: 'curp-service: la referencia', en: 'curp-service: the reference' } as const;
const SWITCHES = {
  es: '<a href="/docs?idioma=en" lang="en">English</a>',
  en: '<a href="/docs?idioma=es" lang="es">Español</a>',
} as const;

/** Writes the page. Its script reads the language and the token to fill in from the attributes of `html`. */
const pageIn = (language: Language, token: string): string => `<!doctype html>
<html lang="${language}" data-token="${token}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>${PAGE_TITLES[language]}</title>
    <link rel="icon" href="/docs/favicon-32x32.png" />
    <link rel="stylesheet" href="/docs/swagger-ui.css" />
    <link rel="stylesheet" href="/docs/start.css" />
    <script src="/docs/swagger-ui-bundle.js" defer></script>
    <script src="/docs/start.js" defer></script>
  </head>
  <body>
    <nav>${SWITCHES[language]}</nav>
    <div id="docs"></div>
  </body>
</html>
`;

const UI_FILES = ['swagger-ui.css', 'start.css', 'swagger-ui-bundle.js', 'start.js', 'favicon-32x32.png'];

/** Returns the language in the address (`?idioma=en`), else the one that the browser prefers. */
function languageOf({ url, headers }: FastifyRequest): Language {
  const [, named] = /[?&]idioma=(es|en)(?:&|$)/.exec(url) ?? [];
  return requestedLanguage(named ?? headers['accept-language']);
}

/** Returns a handler that answers in the language of each request. */
function inLanguages(name: string, make: (language: Language) => string | Promise<string>): ConstantHandler {
  const answers = { es: constantAnswer(name, () => make('es')), en: constantAnswer(name, () => make('en')) };
  return async (request, reply) => answers[languageOf(request)](request, reply);
}

export function registerDocs(server: FastifyInstance, { demoToken, corsOrigin }: Config): void {
  // The description is loaded at the first request, because building its schemas takes as long as starting the service.
  const description = inLanguages('openapi.json', async (language) =>
    JSON.stringify((await import('./index.js')).openapi(language)),
  );
  server.get('/openapi.json', async (request, reply) =>
    description(request, reply.headers(corsHeaders(corsOrigin, request.headers.origin))),
  );
  server.get(
    '/docs',
    inLanguages('docs.html', (language) => pageIn(language, demoToken === false ? '' : DEMO)),
  );
  for (const name of UI_FILES) {
    server.get(
      `/docs/${name}`,
      constantAnswer(name, () => readOwn(new URL(`docs/${name}`, findPage()))),
    );
  }
}
