/** `curp padron estado`: shows how many records there are, their file, and an unfinished import. */
import { type PadronImport, mexicoDay } from '@curp-service/server/admin';
import type { Command } from 'commander';
import { addCommand } from '../../terminal/help.js';
import { type Environment, type Translate, jsonHelp, json } from '../../environment.js';
import { details } from '../../terminal/table.js';
import { thousands } from '../../terminal/words.js';

export function estado(group: Command, { text, print, withStore }: Environment): void {
  const description = text(
    'muestra cuántos registros hay, de qué archivo vienen y si quedó una importación sin terminar',
    'shows how many records there are, their file, and whether an import is unfinished',
  );
  addCommand(group, 'estado', text, description, ['curp padron estado'])
    .option('--json', jsonHelp(text))
    .action(async ({ json: asJson }: { readonly json?: true }) => {
      const { rows, file, moment, ongoing } = await withStore(async ({ padron }) => padron.status());
      if (asJson) {
        print(json({ filas: rows, archivo: file, momento: moment, importacion: ongoing && importJson(ongoing) }));
        return;
      }
      const none = text('ninguno', 'none');
      print(
        details([
          [text('registros', 'records'), thousands(rows)],
          [text('archivo', 'file'), file ?? none],
          [text('importado', 'imported'), moment === null ? none : day(moment)],
          ...(ongoing === null ? [] : [[text('sin terminar', 'unfinished'), importText(ongoing, text)] as const]),
        ]),
      );
    });
}

const day = (moment: string): string => mexicoDay(Date.parse(moment));

const importJson = ({ file, mode, read, added, changed, rejected, moment }: PadronImport): unknown => ({
  archivo: file,
  modo: mode,
  leidas: read,
  nuevas: added,
  cambiadas: changed,
  rechazadas: rejected,
  momento: moment,
});

const importText = ({ file, mode, read, moment }: PadronImport, text: Translate): string =>
  text(
    `${file} (--${mode}), hasta la fila ${thousands(read)}, ${day(moment)}`,
    `${file} (--${mode}), up to row ${thousands(read)}, ${day(moment)}`,
  );
