/** `curp lote --servidor`: lets a service process the file as a job, and downloads the rows. */
import { CurpClient, CurpConnectionError, CurpServiceError, type JobStatus } from '@curp-service/client';
import type { WorkbookFormat } from '@curp-service/contract/jobs';
import type { DescribedReading } from '@curp-service/contract/describe-reading';
import { Lote, type LoteOptions, type SheetLote, type Totals } from '@curp-service/lote';
import { text } from '../../environment.js';
import { CommandFailure, EXIT, failure } from '../../failure.js';
import type { Progress } from '../../terminal/progress.js';
import type { LotePlan } from './plan.js';
import type { OnUnderstood } from './work.js';

const POLL_MS = 300;
/** How long the service may stay silent; it cuts a silent client after 65 seconds. */
const TIMEOUT_MS = 70_000;
/** How long the service may be unreachable; a restart takes less. */
const PATIENCE_MS = 60_000;
/** How long the command tries to erase the job; afterwards the service erases it when it expires. */
const ERASE_PATIENCE_MS = 5000;

interface RemoteListeners {
  readonly onUnderstood: OnUnderstood;
  /** Called once the service has the whole file, with its reading. */
  readonly onReading: (lectura: DescribedReading) => void;
  /** Called before the file is sent again, with the reason and the seconds until then. */
  readonly onResend: (reason: string, seconds: number) => void;
}

/** A workbook that is sent unchanged, and comes back as a workbook. */
interface RemoteBook {
  readonly sheet: SheetLote;
  readonly formato: WorkbookFormat;
  readonly hoja: string | undefined;
}

interface RemoteFile {
  readonly chunks: () => AsyncIterable<Uint8Array>;
  /** True if another call of `chunks` reads the file again from the start, unlike a pipe. */
  readonly canReopen: boolean;
  /** `null` if rows of text are sent. */
  readonly book: RemoteBook | null;
}

export class Remote {
  readonly progress: Progress;
  readonly #client: CurpClient;
  readonly #origin: string;
  readonly #options: LoteOptions;
  readonly #file: RemoteFile;
  readonly #listeners: RemoteListeners;
  #understood = false;
  #status: JobStatus | null = null;

  constructor(
    { url, token }: NonNullable<LotePlan['service']>,
    options: LoteOptions,
    upload: Progress,
    listeners: RemoteListeners,
    file: RemoteFile,
  ) {
    const { language } = options;
    this.#client = new CurpClient({ url, token, language, timeoutMs: TIMEOUT_MS, patienceMs: PATIENCE_MS });
    this.#origin = url.origin;
    this.#options = options;
    this.#file = file;
    this.#listeners = listeners;
    const status = (): JobStatus | null => this.#status;
    // Counts the upload first, then the rows that the service has answered.
    this.progress = {
      get done() {
        return status()?.filas_hechas ?? upload.done;
      },
      get total() {
        return status()?.filas_total ?? upload.total;
      },
      get phase() {
        return status() === null ? text('subiendo', 'uploading') : text('en el servicio', 'at the service');
      },
    };
  }

  readonly totals = (): Readonly<Totals> => {
    const { filas_hechas: rows = 0, filas_correctas = 0, errores = [], revisar = 0 } = this.#status ?? {};
    return {
      rows,
      good: filas_correctas + revisar,
      reviews: revisar,
      others: 0, // the service does not count them
      errors: new Map(errores.map(({ code_error, filas }) => [code_error, filas])),
    };
  };

  readonly lectura = (): DescribedReading => this.#status?.lectura ?? [];

  /** Erases the job at the service. */
  readonly close = async (): Promise<void> => {
    const status = this.#status;
    this.#status = null;
    if (status === null) return;
    await this.#client.eraseJob(status.id, { patienceMs: ERASE_PATIENCE_MS }).catch((error: unknown) => {
      if (!(this.#inWords(error) instanceof CommandFailure)) throw error;
    });
  };

  /** Sends the file, and yields the rows that come back. */
  async *rows(): AsyncGenerator<Uint8Array, void> {
    try {
      this.#status = await this.#send();
      const { id } = this.#status;
      this.#listeners.onReading(this.lectura());
      const onStatus = (status: JobStatus): void => void (this.#status = status);
      const { estado } = await this.#client.waitForJob(id, { everyMs: POLL_MS, onStatus });
      if (estado !== 'terminado') {
        throw failure(
          EXIT.IO,
          `El servicio no terminó el trabajo (${estado}): ejecute el comando de nuevo.`,
          `The service did not finish the job (${estado}): run the command again.`,
        );
      }
      yield* await this.#client.jobResult(id);
    } catch (error) {
      throw this.#inWords(error);
    }
  }

  /** Sends the file. If the connection breaks and the file can be read again, sends it again. */
  async #send(): Promise<JobStatus> {
    const { chunks, canReopen, book } = this.#file;
    const open = async (): Promise<AsyncIterable<Uint8Array>> =>
      book === null ? this.#readHeader(chunks()) : copied(chunks());
    const onRetry = (error: unknown, waitMs: number): void => {
      const reason = error instanceof CurpConnectionError ? error.reason : error instanceof Error ? error.message : '';
      this.#listeners.onResend(reason, Math.ceil(waitMs / 1000));
    };
    if (book !== null) this.#listeners.onUnderstood(book.sheet.understood);
    const options = book === null ? this.#options : { ...this.#options, formato: book.formato, hoja: book.hoja };
    try {
      return await this.#client.createJob(canReopen ? open : await open(), { ...options, onRetry });
    } catch (error) {
      if (canReopen || !(error instanceof CurpConnectionError)) throw error;
      const notTwice = text(
        'Una entrada que no es un archivo no se puede mandar otra vez: guárdela en un archivo y dé su nombre.',
        'An input that is not a file cannot be sent again: save it as a file and give its name.',
      );
      throw new CommandFailure(EXIT.IO, `${this.#noAnswer(error)} ${notTwice}`);
    }
  }

  /** Copies the bytes, and reads the header, so that its problems are reported before anything is sent. */
  async *#readHeader(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
    const onUnderstood: OnUnderstood = (header) => {
      this.#understood = true;
      this.#listeners.onUnderstood(header);
    };
    // `Lote` reports the header before the first row; the service processes the rows.
    const lote = new Lote({ ...this.#options, allowed: 1, onUnderstood });
    const readOn = (pieces: Iterator<Uint8Array>): unknown => this.#understood || pieces.next();
    for await (const chunk of chunks) {
      readOn(lote.process(chunk));
      yield chunk.slice();
    }
    readOn(lote.finish());
  }

  #noAnswer({ reason }: CurpConnectionError): string {
    return `${this.#origin} ${text('no contesta como se espera', 'does not answer as expected')} (${reason}).`;
  }

  /** Words a failure of the service for the user, and returns any other error unchanged. */
  #inWords(error: unknown): unknown {
    if (error instanceof CurpConnectionError) return new CommandFailure(EXIT.IO, this.#noAnswer(error));
    if (!(error instanceof CurpServiceError)) return error;
    const { httpStatus, retryAfter, message } = error;
    if (retryAfter !== undefined || httpStatus >= 500) return new CommandFailure(EXIT.IO, message);
    return new CommandFailure(httpStatus === 401 || httpStatus === 403 ? EXIT.CONFIG : EXIT.USAGE, message);
  }
}

async function* copied(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of chunks) yield chunk.slice();
}
