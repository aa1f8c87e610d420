/** The section for files, in a script and a style sheet of its own that are loaded when the section is first opened. */
import { h, setChildren } from '../base/dom.js';
import { loadFile } from '../base/load.js';
import type * as files from './lote/lote.js';
import type { Section } from './section.js';

declare const curpArchivos: typeof files;

export class FilesSection implements Section {
  readonly element = h('div', {});
  private section: Section | null = null;

  open(): void {
    if (this.section !== null) this.section.open();
    else {
      Promise.all(['archivos.css', 'archivos.js'].map(loadFile)).then(
        () => this.start(),
        () => setChildren(this.element, h('p', { class: 'veredicto mal', t: 'sin_archivos' })),
      );
    }
  }

  render(): void {
    this.section?.render();
  }

  private start(): void {
    this.section ??= new curpArchivos.LoteSection();
    setChildren(this.element, this.section.element);
    this.section.open();
  }
}
