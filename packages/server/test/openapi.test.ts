/** The OpenAPI description is valid, and the service obeys it whatever it receives. */
import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { CODES } from '@curp-service/contract/codes/service';
import { openapi } from '../src/openapi/index.js';
import { EXAMPLE_RECORD } from '../src/openapi/answers.js';
import { OPERATIONS } from '../src/routes/operations.js';
import { anyText } from './any-text.js';
import { CURP, PERSONA, openService } from './service.js';

interface OpenApi {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}
interface Described {
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly content?: Readonly<
          Record<
            string,
            {
              readonly schema: { readonly $ref?: string };
              readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
            }
          >
        >;
      }
    >
  >;
}

/** Returns the description as a client reads it. */
const plain = (described: unknown): OpenApi => JSON.parse(JSON.stringify(described)) as OpenApi;
const inBoth = { es: plain(openapi('es')), en: plain(openapi('en')) };
const document = inBoth.en;
/** Returns the texts of the description that a reader sees. */
const textsOf = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, each]) =>
        (name === 'description' || name === 'summary') && typeof each === 'string' ? [each] : textsOf(each),
      );

const ajv = new Ajv2020({ strict: true, allErrors: true, formats: { date: /^\d{4}-\d\d-\d\d$/ } });
ajv.addSchema({ $id: 'd', $defs: document.components.schemas });
/** Compiles a schema once, because that takes some tens of milliseconds. */
const esquema = (nombre: string): ValidateFunction => ajv.getSchema(`d#/$defs/${nombre}`) ?? expect.fail(nombre);
const isFailure = esquema('fallo');

describe('the OpenAPI description', () => {
  it('refers only to parts that it has, and uses each of its schemas', () => {
    const references = Array.from(JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g), ([, path = '']) => path);
    const at = (path: string): unknown =>
      path.split('/').reduce<unknown>((part, name) => (part as Readonly<Record<string, unknown>>)[name], document);
    expect(references.filter((path) => at(path) === undefined)).toEqual([]);
    const unused = Object.keys(document.components.schemas).filter(
      (name) => !references.includes(`components/schemas/${name}`),
    );
    expect(unused).toEqual([]);
  });

  it('gives each operation an id of its own, a summary, an answer of success and one of failure', () => {
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path)) as readonly {
      readonly operationId?: string;
      readonly summary?: string;
      readonly responses?: object;
    }[];
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(operations.length);
    for (const { operationId, summary = '', responses = {} } of operations) {
      const statuses = Object.keys(responses).join(' ');
      expect([operationId, summary !== '', /\b2\d\d/.test(statuses), /\b4\d\d/.test(statuses)]).toEqual([
        operationId,
        true,
        true,
        true,
      ]);
    }
  });

  it('has every operation, every code, and the version of the package', () => {
    const rutas = Object.keys(document.paths);
    for (const { name: nombre } of OPERATIONS) expect(rutas).toContain(`/curp/${nombre}`);
    const texto = JSON.stringify(document);
    for (const { code: codigo } of Object.values(CODES)) expect(texto).toMatch(new RegExp(`\\b${codigo}\\b`));
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    expect(document.info.version).toBe(version);
  });

  it.each(['docs/api.md', 'docs/es/api.md'])('has no operation without a chapter in %s', (path) => {
    const chapters = readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8').match(/(?<=^### ).+/gm);
    expect(chapters).toEqual(expect.arrayContaining(OPERATIONS.map(({ name }) => name)));
  });

  it('has every text in both languages', () => {
    const english = textsOf(inBoth.en);
    const spanish = textsOf(inBoth.es);
    expect(english.filter((text, i) => text === spanish[i])).toEqual([]);
  });

  it.each(['es', 'en'] as const)('has examples that fit their schemas in %s', (language) => {
    let seen = 0;
    for (const methods of Object.values(inBoth[language].paths)) {
      for (const { responses } of Object.values(methods)) {
        for (const { content = {} } of Object.values(responses)) {
          for (const { schema, examples = {} } of Object.values(content)) {
            const valid = esquema(schema.$ref?.split('/').at(-1) ?? 'fallo');
            for (const { value } of Object.values(examples)) {
              seen += 1;
              expect(valid(value) ? null : [value, valid.errors]).toBeNull();
            }
          }
        }
      }
    }
    expect(seen).toBeGreaterThan(15);
  });

  const service = openService();
  it.each([
    ['/openapi.json', undefined, 'es'],
    ['/openapi.json', 'en-US,en;q=0.9', 'en'],
    ['/openapi.json?idioma=en', 'es-MX', 'en'],
    ['/openapi.json?idioma=es', 'en', 'es'],
    ['/openapi.json?idioma=fr', 'en', 'en'],
  ] as const)('is served at %s to a browser that prefers %s in %s', async (url, preferred, language) => {
    const wanted = preferred === undefined ? {} : { headers: { 'accept-language': preferred } };
    const { status, headers, texto } = await service.request({ url, ...wanted });
    expect({ status, tipo: headers['content-type'] }).toEqual({ status: 200, tipo: 'application/json; charset=utf-8' });
    expect(headers['vary']).toBe('Accept-Encoding, Accept-Language, Origin');
    expect(JSON.parse(texto)).toEqual(inBoth[language]);
  });
});

