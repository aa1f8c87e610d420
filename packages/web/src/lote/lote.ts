/** The section for files. */
import { h } from '../dom.js';
import type { Seccion } from '../seccion.js';

export class SeccionDeLote implements Seccion {
  readonly nombre = 'lote';
  readonly elemento = h('div', { class: 'lote' });

  abrir(): void {}

  pintar(): void {}
}
