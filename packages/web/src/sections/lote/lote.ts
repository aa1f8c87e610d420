/** The section for files: shows one view after another, from choosing a file to its result. */
import type { Bilingual } from '@curp-service/contract/language';
import { h, setChildren } from '../../base/dom.js';
import { currentLanguage } from '../../base/language.js';
import type { Section } from '../section.js';
import { AnswerMemory, answersChangeLook, lookOptions, readingOf } from './assistant/answers.js';
import { type AssistantFile, AssistantView } from './assistant/assistant.js';
import { holdsBadRowsOf } from './views/bad-rows-file.js';
import { fieldsFor } from './assistant/columns.js';
import { startTask } from './worker/start-task.js';
import { ServerResultView } from './views/server.js';
import { StartView } from './views/start.js';
import { RunningView } from './views/running.js';
import type { FileTask, FilePreview, PreviewTask } from './worker/messages.js';
import type { FinishedTask } from './views/finished-task.js';
import { ResultView } from './views/result.js';
import { startServiceTask } from './worker/service.js';
import type { Settings, View } from './views/view.js';

export class LoteSection implements Section {
  readonly name = 'lote';
  readonly element = h('div', { class: 'lote' });
  private readonly settings: Settings = { operacion: 'calcular', homonimos: false, excel: true };
  private readonly memory = new AnswerMemory();
  /** The last file that was done. Its bad rows may come back mended. */
  private finished: FinishedTask | null = null;
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

  private startView(failure?: Bilingual | null): StartView {
    this.stop();
    return new StartView(this.settings, (file) => this.preview(file), failure);
  }

  private readonly otherFile = (): void => this.show(this.startView());
  private readonly failure = (failure: Bilingual | null): void => this.show(this.startView(failure));

  private preview(file: File, hoja?: string): void {
    this.stop();
    const running = new RunningView(file.name, true, this.otherFile);
    const look = (options: PreviewTask['options'], done: (preview: FilePreview) => void): void => {
      this.stop = startTask(
        { preview: { file, hoja, language: currentLanguage(), options } },
        { progress: (progress) => running.update(progress), failure: this.failure, done },
      );
    };
    this.show(running);
    look({}, (preview) => {
      const { finished } = this;
      if (finished !== null && holdsBadRowsOf(finished, preview)) {
        this.mend(finished, file, hoja);
        return;
      }
      const answers = this.memory.of(preview);
      const show = (known: FilePreview): void => this.choose({ file, hoja, settings: this.settings, answers }, known);
      if (!answersChangeLook(answers)) show(preview);
      else look(lookOptions(answers, preview.peek?.names ?? []), show);
    });
  }

  private choose(about: AssistantFile, preview: FilePreview): void {
    const { file, hoja, answers } = about;
    const view = new AssistantView(about, preview, {
      start: () => this.start(about, view),
      otherFile: this.otherFile,
      otherSheet: (other) => this.preview(file, other),
      look: () => {
        this.stop();
        const options = lookOptions(answers, view.preview.peek?.names ?? []);
        this.stop = startTask(
          { preview: { file, hoja, language: currentLanguage(), options } },
          { failure: (failure) => view.fail(failure), done: (seen) => view.update(seen) },
        );
      },
      send: (token) => this.send(about, token, view),
    });
    this.show(view);
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

  /** Shows why a file could not be done; it stays chosen. */
  private failIn(view: AssistantView): (failure: Bilingual | null) => void {
    return (failure) => {
      view.fail(failure);
      this.show(view);
    };
  }

  private send({ file, hoja }: AssistantFile, token: string, view: AssistantView): void {
    const { options, preview } = view;
    const { type } = preview;
    const running = this.showRunning(file, view);
    this.stop = startServiceTask(
      { file, hoja, type, options, token },
      {
        progress: (progress) => running.update(progress),
        failure: this.failIn(view),
        done: (result) => this.show(new ServerResultView(file, type, options.operacion, result, this.otherFile)),
      },
    );
  }

  private start({ file, hoja, answers }: AssistantFile, view: AssistantView): void {
    const { preview, options } = view;
    const names = preview.peek?.names ?? null;
    const reading = readingOf(preview, answers);
    const delimiter = preview.peek?.delimiter ?? ' ';
    const dateColumn = view.columns?.fecha_nacimiento ?? -1;
    const { type } = preview;
    const task: FileTask = { file, hoja, type, dateColumn, options: { ...options, reading }, delimiter };
    const fields = fieldsFor(this.settings.operacion, answers.choice, names ?? []);
    const { columns } = view;
    const shown = fields.map((field) => columns?.[field] ?? -1).filter((i) => i >= 0);
    const places = columns === null ? null : { columns, shown };
    const running = this.showRunning(file, view);
    this.stop = startTask(
      { process: task },
      {
        progress: (progress) => running.update(progress),
        failure: this.failIn(view),
        done: (result) => {
          const onChange = (): void => this.show(view);
          this.finish({ file, task, result, columnNames: names, places, onChange });
        },
      },
    );
  }

  private finish(finished: FinishedTask): void {
    this.finished = finished;
    this.show(new ResultView(finished, this.otherFile));
  }

  /** Puts mended rows into the result of their file. */
  private mend(finished: FinishedTask, file: File, hoja: string | undefined): void {
    const { task, result: previous, columnNames } = finished;
    this.stop = startTask(
      { mend: { file, hoja, task, previous, names: columnNames ?? [] } },
      { failure: this.failure, done: (result) => this.finish({ ...finished, result }) },
    );
  }
}
