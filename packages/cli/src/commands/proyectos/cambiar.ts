/** `curp proyectos cambiar`: the name, the quota or the limit of a project. */
import { type ProjectSettings, NameTaken } from '@curp-service/server/admin';
import type { Command } from 'commander';
import { comando } from '../../terminal/help.js';
import { type Entorno, enJson, json } from '../../environment.js';
import { buscar, queEsProyecto } from './find.js';
import { enCincoSegundos, fichaDe, nombreOcupado } from './show.js';
import { type ONinguno, leerCuotaONinguna, leerLimiteONinguno, leerNombre } from './values.js';

interface Opciones {
  readonly nombre?: string;
  readonly cuota?: ONinguno;
  readonly limite?: ONinguno;
  readonly json?: true;
}

export function cambiar(grupo: Command, { texto, print, withStore }: Entorno): void {
  comando(
    grupo,
    'cambiar',
    texto,
    texto(
      'cambia el nombre, la cuota o el límite de un proyecto',
      'changes the name, the quota or the limit of a project',
    ),
    ['curp proyectos cambiar "Mi tienda" --cuota 50000 --limite ninguno'],
  )
    .argument('<PROYECTO>', queEsProyecto(texto))
    .option('--nombre <NOMBRE>', texto('el nombre nuevo', 'the new name'), leerNombre(texto))
    .option(
      '--cuota <N>',
      texto('operaciones por mes, o ninguna', 'operations per month, or ninguna (none)'),
      leerCuotaONinguna(texto),
    )
    .option(
      '--limite <N>',
      texto(
        'peticiones por segundo, o ninguno (vale el del servicio)',
        'requests per second, or ninguno (none: the service’s holds)',
      ),
      leerLimiteONinguno(texto),
    )
    .option('--json', enJson(texto))
    .action(async (idONombre: string, { json: comoJson, ...opciones }: Opciones, command: Command) => {
      const ajustes = ajustesDe(opciones);
      if (Object.keys(ajustes).length === 0) {
        command.error(
          texto(
            'Diga qué cambiar: --nombre, --cuota o --limite.',
            'Say what to change: --nombre, --cuota or --limite.',
          ),
        );
      }
      const proyecto = await withStore(async (store) => {
        const { id } = await buscar(store, idONombre, texto);
        try {
          await store.changeProject(id, ajustes);
        } catch (error) {
          throw error instanceof NameTaken ? nombreOcupado(texto) : error;
        }
        return buscar(store, id, texto);
      });
      if (comoJson) {
        print(json(proyecto));
        return;
      }
      print(`${texto('Proyecto cambiado:', 'Project changed:')}\n`);
      print(`${fichaDe(proyecto, texto)}\n`);
      print(enCincoSegundos(texto));
    });
}

/** Only what is to change. */
const ajustesDe = ({ nombre, cuota, limite }: Opciones): ProjectSettings => ({
  ...(nombre === undefined ? {} : { nombre }),
  ...(cuota === undefined ? {} : { cuota: cuota.numero }),
  ...(limite === undefined ? {} : { limite: limite.numero }),
});
