/** The result of a job, piece by piece, no faster than its client reads. */
import { type LoteOptions, release } from '@curp-service/lote';
import type { FastifyReply } from 'fastify';
import { CODES } from '@curp-service/contract/codes/service';
import { answerHeaders, takeOver } from '../http/answer.js';
import type { Admitted, IncomingRequest } from '../access/gate.js';
import { CONTENT_TYPES } from '../files/options.js';
import { StreamCut, Stream } from '../http/stream.js';
import { figures } from '../files/totals.js';
import type { FileParts } from '../files/serve.js';
import { levelOf } from '../observe/log.js';
import type { FilaDeLote } from '../store/sql/jobs.js';
import { OPERACION } from './status.js';
import type { Jobs } from './jobs.js';

export async function bajar(
  { config, gate, record: anotar, running: enCurso, maxIdleMs }: FileParts,
  lotes: Jobs,
  request: IncomingRequest,
  reply: FastifyReply,
  { project: proyecto, headers }: Admitted<string>,
  fila: FilaDeLote,
): Promise<void> {
  const response = takeOver(reply);
  const corriente = new Stream(request.raw, response, maxIdleMs);
  const { formato }: Pick<LoteOptions, 'formato'> = JSON.parse(fila.opciones);
  const totales = figures({ rows: fila.filas, good: fila.correctas, errors: new Map() });

  const servir = async (): Promise<void> => {
    response.writeHead(200, {
      ...answerHeaders(config, request, headers),
      'content-type': CONTENT_TYPES[formato],
      'content-length': fila.salida,
      'content-disposition': `attachment; filename="${fila.id}.${formato}"`,
      ...Object.fromEntries(Object.entries(totales).map(([nombre, n]) => [`lote-${nombre}`, String(n)])),
    });
    for (let numero = 0; numero < fila.piezas && request.method !== 'HEAD'; numero += 1) {
      const bytes = await lotes.sql.resultado(fila.id, numero);
      if (bytes === null) throw new StreamCut('lotes_desconocido'); // it was erased meanwhile
      if (bytes.length > 0) await corriente.write(bytes);
      release(bytes);
    }
    response.end();
  };
  const trabajar = async (): Promise<void> => {
    const hecho = { operacion: OPERACION, proyecto: proyecto.id, http: 200 };
    try {
      await servir();
      anotar(request, { ...hecho, code_error: 0, figures: { ...totales, cortado: false } });
    } catch (error) {
      corriente.close();
      if (!(error instanceof StreamCut)) gate.storeFailed(error);
      const { code: codigo, http } = CODES[error instanceof StreamCut ? error.reason : 'almacen'];
      anotar(request, { ...hecho, code_error: codigo, level: levelOf(http), figures: { ...totales, cortado: true } });
    }
  };
  await enCurso.add({ socket: request.raw.socket, stream: corriente, end: trabajar() });
}
