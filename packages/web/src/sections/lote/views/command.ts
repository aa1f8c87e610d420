/** The command that does the same file next time, with the words of the command line. */
import { readingParameters } from '@curp-service/contract/reading';
import type { LoteOptions } from '@curp-service/lote';

export interface CommandFile {
  readonly name: string;
  /** The name of the result. */
  readonly output: string;
  readonly hoja: string | undefined;
}

export function commandFor({ name, output, hoja }: CommandFile, options: LoteOptions): string {
  const { operacion = 'calcular', codificacion, columnas = {}, excel, homonimos } = options;
  const toCsv = output.endsWith('.csv');
  const words = [
    ...(operacion === 'calcular' ? [] : ['--operacion', operacion]),
    ...(hoja === undefined ? [] : ['--hoja', hoja]),
    ...Object.entries(columnas).flatMap(([field, column]) => ['--columna', `${field}=${column}`]),
    ...(codificacion === undefined ? [] : ['--codificacion', codificacion]),
    ...Object.entries(readingParameters(options)).flatMap(([option, value]) => [
      `--${option.replace('_', '-')}`,
      value,
    ]),
    ...(homonimos === true ? ['--homonimos'] : []),
    ...(excel === true && toCsv ? ['--excel'] : []),
  ];
  return ['curp', 'lote', name, ...words, '-o', output].map(shellQuote).join(' ');
}

const shellQuote = (text: string): string =>
  /^[\w./=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
