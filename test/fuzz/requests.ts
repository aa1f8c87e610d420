/** Requests to every route: with random values, headers and bodies, whole or broken. */
import { type AnyFile, anyFile } from './files.js';
import { MARK, anyKey, anyPerson, anyText, anyValue } from './values.js';
import type { Random } from './random.js';

/** One project for each kind of request. */
export const PROJECTS = ['exact', 'quota', 'slow', 'revoked', 'wild'] as const;
export type ProjectName = (typeof PROJECTS)[number];

/** The parts of a run that requests need. */
export interface Targets {
  readonly tokens: Readonly<Record<ProjectName, string>>;
  /** The ids of the latest jobs. */
  readonly jobs: readonly string[];
}

export interface AnyRequest {
  readonly method: string;
  /** The path and the query string. */
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
  /** The project, or `null` if it names none of ours. */
  readonly project: ProjectName | null;
}

const OPERATIONS = ['calcular_curp', 'entidades', 'validar', 'cotejar', 'obtener_datos'];
const V2 = ['calculateCURP', 'validateCurpStructure', 'getEntities', 'getData'];
const PLAIN = [
  '/',
  '/docs',
  '/docs/start.js',
  '/openapi.json',
  '/livez',
  '/readyz',
  '/index.html',
  '/sw.js',
  '/metrics',
];
const METHODS = 'GET HEAD POST PUT PATCH DELETE OPTIONS TRACE PROPFIND SEARCH PURGE LINK M-SEARCH SOURCE CONNECT'.split(
  ' ',
);
const HEADERS: readonly (readonly [string, readonly string[]])[] = [
  ['accept-language', ['en', 'es-MX, en;q=0.9', 'x;q=zz', ',,,', '*']],
  ['if-none-match', ['*', '""', 'W/"a"']],
  ['origin', ['null', 'https://ejemplo.mx', 'file://']],
  ['sec-fetch-site', ['cross-site', 'same-origin', 'x']],
  ['access-control-request-method', ['POST', 'x']],
  ['x-request-id', [MARK, '0'.repeat(32)]],
  ['x-forwarded-for', ['1.2.3.4', MARK]],
  ['range', ['bytes=0-1', 'bytes=-5', 'x']],
  ['accept-encoding', ['gzip', 'br;q=1, *;q=0', '']],
  ['expect', ['100-continue', MARK]],
  ['cookie', [MARK]],
  ['user-agent', [MARK]],
  ['upgrade', ['websocket', 'h2c']],
  ['connection', ['close', 'upgrade', 'keep-alive, te']],
  ['host', ['x', '', MARK, '[::1]']],
];

/** Returns a request of well-formed HTTP. `names` are the projects that it may use. */
export function anyRequest(random: Random, { tokens, jobs }: Targets, names: readonly ProjectName[]): AnyRequest {
  const kind = random.below(20);
  const headers: [string, string][] = [['host', 'x']];
  for (const [name, values] of HEADERS) if (random.oneIn(25)) headers.push([name, random.pick(values)]);
  const project = random.oneIn(12) ? null : random.pick(names);
  const token = project === null ? random.pick(['', 'pruebaz', `curp_${MARK}`, anyText(random)]) : tokens[project];
  const inHeader = random.oneIn(2);
  if (inHeader) headers.push(['authorization', `Bearer ${headerValue(token)}`]);
  const owned = { headers, project, query: inHeader ? '' : `token=${encodeURIComponent(token.toWellFormed())}&` };
  if (kind < 11) return operation(random, owned, `/curp/${random.pick(OPERATIONS)}`);
  if (kind < 12) return operation(random, owned, `${random.pick(['/api/v2', ''])}/curp/${random.pick(V2)}`);
  if (kind < 16) return file(random, owned, `/curp/${random.pick(['lote', 'lote', 'lotes'])}`, anyFile(random, 60));
  // The draws do not depend on the existing jobs, so that the case can be repeated.
  const [unknown, isUnknown, index] = [anyText(random), random.oneIn(3), random.next()];
  const id = (isUnknown ? undefined : jobs[index % jobs.length]) ?? encodeURIComponent(unknown.toWellFormed());
  const path =
    kind < 18
      ? `/curp/lotes${random.pick(['', `/${id}`, `/${id}/resultado`])}`
      : random.pick([
          ...PLAIN,
          `/${encodeURIComponent(MARK)}`,
          '/curp',
          '/curp//validar',
          '/CURP/validar',
          '/curp/../livez',
          '/.%2e/x',
        ]);
  const method = random.oneIn(5) ? random.pick(METHODS) : kind < 18 && random.oneIn(4) ? 'DELETE' : 'GET';
  return { method, target: `${path}?${owned.query}`, headers, body: Buffer.alloc(0), project };
}

