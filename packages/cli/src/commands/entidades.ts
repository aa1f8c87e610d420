/** `curp entidades`: the catalogue of entities of birth, or those that a text names. */
import { ENTIDADES, type Entidad, buscarEntidad } from '@curp-service/core';
import { catalogueAnswer } from '@curp-service/contract/answers';
import type { Command } from 'commander';
import { comando } from '../terminal/help.js';
import { type Entorno, enJson, json } from '../environment.js';
import { Falla, SALIDA } from '../failure.js';
import { table } from '../terminal/table.js';

export function entidades(program: Command, { texto, print }: Entorno): void {
  comando(
    program,
    'entidades',
    texto,
    texto('las entidades de nacimiento y sus claves', 'the entities of birth and their keys'),
    ['curp entidades', 'curp entidades leon'],
  )
    .argument(
      '[TEXTO...]',
      texto('solo las que llevan este nombre, o parte de él', 'only those of this name, or of a part of it'),
    )
    .option('--json', enJson(texto))
    .action((palabras: readonly string[], { json: comoJson }: { readonly json?: true }) => {
      const halladas = buscar(palabras.join(' '));
      if (comoJson) print(json(catalogueAnswer(halladas)));
      if (halladas.length === 0) {
        throw new Falla(
          SALIDA.NO,
          texto(
            'Ninguna entidad lleva ese nombre: véalas todas con `curp entidades`.',
            'No entity has that name: see them all with `curp entidades`.',
          ),
        );
      }
      if (comoJson) return;
      const columnas = [
        { titulo: texto('CLAVE', 'KEY') },
        { titulo: texto('ABREVIATURA', 'ABBREVIATION') },
        { titulo: texto('NOMBRE', 'NAME') },
      ];
      print(
        table(
          columnas,
          halladas.map(({ claveEntidad, abreviaturaEntidad, nombreEntidad }) => [
            claveEntidad,
            abreviaturaEntidad,
            nombreEntidad,
          ]),
        ),
      );
    });
}

/** Those whose name has the text in it, and the one that it names otherwise: `09`, `DF`, `CDMX`. */
function buscar(texto: string): readonly Entidad[] {
  const nombrada = buscarEntidad(texto);
  const parte = sinAcentos(texto);
  return ENTIDADES.filter((entidad) => entidad === nombrada || sinAcentos(entidad.nombreEntidad).includes(parte));
}

const sinAcentos = (texto: string): string => texto.normalize('NFD').replace(/\p{M}/gu, '').trim().toUpperCase();
