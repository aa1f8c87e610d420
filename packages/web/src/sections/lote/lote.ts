/** The section for files: shows one view after another, from choosing a file to its result. */
import '../../styles/lote.css';
import { isWorkbookFormat } from '@curp-service/contract/jobs';
import { isBeside, operationFor } from '@curp-service/contract/layouts';
import { h, setChildren } from '../../base/dom.js';
import { addTexts, currentLanguage, t } from '../../base/language.js';
import { LOTE_TEXTS } from '../../base/lote-texts.js';
import type { Section } from '../section.js';
import { AnswerMemory, lookOptions, readingOf } from './answers.js';
import { type AssistantFile, AssistantView } from './assistant.js';
import { fieldsFor } from './columns.js';
import { CrossView } from './cross.js';
import { Edits } from './rows/edits.js';
import { ResultView } from './result.js';
import { RunningView, StartView } from './start.js';
import type { Declaration, Settings, View } from './view.js';
import { FileWorker, startFileTask } from './file-task.js';
import {
  type FilePreview,
  type FileTask,
  type PreviewTask,
  type TaskFailure,
  type TaskListener,
} from './worker/tasks.js';

addTexts(LOTE_TEXTS);

/** Work that takes less shows no progress. */
const QUICK_MS = 500;

export class LoteSection implements Section {
  readonly element = h('div', { class: 'lote' });
  private readonly settings: Settings = { operacion: 'calcular' };
  private readonly memory = new AnswerMemory();
  private view: View | null = null;
  /** Stops the running task. */
  private stop: () => void = () => {};
  /** What the user changed in the file. */
  private edits = new Edits();
  /** Shows a view unless another comes first. */
  private later: ReturnType<typeof setTimeout> | undefined;

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
      if (this.mayLeave()) this.preview(file);
    });
    addEventListener('beforeunload', (event) => {
      if (!this.edits.isSaved) event.preventDefault();
    });
  }

  /** Asks before changes are lost that no download has. */
  private mayLeave(): boolean {
    // oxlint-disable-next-line no-alert -- it must stop the drop of another file
    return this.edits.isSaved || confirm(t('perder_correcciones'));
  }

  open(): void {
    if (this.view === null) this.show(this.startView(), false);
    else this.render(); // the language may have changed meanwhile
  }

  render(): void {
    this.view?.render();
  }

  /** Shows the view of work that takes long: quick work needs none. */
  private showLater(view: View): void {
    clearTimeout(this.later);
    this.later = setTimeout(() => this.show(view), QUICK_MS);
  }

  private show(view: View, takesFocus = true): void {
    clearTimeout(this.later);
    this.view = view;
    setChildren(this.element, view.element);
    if (takesFocus) this.element.querySelector('h2')?.focus();
  }

  private startView(failure?: TaskFailure): StartView {
    this.stop();
    const onCross = (): void => {
      this.edits = new Edits();
      const view = new CrossView(this.edits, () => this.mayLeave(), this.otherFile);
      this.stop = () => view.end();
      this.show(view);
    };
    return new StartView(this.settings, (file) => this.preview(file), onCross, failure);
  }

  private readonly otherFile = (): void => {
    if (!this.mayLeave()) return;
    this.edits = new Edits();
    this.show(this.startView());
  };
  private readonly failure = (failure: TaskFailure): void => this.show(this.startView(failure));

  private look(
    file: File,
    hoja: string | undefined,
    options: PreviewTask['options'],
    listener: TaskListener<FilePreview>,
  ): void {
    this.stop();
    const { operacion } = this.settings;
    const task = { file, hoja, operacion, language: currentLanguage(), options };
    this.stop = startFileTask({ kind: 'preview', task }, listener);
  }

  /** Shows what a file holds. `hoja`: the sheet that is read, if it is chosen; `people`: the other sheets that are still to be answered. */
  private preview(file: File, hoja?: string, people: readonly string[] = []): void {
    this.edits = new Edits();
    const { edits } = this;
    const running = new RunningView(file.name, true, this.otherFile);
    const look = (options: PreviewTask['options'], done: (preview: FilePreview) => void): void =>
      this.look(file, sheet, options, { progress: (one) => running.update(one), failure: this.failure, done });
    let sheet = hoja;
    this.showLater(running);
    look({}, (preview) => {
      sheet = preview.hoja;
      const { layout } = preview.evidence;
      // A file with a layout is compared; the next file is processed as the user chose.
      const settings = isBeside(layout)
        ? { ...this.settings, operacion: operationFor<'calcular'>(undefined, layout) }
        : this.settings;
      const answers = this.memory.of(preview);
      const nextSheets = hoja === undefined ? preview.others : people;
      const about = { file, hoja: preview.hoja, isGuessed: hoja === undefined, nextSheets, settings, answers, edits };
      const show = (known: FilePreview): void => this.assist(about, known);
      const options = lookOptions(answers, preview.peek?.names ?? []);
      if (Object.keys(options).length === 0) show(preview);
      else look(options, show);
    });
  }

  private assist(about: AssistantFile, preview: FilePreview): void {
    const { file, hoja, answers, nextSheets } = about;
    const unanswered = [...(hoja === undefined || nextSheets.length === 0 ? [] : [hoja]), ...nextSheets];
    const view = new AssistantView(about, preview, {
      start: () => this.start(about, view),
      otherFile: this.otherFile,
      otherSheet: (other) =>
        this.preview(
          file,
          other,
          unanswered.filter((name) => name !== other),
        ),
      look: () =>
        this.look(file, hoja, lookOptions(answers, view.preview.peek?.names ?? []), {
          failure: (failure) => view.settle(failure),
          done: (seen) => view.update(seen),
        }),
    });
    this.show(view);
  }

  /** Shows the progress of a task. If the user cancels it or it fails, `view` returns and the file stays chosen. */
  private watch<T>(file: File, view: AssistantView, done: (result: T) => void): Required<TaskListener<T>> {
    const running = new RunningView(file.name, false, () => {
      this.stop();
      this.show(view);
    });
    this.showLater(running);
    return {
      progress: (progress) => running.update(progress),
      failure: (failure) => {
        view.settle(failure);
        this.show(view);
      },
      done,
    };
  }

  private start(about: AssistantFile, view: AssistantView): void {
    const { file, hoja, answers, settings, edits, nextSheets } = about;
    const { preview, columns: byField } = view;
    const { type, peek } = preview;
    const columnNames = peek?.names ?? null;
    const options = { ...view.options, reading: readingOf(preview, answers) };
    const comesBeside = isBeside(options.reading.formato.value);
    const delimiter = comesBeside ? ',' : (peek?.delimiter ?? ' ');
    const dateColumn = byField?.fecha_nacimiento ?? -1;
    // The cells of a sheet with lines of CSV in single cells cannot change, nor those of a file of fixed width.
    const isInLines = isWorkbookFormat(type) && delimiter !== ',';
    const mayType = !isInLines && !comesBeside;
    const { operacion } = options;
    const { overrides } = edits;
    const task: FileTask = { file, hoja, type, dateColumn, operacion, options, delimiter, columns: byField, overrides };
    const fields = fieldsFor(settings.operacion, answers.choice, columnNames ?? []);
    const shown = fields.map((field) => byField?.[field] ?? -1).filter((i) => i >= 0);
    const columns = byField && { byField, shown };
    const again = {
      nextSheets,
      onNextSheet: (answered: File) => this.preview(answered, nextSheets[0], nextSheets.slice(1)),
      onChange: () => {
        view.render(); // a button of the result may have answered a question
        this.show(view);
      },
      edits,
      mayType,
      onDeclare: ({ name, value }: Declaration) => {
        answers.told[name] = value;
        this.start(about, view);
      },
    };
    this.stop();
    const worker = new FileWorker();
    this.stop = () => worker.end();
    worker.start(
      { kind: 'process', task },
      this.watch(file, view, (result) =>
        this.show(new ResultView({ file, task, result, columnNames, columns, worker, ...again }, this.otherFile)),
      ),
    );
  }
}
