/** Bold and colours: only on a terminal, and there only if neither `NO_COLOR` nor a dumb terminal is against it. */
import type { WriteStream } from 'node:tty';
import { styleText } from 'node:util';

export type Formato = Parameters<typeof styleText>[0];

export const hayColor = (stream: WriteStream = process.stdout): boolean => stream.isTTY && stream.hasColors();

export const pintar = (formato: Formato, texto: string, stream: WriteStream = process.stdout): string =>
  hayColor(stream) ? styleText(formato, texto, { validateStream: false }) : texto;
