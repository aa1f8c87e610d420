/** Standard error while a file is processed: messages, and a progress bar that is redrawn in place and cleared at the end. */
import { tell } from '../environment.js';
import { printError } from './color.js';
import { megabytes, thousands, timeLeft } from './words.js';

const REDRAW_MS = 100;
const CLEAR_LINE = '\r\u001B[K';
const BAR_WIDTH = 24;

/** The finished part of the work, in bytes or rows. A `total` of `null` is unknown. */
export interface Progress {
  readonly done: number;
  readonly total: number | null;
  /** What is counted, if it is not rows. */
  readonly unit?: 'bytes';
  /** The current step, if the work has several. */
  readonly phase?: string;
}

export interface Snapshot {
  /** `null` if no rows are read yet. */
  readonly rows: number | null;
  readonly bad: number;
  readonly progress: Progress;
}

const secondsSince = (start: number): number => Math.max((performance.now() - start) / 1000, 0.001);

process.stderr.on('error', () => {}); // a closed standard error does not stop the work

export class StatusLines {
  readonly #startedAt = performance.now();
  /** The start of what the bar shows. */
  #barAt = this.#startedAt;
  #timer: NodeJS.Timeout | undefined;
  #drawn = false;

  /** Never 0: speeds are divided by it. */
  get seconds(): number {
    return secondsSince(this.#startedAt);
  }

  /** Draws the bar from now on, if the terminal can show one. */
  startBar(now: () => Snapshot): void {
    const { stderr } = process;
    if (!stderr.isTTY || process.env['TERM'] === 'dumb') return;
    clearInterval(this.#timer);
    this.#timer = setInterval(() => {
      this.#drawn = true;
      stderr.write(`${CLEAR_LINE}${barLine(now(), secondsSince(this.#barAt), stderr.columns)}`);
    }, REDRAW_MS).unref();
  }

  /** The bar shows work that begins now. */
  beginBar(): void {
    this.#barAt = performance.now();
  }

  clearBar(): void {
    clearInterval(this.#timer);
    if (this.#drawn) process.stderr.write(CLEAR_LINE);
    this.#drawn = false;
  }

  say(lines: string): void {
    this.clearBar();
    printError(lines);
  }
}

/** Returns the part of the bar that fits in a line of that width. */
export function barLine({ rows, bad, progress }: Snapshot, seconds: number, width: number): string {
  const done = progress.total === null ? null : Math.min(1, progress.done / Math.max(1, progress.total));
  const parts = [
    ...(progress.phase === undefined ? [] : [progress.phase]),
    ...(done === null ? [] : [`${Math.floor(done * 100)} %`]),
    ...(rows === null ? [] : [`${thousands(rows)} ${tell('auditoria_filas')}`, `${thousands(rows / seconds)}/s`]),
    ...(progress.unit === 'bytes' ? [bytesOf(progress)] : []),
    ...(done === null || done === 0 ? [] : [timeLeft((seconds / done) * (1 - done))]),
    ...(rows === null ? [] : [`${thousands(bad)} ${tell('terminal_con_error')}`]),
  ];
  // The last cell of a line stays free: some terminals wrap when it is written.
  const room = Math.max(0, (width || 80) - 1);
  while (parts.length > 1 && parts.join('  ').length > room) parts.pop();
  const shown = parts.join('  ').slice(0, room);
  return done !== null && shown.length + BAR_WIDTH + 3 <= room ? `${bar(done)} ${shown}` : shown;
}

function bar(done: number): string {
  const filled = Math.floor(done * BAR_WIDTH);
  return `[${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}]`;
}

/** Says how many bytes are done, and of how many. */
function bytesOf({ done, total }: Progress): string {
  if (total === null) return `${megabytes(done)} MB`;
  const [read, all] = [done, total].map(megabytes);
  return tell('terminal_de_mb', { read, all });
}
