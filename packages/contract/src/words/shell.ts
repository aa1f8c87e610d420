/** Writes the words of a command so that a shell reads them as they are. */

export const quotedForShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Quotes a word for a shell, if it must be. */
export const shellWord = (text: string): string => (/^[\w./=,…-]+$/.test(text) ? text : quotedForShell(text));
