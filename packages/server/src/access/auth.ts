/**
 * Who is asking: from a token to its project, with a memory of a few seconds so that the store is not asked every time.
 * While the store cannot be reached, what is remembered is believed for longer.
 */
import type { Project, Store } from '../store/store.js';
import { DEMO, puedeSer, sha256 } from './tokens.js';

/** How long an answer of the store is believed. With what a request waits for it, a revocation takes effect in 5 seconds. */
const VIDA_MS = 4000;
const ESPERA_MS = 1000;
const MAXIMO = 10_000;

/** No quota, and the service's rate. */
const PROYECTO_DEMO: Project = { id: DEMO, nombre: DEMO, estado: 'activo', limite: null, cuota: null };

interface Recuerdo {
  readonly proyecto: Project | null;
  /** When the store was asked. */
  readonly desde: number;
  /** When the token ends. */
  readonly vence: number;
  /** Something may have changed since. */
  dudoso: boolean;
}

/** Not older than that, nor from after a clock that was set back. */
const vale = ({ desde, vence }: Recuerdo, ahora: number, ms: number): boolean =>
  desde <= ahora && ahora < desde + ms && ahora < vence;

export interface AuthOptions {
  readonly demoToken: boolean;
  /** How long what is remembered of a token is believed while the store cannot be reached. */
  readonly graceMs: number;
  readonly now: () => number;
  readonly storeFailed: (error: unknown) => void;
}

export class Auth {
  readonly #store: Store;
  readonly #options: AuthOptions;
  /** By token, the oldest first. A `Map` looks for a hash of the whole text: its time says nothing of how a token begins. */
  readonly #recuerdos = new Map<string, Recuerdo>();
  readonly #preguntas = new Map<string, Promise<Project | null>>();
  /** The store has not answered in time, and not since. */
  #sinStore = false;
  #cambios = 0;

  constructor(store: Store, options: AuthOptions) {
    this.#store = store;
    this.#options = options;
  }

  /** The project of a token; `null`: no token of ours. A promise only where the store must be asked. */
  abrir(token: string): Project | null | Promise<Project | null> {
    const { demoToken, now } = this.#options;
    if (token === DEMO && demoToken) return PROYECTO_DEMO;
    const recuerdo = this.#recuerdos.get(token);
    const ahora = now();
    if (recuerdo !== undefined && !recuerdo.dudoso && vale(recuerdo, ahora, VIDA_MS)) return recuerdo.proyecto;
    if (!puedeSer(token)) return null;
    if (recuerdo === undefined || !this.#aguanta(recuerdo, ahora)) return this.#preguntar(token);
    return this.#sinStore ? recuerdo.proyecto : this.#preguntarSinEsperarMas(token);
  }

  /** A project was changed; `null`: any may have been. Whatever is said of it from now on is asked of the store. */
  cambio(proyecto: string | null): void {
    this.#cambios += 1;
    for (const [token, recuerdo] of this.#recuerdos) {
      if (proyecto === null) recuerdo.dudoso = true;
      else if (recuerdo.proyecto?.id === proyecto) this.#recuerdos.delete(token);
    }
  }

  /** Forgets what is no longer of use, so that tokens do not stay in memory; looks whether a store that was lost is back. */
  async revisar(): Promise<void> {
    const ahora = this.#options.now();
    for (const [token, recuerdo] of this.#recuerdos) {
      if (!vale(recuerdo, ahora, VIDA_MS) && !this.#aguanta(recuerdo, ahora)) this.#recuerdos.delete(token);
    }
    if (!this.#sinStore) return;
    await this.#store.ping();
    this.#sinStore = false;
  }

  /** Whether it will do while the store cannot be reached. */
  #aguanta(recuerdo: Recuerdo, ahora: number): boolean {
    return recuerdo.proyecto !== null && vale(recuerdo, ahora, this.#options.graceMs);
  }

  /** Asks the store for a token that is remembered: where no answer comes in time, what is remembered goes on. */
  async #preguntarSinEsperarMas(token: string): Promise<Project | null> {
    let reloj: NodeJS.Timeout | undefined;
    const tarde = new Promise<never>((_, reject) => {
      reloj = setTimeout(() => reject(new Error('no answer in time')), ESPERA_MS);
    });
    try {
      return await Promise.race([this.#preguntar(token), tarde]);
    } catch (error) {
      const recuerdo = this.#recuerdos.get(token);
      if (recuerdo === undefined) throw error; // it was changed meanwhile
      this.#sinStore = true;
      this.#options.storeFailed(error);
      return recuerdo.proyecto;
    } finally {
      clearTimeout(reloj);
    }
  }

  /** Asks the store, once for all who wait for the same answer. */
  async #preguntar(token: string): Promise<Project | null> {
    const enCurso = this.#preguntas.get(token);
    if (enCurso !== undefined) return enCurso;
    const pregunta = this.#abrirEnStore(token).finally(() => this.#preguntas.delete(token));
    this.#preguntas.set(token, pregunta);
    return pregunta;
  }

  async #abrirEnStore(token: string): Promise<Project | null> {
    const desde = this.#options.now();
    const cambios = this.#cambios;
    const abierto = await this.#store.openToken(sha256(token));
    const proyecto = abierto?.proyecto ?? null;
    this.#recuerdos.delete(token);
    // Bounded: the oldest goes first, so that guessing tokens cannot fill the memory.
    const [masViejo] = this.#recuerdos.size < MAXIMO ? [] : this.#recuerdos.keys();
    if (masViejo !== undefined) this.#recuerdos.delete(masViejo);
    const dudoso = cambios !== this.#cambios; // the answer may be from before
    this.#recuerdos.set(token, { proyecto, desde, vence: abierto?.vence ?? Infinity, dudoso });
    return proyecto;
  }
}
