/** `curp proyectos crear`: a project and its first token, of which only the hash is stored. */
import { NameTaken, createToken, sha256 } from '@curp-service/server/admin';
import type { Command } from 'commander';
import { comando } from '../../terminal/help.js';
import { type Entorno, enJson, json } from '../../environment.js';
import { fichaDe, guardeElToken, nombreOcupado } from './show.js';
import { leerCuota, leerLimite, leerNombre } from './values.js';

interface Opciones {
  readonly cuota?: number | null;
  readonly limite?: number | null;
  readonly json?: true;
}

export function crear(grupo: Command, { texto, print, withStore }: Entorno): void {
  comando(
    grupo,
    'crear',
    texto,
    texto(
      'crea un proyecto y su primer token, que se muestra una sola vez',
      'creates a project and its first token, which is shown only once',
    ),
    [
      'curp proyectos crear "Mi tienda" --cuota 10000 --limite 20',
      'curp proyectos crear "Mi tienda" --json | jq -r .token',
    ],
  )
    .argument('<NOMBRE>', texto('de 1 a 100 caracteres', '1 to 100 characters'), leerNombre(texto))
    .option(
      '--cuota <N>',
      texto('operaciones por mes (si falta: sin cuota)', 'operations per month (if absent: no quota)'),
      leerCuota(texto),
    )
    .option(
      '--limite <N>',
      texto('peticiones por segundo (si falta: el del servicio)', 'requests per second (if absent: the service’s)'),
      leerLimite(texto),
    )
    .option('--json', enJson(texto))
    .action(async (nombre: string, { cuota = null, limite = null, json: comoJson }: Opciones) => {
      const token = createToken();
      const proyecto = await withStore(async (store) => {
        try {
          return await store.createProject(nombre, { limite, cuota }, sha256(token));
        } catch (error) {
          throw error instanceof NameTaken ? nombreOcupado(texto) : error;
        }
      });
      if (comoJson) {
        print(json({ ...proyecto, token }));
        return;
      }
      print(`${texto('Proyecto creado:', 'Project created:')}\n`);
      print(`${fichaDe(proyecto, texto, { id: proyecto.tokens[0]?.id ?? '', token })}\n`);
      print(guardeElToken(texto));
    });
}
