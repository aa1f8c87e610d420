/** Creates elements in one expression each. Nothing here parses HTML. */
import { type TextKey, applyTexts } from './language.js';

export type Content = Node | string | null | false;

/** `t` is the key of the element's text, `t-…` that of an attribute's text; `on…` is an event listener. */
type PropValue = string | number | boolean | null | undefined | ((event: never) => void);

export type Props = Readonly<Record<string, PropValue>> & {
  readonly t?: TextKey | undefined;
  readonly 't-aria-label'?: TextKey;
  readonly 't-placeholder'?: TextKey;
};

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: readonly Content[]
): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), props, children);
}

export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: readonly Content[]
): SVGElementTagNameMap[K] {
  return fill(document.createElementNS('http://www.w3.org/2000/svg', tag), props, children);
}

function fill<E extends Element>(element: E, props: Props, children: readonly Content[]): E {
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

/** Replaces all children of an element. */
export function setChildren(element: Element, ...children: readonly Content[]): void {
  element.replaceChildren(...children.filter((child) => child !== null && child !== false));
}
