/** What is read of every request before its operation: whether it keeps to HTTP, and the id that finds it in the log. */
import type { IncomingMessage } from 'node:http';
import { randomBytes } from 'node:crypto';
import type { Problem } from '@curp-service/contract/envelope';

const WRONG_VERSION: Problem = { cause: 'version_http' };
const WRONG_CODING: Problem = { cause: 'transferencia' };
const MALFORMED: Problem = { cause: 'peticion' };

export function protocolProblem({ httpVersionMajor, headers, rawHeaders }: IncomingMessage): Problem | null {
  if (httpVersionMajor !== 1) return WRONG_VERSION; // a request line without a version is HTTP/0.9
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && !/^chunked$/i.test(coding)) return WRONG_CODING;
  return hasTwoHosts(rawHeaders) ? MALFORMED : null;
}

/** `rawHeaders` has names and values in turn. */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

/** A UUID or 32 hexadecimal digits, as proxies make them. Nothing else may reach the log. */
const PROXY_ID = /^[0-9a-f]{8}(-?)[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{12}$/i;

/** Numbers the requests of this process; keeps the id that a trusted proxy gave. */
export function requestIds(trustProxy: boolean): (request: IncomingMessage) => string {
  const prefix = randomBytes(5).toString('hex');
  let number = 0;
  return (request) => {
    const given = trustProxy ? request.headers['x-request-id'] : undefined;
    return typeof given === 'string' && PROXY_ID.test(given) ? given : `${prefix}-${++number}`;
  };
}
