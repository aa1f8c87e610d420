/** `curp formatos`: lists the layouts of files without a header that `curp lote` knows, or shows one as JSON. */
import { type Layout, LAYOUTS } from '@curp-service/contract/layouts';
import { text } from '../environment.js';
import { EXIT, commandFailure } from '../failure.js';
import { argument, command, JSON_OUTPUT } from '../terminal/commands.js';
import { listing } from '../terminal/table.js';

export const formatos = command({
  name: 'formatos',
  about: [
    'lista los formatos de oficinas que `curp lote` conoce, para archivos sin encabezado',
    'lists the layouts of offices that `curp lote` knows, for files without a header',
  ],
  examples: ['curp formatos', 'curp formatos idse --json > mio.json'],
  args: [
    argument<string | undefined>('[NOMBRE]', [
      'solo este formato; con --json, como base para escribir uno propio',
      'only this layout; with --json, as a base for writing your own',
    ]),
  ],
  options: { json: JSON_OUTPUT },
  run: ([name]) => {
    const found = LAYOUTS.filter(({ nombre }) => name === undefined || nombre === name.toLowerCase());
    if (found.length === 0) {
      throw commandFailure(
        EXIT.NO,
        'Ningún formato se llama así: véalos todos con `curp formatos`.',
        'No layout has that name: see them all with `curp formatos`.',
      );
    }
    return listing(
      found,
      [
        [['NOMBRE', 'NAME'], ({ nombre }) => nombre],
        [['LÍNEA', 'LINE'], sizeOf],
        [['Ñ', 'Ñ'], ({ enie = '' }) => enie],
        [['QUÉ ES', 'ABOUT'], ({ descripcion = '' }) => descripcion],
      ],
      { json: name === undefined ? found : found[0] },
    );
  },
});

const sizeOf = ({ delimitador, columnas, largo = '' }: Layout): string =>
  delimitador === undefined
    ? text(`${largo} caracteres`, `${largo} characters`)
    : text(`${columnas} columnas, «${delimitador}»`, `${columnas} columns, “${delimitador}”`);
