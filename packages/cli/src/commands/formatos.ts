/** `curp formatos`: lists the layouts of files without a header that `curp lote` knows, or shows one as JSON. */
import { type Layout, LAYOUTS } from '@curp-service/contract/layouts';
import { tell } from '../environment.js';
import { EXIT, commandFailure } from '../failure.js';
import { argument, command, JSON_OUTPUT } from '../terminal/commands.js';
import { listing } from '../terminal/table.js';
import { words } from '../textos/words.js';

export const formatos = command({
  name: 'formatos',
  about: words('formatos_lista_los_formatos'),
  examples: ['curp formatos', 'curp formatos idse --json > mio.json'],
  args: [argument<string | undefined>('[NOMBRE]', words('formatos_solo_este_formato'))],
  options: { json: JSON_OUTPUT },
  run: ([name]) => {
    const found = LAYOUTS.filter(({ nombre }) => name === undefined || nombre === name.toLowerCase());
    if (found.length === 0) {
      throw commandFailure(EXIT.NO, ...words('formatos_ningun_formato_se'));
    }
    return listing(
      found,
      [
        [words('configuracion_nombre'), ({ nombre }) => nombre],
        [words('formatos_linea'), sizeOf],
        [['Ñ', 'Ñ'], ({ enie = '' }) => enie],
        [words('formatos_que_es'), ({ descripcion = '' }) => descripcion],
      ],
      { json: name === undefined ? found : found[0] },
    );
  },
});

const sizeOf = ({ delimitador, columnas, largo = '' }: Layout): string =>
  delimitador === undefined
    ? tell('formatos_caracteres', { largo })
    : tell('formatos_columnas', { columnas, delimitador });
