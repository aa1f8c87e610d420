/** `curp proyectos revocar`: shuts a project out until it is activated, or ends one of its tokens for good. */
import type { ProjectWithTokens, Store } from '@curp-service/server/admin';
import type { Command } from 'commander';
import { comando } from '../../terminal/help.js';
import { type Entorno, type Texto, enJson, json } from '../../environment.js';
import { Falla, SALIDA } from '../../failure.js';
import { buscar, queEsProyecto } from './find.js';
import { enCincoSegundos, vigentes } from './show.js';
import { leerIdDeToken } from './values.js';

interface Opciones {
  readonly token?: string;
  readonly json?: true;
}

export function revocar(grupo: Command, { texto, print, withStore }: Entorno): void {
  comando(
    grupo,
    'revocar',
    texto,
    texto(
      'deshabilita un proyecto hasta que se active, o termina uno de sus tokens para siempre',
      'disables a project until it is activated, or ends one of its tokens for good',
    ),
    ['curp proyectos revocar "Mi tienda"', 'curp proyectos revocar "Mi tienda" --token tok_0123456789ab'],
  )
    .argument('<PROYECTO>', queEsProyecto(texto))
    .option('--token <ID>', texto('solo ese token, por su id', 'that token only, by its id'), leerIdDeToken(texto))
    .option('--json', enJson(texto))
    .action(async (idONombre: string, { token, json: comoJson }: Opciones) => {
      const proyecto = await withStore(async (store) => {
        const hallado = await buscar(store, idONombre, texto);
        if (token === undefined) await store.changeProject(hallado.id, { estado: 'revocado' });
        else await revocarToken(store, hallado, token, texto);
        return buscar(store, hallado.id, texto);
      });
      if (comoJson) {
        print(json(proyecto));
        return;
      }
      const { id, nombre } = proyecto;
      print(
        token === undefined
          ? texto(
              `El proyecto "${nombre}" queda revocado: sus tokens contestan el código 3 hasta \`curp proyectos activar ${id}\`.`,
              `The project "${nombre}" is revoked: its tokens answer code 3 until \`curp proyectos activar ${id}\`.`,
            )
          : texto(
              `El token ${token} de "${nombre}" termina para siempre.`,
              `The token ${token} of "${nombre}" ends for good.`,
            ),
      );
      print(enCincoSegundos(texto));
    });
}

async function revocarToken(
  store: Store,
  { id, tokens }: ProjectWithTokens,
  token: string,
  texto: Texto,
): Promise<void> {
  if (await store.revokeToken(id, token)) return;
  const ids = vigentes(tokens, Date.now()).map((vigente) => vigente.id);
  const suyos = ids.length === 0 ? texto('ninguno', 'none') : ids.join(', ');
  throw new Falla(
    SALIDA.NO,
    texto(
      `El proyecto no tiene ese token. Los que aún sirven: ${suyos}.`,
      `The project has no such token. Those that still work: ${suyos}.`,
    ),
  );
}
