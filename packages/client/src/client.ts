/** The client of the service: one method for each operation, for files, and for jobs. */
import type {
  CalcularResponse,
  CotejarResponse,
  DetalleResponse,
  EntidadesResponse,
  ObtenerDatosResponse,
  ValidarResponse,
  WireEntidad,
} from '@curp-service/contract/answers';
import {
  type EndedJob,
  type FileOptions,
  type JobList,
  type JobStatus,
  fileRequest,
} from '@curp-service/contract/jobs';
import type { Lectura } from '@curp-service/contract/tell-reading';
import { CurpServiceError } from './errors.js';
import { type Person, toParameters } from './person.js';
import { type CallOptions, type ClientOptions, type RowReader, Transport } from './transport.js';
import { type FileSource, Upload, canReopen } from './upload.js';
import type { Watch } from './watch.js';

export interface UploadOptions extends FileOptions, CallOptions {
  /** Told how many bytes were sent so far. Not called for a `Blob` or a `Uint8Array`, which the platform sends by itself. */
  readonly onProgress?: ((sentBytes: number) => void) | undefined;
  /** Told before the file is sent again: the failure, and after how many milliseconds. */
  readonly onRetry?: ((error: unknown, waitMs: number) => void) | undefined;
}

export interface LoteOptions extends UploadOptions {
  /** Told how the service reads the file, before its first row comes. */
  readonly onReading?: ((lectura: Lectura) => void) | undefined;
}

export interface WaitOptions extends CallOptions {
  readonly onStatus?: ((status: JobStatus) => void) | undefined;
  /** Between two questions: 1 second if absent. */
  readonly everyMs?: number | undefined;
}

export interface ListOptions extends CallOptions {
  /** From 1. */
  readonly pagina?: number | undefined;
  /** At most 100: 20 if absent. */
  readonly porPagina?: number | undefined;
}

export class CurpClient {
  readonly #transport: Transport;

  constructor(options: ClientOptions) {
    this.#transport = new Transport(options);
  }

  /** The key of a person. It is the output of an algorithm and proves no registration. */
  calcular(person: Person, options?: CallOptions & { readonly detalle?: false }): Promise<CalcularResponse>;
  calcular(person: Person, options: CallOptions & { readonly detalle: true }): Promise<DetalleResponse>;
  calcular(
    person: Person,
    options: CallOptions & { readonly detalle: boolean },
  ): Promise<CalcularResponse | DetalleResponse>;
  async calcular(
    person: Person,
    { detalle = false, ...options }: CallOptions & { readonly detalle?: boolean } = {},
  ): Promise<CalcularResponse> {
    return this.#operation('calcular_curp', { ...toParameters(person), ...(detalle ? { detalle: '1' } : {}) }, options);
  }

  /** Every finding about a key. A key with errors is a result, not a failure. */
  async validar(curp: string, options: CallOptions = {}): Promise<ValidarResponse> {
    return this.#operation('validar', { curp }, options);
  }

  /** Whether a key belongs to a person. */
  async cotejar(curp: string, person: Person, options: CallOptions = {}): Promise<CotejarResponse> {
    return this.#operation('cotejar', { ...toParameters(person), curp }, options);
  }

