/** One case of the run: the requests of a connection, how they are written, cut and ended. */
import type { Exchange } from './exchange.js';
import type { Random } from './random.js';
import { type AnyRequest, type Targets, anyRequest } from './requests.js';

export interface Case extends Exchange {
  readonly requests: readonly AnyRequest[];
  /** True if the requests are well-formed HTTP and the client waits for every answer, so that usage must be exact. */
  readonly whole: boolean;
  /** How long the service may take to answer or to close. */
  readonly limitMs: number;
}

/** The service gives a request 15 seconds and a silent file 65, and a busy machine may need some more. */
const LIMIT_MS = 40_000;
const FILE_LIMIT_MS = 100_000;

const GARBAGE = [
  '\x16\x03\x01\x00\xc8\x01\x00\x00\xc4\x03\x03',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'GET /curp/entidades\r\n\r\n',
  'POST /curp/lote\r\n\r\n',
  'GET /livez HTTP/9.9\r\n\r\n',
  'CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET http://x/curp/validar HTTP/1.1\r\nHost: x\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n',
  '\r\n\r\n\r\n',
];

/** Returns one case. With `patient`, some clients may stay silent until the service cuts them. */
export function anyCase(random: Random, targets: Targets, patient: boolean): Case {
  const kind = random.below(100);
  if (kind < 60) return wholeCase(random, targets);
  const limitMs = LIMIT_MS;
  if (kind < 66) {
    const requests = Array.from({ length: 2 + random.below(random.pick([30, 300])) }, () => wild(random, targets));
    const bytes = Buffer.concat(requests.map((request) => write(random, request)));
    const ending = random.pick(['read', 'read', 'half', 'deaf', 'reset', 'rude'] as const);
    return { requests, pieces: random.cut(bytes), ending, heads: requests.map(isHead), whole: false, limitMs };
  }
  if (kind < 70) {
    const bytes = Buffer.from(random.pick(GARBAGE), 'latin1');
    const pieces = [random.oneIn(2) ? bytes : Buffer.concat([bytes, random.bytes(random.below(300))])];
    return { requests: [], pieces, ending: random.pick(['half', 'reset', 'rude']), heads: [], whole: false, limitMs };
  }
  const request = wild(random, targets);
  const bytes = write(random, request);
  const ofOne = { requests: [request], heads: [isHead(request)], whole: false, limitMs };
  if (kind < 82)
    // A rude client waits as long as the service waits for the rest of a file that was cut.
    return {
      ...ofOne,
      pieces: random.cut(broken(random, bytes)),
      ending: random.pick(['half', 'half', 'rude']),
      limitMs: FILE_LIMIT_MS,
    };
  if (kind < 85) return { ...ofOne, pieces: random.cut(bytes), ending: 'rude' };
  const part = bytes.subarray(0, random.below(bytes.length + 1));
  if (kind < 94 || !patient)
    return { ...ofOne, pieces: random.cut(part), ending: random.pick(['abort', 'reset', 'half']) };
  return { ...ofOne, pieces: random.cut(part), ending: 'silent', limitMs: FILE_LIMIT_MS };
}

const wild = (random: Random, targets: Targets): AnyRequest => anyRequest(random, targets, ['wild']);

const isHead = ({ method }: AnyRequest): boolean => method === 'HEAD';

function wholeCase(random: Random, targets: Targets): Case {
  const request = anyRequest(random, targets, ['exact', 'exact', 'exact', 'quota', 'slow', 'revoked']);
  const bytes = write(random, request);
  const pieces = random.oneIn(3) ? random.cut(bytes) : [bytes];
  return { requests: [request], pieces, ending: 'read', heads: [isHead(request)], whole: true, limitMs: LIMIT_MS };
}

/** A longer body is not sent in chunks of one byte, because each takes 200 bytes of this process's memory. */
const MAX_SINGLE_BYTES = 100_000;

/** Writes a request with a length, or in chunks of random sizes. */
function write(random: Random, { method, target, headers, body }: AnyRequest): Buffer {
  const chunked = body.length > 0 && random.oneIn(3);
  const framing = chunked ? ['transfer-encoding: chunked'] : body.length > 0 ? [`content-length: ${body.length}`] : [];
  const lines = [`${method} ${target} HTTP/1.1`, ...headers.map((pair) => pair.join(': ')), ...framing, '', ''];
  const inBytes = chunked && body.length <= MAX_SINGLE_BYTES && random.oneIn(5);
  const chunks = inBytes ? Array.from(body, (byte) => Buffer.of(byte)) : random.cut(body);
  const content = chunked ? Buffer.concat([...chunks.map(chunk), Buffer.from('0\r\n\r\n')]) : body;
  return Buffer.concat([Buffer.from(lines.join('\r\n'), 'latin1'), content]);
}

const chunk = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);

/** Breaks the HTTP of a request. */
function broken(random: Random, bytes: Buffer): Buffer {
  const text = bytes.toString('latin1');
  const change = (from: string | RegExp, to: string): Buffer => Buffer.from(text.replace(from, to), 'latin1');
  return random.pick([
    () => random.mutate(bytes),
    () => random.mutate(bytes),
    () => change('HTTP/1.1', random.pick(['HTTP/1.0', 'HTTP/2', 'HTTP/1.1 ', '', 'HTTQ/1.1'])),
    () =>
      change(
        '\r\n',
        `\r\n${random.pick(['content-length: 5', 'transfer-encoding: gzip, chunked', 'x', ': x', 'host: y', ' x: y'])}\r\n`,
      ),
    () => change('\r\n', `\r\nx: ${'a'.repeat(random.below(40_000))}\r\n`),
    () => change('\r\n', `\r\n${'x: y\r\n'.repeat(random.below(3000))}`),
    () =>
      change(
        /content-length: (\d+)/,
        `content-length: ${random.pick(['-1', '$1$1', '1', '0', '99999999999999999999', 'x'])}`,
      ),
    () => change(/\r\n[0-9a-f]+\r\n/, `\r\n${random.pick(['zz', 'ffffffffffffffff', '-1', '5;x=y', ''])}\r\n`),
    () => change('?', `?x=${'a'.repeat(random.below(70_000))}`),
    () => change('?', `?nombres=${random.pick(['Ñusta', '\0', ' ', '\t', '%', '%ff'])}&`),
  ])();
}
