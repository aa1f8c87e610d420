/** The section for files: shows one view after another, from choosing a file to its result. */
import type { LoteOptions } from '@curp-service/lote';
import { h, setChildren } from '../../base/dom.js';
import { currentLanguage } from '../../base/language.js';
import type { Section } from '../section.js';
import { fieldsFor, columnMap } from './views/columns.js';
import { OptionsView } from './views/options.js';
import { startTask } from './worker/start-task.js';
import { ServerResultView } from './views/server.js';
import { StartView } from './views/start.js';
import { RunningView } from './views/running.js';
import type { FileTask, TextPair, FilePreview } from './worker/messages.js';
import { ResultView } from './views/result.js';
import { startServiceTask } from './worker/service.js';
import type { Settings, View } from './views/view.js';

export class LoteSection implements Section {
  readonly name = 'lote';
  readonly element = h('div', { class: 'lote' });
  private readonly settings: Settings = { operacion: 'calcular', homonimos: false, excel: false };
  private view: View | null = null;
  /** Stops the running task. */
  private stop: () => void = () => {};

  constructor() {
    const { element } = this;
    const hasFile = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true;
    // The whole page accepts the drop; otherwise the browser would leave the page to open the file.
    addEventListener('dragover', (event) => {
      if (element.offsetParent === null || !hasFile(event)) return;
      event.preventDefault();
      element.classList.add('encima');
    });
    addEventListener('dragleave', ({ relatedTarget }) => relatedTarget ?? element.classList.remove('encima'));
    addEventListener('drop', (event) => {
      const [file] = event.dataTransfer?.files ?? [];
      element.classList.remove('encima');
      if (element.offsetParent === null || file === undefined) return;
      event.preventDefault();
      this.preview(file);
    });
  }

  open(): void {
    if (this.view === null) this.show(this.startView(), false);
    else this.render(); // the language may have changed meanwhile
  }

  render(): void {
    this.view?.render();
  }

  private show(view: View, takesFocus = true): void {
    this.view = view;
    setChildren(this.element, view.element);
    if (takesFocus) this.element.querySelector('h2')?.focus();
  }

  private startView(failure?: TextPair | null): StartView {
    this.stop();
    return new StartView(this.settings, (file) => this.preview(file), failure);
  }

  private readonly otherFile = (): void => this.show(this.startView());
  private readonly failure = (failure: TextPair | null): void => this.show(this.startView(failure));

  private preview(file: File, hoja?: string): void {
    this.stop();
    this.show(new RunningView(file.name, true, this.otherFile));
    this.stop = startTask(
      { preview: { file, hoja, language: currentLanguage() } },
      { failure: this.failure, done: (preview) => this.choose(file, preview, hoja) },
    );
  }

  private choose(file: File, preview: FilePreview, hoja: string | undefined): void {
    const view = new OptionsView(file, preview, hoja, this.settings, {
      start: () => this.start(file, preview, hoja, view),
      otherFile: this.otherFile,
      otherSheet: (other) => this.preview(file, other),
      send: (token) => this.send(file, this.options(preview, view), token, view),
    });
    this.show(view);
  }

  private options({ header }: FilePreview, { choice, homonimos }: OptionsView): LoteOptions {
    const columns = columnMap(choice, this.settings.operacion, header?.names ?? []);
    const formato = header === null ? 'ndjson' : 'csv';
    return { ...this.settings, homonimos, formato, language: currentLanguage(), columnas: columns };
  }

  /** Shows the progress; if the user cancels, `view` comes back. */
  private showRunning(file: File, view: View): RunningView {
    const running = new RunningView(file.name, false, () => {
      this.stop();
      this.show(view);
    });
    this.show(running);
    return running;
  }

  private send(file: File, options: LoteOptions, token: string, view: View): void {
    const running = this.showRunning(file, view);
    this.stop = startServiceTask(
      { file, options, token },
      {
        progress: (progress) => running.update(progress),
        failure: this.failure,
        done: (result) => this.show(new ServerResultView(file, options, result, this.otherFile)),
      },
    );
  }

  private start(file: File, preview: FilePreview, hoja: string | undefined, view: OptionsView): void {
    const { operacion } = this.settings;
    const { delimiter = ' ' } = preview.header ?? {};
    const task: FileTask = {
      file,
      hoja,
      options: this.options(preview, view),
      delimiter,
    };
    const fields = fieldsFor(operacion, view.choice.inThree);
    const dataColumns = fields.map((field) => view.columns?.[field] ?? -1).filter((i) => i >= 0);
    const running = this.showRunning(file, view);
    this.stop = startTask(
      { process: task },
      {
        progress: (progress) => running.update(progress),
        failure: this.failure,
        done: (result) => {
          const columnNames = preview.header?.names ?? null;
          const finished = { file, task, result, isWorkbook: preview.type === 'xlsx', columnNames, dataColumns };
          this.show(new ResultView(finished, () => this.show(view), this.otherFile));
        },
      },
    );
  }
}
