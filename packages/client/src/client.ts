/** The client of the service: one method for each operation, and methods for files and jobs. */
import type {
  CalcularResponse,
  CotejarResponse,
  DetalleResponse,
  EntidadesResponse,
  ObtenerDatosResponse,
  ValidarResponse,
  WireEntidad,
} from '@curp-service/contract/answers';
import type { DatosConocidos, Persona } from '@curp-service/core';
import type { EndedJob, JobList, JobStatus } from '@curp-service/contract/jobs';
import type { DescribedReading } from '@curp-service/contract/describe-reading';
import type { PersonValues } from '@curp-service/contract/parameters';
import { resumable, type PieceReader, toStream } from './rows.js';
import { type CallOptions, type ClientOptions, Transport } from './transport.js';
import { type FileSource, MAX_BREAKS, sendFile, type UploadAttempt, type UploadOptions } from './upload.js';

export interface LoteUploadOptions extends UploadOptions {
  /** Called with the reading of the file before its first row arrives. */
  readonly onReading?: ((lectura: DescribedReading) => void) | undefined;
}

export interface WaitOptions extends CallOptions {
  readonly onStatus?: ((status: JobStatus) => void) | undefined;
  /** The pause between two requests: 1 second if absent. */
  readonly everyMs?: number | undefined;
}

export interface ListOptions extends CallOptions {
  /** The number of the page: the first is 1. */
  readonly pagina?: number | undefined;
  /** The jobs on a page: at most 100, 20 if absent. */
  readonly porPagina?: number | undefined;
}

export class CurpClient {
  readonly #transport: Transport;

  constructor(options: ClientOptions) {
    this.#transport = new Transport(options);
  }

  /** Returns the key of a person. An algorithm computed it, so it proves no registration. */
  async calcular<D extends boolean = false>(
    person: Person,
    { detalle, ...options }: CallOptions & { readonly detalle?: D } = {},
  ): Promise<D extends true ? DetalleResponse : CalcularResponse> {
    return this.#operation('calcular_curp', { ...toParameters(person), ...(detalle ? { detalle: '1' } : {}) }, options);
  }

  /** Returns every finding about a key. A key with errors is a result, not a failure. */
  async validar(curp: string, options: CallOptions = {}): Promise<ValidarResponse> {
    return this.#operation('validar', { curp }, options);
  }

  /** Returns whether a key belongs to a person of whom some or all data are known. */
  async cotejar(curp: string, known: KnownData, options: CallOptions = {}): Promise<CotejarResponse> {
    return this.#operation('cotejar', { ...toKnownParameters(known), curp }, options);
  }

  /** Returns the catalogue of entities. */
  async entidades(options: CallOptions = {}): Promise<readonly WireEntidad[]> {
    return (await this.#transport.call<EntidadesResponse>('entidades', {}, options)).clave_entidad;
  }

  /** Returns the record of a registered key. Fails with code 300 if the registry of the service does not have the key. */
  async obtenerDatos(curp: string, options: CallOptions = {}): Promise<ObtenerDatosResponse> {
    return this.#operation('obtener_datos', { curp }, options);
  }

  /**
   * Sends a file and returns its answered rows while it is being sent. A browser returns nothing before it has sent the whole
   * file: there, use `createJob` for large files.
   */
  async lote(file: FileSource, options: LoteUploadOptions): Promise<ReadableStream<Uint8Array>> {
    // Answered rows count against the quota, so only a file of which nothing was sent is sent again.
    const isSafe = ({ ended, sent }: UploadAttempt): boolean => !ended && sent === 0;
    const sending = { isSafe, maxBreaks: 0 };
    return sendFile(this.#transport, 'lote', file, options, sending, async (response, watch, upload) => {
      const { read, cancel } = await this.#transport.rows(response, watch);
      const lectura = response.headers.get('lote-lectura');
      if (lectura !== null) options.onReading?.(JSON.parse(lectura));
      const orReason = (error: unknown): never => {
        throw upload.reasonFor(error);
      };
      return toStream({ read: async () => read().catch(orReason), cancel });
    });
  }

