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
import type { Encargo, Par, Visto } from './worker/messages.js';
import { VistaDeResultado } from './views/result.js';
import { encargarAlServidor } from './worker/service.js';
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
      this.mirar(file);
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

  private startView(falla?: Par | null): StartView {
    this.stop();
    return new StartView(this.settings, (file) => this.mirar(file), falla);
  }

  private readonly otherFile = (): void => this.show(this.startView());
  private readonly falla = (falla: Par | null): void => this.show(this.startView(falla));

  private mirar(file: File, hoja?: string): void {
    this.stop();
    this.show(new RunningView(file.name, true, this.otherFile));
    this.stop = startTask(
      { mirar: { archivo: file, hoja, lengua: currentLanguage() } },
      { falla: this.falla, listo: (preview) => this.choose(file, preview, hoja) },
    );
  }

  private choose(file: File, preview: Visto, hoja: string | undefined): void {
    const view = new OptionsView(file, preview, hoja, this.settings, {
      start: () => this.start(file, preview, hoja, view),
      otherFile: this.otherFile,
      otherSheet: (other) => this.mirar(file, other),
      send: (token) => this.send(file, this.options(preview, view), token, view),
    });
    this.show(view);
  }

  private options({ cabecera }: Visto, { choice, homonimos }: OptionsView): LoteOptions {
    const columns = columnMap(choice, this.settings.operacion, cabecera?.names ?? []);
    const formato = cabecera === null ? 'ndjson' : 'csv';
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
    this.stop = encargarAlServidor(
      { archivo: file, opciones: options, token },
      {
        avance: (avance) => running.update(avance),
        falla: this.falla,
        listo: (hecho) => this.show(new ServerResultView(file, options, hecho, this.otherFile)),
      },
    );
  }

  private start(file: File, preview: Visto, hoja: string | undefined, view: OptionsView): void {
    const { operacion } = this.settings;
    const { delimiter: delimitador = ' ' } = preview.cabecera ?? {};
    const encargo: Encargo = {
      archivo: file,
      hoja,
      opciones: this.options(preview, view),
      delimitador,
    };
    const fields = fieldsFor(operacion, view.choice.inThree);
    const datos = fields.map((field) => view.columns?.[field] ?? -1).filter((i) => i >= 0);
    const running = this.showRunning(file, view);
    this.stop = startTask(
      { hacer: encargo },
      {
        avance: (avance) => running.update(avance),
        falla: this.falla,
        listo: (hecho) => {
          const nombres = preview.cabecera?.names ?? null;
          const obra = { archivo: file, encargo, hecho, esLibro: preview.tipo === 'xlsx', nombres, datos };
          this.show(new VistaDeResultado(obra, () => this.show(view), this.otherFile));
        },
      },
    );
  }
}
