/** The rate limit: requests per second and project, with bursts of up to one second's worth. */

export interface RateCheck {
  readonly passes: boolean;
  /** How many more requests would pass right now. */
  readonly remaining: number;
  /** Whole seconds until the next request may pass (if refused) or until the full burst is available again. */
  readonly seconds: number;
}

export class Rate {
  /** By project, when its full burst is available again (the generic cell rate algorithm). */
  readonly #fullAt = new Map<string, number>();

  check(project: string, limit: number, now: number): RateCheck {
    const cost = 1000 / limit;
    const stored = this.#fullAt.get(project) ?? 0;
    // More than a second ahead means that the clock was set back, which must not lock anyone out.
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
