/** Prints to standard output. Colours are for terminals only; `NO_COLOR` and dumb terminals turn them off. */
import type { WriteStream } from 'node:tty';
import { styleText } from 'node:util';

export type Style = Parameters<typeof styleText>[0];

export const hasColor = (stream: WriteStream = process.stdout): boolean => stream.isTTY && stream.hasColors();

export const paint = (style: Style, words: string, stream: WriteStream = process.stdout): string =>
  hasColor(stream) ? styleText(style, words, { validateStream: false }) : words;

/** Replaces all control characters except colours: names of files, columns or services may hold commands for the terminal. */
export const sanitize = (words: string): string =>
  // oxlint-disable-next-line no-control-regex -- it replaces them
  words.replaceAll(/\u001B(?!\[[\d;]*m)|[\u0000-\u0008\u000B-\u001A\u001C-\u001F\u007F-\u009F]/g, '\uFFFD');

export const print = (lines: string): boolean => process.stdout.write(`${sanitize(lines)}\n`);

export const printError = (lines: string): boolean => process.stderr.write(`${sanitize(lines)}\n`);
