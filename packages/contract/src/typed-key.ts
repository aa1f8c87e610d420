/** A CURP as people type or paste it: in either case, with spaces or hyphens between its parts. */

/** Returns the key in upper case, without spaces, hyphens or invisible characters. */
export const typedKey = (text: string): string => text.replaceAll(/[\s\p{Cf}\p{Pd}_]/gu, '').toUpperCase();
