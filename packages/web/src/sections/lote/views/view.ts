/** What the section for files shows at one moment, and the pieces that several moments have. */
import type { OperationName } from '@curp-service/contract/columns';
import { h } from '../../../base/dom.js';
import { type Clave, enMiles, rotular } from '../../../base/language.js';

export interface Vista {
  readonly elemento: HTMLElement;
  /** Writes what does not follow the language by itself. */
  pintar(): void;
}

/** What to do with files, whichever comes. */
export interface Ajustes {
  operacion: OperationName;
  homonimos: boolean;
  excel: boolean;
}

const OPERACIONES = ['calcular', 'validar', 'cotejar'] as const satisfies readonly OperationName[];

/** The choice of what to do with the rows. */
export function eleccionDeOperacion(ajustes: Ajustes, alCambiar: () => void): HTMLElement {
  const frase = h('p', { class: 'nota', t: `filas_${ajustes.operacion}` });
  const elegir = (operacion: OperationName): void => {
    ajustes.operacion = operacion;
    frase.dataset['t'] = `filas_${operacion}`;
    rotular(frase);
    alCambiar();
  };
  const radios = OPERACIONES.flatMap((operacion) => [
    h('input', {
      type: 'radio',
      name: 'operacion-lote',
      id: `operacion-${operacion}`,
      checked: ajustes.operacion === operacion,
      onchange: () => elegir(operacion),
    }),
    h('label', { for: `operacion-${operacion}`, t: operacion }),
  ]);
  return h(
    'fieldset',
    { class: 'campo' },
    h('legend', { t: 'que_hacer' }),
    h('div', { class: 'opciones' }, ...radios),
    frase,
  );
}

export const boton = (rotulo: Clave, onclick: () => void, clase = ''): HTMLButtonElement =>
  h('button', { type: 'button', class: `boton ${clase}`, t: rotulo, onclick });

/** Figures with their names. */
export const cifras = (pares: readonly (readonly [nombre: Clave, valor: string, clase?: string])[]): HTMLElement =>
  h(
    'dl',
    { class: 'cifras' },
    ...pares.map(([nombre, valor, clase]) => h('div', { class: clase }, h('dt', { t: nombre }), h('dd', {}, valor))),
  );

export const enBytes = (n: number): string =>
  n < 1e6 ? `${enMiles(Math.ceil(n / 1e3))} kB` : `${(n / 1e6).toFixed(1)} MB`;

/** The title of a moment, which the focus goes to when it begins. */
export const titulo = (propiedades: Readonly<Record<string, unknown>>, ...hijos: (Node | string)[]): HTMLElement =>
  h('h2', { tabindex: '-1', ...propiedades }, ...hijos);

/** A key proves nothing, be it calculated or valid. */
export const notaDePrueba = (operacion: OperationName | undefined): HTMLElement =>
  h('p', { class: 'nota', t: operacion === 'validar' ? 'valida_no_prueba' : 'no_prueba' });
