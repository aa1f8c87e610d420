/** `curp lotes borrar`: cancels jobs and erases their files and results, as their clients could. */
import type { Command } from 'commander';
import { type Environment, jsonHelp, json } from '../../environment.js';
import { addCommand } from '../../terminal/help.js';
import { confirmErasing } from '../../terminal/questions.js';
import { findJob, jobHelp } from './find.js';
import { sizeText } from './show.js';

interface BorrarOptions {
  readonly si?: true;
  readonly json?: true;
}

export function borrar(group: Command, { text, print, withJobs }: Environment): void {
  const description = text(
    'cancela trabajos y borra sus archivos y resultados; sus clientes los ven como cancelados',
    'cancels jobs and erases their files and results; their clients see them as cancelled',
  );
  addCommand(group, 'borrar', text, description, ['curp lotes borrar lote_0123456789abcdef01234567'])
    .argument('<LOTE...>', jobHelp(text))
    .option('--si', text('borra sin preguntar', 'erases without asking'))
    .option('--json', jsonHelp(text))
    .action(async (ids: readonly string[], { si, json: asJson }: BorrarOptions, command: Command) => {
      const bytes = await withJobs(async (jobs, store) => {
        const found = await Promise.all(ids.map(async (id) => findJob(jobs, store, text, id)));
        const total = found.reduce((sum, job) => sum + job.bytes, 0);
        const [count, size] = [found.length, sizeText(total)];
        const question = text(`Trabajos: ${count}, ${size}. ¿Borrarlos?`, `Jobs: ${count}, ${size}. Erase them?`);
        if (!si) await confirmErasing(question, text, command);
        for (const { id, proyecto } of found) {
          await jobs.cancel(id, proyecto, await jobs.time());
          await jobs.eraseBytes(id);
        }
        return total;
      });
      const [count, size] = [ids.length, sizeText(bytes)];
      print(
        asJson
          ? json({ borrados: ids, bytes })
          : text(`Trabajos borrados: ${count}, ${size}.`, `Jobs erased: ${count}, ${size}.`),
      );
    });
}
