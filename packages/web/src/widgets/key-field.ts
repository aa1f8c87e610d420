/** The field of a key: one for the whole page, shown by the section that needs it. */
import { h } from '../base/dom.js';

export class CampoClave {
  readonly elemento: HTMLElement;
  private readonly campo: HTMLInputElement;
  private readonly oyentes: (() => void)[] = [];

  constructor() {
    this.campo = h('input', {
      id: 'curp',
      class: 'clave',
      autocomplete: 'off',
      autocapitalize: 'characters',
      spellcheck: 'false',
      maxlength: '60',
      'aria-describedby': 'nota-curp',
      oninput: () => this.cambio(),
    });
    this.elemento = h(
      'div',
      { class: 'campo' },
      h('label', { for: 'curp', t: 'escriba_curp' }),
      this.campo,
      h('p', { class: 'nota', id: 'nota-curp', t: 'dieciocho' }),
    );
  }

  alCambiar(hacer: () => void): void {
    this.oyentes.push(hacer);
  }

  /** In upper case and without what people put between the characters. */
  get valor(): string {
    return this.campo.value.replaceAll(/[\s\p{Cf}\p{Pd}_]/gu, '').toUpperCase();
  }

  set valor(valor: string) {
    this.campo.value = valor;
    this.cambio();
  }

  private cambio(): void {
    for (const hacer of this.oyentes) hacer();
  }
}
