/** Runs `curp inventar`: invents people piece by piece and writes them in the format of the output. */
import { Buffer } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';
import { inventFile, ROWS_IN_A_PIECE } from '@curp-service/lote/inventar';
import { tell } from '../../environment.js';
import { wrongUse } from '../../failure.js';
import { formatOf, PIPE } from '../../files/format.js';
import { type DeclaredFormat, layoutOf, textFormatOf } from '../../files/layout.js';
import { toOutputFormat } from '../../files/stages.js';
import { workOnOutputs } from '../../files/work-on-outputs.js';
import type { OutputOptions } from '../../terminal/commands.js';
import { StatusLines } from '../../terminal/progress.js';
import { speed, thousands } from '../../terminal/words.js';
import { words } from '../../textos/words.js';

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
    throw wrongUse(...words('inventar_no_se_puede'));
  }
  if (layout !== undefined && format?.kind !== 'csv') {
    throw wrongUse(...words('inventar_el_formato_de'));
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
  status.say(tell('inventar_personas_inventadas_semilla', { n, semilla }));
  status.say(speed(count, status.seconds));
}
