/** `curp proyectos listar`: lists the projects with their usage of this month. */
import { type ProjectWithTokens, type Store, mexicoDay, mexicoMonth } from '@curp-service/server/admin';
import type { Command } from 'commander';
import { addCommand } from '../../terminal/help.js';
import { type Environment, jsonHelp, json } from '../../environment.js';
import { table } from '../../terminal/table.js';
import { quotaText, limitText, liveTokens } from './show.js';

export function listar(group: Command, { text, print, withStore }: Environment): void {
  addCommand(group, 'listar', text, text('lista los proyectos', 'lists the projects'), ['curp proyectos listar'])
    .option('--json', jsonHelp(text))
    .action(async ({ json: asJson }: { readonly json?: true }) => {
      const now = Date.now();
      const projects = await withStore(async (store) => {
        const all = await store.listProjects();
        return Promise.all(all.map(async (project) => withUsage(store, project, mexicoMonth(now))));
      });
      if (asJson) {
        print(json(projects));
        return;
      }
      if (projects.length === 0) {
        print(
          text(
            'No hay proyectos. Cree el primero con: curp proyectos crear NOMBRE',
            'There are no projects. Create the first with: curp proyectos crear NOMBRE',
          ),
        );
        return;
      }
      const columns = [
        { title: 'ID' },
        { title: text('NOMBRE', 'NAME') },
        { title: text('ESTADO', 'STATE') },
        { title: text('LÍMITE', 'LIMIT'), right: true },
        { title: text('CUOTA', 'QUOTA'), right: true },
        { title: text('ESTE MES', 'THIS MONTH'), right: true },
        { title: 'TOKENS', right: true },
        { title: text('CREADO', 'CREATED') },
      ];
      const rows = projects.map((project) => [
        project.id,
        project.nombre,
        project.estado,
        limitText(project, text),
        quotaText(project, text),
        String(project.usadas_este_mes),
        String(liveTokens(project.tokens, now).length),
        mexicoDay(Date.parse(project.creado)),
      ]);
      print(table(columns, rows));
    });
}

async function withUsage(
  store: Store,
  project: ProjectWithTokens,
  month: string,
): Promise<ProjectWithTokens & { readonly usadas_este_mes: number }> {
  const usage = await store.usage(project.id, `${month}-01`, `${month}-31`);
  return { ...project, usadas_este_mes: usage.reduce((total, { cuenta }) => total + cuenta, 0) };
}
