/** Everything `curp lote` tells the user: what it understood of the file, the progress bar and the summary. */
import type { Lectura } from '@curp-service/contract/tell-reading';
import type { Understood, Totals } from '@curp-service/lote';
import { type CommandContext, json } from '../../environment.js';
import { PIPE, workbookFormat } from '../../files/format.js';
import { type Progress, type Snapshot, StatusLines } from '../../terminal/progress.js';
import type { LoteCommandOptions } from './options.js';
import type { LotePlan } from './plan.js';
import { readingText, summaryJson, summaryText, understoodText } from './report.js';
import type { Work } from './work.js';

export class LoteScreen {
  readonly status = new StatusLines();
  readonly #plan: LotePlan;
  readonly #options: LoteCommandOptions;
  readonly #context: CommandContext;
  #understood: Understood | null = null;
  #told: Lectura = [];
  #snapshot: (() => Snapshot) | null = null;

  constructor(plan: LotePlan, options: LoteCommandOptions, context: CommandContext) {
    this.#plan = plan;
    this.#options = options;
    this.#context = context;
  }

  /** Call it once the header has been read. */
  start(understood: Understood, lectura: Lectura, work: Work, progress: Progress): void {
    const { silencio, json: asJson, hoja } = this.#options;
    const { text } = this.#context;
    this.#understood = understood;
    if (silencio) return;
    const book = workbookFormat(this.#plan.formats.input)?.toUpperCase();
    const sheet = hoja ?? text('la primera hoja', 'the first sheet');
    if (!asJson) this.status.say(understoodText(understood, book === undefined ? null : `${book}, ${sheet}`, text));
    this.#snapshot = () => {
      const { rows, good } = work.totals();
      return { rows, bad: rows - good, progress };
    };
    this.tell(lectura);
  }

  /** Tells how the file is read. */
  tell(lectura: Lectura): void {
    const { text } = this.#context;
    const { silencio, json: asJson } = this.#options;
    this.#told = lectura;
    if (silencio) return;
    if (!asJson && lectura.length > 0) this.status.say(readingText(lectura, text));
    if (this.#snapshot !== null) this.status.startBar(this.#snapshot, text);
  }

  /** Tells that the rows are done again. */
  restart(): void {
    this.#say(
      'Las filas prueban que el archivo se lee de otro modo: se vuelve a empezar.',
      'The rows prove that the file is to be read otherwise: they are done again.',
    );
  }

  /** Tells that the file could not be sent to the service, and when it is sent again. */
  resend(reason: string, seconds: number): void {
    this.#say(
      `No se pudo mandar el archivo (${reason}). Se manda otra vez en ${seconds} s.`,
      `The file could not be sent (${reason}). It is sent again in ${seconds} s.`,
    );
  }

  /** `lectura`: as all rows prove it. A look at some of them may have told less. */
  finish(totals: Readonly<Totals>, lectura: Lectura): void {
    this.status.clearBar();
    const { silencio, json: asJson, operacion } = this.#options;
    const { text, print } = this.#context;
    const result = { operacion, totals, seconds: this.status.seconds };
    if (asJson) {
      const book = workbookFormat(this.#plan.formats.input);
      const summary = json(summaryJson(result, this.#understood, book, lectura, text));
      if (this.#plan.target === PIPE) this.status.say(summary);
      else print(summary);
    } else if (!silencio) {
      const told = new Set(this.#told.map(({ texto }) => texto));
      const proven = lectura.filter(({ texto }) => !told.has(texto));
      if (proven.length > 0) this.status.say(readingText(proven, text));
      this.status.say(summaryText(result, text));
    }
  }

  #say(es: string, en: string): void {
    const { silencio, json: asJson } = this.#options;
    if (!silencio && !asJson) this.status.say(this.#context.text(es, en));
  }
}
