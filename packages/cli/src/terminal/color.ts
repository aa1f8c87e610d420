/** Bold and colours: only on a terminal, and there only if neither `NO_COLOR` nor a dumb terminal is against it. */
import type { WriteStream } from 'node:tty';
import { styleText } from 'node:util';

export type Style = Parameters<typeof styleText>[0];

export const hasColor = (stream: WriteStream = process.stdout): boolean => stream.isTTY && stream.hasColors();

export const paint = (style: Style, text: string, stream: WriteStream = process.stdout): string =>
  hasColor(stream) ? styleText(style, text, { validateStream: false }) : text;

/** With nothing that a terminal would obey but colours: a file, its columns or a service may be called anything. */
export const sanitize = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- those are what it is about
  text.replaceAll(/\u001B(?!\[[\d;]*m)|[\u0000-\u0008\u000B-\u001A\u001C-\u001F\u007F-\u009F]/g, '\uFFFD');
