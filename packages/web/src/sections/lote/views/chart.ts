/** How many rows have each kind of error: a bar each, its share of all that have one beside it. */
import type { Totals } from '@curp-service/lote';
import { kindOf } from '@curp-service/contract/codes/kinds';
import { h } from '../../../base/dom.js';
import { enMiles, segun } from '../../../base/language.js';
import type { Grupo, Hecho } from '../worker/messages.js';

export function grafica({ totales, grupos, cuantas }: Hecho): HTMLElement {
  const todos = [...porCodigo(totales), ...grupos.values()].toSorted((a, b) => b.filas - a.filas);
  return h(
    'ul',
    { class: 'grafica' },
    ...todos.map(({ filas, texto }) => {
      const barra = h('i', {});
      barra.style.setProperty('--parte', String(filas / cuantas));
      const dicho = segun(texto);
      return h(
        'li',
        {},
        h('span', {}, dicho.charAt(0).toLocaleUpperCase() + dicho.slice(1)),
        h('b', {}, enMiles(filas), h('small', {}, ` ${porciento(filas / cuantas)}`)),
        barra,
      );
    }),
  );
}

const porCodigo = ({ errors: errores }: Readonly<Totals>): Grupo[] =>
  Array.from(errores, ([codigo, filas]) => ({ filas, texto: kindOf(codigo) }));

function porciento(parte: number): string {
  const cien = parte * 100;
  return `${cien >= 10 ? Math.round(cien) : cien >= 0.1 ? cien.toFixed(1) : '<0.1'} %`;
}
