/** Limits the requests of each project per second. A burst may use up a whole second's requests. */

export interface RateCheck {
  readonly passes: boolean;
  /** The number of further requests that would pass now. */
  readonly remaining: number;
  /** The whole seconds until a refused project may send again or, otherwise, until its full burst is available. */
  readonly seconds: number;
}

export class Rate {
  /** When the full burst of each project is available again (the generic cell rate algorithm). */
  readonly #fullAt = new Map<string, number>();

  check(project: string, limit: number, now: number): RateCheck {
    const cost = 1000 / limit;
    const stored = this.#fullAt.get(project) ?? 0;
    // A time more than a second ahead means that the clock was set back, which must not lock a project out.
    const fullAt = stored > now + 1000 ? now : Math.max(stored, now);
    const free = 1000 - (fullAt - now);
    if (free < cost) return { passes: false, remaining: 0, seconds: Math.ceil((cost - free) / 1000) };
    this.#fullAt.set(project, fullAt + cost);
    return {
      passes: true,
      remaining: Math.floor((free - cost) / cost + 1e-9),
      seconds: Math.ceil((fullAt + cost - now) / 1000),
    };
  }
}
