/** `curp proyectos uso`: what a project has used, by day and operation, and how much of its quota is taken. */
import { DEMO, type Project, mexicoDay, mexicoMonth } from '@curp-service/server/admin';
import type { Command } from 'commander';
import { comando } from '../../terminal/help.js';
import { type Entorno, type Texto, enJson, json } from '../../environment.js';
import { table } from '../../terminal/table.js';
import { buscar, queEsProyecto } from './find.js';

import { leerDia } from './values.js';

interface Opciones {
  readonly desde?: string;
  readonly hasta?: string;
  readonly json?: true;
}

export function uso(grupo: Command, { texto, print, withStore }: Entorno): void {
  comando(
    grupo,
    'uso',
    texto,
    texto(
      'lo que un proyecto ha usado, por día y operación, en días de la Ciudad de México',
      'what a project has used, by day and operation, in days of Mexico City',
    ),
    ['curp proyectos uso "Mi tienda" --desde 2026-01-01 --hasta 2026-03-31', `curp proyectos uso ${DEMO}`],
  )
    .argument('<PROYECTO>', texto(`${queEsProyecto(texto)}, o ${DEMO}`, `${queEsProyecto(texto)}, or ${DEMO}`))
    .option(
      '--desde <DÍA>',
      texto(
        'AAAA-MM-DD (si falta: el primero del mes de --hasta)',
        'YYYY-MM-DD (if absent: the first of the month of --hasta)',
      ),
      leerDia(texto),
    )
    .option('--hasta <DÍA>', texto('AAAA-MM-DD (si falta: hoy)', 'YYYY-MM-DD (if absent: today)'), leerDia(texto))
    .option('--json', enJson(texto))
    .action(async (idONombre: string, opciones: Opciones, command: Command) => {
      const ahora = Date.now();
      const { hasta = mexicoDay(ahora), desde = `${hasta.slice(0, 7)}-01` } = opciones;
      if (desde > hasta) {
        command.error(
          texto(
            `--desde (${desde}) es posterior a --hasta (${hasta}).`,
            `--desde (${desde}) is after --hasta (${hasta}).`,
          ),
        );
      }
      const mes = mexicoMonth(ahora);
      const { proyecto, usos, tomada } = await withStore(async (store) => {
        const { id, nombre, cuota } =
          idONombre === DEMO ? { id: DEMO, nombre: DEMO, cuota: null } : await buscar(store, idONombre, texto);
        return {
          proyecto: { id, nombre, cuota },
          usos: await store.usage(id, desde, hasta),
          tomada: await store.quotaTaken(id, mes),
        };
      });
      const total = usos.reduce((suma, { cuenta }) => suma + cuenta, 0);
      if (opciones.json) {
        const porDia = usos.map(({ dia, operacion, cuenta }) => ({ dia, operacion, cuenta }));
        print(json({ ...proyecto, mes, cuota_tomada: tomada, desde, hasta, usos: porDia, total }));
        return;
      }
      print(
        texto(
          `Uso de "${proyecto.nombre}" del ${desde} al ${hasta}:\n`,
          `Usage of "${proyecto.nombre}" from ${desde} to ${hasta}:\n`,
        ),
      );
      print(
        table(
          [
            { titulo: texto('DÍA', 'DAY') },
            { titulo: texto('OPERACIÓN', 'OPERATION') },
            { titulo: texto('CUENTA', 'COUNT'), derecha: true },
          ],
          [...usos.map(({ dia, operacion, cuenta }) => [dia, operacion, String(cuenta)]), ['TOTAL', '', String(total)]],
        ),
      );
      print(`\n${cuotaDelMes(proyecto, mes, tomada, texto)}`);
    });
}

function cuotaDelMes({ cuota }: Pick<Project, 'cuota'>, mes: string, tomada: number, texto: Texto): string {
  if (cuota === null) return texto('Sin cuota.', 'No quota.');
  return texto(
    `Cuota de ${mes}: ${tomada} de ${cuota}, contando lo que el servicio tiene apartado.`,
    `Quota of ${mes}: ${tomada} of ${cuota}, with what the service has set aside.`,
  );
}
