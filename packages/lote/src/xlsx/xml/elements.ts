/** Small documents of XML as lists of their tags. */
import { damaged } from '../errors.js';

/** An element of a small document. */
export interface Element {
  /** Without its prefix. */
  readonly name: string;
  readonly isEnd: boolean;
  readonly isEmpty: boolean;
  readonly attributes: Readonly<Record<string, string>>;
}

/** No part of a tag or attribute can match two ways, and a tag without an end is refused: odd bytes take no longer than others. */
const TAG =
  /<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<\?[^]*?\?>|<(\/?)([^\s/>!?]+)((?:[\s/][^>"']*(?:(?:"[^"]*"|'[^']*')[^>"']*)*)?)>|</g;
const ATTRIBUTE = /(?<![^\s"'])([^\s="']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** The tags of a small document, in order. Attributes have no prefix but `r:id`, which is `id`. */
export function elementsOf(bytes: Uint8Array): Element[] {
  const text = new TextDecoder().decode(bytes);
  return Array.from(text.matchAll(TAG), ([whole, slash, name, rest = '']): Element | null => {
    if (whole === '<') throw damaged('a DOCTYPE, or a tag without an end');
    if (name === undefined) return null;
    return {
      name: localName(name),
      isEnd: slash === '/',
      isEmpty: rest.endsWith('/'),
      attributes: attributesOf(rest),
    };
  }).filter((element) => element !== null);
}

export const attributesOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    Array.from(text.matchAll(ATTRIBUTE), ([, name = '', double, single]) => [
      localName(name),
      plain(double ?? single ?? ''),
    ]),
  );

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const plain = (text: string): string =>
  text.replaceAll(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi,
    (whole, hex?: string, digits?: string, name?: string) => {
      if (name !== undefined) return NAMED[name] ?? whole;
      const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : '';
    },
  );
