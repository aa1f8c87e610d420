/** `curp proyectos uso`: shows the usage of a project by day and operation, and how much of its quota is taken. */
import { DEMO, type Project, mexicoDay, mexicoMonth } from '@curp-service/server/admin';
import type { Command } from 'commander';
import { addCommand } from '../../terminal/help.js';
import { type Environment, type Translate, jsonHelp, json } from '../../environment.js';
import { table } from '../../terminal/table.js';
import { findProject, projectHelp } from './find.js';
import { readDay } from './values.js';

interface UsoOptions {
  readonly desde?: string;
  readonly hasta?: string;
  readonly json?: true;
}

export function uso(group: Command, { text, print, withStore }: Environment): void {
  addCommand(
    group,
    'uso',
    text,
    text(
      'muestra el uso de un proyecto por día (de la Ciudad de México) y operación',
      'shows the usage of a project by day (of Mexico City) and operation',
    ),
    ['curp proyectos uso "Mi tienda" --desde 2026-01-01 --hasta 2026-03-31', `curp proyectos uso ${DEMO}`],
  )
    .argument('<PROYECTO>', text(`${projectHelp(text)}, o ${DEMO}`, `${projectHelp(text)}, or ${DEMO}`))
    .option(
      '--desde <DÍA>',
      text(
        'AAAA-MM-DD (si falta: el primero del mes de --hasta)',
        'YYYY-MM-DD (if absent: the first of the month of --hasta)',
      ),
      readDay(text),
    )
    .option('--hasta <DÍA>', text('AAAA-MM-DD (si falta: hoy)', 'YYYY-MM-DD (if absent: today)'), readDay(text))
    .option('--json', jsonHelp(text))
    .action(async (idOrName: string, options: UsoOptions, command: Command) => {
      const now = Date.now();
      const { hasta = mexicoDay(now), desde = `${hasta.slice(0, 7)}-01` } = options;
      if (desde > hasta) {
        command.error(
          text(
            `--desde (${desde}) es posterior a --hasta (${hasta}).`,
            `--desde (${desde}) is after --hasta (${hasta}).`,
          ),
        );
      }
      const month = mexicoMonth(now);
      const { project, usage, taken } = await withStore(async (store) => {
        const { id, nombre, cuota } =
          idOrName === DEMO ? { id: DEMO, nombre: DEMO, cuota: null } : await findProject(store, idOrName, text);
        const [own, quotaTaken] = [await store.usage(id, desde, hasta), await store.quotaTaken(id, month)];
        return { project: { id, nombre, cuota }, usage: own, taken: quotaTaken };
      });
      const total = usage.reduce((sum, { cuenta }) => sum + cuenta, 0);
      if (options.json) {
        const byDay = usage.map(({ dia, operacion, cuenta }) => ({ dia, operacion, cuenta }));
        print(json({ ...project, mes: month, cuota_tomada: taken, desde, hasta, usos: byDay, total }));
        return;
      }
      print(
        text(
          `Uso de "${project.nombre}" del ${desde} al ${hasta}:\n`,
          `Usage of "${project.nombre}" from ${desde} to ${hasta}:\n`,
        ),
      );
      print(
        table(
          [
            { title: text('DÍA', 'DAY') },
            { title: text('OPERACIÓN', 'OPERATION') },
            { title: text('CUENTA', 'COUNT'), right: true },
          ],
          [
            ...usage.map(({ dia, operacion, cuenta }) => [dia, operacion, String(cuenta)]),
            ['TOTAL', '', String(total)],
          ],
        ),
      );
      print(`\n${monthQuotaText(project, month, taken, text)}`);
    });
}

function monthQuotaText({ cuota }: Pick<Project, 'cuota'>, month: string, taken: number, text: Translate): string {
  if (cuota === null) return text('Sin cuota.', 'No quota.');
  return text(
    `Cuota de ${month}: ${taken} de ${cuota}, incluidas las operaciones que el servicio tiene reservadas.`,
    `Quota of ${month}: ${taken} of ${cuota}, including the operations that the service has reserved.`,
  );
}
