/** The places for files under way: so many for each project, so many in all, and one budget of memory for all of them. */
import type { Cause } from '@curp-service/contract/codes/service';
import type { Problem } from '@curp-service/contract/envelope';

/** The budget for each place. A file of ordinary rows holds half of it, one with a row of a mebibyte up to five times as much. */
const BYTES_PER_PLACE = 1 << 20;

/** A file under way. */
export interface Place {
  readonly project: string;
  /** How many bytes of unfinished rows and unsent answers it holds. */
  bytes: number;
  /** Cuts the file. */
  cut: (reason: Cause) => void;
}

export class Places {
  readonly #taken = new Set<Place>();
  readonly #total: number;
  readonly #perProject: number;
  #bytes = 0;

  constructor(total: number, perProject: number) {
    this.#total = total;
    this.#perProject = perProject;
  }

  get taken(): number {
    return this.#taken.size;
  }

  /** A place for a file of that project, or why there is none. */
  take(project: string): Place | Problem {
    const own = [...this.#taken].filter((place) => place.project === project).length;
    if (own >= this.#perProject) return { cause: 'lote_simultaneos', parts: { limite: String(this.#perProject) } };
    if (this.#taken.size >= this.#total) return { cause: 'lote_ocupado' };
    const place: Place = { project, bytes: 0, cut: () => undefined };
    this.#taken.add(place);
    return place;
  }

  /** Notes how many bytes a file holds. If the budget is exceeded, the file that holds most is cut. */
  hold(place: Place, bytes: number): void {
    if (!this.#taken.has(place)) return; // it was cut
    this.#bytes += bytes - place.bytes;
    place.bytes = bytes;
    if (this.#bytes <= this.#total * BYTES_PER_PLACE) return;
    const largest = [...this.#taken].reduce((a, b) => (b.bytes > a.bytes ? b : a), place);
    largest.cut('lote_ocupado');
    this.leave(largest); // so that its bytes cut no other file
  }

  leave(place: Place): void {
    if (this.#taken.delete(place)) this.#bytes -= place.bytes;
  }
}
