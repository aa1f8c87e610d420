/** The bar on a terminal: how many rows, how fast, how much is left. Drawn over itself, and gone at the end. */
import type { Totals } from '@curp-service/lote';
import type { Translate } from '../environment.js';
import type { Progress } from '../files/input.js';
import { thousands } from '../commands/lote/report.js';

const EVERY_MS = 100;
const CLEAR_LINE = '\r\u001B[K';
const BAR_WIDTH = 24;

export interface ProgressBar {
  readonly clear: () => void;
}

/** What the bar tells. */
export interface Snapshot {
  readonly totals: Readonly<Totals>;
  readonly progress: Progress;
  readonly seconds: number;
}

/** Starts to draw, if the terminal is one that can. `ahora`: how things are. */
export function startProgressBar(terminal: NodeJS.WriteStream, now: () => Snapshot, text: Translate): ProgressBar {
  if (!terminal.isTTY || process.env['TERM'] === 'dumb') return { clear: () => {} };
  let drawn = false;
  const timer = setInterval(() => {
    drawn = true;
    terminal.write(`${CLEAR_LINE}${barLine(now(), terminal.columns, text)}`);
  }, EVERY_MS);
  timer.unref();
  return {
    clear: () => {
      clearInterval(timer);
      if (drawn) terminal.write(CLEAR_LINE);
      drawn = false;
    },
  };
}

/** As much of it as fits in a line of that width. */
export function barLine({ totals, progress, seconds }: Snapshot, width: number, text: Translate): string {
  const { rows, good } = totals;
  const done = progress.total === null ? null : Math.min(1, progress.done / Math.max(1, progress.total));
  const bad = thousands(rows - good);
  const parts = [
    ...(progress.phase === undefined ? [] : [progress.phase]),
    ...(done === null ? [] : [`${Math.floor(done * 100)} %`]),
    text(`${thousands(rows)} filas`, `${thousands(rows)} rows`),
    `${thousands(rows / Math.max(seconds, 0.001))}/s`,
    ...(done === null || done === 0 ? [] : [timeLeft((seconds / done) * (1 - done), text)]),
    text(`${bad} con error`, `${bad} with an error`),
  ];
  // The last cell of a line is left free: some terminals go on to the next.
  const room = Math.max(0, (width || 80) - 1);
  while (parts.length > 1 && parts.join('  ').length > room) parts.pop();
  const shown = parts.join('  ').slice(0, room);
  return done !== null && shown.length + BAR_WIDTH + 3 <= room ? `${bar(done)} ${shown}` : shown;
}

const bar = (done: number): string => {
  const filled = Math.floor(done * BAR_WIDTH);
  return `[${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}]`;
};

function timeLeft(seconds: number, text: Translate): string {
  const whole = Math.ceil(seconds);
  const shown = whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return text(`faltan ${shown}`, `${shown} left`);
}
