/** The field for a CURP. All sections share one, so that its value stays. */
import { h } from '../base/dom.js';

export class CurpField {
  readonly element: HTMLElement;
  private readonly field: HTMLInputElement;
  private readonly listeners: (() => void)[] = [];

  constructor() {
    this.field = h('input', {
      id: 'curp',
      class: 'clave',
      autocomplete: 'off',
      autocapitalize: 'characters',
      spellcheck: 'false',
      maxlength: '60',
      'aria-describedby': 'nota-curp',
      oninput: () => this.changed(),
      // Only now is it clear that a short key is not being typed any more.
      onblur: () => this.value.length < 18 && this.changed(),
    });
    this.element = h(
      'div',
      { class: 'campo' },
      h('label', { for: 'curp', t: 'escriba_curp' }),
      this.field,
      h('p', { class: 'nota', id: 'nota-curp', t: 'dieciocho' }),
    );
  }

  onChange(callback: () => void): void {
    this.listeners.push(callback);
  }

  /** In upper case, without spaces or hyphens. */
  get value(): string {
    return this.field.value.replaceAll(/[\s\p{Cf}\p{Pd}_]/gu, '').toUpperCase();
  }

  set value(value: string) {
    this.field.value = value;
    this.changed();
  }

  /** Whether the user may still be typing. */
  get hasFocus(): boolean {
    return document.activeElement === this.field;
  }

  focus(): void {
    this.field.focus();
  }

  private changed(): void {
    for (const callback of this.listeners) callback();
  }
}
