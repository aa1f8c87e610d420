/** The field for a CURP. All sections share one, so that its value stays. */
import { typedKey } from '@curp-service/contract/values';
import { h } from '../base/dom.js';

export class CurpField {
  readonly element: HTMLElement;
  private readonly field: HTMLInputElement;

  /** `onChange` is called when the key changes, and when the user leaves the field. */
  constructor(private readonly onChange: () => void) {
    this.field = h('input', {
      id: 'curp',
      class: 'clave',
      autocomplete: 'off',
      autocapitalize: 'characters',
      spellcheck: 'false',
      maxlength: '60',
      'aria-describedby': 'nota-curp',
      oninput: onChange,
      // Once the user leaves the field, a short key is no longer half typed.
      onblur: () => this.value.length < 18 && onChange(),
    });
    this.element = h(
      'div',
      { class: 'campo' },
      h('label', { for: 'curp', t: 'escriba_curp' }),
      this.field,
      h('p', { class: 'nota', id: 'nota-curp', t: 'dieciocho' }),
    );
  }

  /** Returns the key in upper case, without spaces or hyphens. */
  get value(): string {
    return typedKey(this.field.value);
  }

  set value(value: string) {
    this.field.value = value;
    this.onChange();
  }

  /** True if the user may still be typing. */
  get hasFocus(): boolean {
    return document.activeElement === this.field;
  }

  focus(): void {
    this.field.focus();
  }
}
