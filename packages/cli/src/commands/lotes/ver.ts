/** `curp lotes ver`: shows one job without its rows. */
import { statusOf } from '@curp-service/server/admin';
import type { Command } from 'commander';
import { type Environment, jsonHelp, json } from '../../environment.js';
import { addCommand } from '../../terminal/help.js';
import { details } from '../../terminal/table.js';
import { thousands } from '../../terminal/words.js';
import { findJob, jobHelp } from './find.js';
import { ageText, expiryText, jobJson, sizeText } from './show.js';

export function ver(group: Command, { text, print, withJobs }: Environment): void {
  const description = text('muestra un trabajo, sin sus filas', 'shows a job, without its rows');
  addCommand(group, 'ver', text, description, ['curp lotes ver lote_0123456789abcdef01234567'])
    .argument('<LOTE>', jobHelp(text))
    .option('--json', jsonHelp(text))
    .action(async (id: string, { json: asJson }: { readonly json?: true }) => {
      const [job, now] = await withJobs(async (jobs, store) =>
        Promise.all([findJob(jobs, store, text, id), jobs.time()]),
      );
      if (asJson) {
        print(json(jobJson(job, now)));
        return;
      }
      const { filas_hechas, filas_total, filas_correctas, errores } = statusOf(job, now);
      print(
        details([
          ['id', job.id],
          [text('proyecto', 'project'), `${job.nombre} (${job.proyecto})`],
          [text('estado', 'state'), job.estado],
          [text('tamaño', 'size'), sizeText(job.bytes)],
          [text('filas hechas', 'rows done'), `${thousands(filas_hechas)} / ${thousands(filas_total)}`],
          [text('correctas', 'good'), thousands(filas_correctas)],
          ...errores.map(
            ({ code_error, filas }) => [text(`código ${code_error}`, `code ${code_error}`), thousands(filas)] as const,
          ),
          [text('piezas hechas', 'pieces done'), `${job.hechas} / ${job.piezas}`],
          [text('antigüedad', 'age'), ageText(job, now)],
          [text('vence en', 'expires in'), expiryText(job, now)],
        ]),
      );
    });
}
