/**
 * The thread that does pieces, so that no request waits for them: with connections of its own and hardly anything in its
 * memory, which is looked through again and again where so many bytes come and go.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { openPostgres } from '../store/postgres.js';
import { SqlPieces } from '../store/sql/pieces.js';
import type { Turno } from './queue.js';
import type { Encargo, Respuesta } from './thread.js';
import { hacerPieza } from './piece.js';
import { DatabaseClock } from './clock.js';
import { Trabajador } from './piece-work.js';

const { databaseUrl, pool, retentionMs }: Encargo = workerData;
const driver = await openPostgres(databaseUrl, pool);
const reloj = await DatabaseClock.open(driver);
const piezas = new SqlPieces(driver);
const trabajador = new Trabajador({ piezas, hacer: hacerPieza, now: reloj.now, retentionMs });

async function atender(numero: number, turno: Turno): Promise<void> {
  const responder = (respuesta: Respuesta): void => parentPort?.postMessage(respuesta, []);
  try {
    await reloj.adjust().catch(() => undefined); // as it was, where the database is away
    responder({ numero, hecha: await trabajador.hacer(turno) });
  } catch (error) {
    // Its kind alone: a message might repeat what was read.
    responder({ numero, error: error instanceof Error ? error.name : typeof error });
  }
}

parentPort?.on('message', (mensaje: { readonly numero: number; readonly turno: Turno } | null) => {
  if (mensaje !== null) void atender(mensaje.numero, mensaje.turno);
  else void driver.close().then(() => parentPort?.close());
});
