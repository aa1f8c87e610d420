/** The field for the entity of birth: any of its names may be typed, and a list shows the entities that fit. */
import { type Entidad, buscarEntidad, filtrarEntidades } from '@curp-service/core';
import { h, setChildren } from '../base/dom.js';
import { STATE_NAMES } from '../base/language.js';

const LIST_ID = 'lista-entidad';

/** Returns the label of an entity. The capital was long called México too, so the state is named in full. */
const labelOf = ({ abreviaturaEntidad: code }: Entidad): string =>
  code === 'MC' ? 'Estado de México' : (STATE_NAMES.get(code) ?? code);

export class EntityField {
  readonly element: HTMLElement;
  readonly input: HTMLInputElement;
  private readonly list = h('ul', { id: LIST_ID, role: 'listbox', 't-aria-label': 'entidad', hidden: true });
  private shown: readonly Entidad[] = [];
  private active = -1;
  private readonly onChoice: () => void;

  /** `onChoice` is called when the user chooses an entity from the list. Typing fires `input` events like any other field. */
  constructor(onChoice: () => void) {
    this.onChoice = onChoice;
    this.input = h('input', {
      id: 'entidad',
      name: 'entidad',
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-controls': LIST_ID,
      'aria-expanded': 'false',
      'aria-describedby': 'nota-entidad',
      autocomplete: 'off',
      spellcheck: 'false',
      't-placeholder': 'ejemplo_entidad',
      oninput: () => this.open(filtrarEntidades(this.input.value)),
      onclick: () => this.browse(),
      onkeydown: (event: KeyboardEvent) => this.press(event),
      onblur: () => this.leave(),
    });
    this.element = h('div', { class: 'combo' }, this.input, this.list);
  }

  /** Returns the abbreviation of the entity, or the text if it names none. */
  get value(): string {
    const { value } = this.input;
    return buscarEntidad(value)?.abreviaturaEntidad ?? value;
  }

  set value(value: string) {
    const entidad = buscarEntidad(value);
    this.input.value = entidad === undefined ? value : labelOf(entidad);
  }

  /** Returns the name of the entity if the user typed it in another way. */
  get understood(): string {
    const entidad = buscarEntidad(this.input.value);
    return entidad === undefined || labelOf(entidad) === this.input.value ? '' : labelOf(entidad);
  }

  /** True if no entity has this name, nor could have it if more were typed. */
  get isUnknown(): boolean {
    return filtrarEntidades(this.input.value).length === 0;
  }

  /** Shows all entities if one is already chosen or none fits, so that the user can find another. */
  private browse(): void {
    const { value } = this.input;
    this.open(filtrarEntidades(this.isUnknown || buscarEntidad(value) !== undefined ? '' : value));
  }

  private open(entities: readonly Entidad[]): void {
    this.shown = entities;
    setChildren(
      this.list,
      ...entities.map((entidad, i) =>
        h(
          'li',
          {
            id: `${LIST_ID}-${i}`,
            role: 'option',
            // Keeps the focus in the field.
            onmousedown: (event: Event) => event.preventDefault(),
            onclick: () => this.choose(entidad),
          },
          labelOf(entidad),
        ),
      ),
    );
    this.point(-1);
    this.list.hidden = entities.length === 0;
    this.input.setAttribute('aria-expanded', String(!this.list.hidden));
    this.list.scrollIntoView({ block: 'nearest' });
  }

  private point(i: number): void {
    this.active = i;
    Array.from(this.list.children).forEach((option, j) => option.setAttribute('aria-selected', String(i === j)));
    this.list.children[i]?.scrollIntoView({ block: 'nearest' });
    if (i < 0) this.input.removeAttribute('aria-activedescendant');
    else this.input.setAttribute('aria-activedescendant', `${LIST_ID}-${i}`);
  }

  private press(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    // Enter takes the only entity that fits. A hidden list shows none.
    const pointed = this.shown[this.shown.length === 1 ? 0 : this.active];
    if (step !== undefined) {
      if (this.list.hidden) this.browse();
      this.point(Math.min(Math.max(this.active + step, 0), this.shown.length - 1));
    } else if (event.key === 'Enter' && pointed !== undefined) this.choose(pointed);
    else if (event.key === 'Escape' && !this.list.hidden) this.open([]);
    else return;
    event.preventDefault();
  }

  private choose(entidad: Entidad): void {
    this.input.value = labelOf(entidad);
    this.open([]);
    this.onChoice();
  }

  /** Completes the name if only one entity fits. */
  private leave(): void {
    const { value } = this.input;
    const [first, ...others] = value.trim() === '' ? [] : filtrarEntidades(value);
    const meant = this.shown[this.active] ?? buscarEntidad(value) ?? (others.length === 0 ? first : undefined);
    this.open([]);
    if (meant !== undefined && labelOf(meant) !== value) this.choose(meant);
  }
}
