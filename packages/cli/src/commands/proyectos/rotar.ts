/** `curp proyectos rotar`: creates a new token and revokes the previous ones. */
import { createToken, sha256 } from '@curp-service/server/admin';
import type { Command } from 'commander';
import { addCommand } from '../../terminal/help.js';
import { type Environment, type Translate, jsonHelp, json } from '../../environment.js';
import { changeProject, projectHelp } from './find.js';
import { appliesSoonNotice, projectDetails, saveTokenNotice } from './show.js';
import { readGrace } from './values.js';

interface RotarOptions {
  readonly gracia?: number;
  readonly json?: true;
}

export function rotar(group: Command, environment: Environment): void {
  const { text, print } = environment;
  addCommand(
    group,
    'rotar',
    text,
    text(
      'crea un token nuevo para un proyecto y cancela los anteriores',
      'creates a new token for a project and revokes the previous ones',
    ),
    ['curp proyectos rotar "Mi tienda" --gracia 24h'],
  )
    .argument('<PROYECTO>', projectHelp(text))
    .option(
      '--gracia <TIEMPO>',
      text(
        'cuánto tiempo siguen sirviendo los anteriores: 30m, 24h, 7d… (si falta: 0, nada)',
        'how long the previous ones keep working: 30m, 24h, 7d… (if absent: 0, not at all)',
      ),
      readGrace(text),
    )
    .option('--json', jsonHelp(text))
    .action(async (idOrName: string, { gracia = 0, json: asJson }: RotarOptions) => {
      const token = createToken();
      let created = { id: '', creado: '', token };
      const project = await changeProject(environment, idOrName, async (store, { id }) => {
        created = { ...(await store.rotateToken(id, sha256(token), gracia)), token };
      });
      if (asJson) {
        print(json({ ...project, token }));
        return;
      }
      print(`${text('Token nuevo:', 'New token:')}\n`);
      print(`${projectDetails(project, text, created)}\n`);
      print(saveTokenNotice(text));
      print(`${previousTokensText(gracia, Date.parse(created.creado) + gracia, text)} ${appliesSoonNotice(text)}`);
      if (project.estado === 'revocado') {
        print(
          text(
            `El proyecto está revocado: el token no sirve hasta \`curp proyectos activar ${project.id}\`.`,
            `The project is revoked: the token does not work until \`curp proyectos activar ${project.id}\`.`,
          ),
        );
      }
    });
}

function previousTokensText(gracia: number, end: number, text: Translate): string {
  if (gracia === 0) return text('Los tokens anteriores ya no sirven.', 'The previous tokens no longer work.');
  const moment = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'America/Mexico_City',
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(end);
  return text(
    `Los tokens anteriores sirven, a más tardar, hasta el ${moment}, hora de la Ciudad de México.`,
    `The previous tokens work until ${moment}, Mexico City time, at the latest.`,
  );
}
