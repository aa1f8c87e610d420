/**
 * Ends an answer to a request whose body was not read. A client that sends everything before it reads would see a broken
 * connection instead of the answer if the service closed it, so the rest of the body is read and dropped first.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** The rest is dropped for so long and up to so many bytes; then the connection is cut. */
const DROP_MS = 5000;
const DROP_BYTES = 100_000_000;

/** Whether more of the body may come. A request without a body is not yet complete when its handler runs. */
const hasUnreadBody = ({ complete, readableEnded, headers }: IncomingMessage): boolean =>
  !complete &&
  !readableEnded &&
  (headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0');

/** Sends the body of an answer whose headers are written, and ends it once that of the request is over. */
export function endAnswer(request: IncomingMessage, response: ServerResponse, body: string | undefined): void {
  if (!hasUnreadBody(request)) {
    response.end(body);
    return;
  }
  response.cork();
  if (body === undefined) response.flushHeaders();
  else response.write(body);
  response.uncork(); // at once: a stop may cut the connection before the next tick
  const cut = (): void => void request.socket.destroy();
  const timer = setTimeout(cut, DROP_MS).unref();
  let room = DROP_BYTES;
  request
    .removeAllListeners('readable')
    .removeAllListeners('data')
    .on('data', (piece: Buffer) => {
      room -= piece.length;
      if (room < 0) cut();
    });
  const stop = (): void => clearTimeout(timer);
  request
    .once('end', stop)
    .once('close', stop)
    .once('end', () => response.end());
  request.resume();
}
