/** The way of a request: to the replicas in turn, to whichever takes it, or through a proxy. */
import { Agent, request } from 'node:http';
import { type Respuesta, seApaga } from './judge.js';
import type { Pedido } from './requests.js';
import type { Replica } from './replica.js';

/** Much longer than any limit of the service: who has no answer by then will have none. */
const PLAZO_MS = 30_000;

interface Llegada {
  /** `null`: a connection was refused or broken, as it may be. */
  readonly respuesta: Respuesta | null;
  /** Which replica answered; `null`: who knows. */
  readonly replica: Replica | null;
  /** Connections that were refused or broken, and those of them on which it may have been done all the same. */
  readonly rechazadas: number;
  readonly dudosas: number;
}

export interface Camino {
  readonly pedir: (pedido: Pedido) => Promise<Llegada>;
  /** How many requests a proxy has sent again after one that may have been done. */
  readonly repetidas?: () => number;
}

const vivas = new Agent({ keepAlive: true });

/** Sends it, three times of four on a connection that is kept; fails where no whole answer comes. */
export async function enviar(puerto: number, { metodo, ruta, headers, cuerpo }: Pedido): Promise<Respuesta> {
  return new Promise((resolve, reject) => {
    const agent = Math.random() < 0.75 ? vivas : false;
    const length = cuerpo === '' ? {} : { 'content-length': String(Buffer.byteLength(cuerpo)) };
    const opciones = { host: '127.0.0.1', port: puerto, method: metodo, path: ruta, agent };
    const pedida = request({ ...opciones, headers: { ...headers, ...length } }, (respuesta) => {
      const trozos: Buffer[] = [];
      respuesta.on('data', (trozo: Buffer) => trozos.push(trozo));
      respuesta.once('error', reject);
      respuesta.once('end', () => {
        const texto = Buffer.concat(trozos).toString();
        resolve({ status: respuesta.statusCode ?? 0, headers: respuesta.headers, cuerpo: texto });
      });
    });
    pedida.setTimeout(PLAZO_MS, () => pedida.destroy(Object.assign(new Error('no answer'), { code: 'TARDE' })));
    pedida.once('error', reject);
    pedida.end(cuerpo);
  });
}

const codigoDe = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : 'ERROR');

/** To one replica: it may break a connection only as it goes. */
async function intentar(replica: Replica, pedido: Pedido): Promise<Llegada> {
  const desde = performance.now();
  try {
    return { respuesta: await enviar(replica.puerto, pedido), replica, rechazadas: 0, dudosas: 0 };
  } catch (error) {
    const codigo = codigoDe(error);
    if (codigo === 'TARDE' || !replica.vacila(desde))
      throw new Error(`broken connection (${codigo})`, { cause: error });
    return { respuesta: null, replica, rechazadas: 1, dudosas: codigo === 'ECONNREFUSED' ? 0 : 1 };
  }
}

export function porTurnos(replicas: readonly Replica[]): Camino {
  let turno = 0;
  return { pedir: async (pedido) => intentar(replicas[turno++ % replicas.length] as Replica, pedido) };
}

/** As a balancer does: who refuses, breaks off or stops is passed over, and only if all do, twice, is the client told. */
export function balanceado(replicas: readonly Replica[]): Camino {
  let turno = 0;
  const pedir: Camino['pedir'] = async (pedido) => {
    const cuenta = { rechazadas: 0, dudosas: 0 };
    const primera = turno++ % replicas.length;
    const orden = [...replicas.slice(primera), ...replicas.slice(0, primera)];
    for (const replica of [...orden, ...orden]) {
      const llegada = await intentar(replica, pedido);
      cuenta.rechazadas += llegada.rechazadas;
      cuenta.dudosas += llegada.dudosas;
      if (llegada.respuesta !== null && !seApaga(llegada.respuesta)) return { ...llegada, ...cuenta };
    }
    throw new Error('no replica took it');
  };
  return { pedir };
}
