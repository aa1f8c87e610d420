/** All is well again: every replica is ready, and serves a project of which it may not have heard. */
import { setTimeout } from 'node:timers/promises';
import { enviar } from './path.js';
import type { Mundo } from './fault.js';
import type { Pedido } from './requests.js';
import type { Replica } from './replica.js';

const PLAZO_MS = 60_000;

const SONDEO = {
  metodo: 'GET',
  headers: {},
  cuerpo: '',
  proyecto: '',
  operacion: '',
  codigos: [],
  acierta: () => true,
};

const contesta = async (replica: Replica, ruta: string): Promise<boolean> =>
  enviar(replica.puerto, { ...SONDEO, ruta } satisfies Pedido).then(
    ({ status }) => status === 200,
    () => false,
  );

export async function recuperadas({ replicas, proyectos }: Mundo): Promise<void> {
  const rutas = ['/readyz', `/curp/entidades?token=${proyectos.nuevo.token}`];
  const hasta = performance.now() + PLAZO_MS;
  await Promise.all(
    replicas.flatMap((replica) =>
      rutas.map(async (ruta) => {
        while (!(await contesta(replica, ruta))) {
          if (performance.now() > hasta) throw new Error('a replica did not recover');
          await setTimeout(20);
        }
      }),
    ),
  );
}
