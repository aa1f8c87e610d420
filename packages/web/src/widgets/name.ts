/** The data of a person above the key, with the letters that went into it. */
import type { Dato, Persona } from '@curp-service/core';
import { type DatoDeNombre, type Letra, trazar } from '@curp-service/core/trazar';
import { ORIGENES } from './boxes.js';
import { h, poner } from '../base/dom.js';
import { NOMBRES, enPalabras, t } from '../base/language.js';

const EN_ORDEN: readonly DatoDeNombre[] = ['nombres', 'apellido_paterno', 'apellido_materno'];

export class Nombre {
  readonly elemento = h('p', { class: 'nombre', 'aria-hidden': 'true' });

  /** `null`: there is no key yet. */
  pintar(persona: Persona | null): void {
    const trazo = persona === null ? null : trazar(persona);
    if (persona === null || trazo === null) {
      poner(this.elemento);
      return;
    }
    const { fechaNacimiento, sexo, entidad } = persona;
    const entero = (dato: Dato, texto: string): HTMLElement => {
      const posiciones = ORIGENES.flatMap((origen, i) => (origen === dato ? [i + 1] : []));
      return h('span', { class: 'palabra' }, this.letra(dato, { escrito: texto, posiciones }));
    };
    poner(
      this.elemento,
      ...EN_ORDEN.filter((dato) => trazo[dato].length > 0).map((dato) =>
        h('span', { class: 'palabra' }, ...trazo[dato].map((letra) => this.letra(dato, letra))),
      ),
      entero('fecha_nacimiento', enPalabras(fechaNacimiento)),
      entero('sexo', t(sexo)),
      entero('entidad', NOMBRES.get(entidad) ?? entidad),
    );
  }

  senalar(posicion: number): void {
    for (const letra of this.elemento.querySelectorAll<HTMLElement>('[data-posiciones]')) {
      letra.classList.toggle('senalada', letra.dataset['posiciones']?.split(' ').includes(String(posicion)));
    }
  }

  private letra(dato: Dato, { escrito, posiciones }: Letra): Node {
    if (posiciones.length === 0) return document.createTextNode(escrito);
    return h('b', { 'data-origen': dato, 'data-posiciones': posiciones.join(' ') }, escrito);
  }
}
