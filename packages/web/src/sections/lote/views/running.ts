/** The view of a running task: its progress, and a button to cancel it. */
import { h, setChildren } from '../../../base/dom.js';
import { formatNumber } from '../../../base/language.js';
import type { Progress } from '../worker/messages.js';
import { type View, button, figures, heading } from './view.js';

export class RunningView implements View {
  readonly element: HTMLElement;
  private readonly bar = h('progress', { max: 1, 't-aria-label': 'en_marcha' });
  private readonly figures = h('div', {});
  private readonly startedAt = performance.now();
  private readonly isReading: boolean;
  private progress: Progress | null = null;

  /** `reading`: the task only looks at the file. */
  constructor(name: string, reading: boolean, onCancel: () => void) {
    this.isReading = reading;
    this.element = h(
      'section',
      { class: 'tarjeta marcha' },
      h(
        'div',
        {},
        heading({ class: 'nombre-de-archivo' }, name),
        h('p', { class: 'nota', t: reading ? 'leyendo' : 'en_marcha' }),
      ),
      this.bar,
      this.figures,
      h('div', { class: 'acciones' }, button('cancelar', onCancel)),
    );
    if (!reading) this.update({ rows: 0, bad: 0, fraction: null });
  }

  update(progress: Progress): void {
    this.progress = progress;
    if (progress.fraction !== null) this.bar.value = progress.fraction;
    this.render();
  }

  render(): void {
    if (this.progress === null || this.isReading) return;
    const { rows, bad, fraction: part } = this.progress;
    const seconds = (performance.now() - this.startedAt) / 1000;
    const remaining = part === null ? '…' : formatTime((seconds / part) * (1 - part));
    setChildren(
      this.figures,
      figures([
        ['filas', formatNumber(rows)],
        ['por_segundo', formatNumber(rows / Math.max(seconds, 0.1))],
        ['con_error', formatNumber(bad), bad > 0 ? 'mal' : ''],
        ['queda', remaining],
      ]),
    );
  }
}

function formatTime(seconds: number): string {
  const rounded = Math.ceil(seconds);
  return rounded < 60 ? `${rounded} s` : `${Math.floor(rounded / 60)} min ${rounded % 60} s`;
}
