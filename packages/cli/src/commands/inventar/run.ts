/** Runs `curp inventar`: invents people piece by piece and writes them in the format of the output. */
import { Buffer } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';
import { inventFile, ROWS_IN_A_PIECE } from '@curp-service/lote/inventar';
import { text } from '../../environment.js';
import { wrongUse } from '../../failure.js';
import { formatOf, PIPE } from '../../files/format.js';
import { type DeclaredFormat, layoutOf, textFormatOf } from '../../files/layout.js';
import { toOutputFormat } from '../../files/stages.js';
import { workOnOutputs } from '../../files/work-on-outputs.js';
import type { OutputOptions } from '../../terminal/commands.js';
import { StatusLines } from '../../terminal/progress.js';
import { speed, thousands } from '../../terminal/words.js';

/** The options as they were read. */
export interface InventarOptions extends OutputOptions {
  readonly formato?: DeclaredFormat;
  readonly semilla: number;
  readonly con_errores?: true;
}

export async function runInventar(count: number, options: InventarOptions): Promise<void> {
  const { salida = PIPE, semilla, con_errores: conErrores, silencio } = options;
  const layout = layoutOf(options.formato);
  const format = formatOf(salida, textFormatOf(options.formato));
  if (format?.kind === 'xlsm') {
    throw wrongUse(
      'No se puede escribir un libro con macros (.xlsm): use .xlsx.',
      'A workbook with macros (.xlsm) cannot be written: use .xlsx.',
    );
  }
  if (layout !== undefined && format?.kind !== 'csv') {
    throw wrongUse(
      'El formato de una oficina es un archivo de texto: use .txt.',
      'The layout of an office is a text file: use .txt.',
    );
  }
  const delimitador = format?.tabs ? '\t' : ',';
  const formato = layout ?? (format?.kind === 'ndjson' ? 'ndjson' : 'csv');
  const status = new StatusLines();
  let rows = 0;
  const pieces = async function* (): AsyncGenerator<Uint8Array, void> {
    for (const piece of inventFile(count, { semilla, conErrores, delimitador, formato })) {
      yield Buffer.from(piece);
      rows = Math.min(count, rows + ROWS_IN_A_PIECE);
      await setImmediate(); // lets signals and the progress bar run
    }
  };
  await workOnOutputs(salida, options.forzar, status, async (open) => {
    const output = open(salida, null);
    if (!silencio) status.startBar(() => ({ rows, bad: 0, progress: { done: rows, total: count } }));
    for await (const piece of toOutputFormat(pieces(), format, () => delimitador)) await output.write(piece);
  });
  if (silencio) return;
  const n = thousands(count);
  status.say(
    text(
      `${n} personas inventadas (semilla ${semilla}). Ninguna es real, y una CURP calculada no prueba ningún registro.`,
      `${n} invented people (seed ${semilla}). None of them is real, and a calculated CURP proves no registration.`,
    ),
  );
  status.say(speed(count, status.seconds));
}
