/** Who is asking: from a token to its project, with a memory of a few seconds so that the store is not asked every time. */
import type { Proyecto, Store } from './store/store.js';
import { DEMO, estaMalEscrito, sha256 } from './tokens.js';

/** How long an answer of the store is believed: a revocation takes effect within this time. */
const VIDA_MS = 4000;
const MAXIMO = 10_000;

/** No quota, and the service's rate. */
const PROYECTO_DEMO: Proyecto = { id: DEMO, nombre: DEMO, estado: 'activo', limite: null, cuota: null };

interface Recuerdo {
  readonly proyecto: Proyecto | null;
  readonly hasta: number;
}

/** Until its time, and not after a clock that was set back. */
const vale = ({ hasta }: Recuerdo, ahora: number): boolean => hasta > ahora && hasta <= ahora + VIDA_MS;

export class Auth {
  readonly #store: Store;
  readonly #demoToken: boolean;
  readonly #now: () => number;
  /** By token. A `Map` looks for a hash of the whole text: the time it takes says nothing of how a token begins. */
  readonly #recuerdos = new Map<string, Recuerdo>();
  readonly #preguntas = new Map<string, Promise<Proyecto | null>>();

  constructor(store: Store, demoToken: boolean, now: () => number) {
    this.#store = store;
    this.#demoToken = demoToken;
    this.#now = now;
  }

  /** The project of a token; `null`: no token of ours. A promise only where the store must be asked. */
  abrir(token: string): Proyecto | null | Promise<Proyecto | null> {
    if (token === DEMO && this.#demoToken) return PROYECTO_DEMO;
    const recuerdo = this.#recuerdos.get(token);
    if (recuerdo !== undefined && vale(recuerdo, this.#now())) return recuerdo.proyecto;
    return estaMalEscrito(token) ? null : this.#preguntar(token);
  }

  /** Forgets what is no longer believed, so that tokens do not stay in memory. */
  olvidar(): void {
    const ahora = this.#now();
    for (const [token, recuerdo] of this.#recuerdos) if (!vale(recuerdo, ahora)) this.#recuerdos.delete(token);
  }

  /** Asks the store, once for all who wait for the same answer. */
  async #preguntar(token: string): Promise<Proyecto | null> {
    const enCurso = this.#preguntas.get(token);
    if (enCurso !== undefined) return enCurso;
    const pregunta = this.#abrirEnStore(token).finally(() => this.#preguntas.delete(token));
    this.#preguntas.set(token, pregunta);
    return pregunta;
  }

  async #abrirEnStore(token: string): Promise<Proyecto | null> {
    const abierto = await this.#store.abrir(sha256(token));
    const proyecto = abierto?.proyecto ?? null;
    const hasta = Math.min(abierto?.vence ?? Infinity, this.#now() + VIDA_MS);
    // Bounded: the oldest goes first, so that guessing tokens cannot fill the memory.
    const [masViejo] = this.#recuerdos.size < MAXIMO ? [] : this.#recuerdos.keys();
    if (masViejo !== undefined) this.#recuerdos.delete(masViejo);
    this.#recuerdos.set(token, { proyecto, hasta });
    return proyecto;
  }
}
