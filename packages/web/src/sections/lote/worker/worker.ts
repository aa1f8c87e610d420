/** Entry point of `lote.js`, which runs as a worker or is loaded by the page. */
import type { TaskMessage, TaskRequest } from './messages.js';
import { handle } from './task.js';

export { handle };

if (typeof document === 'undefined') {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- to its own page, which is no window
  const send = (message: TaskMessage): void => postMessage(message);
  addEventListener('message', ({ data }: MessageEvent<TaskRequest>) => {
    void handle(data, { onProgress: (progress) => send({ progress }), takeTurn: () => null }).then(send);
  });
}
