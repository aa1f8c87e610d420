/** The load: clients that ask without a pause, judge every answer, and know what they got. */
import { setTimeout } from 'node:timers/promises';
import { cuadrarUsos } from './accounts.js';
import { type Emprender, type Mundo, nuevaParte } from './fault.js';
import { juzgar } from './judge.js';
import { type Pedido, pedidosDe } from './requests.js';
import type { Replica } from './replica.js';

const CLIENTES = 6;
const PAUSA_MS = 5;

export interface Exito {
  readonly momento: number;
  readonly replica: Replica | null;
  readonly proyecto: string;
  readonly operacion: string;
}

export interface Visto {
  readonly exitos: readonly Exito[];
  /** Requests without an answer that may have been done. */
  readonly dudosas: number;
}

export const cargar: Emprender = (mundo) => {
  const parte = nuevaParte();
  const visto = { exitos: [] as Exito[], dudosas: 0 };
  const elegir = pedidosDe(mundo.proyectos);

  const pedir = async (pedido: Pedido): Promise<number | null> => {
    parte.pedidas += 1;
    const { respuesta, replica, rechazadas, dudosas } = await mundo.camino.pedir(pedido);
    parte.rechazadas += rechazadas;
    visto.dudosas += dudosas;
    if (respuesta === null) return null;
    const juicio = juzgar(pedido, respuesta);
    if (typeof juicio === 'object') throw new Error(`${pedido.metodo} ${pedido.operacion}: ${juicio.mal}`);
    if (juicio === 'claro') parte.claras += 1;
    else parte.bien += 1;
    const { proyecto, operacion } = pedido;
    if (juicio === 'exito') visto.exitos.push({ momento: performance.now(), replica, proyecto, operacion });
    return respuesta.status;
  };
  const pedirSinFallar = async (pedido: Pedido): Promise<number | null> =>
    pedir(pedido).catch((error: unknown) => {
      parte.mal.push(String(error));
      return null;
    });

  const cliente = async (): Promise<void> => {
    while (!mundo.basta.aborted) {
      await pedirSinFallar(elegir());
      await setTimeout(PAUSA_MS);
    }
  };
  const clientes = Array.from({ length: CLIENTES }, cliente);

  return {
    parte,
    terminar: async () => {
      await Promise.all(clientes);
      await agotar(mundo, elegir, pedirSinFallar);
    },
    cuadrar: async (store) => {
      visto.dudosas += mundo.camino.repetidas?.() ?? 0;
      const { perdidas, mal } = await cuadrarUsos(store, mundo, visto);
      parte.perdidas = perdidas;
      parte.mal.push(...mal);
    },
  };
};

/** Uses up what is left of the small quota, until every replica says that it is. */
async function agotar(
  { proyectos, replicas }: Mundo,
  elegir: () => Pedido,
  pedir: (pedido: Pedido) => Promise<number | null>,
): Promise<void> {
  for (let seguidas = 0; seguidas < replicas.length;) {
    const pedido = elegir();
    if (pedido.proyecto !== proyectos.corto.id) continue;
    seguidas = (await pedir(pedido)) === 403 ? seguidas + 1 : 0;
  }
}
