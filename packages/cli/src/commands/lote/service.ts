/** A service that keeps jobs, over HTTP: a file is sent, asked about, fetched and erased. */
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as porHttp } from 'node:http';
import { request as porHttps } from 'node:https';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import type { JobStatus } from '@curp-service/contract/jobs';
import type { Translate } from '../../environment.js';
import { Failure, EXIT } from '../../failure.js';

/** How long a service may say nothing at all. */
const SILENCIO_MS = 70_000;
/** How long it may take to say that a file may come; some that stand before it never do. */
const CONTINUAR_MS = 1000;

interface Sobre {
  readonly error: boolean;
  readonly code_error: number;
  readonly error_message: string | null;
  readonly response: JobStatus;
}

/** It could not be reached, or says to come back later: it may be asked again. */
export class SinRespuesta extends Failure {}

export class Servidor {
  readonly #base: URL;
  readonly #token: string;
  readonly #texto: Translate;

  constructor(base: URL, token: string, texto: Translate) {
    this.#base = base;
    this.#token = token;
    this.#texto = texto;
  }

  /** Gives its state once all of the file is stored. */
  async enviar(trozos: AsyncIterable<Uint8Array>, tipo: string, consulta: URLSearchParams): Promise<JobStatus> {
    const headers = { 'content-type': tipo, expect: '100-continue' };
    const [peticion, respuesta] = this.#pedir('POST', `?${consulta.toString()}`, headers);
    peticion.flushHeaders();
    const contestada = respuesta.then(
      () => true,
      () => true,
    );
    await Promise.race([once(peticion, 'continue'), contestada, setTimeout(CONTINUAR_MS, null, { ref: false })]);
    try {
      for await (const trozo of trozos) {
        // The bytes are used again once they are written.
        const escrito = new Promise<false>((listo) => peticion.write(trozo, () => listo(false)));
        if (await Promise.race([contestada, escrito])) break;
      }
    } catch (error) {
      peticion.destroy();
      throw error;
    }
    peticion.end();
    return this.#leer(await respuesta);
  }

  async estado(id: string): Promise<JobStatus> {
    return this.#leer(await this.#sinCuerpo('GET', `/${id}`));
  }

  /** Its rows, once they begin to come. They fail where they are cut. */
  async resultado(id: string): Promise<AsyncIterable<Uint8Array>> {
    const respuesta = await this.#sinCuerpo('GET', `/${id}/resultado`);
    if (respuesta.statusCode !== 200) await this.#leer(respuesta);
    return this.#enteras(respuesta);
  }

  async *#enteras(respuesta: IncomingMessage): AsyncGenerator<Uint8Array, void> {
    try {
      yield* respuesta;
    } catch (error) {
      throw this.#sinRespuesta(error);
    }
  }

  async borrar(id: string): Promise<void> {
    await this.#leer(await this.#sinCuerpo('DELETE', `/${id}`));
  }

  async #sinCuerpo(metodo: string, ruta: string): Promise<IncomingMessage> {
    const [peticion, respuesta] = this.#pedir(metodo, ruta, {});
    peticion.end();
    return respuesta;
  }

  #pedir(metodo: string, ruta: string, headers: Record<string, string>): [ClientRequest, Promise<IncomingMessage>] {
    const url = new URL(`${this.#base.href.replace(/\/$/, '')}/curp/lotes${ruta}`);
    const peticion = (url.protocol === 'https:' ? porHttps : porHttp)(url, {
      method: metodo,
      headers: {
        authorization: `Bearer ${this.#token}`,
        'accept-language': this.#texto('es', 'en'),
        ...headers,
      },
    });
    peticion.setTimeout(SILENCIO_MS, () => peticion.destroy(new Error('ETIMEDOUT')));
    const respuesta = new Promise<IncomingMessage>((listo, mal) => {
      peticion.once('response', listo).on('error', (error) => mal(this.#sinRespuesta(error)));
    });
    return [peticion, respuesta];
  }

  /** What it answers, or a failure in its own words. */
  async #leer(respuesta: IncomingMessage): Promise<JobStatus> {
    const sobre = leerSobre(await text(respuesta).catch(() => ''));
    if (sobre?.error === false) return sobre.response;
    const status = respuesta.statusCode ?? 0;
    if (sobre === null) throw this.#sinRespuesta(`HTTP ${status}`);
    const dicho = sobre.error_message ?? `${sobre.code_error}`;
    if (respuesta.headers['retry-after'] !== undefined) throw new SinRespuesta(EXIT.IO, dicho);
    if (status === 401 || status === 403) throw new Failure(EXIT.CONFIG, dicho);
    throw new Failure(status >= 500 ? EXIT.IO : EXIT.USAGE, dicho);
  }

  #sinRespuesta(motivo: unknown): SinRespuesta {
    const codigo = motivo instanceof Error ? ('code' in motivo ? String(motivo.code) : motivo.message) : String(motivo);
    const { origin } = this.#base;
    return new SinRespuesta(
      EXIT.IO,
      this.#texto(
        `${origin} no contesta como se espera (${codigo}).`,
        `${origin} does not answer as expected (${codigo}).`,
      ),
    );
  }
}

/** `null`: it is none, as where something else answers at that address. */
function leerSobre(cuerpo: string): Sobre | null {
  try {
    const leido: unknown = JSON.parse(cuerpo);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the contract has it
    return typeof leido === 'object' && leido !== null && 'code_error' in leido ? (leido as Sobre) : null;
  } catch {
    return null;
  }
}
