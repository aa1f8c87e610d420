/** Reads the tags of small XML documents, with all their attributes. */
import { DECODER } from '../../bytes.js';
import { damaged, SMALL_TAGS, tooLarge } from '../limits.js';
import { TagReader, packedName } from './tags.js';

/** An element of a small document. */
export interface Element {
  /** The name without its prefix. */
  readonly name: string;
  readonly isEnd: boolean;
  readonly attributes: Readonly<Record<string, string>>;
}

/** The most bytes of a tag whose attributes are read: those of a workbook have some hundreds. */
const LONGEST_TAG = 1 << 13;
/** Unambiguous, so it cannot backtrack on hostile input. */
const ATTRIBUTE = /(?<![^\s"'])([^\s="']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/**
 * Yields the tags with these names in a small document, in order. Attributes lose their prefix: `r:id` becomes `id`.
 * Other tags create no object, because a part of some kilobytes can hold millions of them.
 */
export function* elementsOf(bytes: Uint8Array, names: readonly string[]): Generator<Element, void> {
  const tags = new TagReader();
  const packed = new Set(names.map(packedName));
  let given = 0;
  for (let i = 0; ;) {
    i = tags.next(bytes, i, bytes.length);
    if (tags.at < 0) return;
    if (i < 0) throw damaged('a tag without an end');
    if (!packed.has(tags.name)) continue;
    const name = DECODER.decode(bytes.subarray(tags.nameFrom, tags.nameTo));
    if (!names.includes(name)) continue;
    if (++given > SMALL_TAGS) throw tooLarge('demasiadas_partes');
    yield { name, isEnd: tags.isEnd, attributes: attributesOf(bytes.subarray(tags.nameTo, i)) };
  }
}

/** Returns the attributes of a tag, from its bytes after the name. */
export function attributesOf(bytes: Uint8Array): Record<string, string> {
  if (bytes.length > LONGEST_TAG) throw tooLarge('etiqueta_larga');
  return Object.fromEntries(
    Array.from(DECODER.decode(bytes).matchAll(ATTRIBUTE), ([, name = '', double, single]) => [
      name.slice(name.indexOf(':') + 1),
      withoutEntities(double ?? single ?? ''),
    ]),
  );
}

export const NAMED_ENTITIES: Readonly<Partial<Record<string, string>>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

const withoutEntities = (text: string): string =>
  text.replaceAll(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi,
    (whole, hex?: string, digits?: string, name?: string) => {
      if (name !== undefined) return NAMED_ENTITIES[name] ?? whole;
      const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : '';
    },
  );
