/**
 * A file that the service processes as a job, because it is too large for this computer: the form that sends it, the
 * job, and the view of its result. Nothing else on the page sends a datum anywhere, and this does only when the user
 * asks for it, with a token. The page erases the job when it ends, is cancelled, or the page is closed and the browser
 * still sends the request; otherwise the service erases it when it expires.
 */
import type * as client from '@curp-service/client';
import type { Bilingual } from '@curp-service/contract/language';
import { type FileFormat, MEDIA_TYPES } from '@curp-service/contract/jobs';
import type { Reading } from '@curp-service/contract/reading';
import { type LoteOptions, partlyCompared } from '@curp-service/lote';
import { announce } from '../../base/announce.js';
import { h, setChildren } from '../../base/dom.js';
import { actions, button, card } from '../../base/elements.js';
import { formatNumber, t, translated } from '../../base/language.js';
import { loadFile } from '../../base/load.js';
import { BlobBuilder, chunksOf } from './worker/files.js';
import type { ChosenFile, TaskListener, TaskProgress } from './worker/tasks.js';
import {
  type View,
  describedOnPage,
  download,
  downloadName,
  heading,
  pileFigures,
  pilesInWords,
  proofNote,
} from './view.js';

/** The global of `client.js`. */
declare const curpClient: typeof client;

/** How long the service may stay silent. */
const TIMEOUT_MS = 20_000;
/** How long the service may be unreachable; a restart takes less. */
const PATIENCE_MS = 60_000;
const NO_ANSWER: Bilingual = [
  'El servicio no contesta: intente de nuevo más tarde.',
  'The service does not answer: try again later.',
];

export interface ServiceTask extends ChosenFile {
  readonly file: File;
  readonly type: FileFormat;
  readonly options: LoteOptions;
  readonly token: string;
  /** How the page reads the file, as the service does. */
  readonly reading: Reading;
}

export interface ServiceResult {
  readonly status: client.EndedJob;
  readonly output: Blob;
}

/** Returns whether the service that serves the page keeps jobs: the headers of the page say so. */
async function keepsJobs(): Promise<boolean> {
  if (!/^https?:$/.test(location.protocol)) return false;
  try {
    const { headers } = await fetch('.', { method: 'HEAD' });
    return /curp\/lotes/.test(headers.get('link') ?? '');
  } catch {
    return false;
  }
}

/** Returns the form that sends a file, which appears if the service can process it. `isReadable`: the service reads files of this type. */
export function serverChoice(isReadable: boolean, onSend: (token: string) => void): HTMLDetailsElement {
  const token = h('input', { id: 'token', type: 'password', autocomplete: 'off', spellcheck: 'false' });
  const onsubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (token.value.trim() !== '') onSend(token.value.trim());
  };
  const details = h(
    'details',
    { hidden: true },
    h('summary', { t: 'en_servidor' }),
    h(
      'form',
      { class: 'persona', onsubmit },
      h('p', { class: 'nota ancho', t: 'en_servidor_nota' }),
      h('div', { class: 'campo' }, h('label', { for: 'token', t: 'token' }), token),
      h('button', { class: 'boton al-pie', t: 'mandar' }),
    ),
  );
  if (isReadable) void keepsJobs().then((can) => (details.hidden = !can));
  return details;
}

/** Starts the job. Returns a function that cancels and erases it. */
export function startServiceTask(task: ServiceTask, listener: Required<TaskListener<ServiceResult>>): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  run(task, signal, listener.progress).then(
    (result) => signal.aborted || listener.done(result),
    (error: unknown) => signal.aborted || listener.failure(isServiceError(error) ? refusal(error) : NO_ANSWER),
  );
  return () => controller.abort();
}

/** Returns the words of the service without its code quotes. */
const refusal = ({ message }: Error): Bilingual => [message.replaceAll('`', ''), message.replaceAll('`', '')];

const isServiceError = (error: unknown): error is Error => error instanceof Error && error.name === 'CurpServiceError';

async function run(
  { file, hoja, type, options, token }: ServiceTask,
  signal: AbortSignal,
  onProgress: (progress: TaskProgress) => void,
): Promise<ServiceResult> {
  const url = new URL('.', location.href);
  const { language } = options;
  await loadFile('client.js');
  const service = new curpClient.CurpClient({ url, token, language, timeoutMs: TIMEOUT_MS, patienceMs: PATIENCE_MS });
  const { id } = await service.createJob(file, { ...options, formato: type, hoja, signal });
  const erase = async (): Promise<unknown> =>
    service.eraseJob(id, { keepalive: true, patienceMs: 0 }).catch(() => null);
  const onPageHide = ({ persisted }: PageTransitionEvent): unknown => persisted || erase();
  addEventListener('pagehide', onPageHide);
  try {
    const onStatus = ({ filas_hechas: rows, filas_total: total, filas_correctas, revisar }: client.JobStatus): void =>
      onProgress({
        rows,
        reviews: revisar,
        errors: rows - filas_correctas - revisar,
        fraction: total === 0 ? null : rows / total,
      });
    const status = await service.waitForJob(id, { signal, onStatus });
    // The service refuses the result of a job that failed, and says why.
    const output = new BlobBuilder();
    for await (const piece of chunksOf(await service.jobResult(id, { signal }))) output.add(piece.slice());
    return { status, output: output.blob(MEDIA_TYPES[type]) };
  } finally {
    removeEventListener('pagehide', onPageHide);
    await erase();
  }
}

export class ServerResultView implements View {
  readonly element: HTMLElement;
  private readonly facts = h('p', { class: 'nota' });
  private readonly counts = h('div', {});
  private readonly status: client.EndedJob;

  constructor({ file, type, options, reading }: ServiceTask, { status, output }: ServiceResult, otherFile: () => void) {
    this.status = status;
    const save = (): void => download(output, downloadName(file.name, type));
    this.element = card(
      '',
      h('div', {}, heading({ t: 'listo' }), this.facts),
      this.counts,
      h('ul', { class: 'lectura' }, ...describedOnPage(reading).map(({ text }) => h('li', {}, text))),
      actions(button('descargar_todo', save, 'principal'), button('otro_archivo', otherFile)),
      proofNote(options.operacion),
    );
    this.render();
    announce(pilesInWords(status.filas_hechas, status.filas_correctas + status.revisar, status.revisar));
  }

  render(): void {
    const { filas_hechas: rows, filas_correctas, revisar, comparadas_hasta: compared } = this.status;
    const facts = [t('n_filas', { n: formatNumber(rows) })];
    if (compared !== null) facts.push(translated(partlyCompared(compared + 1)));
    setChildren(this.facts, facts.join(' · '));
    setChildren(this.counts, pileFigures(rows, filas_correctas + revisar, revisar));
  }
}
