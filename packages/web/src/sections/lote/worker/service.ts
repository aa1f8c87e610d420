/**
 * A file done by the service as a job, for files too large for this computer. Nothing else on the page sends a datum anywhere,
 * and this does only when the user asks for it, with a token. The page erases the job when it ends, is cancelled, or the page
 * is closed and the browser still sends the request; otherwise the service erases it when it expires.
 */
import type { Bilingual } from '@curp-service/contract/language';
import type { JobStatus } from '@curp-service/client';
import { MEDIA_TYPES } from '@curp-service/contract/jobs';
import type { Lectura } from '@curp-service/contract/tell-reading';
import type { LoteOptions } from '@curp-service/lote';
import { loadScript } from '../../../base/load.js';
import type * as client from './client.js';
import { BlobBuilder } from './blob-builder.js';
import { chunksOf } from './read-file.js';
import type { FileSource, FileType, Progress } from './messages.js';

declare const curpClient: typeof client;

/** How long the service may stay silent. */
const TIMEOUT_MS = 20_000;
/** How long the service may be away; a restart takes less. */
const PATIENCE_MS = 60_000;
const NO_ANSWER: Bilingual = [
  'El servicio no contesta: intente de nuevo más tarde.',
  'The service does not answer: try again later.',
];

export interface ServiceTask extends FileSource {
  readonly type: FileType;
  readonly options: LoteOptions;
  readonly token: string;
}

/** The figures of the finished work, and its file. */
export interface ServiceResult {
  readonly rows: number;
  readonly good: number;
  readonly contradictions: number;
  /** How the file was read, in words. */
  readonly lectura: Lectura;
  readonly output: Blob;
}

/** Gives a function that cancels the job and erases it. */
export function startServiceTask(
  task: ServiceTask,
  listener: {
    readonly progress: (progress: Progress) => void;
    readonly done: (result: ServiceResult) => void;
    readonly failure: (text: Bilingual) => void;
  },
): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  run(task, signal, listener.progress).then(
    (result) => signal.aborted || listener.done(result),
    (error: unknown) =>
      signal.aborted || listener.failure(isRefusal(error) ? [error.message, error.message] : NO_ANSWER),
  );
  return () => controller.abort();
}

const isRefusal = (error: unknown): error is Error => error instanceof Error && error.name === 'CurpServiceError';

async function run(
  { file, hoja, type, options, token }: ServiceTask,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<ServiceResult> {
  const url = new URL('.', location.href);
  const { language } = options;
  await loadScript('client.js');
  const client = new curpClient.CurpClient({ url, token, language, timeoutMs: TIMEOUT_MS, patienceMs: PATIENCE_MS });
  const { id } = await client.createJob(file, { ...options, formato: type, hoja, signal });
  const erase = async (): Promise<unknown> => client.eraseJob(id, { keepalive: true, patienceMs: 0 }).catch(() => null);
  const onPageHide = ({ persisted }: PageTransitionEvent): unknown => persisted || erase();
  addEventListener('pagehide', onPageHide);
  try {
    const onStatus = ({ filas_hechas: rows, filas_total: total, filas_correctas: good }: JobStatus): void =>
      onProgress({ rows, bad: rows - good, fraction: total === 0 ? null : rows / total });
    const status = await client.waitForJob(id, { signal, onStatus });
    // The service refuses the result of a job that did not end well, and says why.
    const output = new BlobBuilder();
    for await (const piece of chunksOf(await client.jobResult(id, { signal }))) output.add(piece.slice());
    return {
      rows: status.filas_hechas,
      good: status.filas_correctas,
      contradictions: status.contradicciones,
      lectura: status.lectura,
      output: output.blob(MEDIA_TYPES[type]),
    };
  } finally {
    removeEventListener('pagehide', onPageHide);
    await erase();
  }
}
