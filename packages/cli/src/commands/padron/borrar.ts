/** `curp padron borrar`: erases every record, and any unfinished import. */
import type { Command } from 'commander';
import { addCommand } from '../../terminal/help.js';
import { type Environment, jsonHelp, json } from '../../environment.js';
import { PATIENTLY } from '../../database.js';
import { thousands } from '../../terminal/words.js';
import { confirmErasing } from '../../terminal/questions.js';

interface BorrarOptions {
  readonly si?: true;
  readonly json?: true;
}

export function borrar(group: Command, { text, print, withStore }: Environment): void {
  addCommand(group, 'borrar', text, text('borra todos los registros', 'erases all records'), ['curp padron borrar'])
    .option('--si', text('borra sin preguntar', 'erases without asking'))
    .option('--json', jsonHelp(text))
    .action(async ({ si, json: asJson }: BorrarOptions, command: Command) => {
      const erased = await withStore(async ({ padron }) => {
        const { rows } = await padron.status();
        const count = thousands(rows);
        const question = text(`Registros: ${count}. ¿Borrarlos todos?`, `Records: ${count}. Erase them all?`);
        if (!si) await confirmErasing(question, text, command);
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
