/** Standard error while a file is processed: messages, and a progress bar that is redrawn in place and cleared at the end. */
import { text } from '../environment.js';
import { printError } from './color.js';
import { thousands, timeLeft } from './words.js';

const REDRAW_MS = 100;
const CLEAR_LINE = '\r\u001B[K';
const BAR_WIDTH = 24;

/** The finished part of the work, in bytes or rows. A `total` of `null` is unknown. */
export interface Progress {
  readonly done: number;
  readonly total: number | null;
  /** The current step, if the work has several. */
  readonly phase?: string;
}

export interface Snapshot {
  readonly rows: number;
  readonly bad: number;
  readonly progress: Progress;
}

process.stderr.on('error', () => {}); // a closed standard error does not stop the work

export class StatusLines {
  readonly #startedAt = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #drawn = false;

  /** Never 0: speeds are divided by it. */
  get seconds(): number {
    return Math.max((performance.now() - this.#startedAt) / 1000, 0.001);
  }

  /** Draws the bar from now on, if the terminal can show one. */
  startBar(now: () => Snapshot): void {
    const { stderr } = process;
    if (!stderr.isTTY || process.env['TERM'] === 'dumb') return;
    this.#timer = setInterval(() => {
      this.#drawn = true;
      stderr.write(`${CLEAR_LINE}${barLine(now(), this.seconds, stderr.columns)}`);
    }, REDRAW_MS).unref();
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
    `${thousands(rows)} ${text('filas', 'rows')}`,
    `${thousands(rows / seconds)}/s`,
    ...(done === null || done === 0 ? [] : [timeLeft((seconds / done) * (1 - done))]),
    `${thousands(bad)} ${text('con error', 'with an error')}`,
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
