/** `curp entidades`: lists the entities of birth, or those that match a text. */
import { ENTIDADES, type Entidad, buscarEntidad } from '@curp-service/core';
import { catalogueAnswer } from '@curp-service/contract/answers';
import type { Command } from 'commander';
import { addCommand } from '../terminal/help.js';
import { type Environment, jsonHelp, json } from '../environment.js';
import { EXIT, failure } from '../failure.js';
import { table } from '../terminal/table.js';

export function entidades(program: Command, { text, print }: Environment): void {
  addCommand(
    program,
    'entidades',
    text,
    text('lista las entidades de nacimiento y sus claves', 'lists the entities of birth and their keys'),
    ['curp entidades', 'curp entidades leon'],
  )
    .argument(
      '[TEXTO...]',
      text('solo las entidades cuyo nombre contiene este texto', 'only the entities whose name contains this text'),
    )
    .option('--json', jsonHelp(text))
    .action((words: readonly string[], { json: asJson }: { readonly json?: true }) => {
      const found = search(words.join(' '));
      if (asJson) print(json(catalogueAnswer(found)));
      if (found.length === 0) {
        throw failure(EXIT.NO, text, [
          'Ninguna entidad lleva ese nombre: véalas todas con `curp entidades`.',
          'No entity has that name: see them all with `curp entidades`.',
        ]);
      }
      if (asJson) return;
      const columns = [
        { title: text('CLAVE', 'KEY') },
        { title: text('ABREVIATURA', 'ABBREVIATION') },
        { title: text('NOMBRE', 'NAME') },
      ];
      print(
        table(
          columns,
          found.map(({ claveEntidad, abreviaturaEntidad, nombreEntidad }) => [
            claveEntidad,
            abreviaturaEntidad,
            nombreEntidad,
          ]),
        ),
      );
    });
}

/** Matches part of a name, or a key, an abbreviation or another name: `09`, `DF`, `CDMX`. */
function search(text: string): readonly Entidad[] {
  const named = buscarEntidad(text);
  const part = withoutAccents(text);
  return ENTIDADES.filter((entidad) => entidad === named || withoutAccents(entidad.nombreEntidad).includes(part));
}

const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').trim().toUpperCase();
