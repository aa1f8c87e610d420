/** Prints to standard output. Colours are for terminals only; `NO_COLOR` and dumb terminals turn them off. */
import type { WriteStream } from 'node:tty';
import { inspect, styleText } from 'node:util';

const STYLES = ['bold', 'dim', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'gray'] as const;
type OneStyle = (typeof STYLES)[number];
export type Style = OneStyle | OneStyle[];

/** The commands to the terminal that `paint` writes. */
const PAINT = `\\u001B\\[(?:${STYLES.flatMap((name) => inspect.colors[name] ?? []).join('|')})m`;

export const hasColor = (stream: WriteStream = process.stdout): boolean => stream.isTTY && stream.hasColors();

export const paint = (style: Style, words: string, stream: WriteStream = process.stdout): string =>
  hasColor(stream) ? styleText(style, words, { validateStream: false }) : words;

/** Matches a command to the terminal, or a sign that changes the direction of the text after it, that `paint` did not write. */
const HOSTILE = new RegExp(`(?!${PAINT})[^\\P{Cc}\\n\\t]|\\p{Bidi_Control}`, 'gu');

/** Replaces all control characters except colours: names of files, columns or services may hold commands for the terminal. */
export const sanitize = (words: string): string => words.replaceAll(HOSTILE, '\uFFFD');

export const print = (lines: string): boolean => process.stdout.write(`${sanitize(lines)}\n`);

export const printError = (lines: string): boolean => process.stderr.write(`${sanitize(lines)}\n`);
