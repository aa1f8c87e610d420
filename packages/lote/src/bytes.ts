/** The byte values and sizes that readers and writers of rows share. */

export const enum Byte {
  TAB = 9,
  LINE_FEED = 10,
  CARRIAGE_RETURN = 13,
  SPACE = 32,
  QUOTE = 34,
  APOSTROPHE = 39,
  COMMA = 44,
  ZERO = 48,
  COLON = 58,
  T = 84,
  BACKSLASH = 92,
  U = 117,
  BRACE = 123,
  BRACE_END = 125,
}

/** Longer rows are not kept. */
export const MAX_ROW = 1 << 20;

/** How many lines these bytes hold. The last may lack its line feed. */
export function countLines(bytes: Uint8Array): number {
  let lines = 0;
  for (let i = bytes.indexOf(Byte.LINE_FEED); i >= 0; i = bytes.indexOf(Byte.LINE_FEED, i + 1)) lines++;
  return bytes.length > 0 && bytes[bytes.length - 1] !== Byte.LINE_FEED ? lines + 1 : lines;
}
