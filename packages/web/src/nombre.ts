/** The data of a person above the key, with the letters that went into it. */
import type { Persona } from '@curp-service/core';
import { type DatoDeNombre, type Letra, trazar } from '@curp-service/core/trazar';
import { h, poner } from './dom.js';
import { NOMBRES, enPalabras, t } from './idioma.js';

const EN_ORDEN: readonly DatoDeNombre[] = ['nombres', 'apellido_paterno', 'apellido_materno'];
const FECHA = [5, 6, 7, 8, 9, 10];

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
    const entero = (dato: string, posiciones: readonly number[], texto: string): HTMLElement =>
      h('span', { class: 'palabra' }, h('b', { 'data-origen': dato, 'data-posiciones': posiciones.join(' ') }, texto));
    poner(
      this.elemento,
      ...EN_ORDEN.filter((dato) => trazo[dato].length > 0).map((dato) =>
        h('span', { class: 'palabra' }, ...trazo[dato].map((letra) => this.letra(dato, letra))),
      ),
      entero('fecha_nacimiento', FECHA, enPalabras(fechaNacimiento)),
      entero('sexo', [11], t(sexo)),
      entero('entidad', [12, 13], NOMBRES.get(entidad) ?? entidad),
    );
  }

  senalar(posicion: number): void {
    for (const letra of this.elemento.querySelectorAll<HTMLElement>('[data-posiciones]')) {
      letra.classList.toggle('senalada', letra.dataset['posiciones']?.split(' ').includes(String(posicion)));
    }
  }

  private letra(dato: DatoDeNombre, { escrito, posiciones }: Letra): Node {
    if (posiciones.length === 0) return document.createTextNode(escrito);
    return h('b', { 'data-origen': dato, 'data-posiciones': posiciones.join(' ') }, escrito);
  }
}
