/** Finds the project of a token in the store. Remembers it for a few seconds, and for longer while the store is unreachable. */
import type { Clock, Heartbeat } from '../store/heartbeat.js';
import { EXPIRED, type Project, type Store } from '../store/projects.js';
import { mexicoDay } from './calendar.js';
import { DEMO, canBeToken, sha256 } from './tokens.js';

/** How long an answer of the store is trusted. Together with `WAIT_MS`, a revocation takes effect within 5 seconds. */
const TRUST_MS = 4000;
const WAIT_MS = 1000;
/** How long a remembered token is trusted while the store is unreachable. */
const GRACE_MS = 300_000;
const MAX_CLOSED = 1000;

/** What a token opens: its project, `EXPIRED` if the token reached its own end, or `null` if it is unknown or revoked. */
export type Opened = Project | typeof EXPIRED | null;

/** The project of the demo token, with no quota and with the default rate of the service. */
const DEMO_PROJECT: Project = { id: DEMO, nombre: DEMO, estado: 'activo', limite: null, cuota: null };

interface RememberedToken {
  readonly project: Project;
  /** When the service asked the store. */
  readonly since: number;
  readonly expires: number;
}

/** Returns whether a memory is younger than `ms`. A memory from the future is not fresh: the clock was set back. */
const isFresh = ({ since, expires }: RememberedToken, now: number, ms: number): boolean =>
  since <= now && now < since + ms && now < expires;

export interface AuthOptions {
  readonly demoToken: boolean;
  readonly clock: Clock;
  readonly storeFailed: (error: unknown) => void;
  readonly heart: Pick<Heartbeat, 'isAway' | 'noteAbsence'>;
}

export class Auth {
  readonly #store: Store;
  readonly #options: AuthOptions;
  /** The remembered tokens. A `Map` looks up a hash of the whole text, so its timing reveals no prefix of a token. */
  readonly #memories = new Map<string, RememberedToken>();
  /** Well-formed tokens that open nothing. Strangers can send any number of them, so this map is small and soon cleared. */
  readonly #closed = new Map<string, typeof EXPIRED | null>();
  readonly #questions = new Map<string, Promise<Opened>>();

  constructor(store: Store, options: AuthOptions) {
    this.#store = store;
    this.#options = options;
  }

  /** Returns a promise only if it must ask the store. */
  open(token: string): Opened | Promise<Opened> {
    const { demoToken, clock, heart } = this.#options;
    if (token === DEMO && demoToken) return DEMO_PROJECT;
    const memory = this.#memories.get(token);
    const now = clock.now();
    if (memory !== undefined && isFresh(memory, now, TRUST_MS)) return memory.project;
    const closed = canBeToken(token) ? this.#closed.get(token) : null;
    if (closed !== undefined) return closed;
    if (memory === undefined || !isFresh(memory, now, GRACE_MS)) return this.#ask(token);
    return heart.isAway ? memory.project : this.#askBriefly(token);
  }

  /** Forgets the tokens that open nothing, and expired memories. */
  refresh(): void {
    const now = this.#options.clock.now();
    this.#closed.clear();
    for (const [token, memory] of this.#memories) if (!isFresh(memory, now, GRACE_MS)) this.#memories.delete(token);
  }

  /** Asks the store about a remembered token, and falls back to the memory if the store fails or is late. */
  async #askBriefly(token: string): Promise<Opened> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('no answer in time')), WAIT_MS);
    });
    try {
      return await Promise.race([this.#ask(token), late]);
    } catch (error) {
      const memory = this.#memories.get(token);
      if (memory === undefined) throw error; // forgotten meanwhile
      this.#options.heart.noteAbsence();
      this.#options.storeFailed(error);
      return memory.project;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Asks the store about a token, once for all requests that wait for this answer. */
  async #ask(token: string): Promise<Opened> {
    const pending = this.#questions.get(token);
    if (pending !== undefined) return pending;
    const question = this.#askStore(token).finally(() => this.#questions.delete(token));
    this.#questions.set(token, question);
    return question;
  }

  async #askStore(token: string): Promise<Opened> {
    const since = this.#options.clock.now();
    const day = mexicoDay(since);
    const opened = await this.#store.openToken(sha256(token), day);
    if (opened === null || opened === EXPIRED) {
      this.#memories.delete(token);
      if (this.#closed.size < MAX_CLOSED) this.#closed.set(token, opened);
      return opened;
    }
    const { proyecto: project, remainingMs } = opened;
    this.#memories.set(token, { project, since, expires: since + (remainingMs ?? Infinity) });
    return project;
  }
}
