/** `curp proyectos rotar`: a new token, and an end to the others. */
import { createToken, sha256 } from '@curp-service/server/admin';
import type { Command } from 'commander';
import { comando } from '../../terminal/help.js';
import { type Entorno, type Texto, enJson, json } from '../../environment.js';
import { buscar, queEsProyecto } from './find.js';
import { enCincoSegundos, fichaDe, guardeElToken } from './show.js';
import { leerGracia } from './values.js';

interface Opciones {
  readonly gracia?: number;
  readonly json?: true;
}

export function rotar(grupo: Command, { texto, print, withStore }: Entorno): void {
  comando(
    grupo,
    'rotar',
    texto,
    texto(
      'da un token nuevo a un proyecto y termina los anteriores',
      'gives a project a new token and ends the previous ones',
    ),
    ['curp proyectos rotar "Mi tienda" --gracia 24h'],
  )
    .argument('<PROYECTO>', queEsProyecto(texto))
    .option(
      '--gracia <TIEMPO>',
      texto(
        'cuánto sirven aún los anteriores: 30m, 24h, 7d… (si falta: 0, nada)',
        'how long the previous ones still work: 30m, 24h, 7d… (if absent: 0, not at all)',
      ),
      leerGracia(texto),
    )
    .option('--json', enJson(texto))
    .action(async (idONombre: string, { gracia = 0, json: comoJson }: Opciones) => {
      const token = createToken();
      const fin = Date.now() + gracia;
      const { proyecto, nuevo } = await withStore(async (store) => {
        const { id } = await buscar(store, idONombre, texto);
        const { id: idDelToken } = await store.rotateToken(id, sha256(token), fin);
        return { proyecto: await buscar(store, id, texto), nuevo: { id: idDelToken, token } };
      });
      if (comoJson) {
        print(json({ ...proyecto, token }));
        return;
      }
      print(`${texto('Token nuevo:', 'New token:')}\n`);
      print(`${fichaDe(proyecto, texto, nuevo)}\n`);
      print(guardeElToken(texto));
      print(`${finDeLosDemas(gracia, fin, texto)} ${enCincoSegundos(texto)}`);
      if (proyecto.estado === 'revocado') {
        print(
          texto(
            `El proyecto está revocado: el token no sirve hasta \`curp proyectos activar ${proyecto.id}\`.`,
            `The project is revoked: the token does not work until \`curp proyectos activar ${proyecto.id}\`.`,
          ),
        );
      }
    });
}

function finDeLosDemas(gracia: number, fin: number, texto: Texto): string {
  if (gracia === 0) return texto('Los tokens anteriores ya no sirven.', 'The previous tokens no longer work.');
  const momento = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'America/Mexico_City',
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(fin);
  return texto(
    `Los tokens anteriores sirven, a más tardar, hasta el ${momento}, hora de la Ciudad de México.`,
    `The previous tokens work until ${momento}, Mexico City time, at the latest.`,
  );
}
