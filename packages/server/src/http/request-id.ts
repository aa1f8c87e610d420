/** The id by which a request is found again in the logs, answered as `x-request-id`. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What a proxy makes (a UUID, or 32 hexadecimal digits): nothing else, for it goes to the log. */
const DE_PROXY = /^[0-9a-f]{8}(-?)[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{12}$/i;

/** Numbers the requests of this process; behind a proxy that is trusted, an id that it gave is kept. */
export function requestIds(trustProxy: boolean): (request: IncomingMessage) => string {
  const proceso = randomBytes(5).toString('hex');
  let numero = 0;
  return (request) => {
    const dado = trustProxy ? request.headers['x-request-id'] : undefined;
    return typeof dado === 'string' && DE_PROXY.test(dado) ? dado : `${proceso}-${++numero}`;
  };
}