  /** The catalogue of entities. */
  async entidades(options: CallOptions = {}): Promise<readonly WireEntidad[]> {
    return (await this.#transport.call<EntidadesResponse>('entidades', {}, options)).clave_entidad;
  }

  /** The record of a registered key. Fails with code 300 where the registry of the service does not have it. */
  async obtenerDatos(curp: string, options: CallOptions = {}): Promise<ObtenerDatosResponse> {
    return this.#operation('obtener_datos', { curp }, options);
  }

  /**
   * Sends a file and gives its rows with their results while it is being sent. A browser gives nothing before it has sent all
   * of the file: large files go to `createJob` there.
   */
  async lote(file: FileSource, options: LoteOptions): Promise<ReadableStream<Uint8Array>> {
    // Rows count against the quota as they are done: only a file of which nothing was sent is sent again.
    const isSafe = ({ ended, sent }: Upload): boolean => !ended && sent === 0;
    return this.#upload('lote', file, options, { isSafe, maxBreaks: 0 }, async (response, watch, upload) => {
      const { read, cancel } = await this.#transport.rows(response, watch);
      const lectura = response.headers.get('lote-lectura');
      if (lectura !== null) options.onReading?.(JSON.parse(lectura));
      const close = (): void => upload.close();
      return toStream(
        async () => {
          try {
            const piece = await read();
            if (piece === null) close();
            return piece;
          } catch (error) {
            close();
            throw upload.failure === null ? error : upload.failure.error;
          }
        },
        async () => {
          close();
          await cancel();
        },
      );
    });
  }

  /**
   * Sends a file as a job, and again where the connection breaks and the file can be opened again. Resolves once the service has
   * stored all of it.
   */
  async createJob(file: FileSource, options: UploadOptions): Promise<JobStatus> {
    // If the service has the file and only its answer was lost, the key gives the same job.
    const sending = { idempotencyKey: randomKey(), isSafe: () => true, maxBreaks: MAX_BREAKS };
    return this.#upload('lotes', file, options, sending, async (response, watch) => {
      const status = await this.#transport.open<JobStatus>(response);
      watch.end();
      return status;
    });
  }

  /** The jobs of the project, newest first, by pages. */
  async listJobs({ pagina = 1, porPagina = 20, ...options }: ListOptions = {}): Promise<JobList> {
    return this.#transport.call(`lotes?pagina=${pagina}&por_pagina=${porPagina}`, {}, options);
  }

  async jobStatus(id: string, options: CallOptions = {}): Promise<JobStatus> {
    return this.#transport.call(jobPath(id), {}, options);
  }

  /** Asks about a job until it ends, and gives its last state: `terminado`, `fallido` or `cancelado`. */
  async waitForJob(id: string, { onStatus, everyMs = 1000, ...options }: WaitOptions = {}): Promise<EndedJob> {
    for (;;) {
      const status = await this.jobStatus(id, options);
      onStatus?.(status);
      if (status.estado !== 'en_cola' && status.estado !== 'en_proceso') return status;
      await this.#transport.sleep(everyMs, options.signal);
    }
  }

  /** The rows of a job that ended well. Where they are cut, they are fetched again without those that came. */
  async jobResult(id: string, options: CallOptions = {}): Promise<ReadableStream<Uint8Array>> {
    const open = async (): Promise<RowReader> => {
      const watch = this.#transport.watch(options.signal);
      watch.start();
      return this.#transport.send(`${jobPath(id)}/resultado`, {}, watch, async (response) =>
        this.#transport.rows(response, watch),
      );
    };
    let rows: RowReader | null = await this.#transport.insist(open, options);
    let given = 0;
    let seen = 0;
    const next = async (): Promise<Uint8Array | null> => {
      if (rows === null) {
        rows = await open();
        seen = 0;
      }
      try {
        for (let piece = await rows.read(); piece !== null; piece = await rows.read()) {
          const fresh = piece.subarray(Math.min(piece.length, given - seen));
          seen += piece.length;
          if (fresh.length === 0) continue;
          given = seen;
          return fresh;
        }
        return null;
      } catch (error) {
        rows = null;
        throw error;
      }
    };
    return toStream(
      async () => this.#transport.insist(next, options),
      async () => rows?.cancel(),
    );
  }

  /** Cancels a job and erases its file and its result. `keepalive`: also when the page that asks is being closed. */
  async eraseJob(
    id: string,
    { keepalive = false, ...options }: CallOptions & { readonly keepalive?: boolean } = {},
  ): Promise<JobStatus> {
    return this.#transport.call(jobPath(id), { method: 'DELETE', keepalive }, options);
  }

  /**
   * Sends a file, again where it can be opened again and the service did not take it: the service says so, or, for a
   * connection that broke, `isSafe` does.
   */
  async #upload<T>(
    path: string,
    file: FileSource,
    options: UploadOptions,
    { idempotencyKey, isSafe, maxBreaks }: Sending,
    read: (response: Response, watch: Watch, upload: Upload) => Promise<T>,
  ): Promise<T> {
    const { contentType, parameters } = fileRequest(options);
    const query = new URLSearchParams(parameters).toString();
    const key = idempotencyKey === undefined ? {} : { idempotencyKey };
    let last: Upload | null = null;
    let breaks = 0;
    const attempt = async (): Promise<T> => {
      last = null;
      options.signal?.throwIfAborted();
      const bytes = typeof file === 'function' ? await file() : file;
      const watch = this.#transport.watch(options.signal);
      const upload = new Upload(bytes, watch, options.onProgress);
      last = upload;
      const init = { method: 'POST', contentType, ...key, ...upload.init };
      try {
        return await this.#transport.send(`${path}?${query}`, init, watch, async (response) => {
          upload.answered();
          watch.start();
          return read(response, watch, upload);
        });
      } catch (error) {
        upload.close();
        throw upload.failure === null ? error : upload.failure.error;
      }
    };
    return this.#transport.insist(attempt, options, {
      isSafe: (error) =>
        canReopen(file) &&
        (error instanceof CurpServiceError || (last !== null && isSafe(last) && breaks <= maxBreaks)),
      gotFurther: () => {
        const isBreak = last !== null && last.sent > 0;
        if (isBreak) breaks += 1;
        return isBreak && maxBreaks > 0;
      },
      onRetry: options.onRetry,
    });
  }

  /** Sends the parameters in the body, because addresses are written to logs. */
  async #operation<T>(name: string, parameters: object, options: CallOptions): Promise<T> {
    const body = JSON.stringify(parameters);
    return this.#transport.call(name, { method: 'POST', contentType: 'application/json', body }, options);
  }
}

/** How a file is sent, and sent again. */
interface Sending {
  readonly idempotencyKey?: string;
  /** Whether a file whose connection broke may be sent again. */
  readonly isSafe: (upload: Upload) => boolean;
  /** How often a file that was partly sent is sent again. */
  readonly maxBreaks: number;
}

/** An upload that breaks more often will not arrive. */
const MAX_BREAKS = 5;

/** 128 random bits. `crypto.randomUUID` is missing from pages without TLS. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

const jobPath = (id: string): string => `lotes/${encodeURIComponent(id)}`;

/** A stream that reads only when it is read from. */
const toStream = (
  read: () => Promise<Uint8Array | null>,
  cancel: () => Promise<void> | undefined,
): ReadableStream<Uint8Array> =>
  new ReadableStream(
    {
      pull: async (controller) => {
        const piece = await read();
        if (piece === null) controller.close();
        else controller.enqueue(piece);
      },
      cancel,
    },
    { highWaterMark: 0 },
  );
