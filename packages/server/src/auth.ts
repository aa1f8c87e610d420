/** Who is asking: from a token to its project, with a memory of a few seconds so that the store is not asked every time. */
import type { Proyecto, Store } from './store/store.js';
import { estaMalEscrito, sha256 } from './tokens.js';

/** How long an answer of the store is believed: a revocation takes effect within this time. */
const VIDA_MS = 4000;
const MAXIMO = 10_000;

/** The project of the token `pruebas`: no quota, the rate that the service sets, and no place in the store. */
const DEMO: Proyecto = { id: 'pruebas', nombre: 'pruebas', estado: 'activo', limite: null, cuota: null };
const DEMO_SHA256 = sha256('pruebas');

interface Recuerdo {
  readonly proyecto: Proyecto | null;
  readonly hasta: number;
}

export class Auth {
  readonly #store: Store;
  readonly #now: () => Date;
  readonly #recuerdos = new Map<string, Recuerdo>();
  readonly #preguntas = new Map<string, Promise<Proyecto | null>>();

  constructor(store: Store, demoToken: boolean, now: () => Date) {
    this.#store = store;
    this.#now = now;
    if (demoToken) this.#recuerdos.set(DEMO_SHA256, { proyecto: DEMO, hasta: Infinity });
  }

  /** The project of a token; `null`: no token of ours. A promise only where the store must be asked. */
  abrir(token: string): Proyecto | null | Promise<Proyecto | null> {
    const clave = sha256(token);
    const recuerdo = this.#recuerdos.get(clave);
    if (recuerdo === undefined && estaMalEscrito(token)) return null;
    return recuerdo !== undefined && recuerdo.hasta > this.#now().getTime()
      ? recuerdo.proyecto
      : this.#preguntar(clave);
  }

  /** Asks the store, once for all who wait for the same answer. */
  async #preguntar(clave: string): Promise<Proyecto | null> {
    const enCurso = this.#preguntas.get(clave);
    if (enCurso !== undefined) return enCurso;
    const pregunta = this.#store
      .abrir(clave)
      .then((abierto) => {
        const vence = abierto?.vence?.getTime() ?? Infinity;
        this.#recordar(clave, {
          proyecto: abierto?.proyecto ?? null,
          hasta: Math.min(vence, this.#now().getTime() + VIDA_MS),
        });
        return abierto?.proyecto ?? null;
      })
      .finally(() => this.#preguntas.delete(clave));
    this.#preguntas.set(clave, pregunta);
    return pregunta;
  }

  /** Bounded: the oldest goes first, so that guessing tokens cannot fill the memory. */
  #recordar(clave: string, recuerdo: Recuerdo): void {
    this.#recuerdos.delete(clave);
    this.#recuerdos.set(clave, recuerdo);
    if (this.#recuerdos.size <= MAXIMO) return;
    for (const masVieja of this.#recuerdos.keys()) {
      if (masVieja === DEMO_SHA256) continue;
      this.#recuerdos.delete(masVieja);
      break;
    }
  }
}
