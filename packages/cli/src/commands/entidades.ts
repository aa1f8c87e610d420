/** `curp entidades`: lists the entities of birth, or those that match a text. */
import { ENTIDADES, type Entidad, buscarEntidad } from '@curp-service/core';
import { catalogueAnswer } from '@curp-service/contract/answers';
import { json } from '../environment.js';
import { EXIT, commandFailure } from '../failure.js';
import { print } from '../terminal/color.js';
import { argument, command, JSON_OUTPUT } from '../terminal/commands.js';
import { listing } from '../terminal/table.js';

export const entidades = command({
  name: 'entidades',
  about: ['lista las entidades de nacimiento y sus claves', 'lists the entities of birth and their keys'],
  examples: ['curp entidades', 'curp entidades leon'],
  args: [
    argument<readonly string[]>('[TEXTO...]', [
      'solo las entidades cuyo nombre contiene este texto',
      'only the entities whose name contains this text',
    ]),
  ],
  options: { json: JSON_OUTPUT },
  run: ([words], { json: asJson }) => {
    const found = searchEntities(words.join(' '));
    if (found.length === 0) {
      if (asJson) print(json(catalogueAnswer(found)));
      throw commandFailure(
        EXIT.NO,
        'Ninguna entidad lleva ese nombre: véalas todas con `curp entidades`.',
        'No entity has that name: see them all with `curp entidades`.',
      );
    }
    return listing(
      found,
      [
        [['CLAVE', 'KEY'], ({ claveEntidad }) => claveEntidad],
        [['ABREVIATURA', 'ABBREVIATION'], ({ abreviaturaEntidad }) => abreviaturaEntidad],
        [['NOMBRE', 'NAME'], ({ nombreEntidad }) => nombreEntidad],
      ],
      { json: catalogueAnswer(found) },
    );
  },
});

/** Finds entities by part of a name, or by a key, an abbreviation or another name: `09`, `DF`, `CDMX`. */
function searchEntities(words: string): readonly Entidad[] {
  const named = buscarEntidad(words);
  const part = withoutAccents(words);
  return ENTIDADES.filter((entidad) => entidad === named || withoutAccents(entidad.nombreEntidad).includes(part));
}

const withoutAccents = (words: string): string => words.normalize('NFD').replace(/\p{M}/gu, '').trim().toUpperCase();
