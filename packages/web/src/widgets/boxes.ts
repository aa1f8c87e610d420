/** The 18 characters of a CURP as boxes, grouped and coloured by the data they come from. */
import type { WireOrigen } from '@curp-service/contract/answers';
import { type Content, h, setChildren } from '../base/dom.js';
import { t } from '../base/language.js';

export interface Box {
  /** Empty if not known yet. */
  readonly caracter: string;
  /** For screen readers. */
  readonly label: string;
  readonly state?: 'bien' | 'mal' | 'aviso' | undefined;
}

/** The origin of each position, in groups. */
const GROUPS: readonly (readonly WireOrigen[])[] = [
  ['apellido_paterno', 'apellido_paterno', 'apellido_materno', 'nombres'],
  Array.from({ length: 6 }, (): WireOrigen => 'fecha_nacimiento'),
  ['sexo'],
  ['entidad', 'entidad'],
  ['apellido_paterno', 'apellido_materno', 'nombres'],
  ['diferenciador', 'digito_verificador'],
];

export const ORIGENES: readonly WireOrigen[] = GROUPS.flat();

/** Returns an empty box, named by the datum that it waits for. */
const emptyBox = (i: number): Box => {
  const origen = ORIGENES[i] ?? 'nombres';
  return { caracter: '', label: `${t('posicion_n', { n: String(i + 1) })}: ${t(origen)}` };
};

const MOVES: Readonly<Record<string, (i: number) => number>> = {
  ArrowRight: (i) => Math.min(i + 1, 17),
  ArrowLeft: (i) => Math.max(i - 1, 0),
  Home: () => 0,
  End: () => 17,
};

/**
 * Shows the boxes. `onPoint` is called with the position, from 1, that the user points at, focuses or taps; 0 for none.
 * `beside`: what follows the last box.
 */
export class Boxes {
  readonly element: HTMLElement;
  private readonly boxes: readonly HTMLButtonElement[];
  private pinned = 0;

  constructor(labelId: string, onPoint: (posicion: number) => void, beside: Content = null) {
    const boxes = ORIGENES.map((origen, i) => {
      const posicion = i + 1;
      return h('button', {
        type: 'button',
        class: 'caja',
        'data-dato': origen,
        'data-posicion': posicion,
        tabindex: i === 0 ? '0' : '-1',
        onpointerenter: () => onPoint(posicion),
        onpointerleave: () => onPoint(this.pinned),
        onfocus: () => this.pin(posicion, onPoint),
        onclick: () => this.pin(posicion, onPoint),
      });
    });
    this.boxes = boxes;
    let offset = 0;
    const groups = GROUPS.map((group) => {
      const groupBoxes = boxes.slice(offset, (offset += group.length));
      return h('div', { class: 'grupo' }, ...groupBoxes);
    });
    const row = h('div', { class: 'cajas', role: 'group', 'aria-labelledby': labelId }, ...groups, beside);
    this.element = h('div', { class: 'marco' }, row);
    this.element.addEventListener('keydown', (event) => this.move(event));
  }

  /** Shows the boxes; missing ones are empty. */
  render(boxes: readonly (Box | undefined)[]): void {
    this.boxes.forEach((button, i) => {
      const { caracter, label, state } = boxes[i] ?? emptyBox(i);
      const changed = button.dataset['caracter'] !== caracter;
      if (changed) {
        button.dataset['caracter'] = caracter;
        setChildren(button, caracter !== '' && h('span', {}, caracter));
      }
      button.classList.toggle('vacia', caracter === '');
      for (const one of ['bien', 'mal', 'aviso']) button.classList.toggle(one, state === one);
      button.setAttribute('aria-label', label);
    });
  }

  /** Marks the box at this position. */
  highlight(posicion: number): void {
    for (const box of this.boxes) box.classList.toggle('senalada', box.dataset['posicion'] === String(posicion));
  }

  private pin(posicion: number, onPoint: (posicion: number) => void): void {
    this.pinned = posicion;
    this.boxes.forEach((box, i) => box.setAttribute('tabindex', i === posicion - 1 ? '0' : '-1'));
    onPoint(posicion);
  }

  private move(event: KeyboardEvent): void {
    const i = this.boxes.findIndex((box) => box === document.activeElement);
    const a = MOVES[event.key]?.(i);
    if (i < 0 || a === undefined) return;
    event.preventDefault();
    this.boxes[a]?.focus();
  }
}
