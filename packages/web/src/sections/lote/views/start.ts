/** The first view: where the user drops or chooses a file. */
import type { Bilingual } from '@curp-service/contract/language';
import { h, setChildren, svg } from '../../../base/dom.js';
import { forPeople, inLanguage, t } from '../../../base/language.js';
import { announce } from '../../../base/announce.js';
import { exampleFile } from '../example.js';
import { type Settings, type View, button, operationChoice, heading } from './view.js';

/** `failure`: the error of the previous file; `null` if its cause is unknown. */
export class StartView implements View {
  readonly element: HTMLElement;
  private readonly verdict = h('p', { class: 'veredicto mal' });
  private readonly failure: Bilingual | null | undefined;

  constructor(settings: Settings, onChoose: (file: File) => void, failure?: Bilingual | null) {
    this.failure = failure;
    const input = h('input', {
      type: 'file',
      class: 'oculto',
      id: 'archivo',
      accept: '.csv,.tsv,.txt,.ndjson,.jsonl,.xlsx,.xlsm,.gz',
      onchange: () => {
        const [file] = input.files ?? [];
        if (file !== undefined) onChoose(file);
      },
    });
    this.element = h(
      'section',
      { class: 'tarjeta' },
      heading({ t: 'un_archivo' }),
      failure !== undefined && this.verdict,
      operationChoice(settings, () => {}),
      h(
        'label',
        { class: 'soltar', for: 'archivo' },
        input,
        icon('M12 3v11m-4-4 4 4 4-4M4 14v5a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-5'),
        h('strong', { t: 'suelte' }),
        h('span', { class: 'boton principal', t: 'o_elija' }),
        h('span', { class: 'nota', t: 'formatos' }),
      ),
      h('p', { class: 'no-sale' }, icon('M7 11V8a5 5 0 0 1 10 0v3M5 11h14v10H5z'), h('span', { t: 'no_sale' })),
      h(
        'div',
        { class: 'acciones' },
        button('archivo_ejemplo', () => onChoose(exampleFile())),
      ),
    );
    this.render();
  }

  render(): void {
    if (this.failure === undefined) return;
    const message = this.failure === null ? t('se_detuvo') : forPeople(inLanguage(this.failure));
    setChildren(this.verdict, message);
    announce(message);
  }
}

const icon = (d: string): SVGSVGElement =>
  svg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d }));
