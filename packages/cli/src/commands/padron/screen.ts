/** What the user sees of an import: what was understood, the bar, the summary. Nothing of any person. */
import type { FileHead } from '@curp-service/lote';
import type { ImportTurn } from '@curp-service/server/admin';
import { sanitize } from '../../terminal/color.js';
import { json } from '../../environment.js';
import type { Progress } from '../../files/input.js';
import { thousands, quoted } from '../lote/report.js';
import { type ProgressBar, startProgressBar } from '../../terminal/progress.js';
import type { LocatedColumns } from './columns.js';
import type { ImportContext, ImportOptions, ImportPlan } from './options.js';
import { type ImportCounts, summaryJson, summaryText } from './summary.js';

interface CurrentCounts {
  readonly rows: number;
  readonly rejected: number;
}

export class ImportScreen {
  readonly #plan: ImportPlan;
  readonly #options: ImportOptions;
  readonly #context: ImportContext;
  readonly #startedAt = performance.now();
  #turn: ImportTurn | null = null;
  #bar: ProgressBar | null = null;

  constructor(plan: ImportPlan, options: ImportOptions, context: ImportContext) {
    this.#plan = plan;
    this.#options = options;
    this.#context = context;
    process.stderr.on('error', () => {}); // that nobody reads it is no reason to stop
  }

  get started(): boolean {
    return this.#turn !== null;
  }

  /** The header has been read. */
  showUnderstood(kind: string, { encoding }: FileHead, { missing, unknown: unused }: LocatedColumns): void {
    const { text } = this.#context;
    this.#say(`${kind.toUpperCase()}, ${encoding}.`);
    if (missing.length > 0)
      this.#say(text(`Quedan vacíos: ${missing.join(', ')}.`, `Left empty: ${missing.join(', ')}.`));
    const more = unused.map(quoted).join(', ');
    if (more !== '') this.#say(text(`No se usan: ${more}.`, `Not used: ${more}.`));
  }

  /** The rows begin. */
  start(turn: ImportTurn, progress: Progress, now: () => CurrentCounts): void {
    const { text } = this.#context;
    this.#turn = turn;
    const { read, abandoned } = turn;
    if (abandoned !== null) {
      const [file, lastRow] = [abandoned.file, thousands(abandoned.read)];
      this.#say(
        text(
          `Se abandona la importación de ${file}, que iba en la fila ${lastRow}.`,
          `The import of ${file}, which was at row ${lastRow}, is given up.`,
        ),
      );
    }
    if (read > 0) this.#say(text(`Sigue desde la fila ${thousands(read)}.`, `It goes on from row ${thousands(read)}.`));
    const moment = () => {
      const { rows, rejected } = now();
      return {
        totals: { rows, good: rows - rejected, errors: new Map() },
        progress: progress,
        seconds: this.#seconds(),
      };
    };
    this.#bar = startProgressBar(process.stderr, moment, text);
  }

  finish(counts: ImportCounts): void {
    this.clearBar();
    const { text, print } = this.#context;
    const result = { ...counts, before: this.#turn?.read ?? 0, seconds: this.#seconds() };
    print(this.#options.json ? json(summaryJson(this.#plan, result)) : summaryText(this.#plan, result, text));
  }

  interrupt(): void {
    const { text } = this.#context;
    this.clearBar();
    process.stderr.write(
      this.started
        ? text(
            'Interrumpido: el mismo comando sigue donde se quedó.\n',
            'Interrupted: the same command goes on where it stopped.\n',
          )
        : text('Interrumpido: no se importó nada.\n', 'Interrupted: nothing was imported.\n'),
    );
  }

  /** Takes the bar away. */
  clearBar(): void {
    this.#bar?.clear();
    this.#bar = null;
  }

  #say(line: string): void {
    if (!this.#options.json) process.stderr.write(`${sanitize(line)}\n`);
  }

  #seconds(): number {
    return Math.max((performance.now() - this.#startedAt) / 1000, 0.001);
  }
}
