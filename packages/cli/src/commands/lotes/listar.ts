/** `curp lotes listar`: lists the jobs with their projects, sizes, states and ages. */
import { statusOf } from '@curp-service/server/admin';
import type { Command } from 'commander';
import { type Environment, jsonHelp, json } from '../../environment.js';
import { addCommand } from '../../terminal/help.js';
import { table } from '../../terminal/table.js';
import { thousands } from '../../terminal/words.js';
import { projectHelp } from '../proyectos/find.js';
import { findJobs } from './find.js';
import { ageText, expiryText, jobJson, sizeText } from './show.js';

interface ListarOptions {
  readonly proyecto?: string;
  readonly json?: true;
}

export function listar(group: Command, { text, print, withJobs }: Environment): void {
  const description = text(
    'lista los trabajos que ocupan espacio, por proyecto y del más nuevo al más viejo',
    'lists the jobs that take up space, by project and newest first',
  );
  addCommand(group, 'listar', text, description, ['curp lotes listar --proyecto "Mi tienda"'])
    .option('--proyecto <PROYECTO>', projectHelp(text))
    .option('--json', jsonHelp(text))
    .action(async ({ proyecto, json: asJson }: ListarOptions) => {
      const [found, now] = await withJobs(async (jobs, store) =>
        Promise.all([findJobs(jobs, store, text, proyecto), jobs.time()]),
      );
      if (asJson) {
        print(json(found.map((job) => jobJson(job, now))));
        return;
      }
      if (found.length === 0) {
        print(text('No hay trabajos.', 'There are no jobs.'));
        return;
      }
      const columns = [
        { title: 'ID' },
        { title: text('PROYECTO', 'PROJECT') },
        { title: text('ESTADO', 'STATE') },
        { title: text('FILAS HECHAS', 'ROWS DONE'), right: true },
        { title: text('FILAS', 'ROWS'), right: true },
        { title: text('TAMAÑO', 'SIZE'), right: true },
        { title: text('ANTIGÜEDAD', 'AGE'), right: true },
        { title: text('VENCE EN', 'EXPIRES IN'), right: true },
      ];
      const rows = found.map((job) => {
        const { filas_hechas, filas_total } = statusOf(job, now);
        const numbers = [thousands(filas_hechas), thousands(filas_total), sizeText(job.bytes)];
        return [job.id, job.nombre, job.estado, ...numbers, ageText(job, now), expiryText(job, now)];
      });
      print(table(columns, rows));
      const total = sizeText(found.reduce((sum, { bytes }) => sum + bytes, 0));
      print(text(`Trabajos: ${found.length}; en total ${total}.`, `Jobs: ${found.length}; ${total} in all.`));
    });
}
