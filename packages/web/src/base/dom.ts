/** Elements of the page, made in one expression each. Text is always text: nothing here reads HTML. */
import { type Clave, rotular } from './language.js';

type Hijo = Node | string | null | false;

/** `t`: what it says, in the language of the page; `t-…`: the same for an attribute; `on…`: what it does. */
type Valor = string | number | boolean | null | undefined | ((evento: never) => void);

export type Propiedades = Readonly<Record<string, Valor>> & {
  readonly t?: Clave;
  readonly 't-aria-label'?: Clave;
  readonly 't-placeholder'?: Clave;
};

export function h<K extends keyof HTMLElementTagNameMap>(
  etiqueta: K,
  propiedades: Propiedades = {},
  ...hijos: readonly Hijo[]
): HTMLElementTagNameMap[K] {
  return llenar(document.createElement(etiqueta), propiedades, hijos);
}

export function svg<K extends keyof SVGElementTagNameMap>(
  etiqueta: K,
  propiedades: Propiedades = {},
  ...hijos: readonly Hijo[]
): SVGElementTagNameMap[K] {
  return llenar(document.createElementNS('http://www.w3.org/2000/svg', etiqueta), propiedades, hijos);
}

function llenar<E extends Element>(elemento: E, propiedades: Propiedades, hijos: readonly Hijo[]): E {
  for (const [nombre, valor] of Object.entries(propiedades)) {
    if (valor === undefined || valor === false || valor === null) continue;
    if (typeof valor === 'function') elemento.addEventListener(nombre.slice(2), valor as EventListener);
    else if (nombre === 't' || nombre.startsWith('t-')) elemento.setAttribute(`data-${nombre}`, String(valor));
    else elemento.setAttribute(nombre, valor === true ? '' : String(valor));
  }
  rotular(elemento);
  elemento.append(...hijos.filter((hijo) => hijo !== null && hijo !== false));
  return elemento;
}

/** Puts some children in the place of all that there are. */
export function poner(elemento: Element, ...hijos: readonly Hijo[]): void {
  elemento.replaceChildren(...hijos.filter((hijo) => hijo !== null && hijo !== false));
}
