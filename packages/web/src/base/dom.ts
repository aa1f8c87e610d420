/** Elements of the page, made in one expression each. Text is always text: nothing here reads HTML. */
import { type Clave, applyTexts } from './language.js';

type Child = Node | string | null | false;

/** `t`: what it says, in the language of the page; `t-…`: the same for an attribute; `on…`: what it does. */
type PropValue = string | number | boolean | null | undefined | ((event: never) => void);

export type Props = Readonly<Record<string, PropValue>> & {
  readonly t?: Clave;
  readonly 't-aria-label'?: Clave;
  readonly 't-placeholder'?: Clave;
};

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), props, children);
}

export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[K] {
  return fill(document.createElementNS('http://www.w3.org/2000/svg', tag), props, children);
}

function fill<E extends Element>(element: E, props: Props, children: readonly Child[]): E {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === false || value === null) continue;
    if (typeof value === 'function') element.addEventListener(name.slice(2), value as EventListener);
    else if (name === 't' || name.startsWith('t-')) element.setAttribute(`data-${name}`, String(value));
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  applyTexts(element);
  element.append(...children.filter((child) => child !== null && child !== false));
  return element;
}

/** Puts some children in the place of all that there are. */
export function setChildren(element: Element, ...children: readonly Child[]): void {
  element.replaceChildren(...children.filter((child) => child !== null && child !== false));
}
