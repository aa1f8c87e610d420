/** Everything an import tells the user: what it understood of the file, the progress bar and the summary. No personal data. */
import type { FileHead } from '@curp-service/lote';
import type { PadronImport } from '@curp-service/server/admin';
import { type CommandContext, json } from '../../environment.js';
import { type Snapshot, StatusLines } from '../../terminal/progress.js';
import { quoted, thousands } from '../../terminal/words.js';
import type { LocatedColumns } from './columns.js';
import type { ImportOptions, ImportPlan } from './options.js';
import { type ImportSummary, summaryJson, summaryText } from './summary.js';

export class ImportScreen {
  readonly status = new StatusLines();
  /** Whether the first row was read. */
  started = false;
  readonly #plan: ImportPlan;
  readonly #asJson: boolean;
  readonly #context: CommandContext;

  constructor(plan: ImportPlan, { json: asJson }: ImportOptions, context: CommandContext) {
    this.#plan = plan;
    this.#asJson = asJson === true;
    this.#context = context;
  }

  /** Call it once the header has been read. */
  showUnderstood(kind: string, { encoding }: FileHead, { missing, unknown }: LocatedColumns): void {
    const { text } = this.#context;
    this.#say(`${kind.toUpperCase()}, ${encoding}.`);
    const empty = missing.join(', ');
    if (empty !== '') this.#say(text(`Quedan vacíos: ${empty}.`, `Left empty: ${empty}.`));
    const unused = unknown.map(quoted).join(', ');
    if (unused !== '') this.#say(text(`No se usan: ${unused}.`, `Not used: ${unused}.`));
  }

  /** Call it when the first row is about to be imported. */
  start(abandoned: PadronImport | null, now: () => Snapshot): void {
    const { text } = this.#context;
    this.started = true;
    if (abandoned !== null) {
      const [file, lastRow] = [abandoned.file, thousands(abandoned.read)];
      this.#say(
        text(
          `Se abandona la importación de ${file}, que iba en la fila ${lastRow}.`,
          `The unfinished import of ${file}, which had reached row ${lastRow}, is discarded.`,
        ),
      );
    }
    this.status.startBar(now, text);
  }

  finish(counts: ImportSummary): void {
    this.status.clearBar();
    const { text, print } = this.#context;
    const result = { ...counts, seconds: this.status.seconds };
    print(this.#asJson ? json(summaryJson(this.#plan, result)) : summaryText(this.#plan, result, text));
  }

  interrupt(): void {
    const { text } = this.#context;
    const next = this.started ? howToRepeat(text) : text('No se importó ninguna fila.', 'No row was imported.');
    this.status.say(`${text('Interrumpido.', 'Interrupted.')} ${next}`);
  }

  #say(line: string): void {
    if (!this.#asJson) this.status.say(line);
  }
}

export const howToRepeat = (text: CommandContext['text']): string =>
  text(
    'La importación no terminó: para empezarla de nuevo, repita el mismo comando.',
    'The import is not complete: to start it again, run the same command.',
  );
