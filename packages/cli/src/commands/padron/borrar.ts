/** `curp padron borrar`: erases every record, and any unfinished import. */
import type { Command } from 'commander';
import { addCommand } from '../../terminal/help.js';
import { type Environment, type Translate, jsonHelp, json } from '../../environment.js';
import { Failure, EXIT } from '../../failure.js';
import { thousands } from '../../terminal/words.js';
import { PATIENTLY } from './options.js';
import { hasTerminal, ask } from '../../terminal/questions.js';

interface BorrarOptions {
  readonly si?: true;
  readonly json?: true;
}

export function borrar(group: Command, { text, print, withStore }: Environment): void {
  addCommand(group, 'borrar', text, text('borra todos los registros', 'erases all records'), ['curp padron borrar'])
    .option('--si', text('borra sin preguntar', 'erases without asking'))
    .option('--json', jsonHelp(text))
    .action(async ({ si, json: asJson }: BorrarOptions, command: Command) => {
      if (!si && !hasTerminal()) {
        command.error(
          text('Sin terminal no se puede confirmar: agregue --si.', 'There is no terminal to confirm on: add --si.'),
        );
      }
      const erased = await withStore(async ({ padron }) => {
        const { rows } = await padron.status();
        if (!si) await confirm(rows, text);
        await padron.erase();
        return rows;
      }, PATIENTLY);
      print(
        asJson
          ? json({ borrados: erased })
          : text(`Registros borrados: ${thousands(erased)}.`, `Records erased: ${thousands(erased)}.`),
      );
    });
}

async function confirm(rows: number, text: Translate): Promise<void> {
  const count = thousands(rows);
  const [answer = ''] = await ask([
    {
      prompt: text(`Registros: ${count}. ¿Borrarlos todos? (si/no)`, `Records: ${count}. Erase them all? (yes/no)`),
      problems: (typed) =>
        /^(s[ií]|yes|no)$/i.test(typed.trim()) ? [] : [text('Conteste si o no.', 'Answer yes or no.')],
    },
  ]);
  if (/^no$/i.test(answer.trim())) throw new Failure(EXIT.NO, text('No se borró nada.', 'Nothing was erased.'));
}
