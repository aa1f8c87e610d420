/** One contender of `http.mjs`: only `node:http`. `node THIS ANSWER.json`. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const { headers, body } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const all = {
  ...headers,
  'content-type': 'application/json; charset=utf-8',
  'content-length': Buffer.byteLength(body),
};

const server = createServer({ keepAliveTimeout: 65_000 }, (_, response) => response.writeHead(200, all).end(body));
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