interface Owned {
  readonly headers: readonly [string, string][];
  readonly project: ProjectName | null;
  readonly query: string;
}

const headerValue = (text: string): string => text.replace(/[^\u0021-\u007e]/g, '');

const form = (random: Random, values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`)
    .map((pair) => (random.oneIn(60) ? `${pair}&${pair}` : random.oneIn(60) ? pair.replace('=', '=%z') : pair))
    .join(random.oneIn(40) ? '&&' : '&');

function operation(random: Random, { headers, project, query }: Owned, path: string): AnyRequest {
  const values: Record<string, string> = { ...anyPerson(random), curp: anyKey(random) };
  if (random.oneIn(3)) values['detalle'] = random.pick(['1', '0', 'true', 'x', '']);
  const where = random.pick(['query', 'query', 'json', 'form'] as const);
  const target = path + random.pick(['', '', '/']);
  if (where === 'query') {
    const method = random.oneIn(10) ? random.pick(METHODS) : 'GET';
    return { method, target: `${target}?${query}${form(random, values)}`, headers, body: Buffer.alloc(0), project };
  }
  const type = where === 'json' ? 'application/json' : 'application/x-www-form-urlencoded';
  const contentType = random.oneIn(15) ? random.pick(['', 'text/plain', `${type}; charset=x`, MARK]) : type;
  const json = random.oneIn(6) ? { ...values, [random.pick(Object.keys(values))]: anyValue(random) } : values;
  const text =
    where === 'form' ? form(random, values) : random.oneIn(12) ? oddJson(random) : JSON.stringify(json, asNumber);
  const body = random.oneIn(10) ? random.mutate(Buffer.from(text)) : Buffer.from(text);
  const method = random.oneIn(12) ? random.pick(METHODS) : 'POST';
  return { method, target: `${target}?${query}`, headers: [...headers, ['content-type', contentType]], body, project };
}

/** Returns a number for a large integer, which JSON does not have. */
const asNumber = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? Number(value) : value);

const oddJson = (random: Random): string =>
  random.pick([
    '['.repeat(random.below(17_000)),
    '{"curp":'.repeat(random.below(2000)),
    '{"curp":"a","curp":"b"}',
    '{"__proto__":{"curp":"x"},"constructor":1}',
    '"x"',
    'null',
    '{"curp":1e999,"nombres":-0}',
    '{"curp":"\\ud800","nombres":"\\u0000"}',
    '\ufeff{}',
    `{"curp":"${'a'.repeat(random.below(20_000))}"}`,
  ]);

function file(
  random: Random,
  { headers, project, query }: Owned,
  path: string,
  { format, bytes }: AnyFile,
): AnyRequest {
  const type = format === 'csv' ? 'text/csv' : 'application/x-ndjson';
  const charset = random.pick([
    '',
    '',
    '',
    '; charset=utf-8',
    '; charset=windows-1252',
    '; charset=utf-16',
    '; charset=x',
  ]);
  const parameters = [
    random.oneIn(2) ? `operacion=${random.pick(['calcular', 'validar', 'cotejar', 'x'])}` : '',
    random.oneIn(6) ? `excel=${random.pick(['1', '0', 'x'])}` : '',
    random.oneIn(10) ? `columna_nombres=${random.pick(['nombres', 'curp', encodeURIComponent(MARK), ''])}` : '',
  ].join('&');
  return {
    method: random.oneIn(30) ? random.pick(METHODS) : 'POST',
    target: `${path}?${query}${parameters}`,
    headers: [...headers, ['content-type', random.oneIn(20) ? anyType(random) : type + charset]],
    body: bytes,
    project,
  };
}

const anyType = (random: Random): string =>
  random.pick(['application/json', 'multipart/form-data; boundary=x', 'text/csv;;;', '', 'application/zip', MARK]);
