/** The views before a result: where the user drops or chooses a file, and the progress of a task. */
import { announce } from '../../base/announce.js';
import { h, setChildren, svg } from '../../base/dom.js';
import { actions, button, card, note } from '../../base/elements.js';
import { formatNumber } from '../../base/language.js';
import type { TaskFailure, TaskProgress } from './worker/tasks.js';
import {
  ACCEPTED_FILES,
  type Settings,
  type View,
  failureMessage,
  figureList,
  heading,
  operationChoice,
} from './view.js';

/** Invented people: some ready, some to be reviewed, some with errors. */
const EXAMPLE = [
  'nombres;primer_apellido;segundo_apellido;fecha_nacimiento;sexo;entidad;curp',
  "María Fernanda;de la Peña;O'Hara;17/05/1990;M;Jalisco;PEOF900517MJCXXR04",
  'José Luis;Ñáñez;Robledo;03/11/1984;H;Ciudad de México;XARL841113HDFXBS03',
  'Ximena;Quiroz;;29/02/2004;X;OC;QUXX040229XOCRXMA7',
  'Juan Pablo;Cantú;Zertuche;31/02/1977;H;Nuevo León;',
  'Lucía;Berumen;Alcocer;1999-12-31;M;31;BEAL991231MYNRLC12',
  'Raúl;Escamilla;Pineda;22/09/1958;H;Atlántida;EAPR580922HDFSNL00',
  'Gpe.;Olvera;Ruiz;08/03/1972;M;Puebla;OERG720308MPLLZD03',
];

/** The view for choosing a file. `failure`: the error of the previous file; `null` if its cause is unknown. */
export class StartView implements View {
  readonly element: HTMLElement;
  private readonly verdict = h('p', { class: 'veredicto mal' });
  private readonly failure: TaskFailure | undefined;

  constructor(settings: Settings, onChoose: (file: File) => void, onCross: () => void, failure?: TaskFailure) {
    this.failure = failure;
    const input = h('input', {
      type: 'file',
      class: 'oculto',
      id: 'archivo',
      accept: ACCEPTED_FILES,
      onchange: () => {
        const [file] = input.files ?? [];
        if (file !== undefined) onChoose(file);
      },
    });
    this.element = card(
      '',
      heading({ t: 'un_archivo' }),
      this.verdict,
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
      actions(
        button('archivo_ejemplo', () => onChoose(new File([EXAMPLE.join('\n')], 'ejemplo.csv'))),
        button('cruzar_listas', onCross),
      ),
    );
    this.render();
  }

  render(): void {
    if (this.failure === undefined) return;
    const message = failureMessage(this.failure).text;
    setChildren(this.verdict, message);
    announce(message);
  }
}

const icon = (d: string): SVGSVGElement =>
  svg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d }));

export class RunningView implements View {
  readonly element: HTMLElement;
  private readonly bar = h('progress', { max: 1, 't-aria-label': 'en_marcha' });
  private readonly figures = h('div', {});
  private readonly startedAt = performance.now();
  private readonly isReading: boolean;
  private progress: TaskProgress = { rows: 0, reviews: 0, errors: 0, fraction: null };

  /** `isReading`: the task only previews the file. */
  constructor(name: string, isReading: boolean, onCancel: () => void) {
    this.isReading = isReading;
    this.element = card(
      '',
      h('div', {}, heading({ class: 'nombre-de-archivo' }, name), note(isReading ? 'leyendo' : 'en_marcha')),
      this.bar,
      this.figures,
      actions(button('cancelar', onCancel)),
    );
    this.render();
  }

  update(progress: TaskProgress): void {
    this.progress = progress;
    if (progress.fraction !== null) this.bar.value = progress.fraction;
    this.render();
  }

  render(): void {
    if (this.isReading) return;
    const { rows, reviews, errors, fraction } = this.progress;
    const seconds = (performance.now() - this.startedAt) / 1000;
    setChildren(
      this.figures,
      figureList([
        ['filas', formatNumber(rows)],
        ['por_segundo', formatNumber(rows / Math.max(seconds, 0.1))],
        ['por_revisar', formatNumber(reviews), reviews > 0 ? 'aviso' : ''],
        ['con_error', formatNumber(errors), errors > 0 ? 'mal' : ''],
        ['queda', fraction === null ? '…' : formatTime((seconds / fraction) * (1 - fraction))],
      ]),
    );
  }
}

function formatTime(seconds: number): string {
  const rounded = Math.ceil(seconds);
  return rounded < 60 ? `${rounded} s` : `${Math.floor(rounded / 60)} min ${rounded % 60} s`;
}