  /**
   * Sends a file as a job. If the connection breaks and the file can be opened again, sends it again. Resolves once the
   * service has stored all of it.
   */
  async createJob(file: FileSource, options: UploadOptions): Promise<JobStatus> {
    // If the service has the file and only its answer was lost, the same key returns the same job.
    const sending = { idempotencyKey: randomKey(), isSafe: () => true, maxBreaks: MAX_BREAKS };
    return sendFile(this.#transport, 'lotes', file, options, sending, async (response, watch) => {
      const status = await this.#transport.open<JobStatus>(response);
      watch.end();
      return status;
    });
  }

  /** Returns one page of the project's jobs, newest first. */
  async listJobs({ pagina = 1, porPagina = 20, ...options }: ListOptions = {}): Promise<JobList> {
    return this.#transport.call(`lotes?pagina=${pagina}&por_pagina=${porPagina}`, {}, options);
  }

  async jobStatus(id: string, options: CallOptions = {}): Promise<JobStatus> {
    return this.#transport.call(jobPath(id), {}, options);
  }

  /** Asks about a job until it ends, and returns its last status: `terminado`, `fallido` or `cancelado`. */
  async waitForJob(id: string, { onStatus, everyMs = 1000, ...options }: WaitOptions = {}): Promise<EndedJob> {
    for (;;) {
      const status = await this.jobStatus(id, options);
      onStatus?.(status);
      if (status.estado !== 'en_cola' && status.estado !== 'en_proceso') return status;
      await this.#transport.sleep(everyMs, options.signal);
    }
  }

  /** Returns the rows of a job that ended well. If the download breaks, it resumes after the rows that arrived. */
  async jobResult(id: string, options: CallOptions = {}): Promise<ReadableStream<Uint8Array>> {
    const open = async (): Promise<PieceReader> => {
      const watch = this.#transport.watch(options.signal);
      watch.start();
      return this.#transport.send(`${jobPath(id)}/resultado`, {}, watch, async (response) =>
        this.#transport.rows(response, watch),
      );
    };
    return toStream(await resumable(open, async (attempt) => this.#transport.insist(attempt, options)));
  }

  /** Cancels a job and erases its file and its result. */
  async eraseJob(id: string, options: CallOptions = {}): Promise<JobStatus> {
    return this.#transport.call(jobPath(id), { method: 'DELETE' }, options);
  }

  /** Sends the parameters in the body, because addresses are written to logs. */
  async #operation<T>(name: string, parameters: object, options: CallOptions): Promise<T> {
    const body = JSON.stringify(parameters);
    return this.#transport.call(name, { method: 'POST', contentType: 'application/json', body }, options);
  }
}

/** Returns 128 random bits. `crypto.randomUUID` is missing from pages without TLS. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

const jobPath = (id: string): string => `lotes/${encodeURIComponent(id)}`;

/** A person under the contract's names. An empty `apellido_materno` means that the person has one surname. */
export type PersonParameters = Readonly<Record<keyof PersonValues, string>>;

/** A person in either form. `entidad` is a key of the catalogue, like `09`. */
export type Person = Persona | PersonParameters;

/** The known data of a person, in either form, and an RFC. An absent datum is unknown; an empty second surname means none. */
export type KnownData = DatosConocidos | (Partial<PersonValues> & Pick<DatosConocidos, 'rfc'>);

function toKnownParameters(known: DatosConocidos & Partial<PersonValues>): object {
  const { nombres, apellidoPaterno, apellidoMaterno, fechaNacimiento, sexo, entidad, rfc } = known;
  const [anio_nacimiento, mes_nacimiento, dia_nacimiento] = fechaNacimiento?.split('-') ?? [
    known.anio_nacimiento,
    known.mes_nacimiento,
    known.dia_nacimiento,
  ];
  return {
    nombres,
    apellido_paterno: apellidoPaterno ?? known.apellido_paterno,
    apellido_materno: apellidoMaterno === null ? '' : (apellidoMaterno ?? known.apellido_materno),
    anio_nacimiento,
    mes_nacimiento,
    dia_nacimiento,
    sexo,
    entidad,
    rfc,
  };
}

/** Returns the eight parameters of a person and drops other properties. A `Persona` without a second surname has none. */
const toParameters = (person: Person): object =>
  toKnownParameters({
    ...person,
    ...('fechaNacimiento' in person && { apellidoMaterno: person.apellidoMaterno ?? '' }),
    rfc: undefined,
  });
