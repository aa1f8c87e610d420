/** Finds what HTTP/1.1 forbids in a request although Node's parser lets it pass. */
import type { IncomingMessage } from 'node:http';
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
