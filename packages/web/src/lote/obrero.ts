/** The work of a file, in a worker. */
import type { Aviso, Pedido } from './pedido.js';
import { ejecutar, enPalabras } from './tarea.js';

export function trabajar(): void {
  const avisar = (aviso: Aviso): void => postMessage(aviso);
  addEventListener('message', ({ data }: MessageEvent<Pedido>) => {
    ejecutar(data, { avisar: (avance) => avisar({ avance }), turno: () => null }).then(
      (listo) => avisar({ listo }),
      (error: unknown) => avisar({ falla: enPalabras(error) }),
    );
  });
}
