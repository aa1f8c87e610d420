/** Reads the letters that programs left as escapes in a text: entities of HTML, `\u00d1` of JSON, `\XD1\` of HL7, `O\'Brien` of SQL. Their meaning is certain. */

/** Named entities: the letters of Spanish by their base and accent, and a few signs. */
const NAMED: Readonly<Record<string, string>> = {
  acute: '\u0301',
  tilde: '\u0303',
  uml: '\u0308',
};
const SIGNS: Readonly<Record<string, string>> = { amp: '&', apos: "'", quot: '"', nbsp: ' ' };

const ESCAPE =
  /&(?:([aeiounAEIOUN])(acute|tilde|uml)|(amp|apos|quot|nbsp)|#(\d{2,5})|#x([\da-f]{2,4}));|\\u([\da-f]{4})|\\X([\da-f]{2})\\|\\(')/gi;

/** Returns whether a text may have an escape. */
const mayBeEscaped = (text: string): boolean => text.includes('&') || text.includes('\\');

/** Returns a text with the letters of its escapes. A control is left as it is written. */
export function unescaped(text: string): string {
  if (!mayBeEscaped(text)) return text;
  return text.replace(ESCAPE, (escape: string, ...parts: (string | undefined)[]) => {
    const [letter = '', accent, sign, decimal, hex, ofJson, ofHl7, ofSql] = parts;
    if (ofSql !== undefined) return ofSql;
    if (accent !== undefined) return (letter + (NAMED[accent.toLowerCase()] ?? '')).normalize();
    if (sign !== undefined) return SIGNS[sign.toLowerCase()] ?? escape;
    const code = decimal === undefined ? parseInt(hex ?? ofJson ?? ofHl7 ?? '', 16) : Number(decimal);
    return code < 0x20 || (code > 0x7e && code < 0xa0) || (code >= 0xd800 && code < 0xe000)
      ? escape
      : String.fromCharCode(code);
  });
}
