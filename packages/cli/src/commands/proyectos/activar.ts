/** `curp proyectos activar`: undoes `revocar`. */
import type { Command } from 'commander';
import { comando } from '../../terminal/help.js';
import { type Entorno, enJson, json } from '../../environment.js';
import { buscar, queEsProyecto } from './find.js';
import { enCincoSegundos, vigentes } from './show.js';

export function activar(grupo: Command, { texto, print, withStore }: Entorno): void {
  comando(grupo, 'activar', texto, texto('habilita un proyecto revocado', 'enables a revoked project'), [
    'curp proyectos activar "Mi tienda"',
  ])
    .argument('<PROYECTO>', queEsProyecto(texto))
    .option('--json', enJson(texto))
    .action(async (idONombre: string, { json: comoJson }: { readonly json?: true }) => {
      const proyecto = await withStore(async (store) => {
        const { id } = await buscar(store, idONombre, texto);
        await store.changeProject(id, { estado: 'activo' });
        return buscar(store, id, texto);
      });
      if (comoJson) {
        print(json(proyecto));
        return;
      }
      const { id, nombre, tokens } = proyecto;
      const cuantos = vigentes(tokens, Date.now()).length;
      print(
        texto(
          `El proyecto "${nombre}" queda activo; tokens que sirven: ${cuantos}.`,
          `The project "${nombre}" is active; tokens that work: ${cuantos}.`,
        ),
      );
      if (cuantos === 0) {
        print(texto(`Déle uno con: curp proyectos rotar ${id}`, `Give it one with: curp proyectos rotar ${id}`));
      }
      print(enCincoSegundos(texto));
    });
}
