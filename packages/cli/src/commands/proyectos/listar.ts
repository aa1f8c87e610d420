/** `curp proyectos listar`: every project, with what it has used this month. */
import { type ProjectWithTokens, type Store, mexicoDay, mexicoMonth } from '@curp-service/server/admin';
import type { Command } from 'commander';
import { comando } from '../../terminal/help.js';
import { type Entorno, enJson, json } from '../../environment.js';
import { table } from '../../terminal/table.js';
import { cuotaEnPalabras, limiteEnPalabras, vigentes } from './show.js';

export function listar(grupo: Command, { texto, print, withStore }: Entorno): void {
  comando(grupo, 'listar', texto, texto('lista los proyectos', 'lists the projects'), ['curp proyectos listar'])
    .option('--json', enJson(texto))
    .action(async ({ json: comoJson }: { readonly json?: true }) => {
      const ahora = Date.now();
      const proyectos = await withStore(async (store) => {
        const todos = await store.listProjects();
        return Promise.all(todos.map(async (proyecto) => conUso(store, proyecto, mexicoMonth(ahora))));
      });
      if (comoJson) {
        print(json(proyectos));
        return;
      }
      if (proyectos.length === 0) {
        print(
          texto(
            'No hay proyectos. Cree el primero con: curp proyectos crear NOMBRE',
            'There are no projects. Create the first with: curp proyectos crear NOMBRE',
          ),
        );
        return;
      }
      const columnas = [
        { titulo: 'ID' },
        { titulo: texto('NOMBRE', 'NAME') },
        { titulo: texto('ESTADO', 'STATE') },
        { titulo: texto('LÍMITE', 'LIMIT'), derecha: true },
        { titulo: texto('CUOTA', 'QUOTA'), derecha: true },
        { titulo: texto('ESTE MES', 'THIS MONTH'), derecha: true },
        { titulo: 'TOKENS', derecha: true },
        { titulo: texto('CREADO', 'CREATED') },
      ];
      const filas = proyectos.map((proyecto) => [
        proyecto.id,
        proyecto.nombre,
        proyecto.estado,
        limiteEnPalabras(proyecto, texto),
        cuotaEnPalabras(proyecto, texto),
        String(proyecto.usadas_este_mes),
        String(vigentes(proyecto.tokens, ahora).length),
        mexicoDay(Date.parse(proyecto.creado)),
      ]);
      print(table(columnas, filas));
    });
}

async function conUso(
  store: Store,
  proyecto: ProjectWithTokens,
  mes: string,
): Promise<ProjectWithTokens & { readonly usadas_este_mes: number }> {
  const usos = await store.usage(proyecto.id, `${mes}-01`, `${mes}-31`);
  return { ...proyecto, usadas_este_mes: usos.reduce((total, { cuenta }) => total + cuenta, 0) };
}