describe('a page of another origin', () => {
  const origin = 'https://ejemplo.mx';
  it.each([
    [['*'], '*'],
    [[origin], origin],
    [['https://otro.mx'], undefined],
    [[], undefined],
  ])('may read the description only as `CORS_ORIGIN` says: %s', async (corsOrigin, allowed) => {
    const { status, headers } = await openService({ corsOrigin }).request({
      url: '/openapi.json',
      headers: { origin },
    });
    expect([status, headers['access-control-allow-origin']]).toEqual([200, allowed]);
    expect(headers['vary']).toContain('Origin');
  });
});

describe('/docs', () => {
  const service = openService();

  it('is a page with a strict policy and nothing inline', async () => {
    const { status, headers, texto } = await service.request('/docs');
    expect(status).toBe(200);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
    expect(headers['content-security-policy']).not.toMatch(/(?<!wasm-)unsafe/);
    expect(texto).not.toMatch(/<script>|<style|\son\w+=|https?:/);
  });

  it('serves every file that the page loads', async () => {
    const { texto } = await service.request('/docs');
    const links = Array.from(texto.matchAll(/(?:src|href)="([^"]+)"/g), ([, link]) => link ?? '');
    expect(links.length).toBe(6);
    for (const link of links) expect(await service.request(link)).toMatchObject({ status: 200 });
  });
});

it.each([
  [true, 'data-token="pruebas"'],
  [false, 'data-token=""'],
])('/docs fills in `pruebas` only if that token works: %s', async (demoToken, attribute) => {
  const { texto } = await openService({ demoToken }).request('/docs?idioma=en');
  expect(texto).toContain(`<html lang="en" ${attribute}>`);
});

describe('any request', () => {
  const service = openService({}, { registry: { find: () => EXAMPLE_RECORD } });
  const successes = new Map<string, ValidateFunction>();
  beforeAll(() => {
    for (const { name: nombre } of OPERATIONS) successes.set(nombre, esquema(nombre));
  });

  const names = [...Object.keys(PERSONA), 'curp', 'token', 'detalle', '__proto__', 'constructor'];
  const valor = fc.oneof(
    fc.constantFrom(
      'pruebas',
      ...Object.values(PERSONA),
      CURP,
      '',
      ' ',
      'null',
      '1',
      '05',
      '２',
      'Ñandú',
      "O'Hara",
      '31',
      '02',
    ),
    anyText(30),
    fc.string({ maxLength: 300 }),
  );
  const pair = fc.tuple(fc.oneof(fc.constantFrom(...names), fc.string({ maxLength: 10 })), valor);
  const almostGood = fc
    .record({
      ...Object.fromEntries(
        names
          .slice(0, 8)
          .map((n) => [n, fc.oneof({ weight: 6, arbitrary: fc.constant(PERSONA[n as keyof typeof PERSONA]) }, valor)]),
      ),
      curp: fc.oneof(fc.constant(CURP), valor),
    })
    .map((data) => Object.entries({ token: 'pruebas', ...data }) as [string, string][]);
  const pairs = fc.oneof(fc.array(pair, { maxLength: 14 }), almostGood);
  const encoded = pairs.map((list) =>
    list.map(([n, v]) => `${encodeURIComponent(n.toWellFormed())}=${encodeURIComponent(v.toWellFormed())}`).join('&'),
  );
  const raw = fc.string({ unit: fc.constantFrom(...'%&=+?#/;:abcXYZ019._-~%%&&=='.split('')), maxLength: 60 });
  const body = fc.oneof(
    pairs.map((list) => JSON.stringify(Object.fromEntries(list))),
    fc.json(),
    anyText(10),
    encoded,
  );
  const path = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...OPERATIONS.map(({ name: nombre }) => `/curp/${nombre}`)) },
    fc.constantFrom('/curp/', '/curp/x', '/curp/validar/', '/x'),
  );
  const headerLines = fc.record(
    {
      'content-type': fc.constantFrom(
        'application/json',
        'application/x-www-form-urlencoded',
        'text/csv',
        'multipart/form-data',
        'x',
      ),
      'accept-language': fc.oneof(
        fc.constantFrom('en', 'es', 'en;q=0.5'),
        fc.string({ maxLength: 30 }).map((t) => t.replaceAll(/[^\x20-\x7e]/g, '')),
      ),
      authorization: fc.oneof(
        fc.constantFrom('Bearer pruebas', 'Bearer', 'Basic eDp5'),
        fc.string({ maxLength: 30 }).map((t) => t.replaceAll(/[^\x20-\x7e]/g, '')),
      ),
      'if-none-match': fc.constantFrom('*', '"x"'),
    },
    { requiredKeys: [] },
  );

  it('gets the envelope as described, and no 5xx other than 503', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('GET', 'POST', 'PUT', 'DELETE'),
        path,
        fc.oneof(encoded, raw),
        headerLines,
        body,
        async (method, address, query, headers, payload) => {
          const withBody = method === 'POST' || method === 'PUT';
          const { status, sobre } = await service.request({
            method: method as 'GET',
            url: `${address}?${query}`,
            headers,
            ...(withBody ? { payload } : {}),
          });
          expect(status < 500 || status === 503).toBe(true);
          const valid = sobre.error ? isFailure : successes.get(address.replaceAll(/^\/curp\/|\/$/g, ''));
          expect(valid?.(sobre) === true ? null : [sobre, valid?.errors]).toBeNull();
          expect(status === 200).toBe(sobre.code_error === 0);
        },
      ),
      { numRuns: 600 },
    );
  });
});
