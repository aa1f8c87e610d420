/** What the user sees meanwhile: what was understood, the bar, the summary. */
import type { Understood, Totals } from '@curp-service/lote';
import { sanitize } from '../../terminal/color.js';
import { json } from '../../environment.js';
import type { Progress } from '../../files/input.js';
import { PIPE } from '../../files/format.js';
import { understoodText, summaryJson, summaryText } from './report.js';
import type { LoteCommandOptions } from './options.js';
import type { LoteContext, LotePlan } from './plan.js';
import { type ProgressBar, startProgressBar } from '../../terminal/progress.js';
import type { Work } from './work.js';

export class LoteScreen {
  private readonly plan: LotePlan;
  private readonly options: LoteCommandOptions;
  private readonly context: LoteContext;
  private readonly startedAt = performance.now();
  private understood: Understood | null = null;
  private bar: ProgressBar | null = null;

  constructor(plan: LotePlan, options: LoteCommandOptions, context: LoteContext) {
    this.plan = plan;
    this.options = options;
    this.context = context;
    process.stderr.on('error', () => {}); // that nobody reads it is no reason to stop
  }

  /** The header has been read, and the rows begin. */
  start(understood: Understood, work: Work, progress: Progress): void {
    const { silencio, json: asJson, hoja: sheet } = this.options;
    const { text } = this.context;
    this.understood = understood;
    if (silencio) return;
    const isWorkbook = this.plan.formats.input?.kind === 'xlsx';
    const workbook = sheet === undefined ? text('XLSX, la primera hoja', 'XLSX, the first sheet') : `XLSX, ${sheet}`;
    if (!asJson) this.say(understoodText(understood, isWorkbook ? workbook : null, text));
    const now = () => ({ totals: work.totals(), progress: progress, seconds: this.seconds() });
    this.bar = startProgressBar(process.stderr, now, text);
  }

  finish(totals: Readonly<Totals>): void {
    this.clearBar();
    const { silencio, json: asJson, operacion } = this.options;
    const { text, print } = this.context;
    const resultado = { operacion, totals: totals, seconds: this.seconds() };
    if (asJson) {
      const summary = json(summaryJson(resultado, this.understood, text));
      if (this.plan.target === PIPE) this.say(summary);
      else print(summary);
    } else if (!silencio) this.say(summaryText(resultado, text));
  }

  /** Takes the bar away. */
  clearBar(): void {
    this.bar?.clear();
    this.bar = null;
  }

  say(lines: string): void {
    this.clearBar();
    process.stderr.write(`${sanitize(lines)}\n`);
  }

  private seconds(): number {
    return Math.max((performance.now() - this.startedAt) / 1000, 0.001);
  }
}
