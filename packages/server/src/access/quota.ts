/**
 * Takes a project's quota from the store in blocks ahead of use, so that no crash can exceed the quota: a crash wastes at most
 * the rest of a block and the units of running files. Unused units return to the store when the project falls silent and at a
 * clean stop.
 */
import type { Clock } from '../store/heartbeat.js';
import type { Project, Store } from '../store/projects.js';
import { StoreError } from '../store/driver.js';
import { mexicoMonth } from './calendar.js';

/** The largest block. A block is a hundredth of the quota. */
const MAX_BLOCK = 1000;
const QUOTA_SILENCE_MS = 5000;
/** How long a used-up quota is remembered before the service asks the store again. */
const USED_UP_MS = 1000;

/** The source of units. An operation that fails gives its unit back. */
export interface QuotaUnit {
  giveBack(count?: number): void;
}

export const NO_QUOTA: QuotaUnit = { giveBack: () => undefined };

/** The units of one project and month that this process holds. */
class QuotaBlock implements QuotaUnit {
  remaining = 0;
  /** The units that the store had given to all processes when this block was last filled. */
  taken = 0;
  lastUsed = 0;
  usedUpUntil = 0;
  taking: Promise<void> | null = null;
  returning: Promise<void> | null = null;
  /** The set of retired blocks, which this block joined when its month ended or its quota changed; `null` if it is current. */
  #retired: Set<QuotaBlock> | null = null;

  constructor(
    readonly project: string,
    readonly month: string,
    readonly quota: number,
  ) {}

  take(limit: number): number {
    const count = Math.min(limit, this.remaining);
    this.remaining -= count;
    return count;
  }

  giveBack(count = 1): void {
    this.remaining += count;
    this.#retired?.add(this); // while a file was running, the block may have been returned and dropped from the set
  }

  retire(retired: Set<QuotaBlock>): void {
    this.#retired = retired.add(this);
  }
}

export class Quota {
  readonly #store: Store;
  readonly #clock: Clock;
  /** The block of each project, for the current month and quota. */
  readonly #blocks = new Map<string, QuotaBlock>();
  /** Blocks of ended months and changed quotas, to be returned. */
  readonly #retired = new Set<QuotaBlock>();

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Takes one unit, or returns `null` if the quota is used up. Returns a promise only if it must ask the store. */
  take({ id, cuota }: Project, now: number): QuotaUnit | null | Promise<QuotaUnit | null> {
    if (cuota === null) return NO_QUOTA;
    const block = this.#block(id, cuota, now);
    if (block.take(1) === 1) return block;
    return this.#takeFromStore(block, 1).then((count) => (count === 0 ? null : block));
  }

  /** Returns what is left of a project's month; `null` if it has no quota. Units that other processes hold count as used. */
  left({ id, cuota }: Project, now: number): number | null {
    if (cuota === null) return null;
    const { taken, remaining } = this.#block(id, cuota, now);
    return Math.max(0, cuota - taken + remaining);
  }

  /** Takes `count` units and returns `count`; or takes none, and returns how many are left. */
  async charge({ id, cuota }: Project, now: number, count: number): Promise<number> {
    if (cuota === null || count === 0) return count;
    const block = this.#block(id, cuota, now);
    await block.returning?.catch(() => undefined);
    const own = block.take(count);
    if (own === count) return count;
    const { month } = block;
    const taken = await this.#store.takeQuota(id, month, count - own).catch((error: unknown) => {
      block.giveBack(own);
      throw error;
    });
    if (own + taken === count) return count;
    block.giveBack(own);
    if (taken > 0) await this.#store.returnQuota(id, month, taken);
    return own + taken;
  }

  /** Gives back the units of a charge, for which nothing was answered. */
  refund({ id, cuota }: Project, now: number, count: number): void {
    if (cuota !== null && count > 0) this.#block(id, cuota, now).giveBack(count);
  }

  /** Returns the retired blocks and those of silent projects to the store; with `all`, every block. */
  async giveBack(all: boolean): Promise<void> {
    const until = all ? Infinity : this.#clock.now() - QUOTA_SILENCE_MS;
    const silent = [...this.#blocks.values()].filter(({ lastUsed }) => lastUsed <= until);
    for (const block of [...this.#retired, ...silent]) {
      if (block.taking !== null) continue;
      this.#retired.delete(block);
      if (block.remaining === 0) continue;
      block.returning = this.#return(block).finally(() => (block.returning = null));
      await block.returning;
    }
  }

  async #return(block: QuotaBlock): Promise<void> {
    const { project, month, remaining } = block;
    // From here on this process no longer holds the units, even if the store fails: better wasted than used twice.
    block.remaining = 0;
    try {
      await this.#store.returnQuota(project, month, remaining);
    } catch (error) {
      if (error instanceof StoreError && !error.sent) block.giveBack(remaining);
      throw error;
    }
  }

  #block(project: string, quota: number, now: number): QuotaBlock {
    const month = mexicoMonth(now);
    let block = this.#blocks.get(project);
    if (block === undefined || block.month !== month || block.quota !== quota) {
      block?.retire(this.#retired);
      block = new QuotaBlock(project, month, quota);
      this.#blocks.set(project, block);
    }
    block.lastUsed = now;
    return block;
  }

  /** Returns the number of units taken, or 0 if the quota is used up. */
  async #takeFromStore(block: QuotaBlock, limit: number): Promise<number> {
    while (block.remaining === 0) {
      // If an unreachable store does not take the returned units, the block holds them again.
      await block.returning?.catch(() => undefined);
      if (block.remaining > 0) break;
      const wait = block.usedUpUntil - this.#clock.now();
      if (wait > 0 && wait <= USED_UP_MS) return 0;
      block.taking ??= this.#fill(block).finally(() => (block.taking = null));
      await block.taking;
    }
    return block.take(limit);
  }

  async #fill(block: QuotaBlock): Promise<void> {
    const count = Math.min(Math.max(1, Math.floor(block.quota / 100)), MAX_BLOCK);
    const taken = await this.#store.takeQuota(block.project, block.month, count);
    if (taken === 0) block.usedUpUntil = this.#clock.now() + USED_UP_MS;
    block.giveBack(taken);
    // Only clients see the answer: a store that fails now refuses no request.
    block.taken = await this.#store.quotaTaken(block.project, block.month).catch(() => block.taken);
  }
}
