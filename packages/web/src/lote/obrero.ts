/** The work of a file, in a worker. */
import type { Aviso, Pedido } from './pedido.js';
import { atender } from './tarea.js';

export function trabajar(): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- to its own page, which is no window
  const avisar = (aviso: Aviso): void => postMessage(aviso);
  addEventListener('message', ({ data }: MessageEvent<Pedido>) => {
    void atender(data, { avisar: (avance) => avisar({ avance }), turno: () => null }).then(avisar);
  });
}
