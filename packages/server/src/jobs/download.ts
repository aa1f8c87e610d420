/** The result of a job, piece by piece, no faster than its client reads. */
import { type LoteOptions, release } from '@curp-service/lote';
import type { FastifyReply } from 'fastify';
import { CODES } from '@curp-service/contract/codes/service';
import { headersDe } from '../http/answer.js';
import type { Admitida, Peticion } from '../access/gate.js';
import { TIPOS } from '../files/options.js';
import { Cortada, Corriente } from '../http/stream.js';
import { cifras } from '../files/totals.js';
import type { PartesDeLote } from '../files/serve.js';
import { levelOf } from '../observe/log.js';
import type { JobRow } from '../store/sql/jobs.js';
import { JOBS_OPERATION } from './status.js';
import type { Jobs } from './jobs.js';

export async function sendResult(
  { config, gate, anotar, enCurso, maxIdleMs }: PartesDeLote,
  lotes: Jobs,
  request: Peticion,
  reply: FastifyReply,
  { proyecto, headers }: Admitida<string>,
  fila: JobRow,
): Promise<void> {
  const { raw: response } = reply.hijack();
  const corriente = new Corriente(request.raw, response, maxIdleMs);
  const { formato }: Pick<LoteOptions, 'formato'> = JSON.parse(fila.opciones);
  const totales = cifras({ rows: fila.filas, good: fila.correctas, errors: new Map() });

  const servir = async (): Promise<void> => {
    response.writeHead(200, {
      ...headersDe(config, request, headers),
      'content-type': TIPOS[formato],
      'content-length': fila.salida,
      'content-disposition': `attachment; filename="${fila.id}.${formato}"`,
      ...Object.fromEntries(Object.entries(totales).map(([nombre, n]) => [`lote-${nombre}`, String(n)])),
    });
    for (let numero = 0; numero < fila.piezas && request.method !== 'HEAD'; numero += 1) {
      const bytes = await lotes.store.result(fila.id, numero);
      if (bytes === null) throw new Cortada('lotes_desconocido'); // it was erased meanwhile
      if (bytes.length > 0) await corriente.escribir(bytes);
      release(bytes);
    }
    response.end();
  };
  const trabajar = async (): Promise<void> => {
    const hecho = { operacion: JOBS_OPERATION, proyecto: proyecto.id, http: 200 };
    try {
      await servir();
      anotar(request, { ...hecho, code_error: 0, cifras: { ...totales, cortado: false } });
    } catch (error) {
      corriente.cerrar();
      if (!(error instanceof Cortada)) gate.storeFailed(error);
      const { code: codigo, http } = CODES[error instanceof Cortada ? error.causa : 'almacen'];
      anotar(request, { ...hecho, code_error: codigo, level: levelOf(http), cifras: { ...totales, cortado: true } });
    }
  };
  await enCurso.agregar({ socket: request.raw.socket, corriente, fin: trabajar() });
}
