/** The data of a person above the CURP; highlights the letters that the CURP takes from them. */
import type { Persona } from '@curp-service/core';
import { WIRE_NAMES, type WireDato } from '@curp-service/contract/answers';
import { isSex } from '@curp-service/contract/values';
import { type DatoDeNombre, type Letra, trazar } from '@curp-service/core/trazar';
import { ORIGENES } from './boxes.js';
import { h, setChildren } from '../base/dom.js';
import { STATE_NAMES, formatDate, t } from '../base/language.js';

const NAME_ORDER: readonly DatoDeNombre[] = ['nombres', 'apellidoPaterno', 'apellidoMaterno'];

export class PersonLine {
  readonly element = h('p', { class: 'nombre', 'aria-hidden': 'true' });

  /** Shows the person; `null` if there is no CURP yet. */
  render(persona: Persona | null): void {
    const traced = persona === null ? null : trazar(persona);
    if (persona === null || traced === null) {
      setChildren(this.element);
      return;
    }
    const { fechaNacimiento, sexo, entidad } = persona;
    const whole = (dato: WireDato, text: string): HTMLElement => {
      const posiciones = ORIGENES.flatMap((origen, i) => (origen === dato ? [i + 1] : []));
      return h('span', { class: 'palabra' }, this.letter(dato, { escrito: text, posiciones }));
    };
    setChildren(
      this.element,
      ...NAME_ORDER.filter((dato) => traced[dato].length > 0).map((dato) =>
        h('span', { class: 'palabra' }, ...traced[dato].map((letter) => this.letter(WIRE_NAMES[dato], letter))),
      ),
      whole('fecha_nacimiento', formatDate(fechaNacimiento)),
      whole('sexo', isSex(sexo) ? t(sexo) : sexo),
      whole('entidad', STATE_NAMES.get(entidad) ?? entidad),
    );
  }

  highlight(posicion: number): void {
    for (const letter of this.element.querySelectorAll<HTMLElement>('[data-posiciones]')) {
      letter.classList.toggle('senalada', letter.dataset['posiciones']?.split(' ').includes(String(posicion)));
    }
  }

  private letter(dato: WireDato, { escrito, posiciones }: Letra): Node {
    if (posiciones.length === 0) return document.createTextNode(escrito);
    return h('b', { 'data-dato': dato, 'data-posiciones': posiciones.join(' ') }, escrito);
  }
}
