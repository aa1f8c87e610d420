/** One contender of `http.mjs`: Fastify with only one route. `node THIS ANSWER.json [LOG_LEVEL]`. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

// This is the Fastify that the service uses.
const { fastify } = createRequire(new URL('../../packages/server/package.json', import.meta.url))('fastify');

const [file, level] = process.argv.slice(2);
const { path, headers, body } = JSON.parse(readFileSync(file, 'utf8'));
const object = JSON.parse(body);

const server = fastify({ logger: level === undefined ? false : { level } });
server.get(path, (_, reply) => reply.headers(headers).send(object));
console.log(await server.listen({ host: '127.0.0.1', port: 0 }));
