/** The way of a file through the service, piece by piece, so that others have their turn in between. */
import { setImmediate as turno } from 'node:timers/promises';
import type { Lote } from '@curp-service/lote';
import type { Stream } from '../http/stream.js';
import type { Allowance } from './allowance.js';

/** How many bytes are done at a time: all that came or, where rows take long, so many as take about this. */
const PASO_MAXIMO = 65_536;
const PASO_MINIMO = 1024;
const PASO_INICIAL = 4096;
const PASO_MS = 4;

interface Partes {
  readonly lote: Lote;
  readonly cupo: Allowance;
  readonly corriente: Stream;
  /** Called before each piece goes out. */
  readonly alEntregar: () => void;
  /** Called when some rows are done. */
  readonly alAvanzar: () => void;
}

export async function pump({ lote, cupo, corriente, alEntregar, alAvanzar }: Partes): Promise<void> {
  let paso = PASO_INICIAL;
  /** Hands over what is done. */
  const entregar = async (hechos: Iterator<Uint8Array, void>): Promise<void> => {
    let ms = 0;
    for (;;) {
      const antes = performance.now();
      const { done, value } = hechos.next();
      ms = Math.max(ms, performance.now() - antes);
      if (done === true) break;
      if (value.length > 0) {
        alEntregar();
        await corriente.write(value);
      }
      if (lote.waiting) await cupo.refill(lote);
      await turno();
    }
    if (ms > PASO_MS) paso = Math.max(PASO_MINIMO, paso / 2);
    else if (ms < PASO_MS / 4) paso = Math.min(PASO_MAXIMO, paso * 2);
    alAvanzar();
  };

  for (let pieza = await corriente.read(); pieza !== null; pieza = await corriente.read()) {
    await cupo.checkProject(lote);
    let desde = 0;
    while (desde < pieza.length) {
      const parte = pieza.subarray(desde, desde + paso);
      desde += parte.length;
      await entregar(lote.process(parte));
    }
  }
  await entregar(lote.finish());
}
