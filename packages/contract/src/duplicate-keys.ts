/** Looks at the names of a JSON object before it is read: how many there are, and which stand twice. */

const QUOTE = 34;
const BACKSLASH = 92;
const COLON = 58;
const OPENING = new Set([91, 123]);
const CLOSING = new Set([93, 125]);

/** How many quotes stand around the strings of a line. */
export function countQuotes(bytes: Uint8Array, from: number, to: number): number {
  let quotes = 0;
  for (let i = from; i < to; i++) {
    const byte = bytes[i];
    if (byte === QUOTE) quotes++;
    else if (byte === BACKSLASH) i++;
  }
  return quotes;
}

/** Whether a line has more names than this, those of inner objects included. The shortest take five bytes: `"":1,`. */
export function hasMoreNames(limit: number, bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from < limit * 5) return false;
  let names = 0;
  let inString = false;
  for (let i = from; i < to && names <= limit; i++) {
    const byte = bytes[i];
    if (byte === QUOTE) inString = !inString;
    else if (byte === BACKSLASH) i++;
    else if (byte === COLON && !inString) names++;
  }
  return names > limit;
}

/** Whether the line has just the quotes of its object. Then no name stands twice: so it is with nearly all objects. */
export function quotesMatch(
  quotes: number,
  object: Readonly<Record<string, unknown>>,
  names: readonly string[],
): boolean {
  let left = quotes - names.length * 2;
  for (const name of names) {
    const value = object[name];
    if (typeof value === 'object' && value !== null) return false; // it has quotes of its own
    if (typeof value === 'string') left -= 2;
  }
  return left === 0;
}

/** The known data whose names stand twice in the text of an object: `JSON.parse` silently keeps the last. */
export function duplicateKeys<T>(text: string, known: ReadonlyMap<string, T>): T[] {
  const seen = new Set<T>();
  const duplicates = new Set<T>();
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (OPENING.has(code)) depth++;
    else if (CLOSING.has(code)) depth--;
    if (code !== QUOTE) continue;
    const start = i;
    i = closingQuote(text, start);
    if (depth > 1 || text.charCodeAt(skipBlanks(text, i + 1)) !== COLON) continue;
    const datum = known.get(String(JSON.parse(text.slice(start, i + 1))));
    if (datum === undefined) continue;
    if (seen.has(datum)) duplicates.add(datum);
    seen.add(datum);
  }
  return [...duplicates];
}

/** Where the string that begins at `start` ends. */
function closingQuote(text: string, start: number): number {
  let i = start + 1;
  while (i < text.length && text.charCodeAt(i) !== QUOTE) i += text.charCodeAt(i) === BACKSLASH ? 2 : 1;
  return i;
}

function skipBlanks(text: string, from: number): number {
  let i = from;
  while (text.charCodeAt(i) <= 32) i++;
  return i;
}
