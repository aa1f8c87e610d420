/**
 * One contender of `http.mjs`: Fastify with the plugins that a team would use instead of the service: CORS, security headers, a
 * rate by token, overload, metrics, and schemas of the query and of the answer. `node THIS ANSWER.json [LOG_LEVEL]`.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { requirePeer } from '../tools/peers.mjs';

const { fastify } = createRequire(new URL('../../packages/server/package.json', import.meta.url))('fastify');

const [file, level] = process.argv.slice(2);
const { path, headers, body } = JSON.parse(readFileSync(file, 'utf8'));
const object = JSON.parse(body);
// The plugins send the other headers.
const own = Object.fromEntries(
  ['cache-control', 'ratelimit', 'ratelimit-policy', 'x-request-id'].map((name) => [name, headers[name]]),
);

const text = { type: 'string', minLength: 1, maxLength: 100 };
const figures = (count) => ({ type: 'string', pattern: `^\\d{${count}}$` });
const querystring = {
  type: 'object',
  required: ['token', 'nombres', 'apellido_paterno', 'anio_nacimiento', 'mes_nacimiento', 'dia_nacimiento', 'entidad'],
  properties: {
    token: text,
    nombres: text,
    apellido_paterno: text,
    apellido_materno: { type: 'string', maxLength: 100 },
    anio_nacimiento: figures(4),
    mes_nacimiento: figures(2),
    dia_nacimiento: figures(2),
    sexo: { type: 'string', enum: ['H', 'M', 'X'] },
    entidad: figures(2),
  },
};
const answer = {
  type: 'object',
  properties: {
    error: { type: 'boolean' },
    code_error: { type: 'integer' },
    error_message: { type: 'string', nullable: true },
    response: { type: 'object', properties: { curp: { type: 'string' } } },
  },
};
/** Leaves only those headers of helmet that the service sends too. */
const HELMET = {
  contentSecurityPolicy: false,
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  strictTransportSecurity: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
};
const shown = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];
const hidden = Object.fromEntries(shown.map((name) => [name, false]));

const server = fastify({ logger: level === undefined ? false : { level } });
await server.register(requirePeer('@fastify/under-pressure'), { maxEventLoopDelay: 1000 });
await server.register(requirePeer('fastify-metrics'), { endpoint: '/metrics' });
await server.register(requirePeer('@fastify/cors'));
await server.register(requirePeer('@fastify/helmet'), HELMET);
await server.register(requirePeer('@fastify/rate-limit'), {
  max: 1_000_000_000,
  timeWindow: 1000,
  keyGenerator: ({ query }) => query.token,
  addHeadersOnExceeding: hidden,
});
server.get(path, { schema: { querystring, response: { 200: answer } } }, (_, reply) => reply.headers(own).send(object));
console.log(await server.listen({ host: '127.0.0.1', port: 0 }));
