/** Prints to standard output. Colours are for terminals only; `NO_COLOR` and dumb terminals turn them off. */
import type { WriteStream } from 'node:tty';
import { styleText } from 'node:util';

type OneStyle = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'gray';
export type Style = OneStyle | OneStyle[];

/** Begins a command to the terminal. */
const CSI = '\u001B[';
/**
 * Begins the commands that `paint` writes, until they are printed. No data can hold it: 16 digits differ in each run. They are
 * in numbers of four, so that what measures a text knows a command.
 */
const PAINTED = CSI + Math.random().toFixed(16).slice(2).replaceAll(/.{4}/g, '$&;');

export const hasColor = (stream: WriteStream = process.stdout): boolean => stream.isTTY && stream.hasColors();

export const paint = (style: Style, words: string, stream: WriteStream = process.stdout): string =>
  hasColor(stream) ? styleText(style, sanitize(words), { validateStream: false }).replaceAll(CSI, PAINTED) : words;

/** Matches a character that commands the terminal, or changes the direction of the text after it. */
const HOSTILE = /[^\P{Cc}\n\t]|\p{Bidi_Control}/gu;

/** Makes a text ready for the terminal: names of files, columns or services may hold commands, and only those of `paint` count. */
export const sanitize = (words: string): string =>
  words
    .split(PAINTED)
    .map((piece) => piece.replaceAll(HOSTILE, '\uFFFD'))
    .join(CSI);

export const print = (lines: string): boolean => process.stdout.write(`${sanitize(lines)}\n`);

export const printError = (lines: string): boolean => process.stderr.write(`${sanitize(lines)}\n`);
