/** Writes texts as XML that a sheet can hold. */
import type { ByteSink } from '../../bytes.js';

/** 1 for the bytes that may not stand as they are: controls, markup, the `_` of `_xHHHH_`, and 0xEF, with which U+FFFE and the mark of UTF-8 begin. */
const special = new Uint8Array(256);
special.fill(1, 0, 32);
for (const character of '&<>_\u00EF') special[character.charCodeAt(0)] = 1;

const isPlain = (text: string): boolean => {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 127 || special[code] === 1) return false;
  }
  return true;
};

/** Whether none of the bytes needs to be written in another way. */
export function isPlainUtf8(bytes: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (special[bytes[i]] === 1) return false;
  return true;
}

export function writeEscaped(sink: ByteSink, text: string): void {
  if (isPlain(text)) {
    sink.text(text);
    return;
  }
  const escaped = text
    .replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    // eslint-disable-next-line no-control-regex
    .replaceAll(/[\0-\u0008\u000B-\u001F\uFFFE\uFFFF]/g, (character) => {
      const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
      return `_x${code}_`;
    })
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
  sink.text(escaped);
}

/** Whether spaces at its ends would be lost without `xml:space`. */
export const needsSpace = (text: string): boolean =>
  text.charCodeAt(0) <= 32 || text.charCodeAt(text.length - 1) <= 32 || text.includes('\n');
