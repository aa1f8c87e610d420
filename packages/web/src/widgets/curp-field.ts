/** The field for a CURP. All sections share one, so that its value stays. */
import { typedKey } from '@curp-service/contract/values';
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
      // Once the user leaves the field, a short key is no longer half typed.
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

  /** Returns the key in upper case, without spaces or hyphens. */
  get value(): string {
    return typedKey(this.field.value);
  }

  set value(value: string) {
    this.field.value = value;
    this.changed();
  }

  /** True if the user may still be typing. */
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
