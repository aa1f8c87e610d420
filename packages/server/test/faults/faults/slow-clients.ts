/** Clients hold hundreds of connections: silent ones, ones that drip, half requests, and sides that are closed too soon. */
import { setTimeout } from 'node:timers/promises';
import { Conexion } from '../../process.js';
import type { Falla, Mundo } from '../fault.js';
import type { Replica } from '../replica.js';

/** Of each kind and replica. */
const CUANTAS = 50;
const PLAZO_MS = 60_000;
const CABEZA = 'POST /curp/validar HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';

type Clase = (conexion: Conexion) => unknown;

const CLASES: readonly Clase[] = [
  () => undefined,
  ({ socket }) => socket.write('GET /curp/entidades HTTP/1.1\r\nHost: x\r\n'),
  ({ socket }) => socket.write(`${CABEZA}Content-Length: 100\r\n\r\n{`),
  ({ socket }) => socket.end(`${CABEZA}Content-Length: 100\r\n\r\n{`),
  async ({ socket }) => {
    socket.write('GET /curp/entidades HTTP/1.1\r\nX-Lento: ');
    for (; socket.writable; await setTimeout(500)) socket.write('x');
  },
];

function abrir({ puerto }: Replica): Conexion[] {
  return CLASES.flatMap((clase) =>
    Array.from({ length: CUANTAS }, () => {
      const conexion = new Conexion(puerto, { allowHalfOpen: true });
      void clase(conexion);
      return conexion;
    }),
  );
}

/** Waits until the service has let go of a connection, and looks at what it said. */
async function soltada(conexion: Conexion, tarde: AbortSignal): Promise<void> {
  conexion.socket.once('end', () => conexion.socket.end());
  tarde.addEventListener('abort', () => conexion.socket.destroy());
  const respuestas = await conexion.todo();
  if (tarde.aborted) throw new Error('a connection was never let go');
  for (const { status, cuerpo } of respuestas) {
    if (status !== 400 || !cuerpo.includes('"code_error":8')) throw new Error(`not the right answer: ${cuerpo}`);
  }
}

export const clientesLentos: Falla = {
  nombre: `${CUANTAS * CLASES.length} slow and half-open connections on each replica`,
  causar: async ({ replicas }: Mundo) => {
    const tarde = AbortSignal.timeout(PLAZO_MS);
    await Promise.all(replicas.flatMap(abrir).map(async (conexion) => soltada(conexion, tarde)));
  },
};
