/** The id that finds a request in the log; the answer carries it as `x-request-id`. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

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
