/** Entry point of `lote.js`, which runs as a worker or is loaded by the page. */
import type { Aviso, Pedido } from './messages.js';
import { atender } from './task.js';

export { atender };

if (typeof document === 'undefined') {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- to its own page, which is no window
  const avisar = (aviso: Aviso): void => postMessage(aviso);
  addEventListener('message', ({ data }: MessageEvent<Pedido>) => {
    void atender(data, { avisar: (avance) => avisar({ avance }), turno: () => null }).then(avisar);
  });
}
