/** `curp entidades`: lists the entities of birth, or those that match a text. */
import { ENTIDADES, type Entidad, buscarEntidad } from '@curp-service/core';
import { catalogueAnswer } from '@curp-service/contract/answers';
import { json } from '../environment.js';
import { EXIT, commandFailure } from '../failure.js';
import { print } from '../terminal/color.js';
import { argument, command, JSON_OUTPUT } from '../terminal/commands.js';
import { listing } from '../terminal/table.js';
import { words } from '../textos/words.js';

export const entidades = command({
  name: 'entidades',
  about: words('entidades_lista_las_entidades'),
  examples: ['curp entidades', 'curp entidades leon'],
  args: [argument<readonly string[]>('[TEXTO...]', words('entidades_solo_las_entidades'))],
  options: { json: JSON_OUTPUT },
  run: ([texts], { json: asJson }) => {
    const found = searchEntities(texts.join(' '));
    if (found.length === 0) {
      if (asJson) print(json(catalogueAnswer(found)));
      throw commandFailure(EXIT.NO, ...words('entidades_ninguna_entidad_lleva'));
    }
    return listing(
      found,
      [
        [words('entidades_clave'), ({ claveEntidad }) => claveEntidad],
        [words('entidades_abreviatura'), ({ abreviaturaEntidad }) => abreviaturaEntidad],
        [words('configuracion_nombre'), ({ nombreEntidad }) => nombreEntidad],
      ],
      { json: catalogueAnswer(found) },
    );
  },
});

/** Finds entities by part of a name, or by a key, an abbreviation or another name: `09`, `DF`, `CDMX`. */
function searchEntities(wanted: string): readonly Entidad[] {
  const named = buscarEntidad(wanted);
  const part = withoutAccents(wanted);
  return ENTIDADES.filter((entidad) => entidad === named || withoutAccents(entidad.nombreEntidad).includes(part));
}

const withoutAccents = (wanted: string): string => wanted.normalize('NFD').replace(/\p{M}/gu, '').trim().toUpperCase();
