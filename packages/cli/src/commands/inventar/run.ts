/** Runs `curp inventar`: invents people piece by piece and writes them in the format of the output. */
import { Buffer } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';
import type { Layout } from '@curp-service/contract/layouts';
import { inventFile, ROWS_IN_A_PIECE } from '@curp-service/lote/inventar';
import { text } from '../../environment.js';
import { wrongUse } from '../../failure.js';
import { formatOf, PIPE, unknownFile } from '../../files/format.js';
import { openOutput } from '../../files/output.js';
import { toOutputFormat } from '../../files/stages.js';
import { StatusLines } from '../../terminal/progress.js';
import { onSignals } from '../../terminal/signals.js';
import { speed, thousands } from '../../terminal/words.js';

/** The options as they were read. */
export interface InventarOptions {
  readonly salida?: string;
  readonly formato?: 'csv' | 'ndjson' | Layout;
  readonly semilla: number;
  readonly con_errores?: boolean;
  readonly forzar?: boolean;
  readonly silencio?: boolean;
}

export async function runInventar(count: number, options: InventarOptions): Promise<void> {
  const { salida = PIPE, semilla, con_errores: conErrores, silencio } = options;
  const layout = typeof options.formato === 'object' ? options.formato : undefined;
  const format = formatOf(salida, options.formato === 'ndjson' ? 'ndjson' : options.formato && 'csv', unknownFile);
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
  const output = openOutput(salida, null, options.forzar === true);
  const stopListening = onSignals(() => {
    output.abandon();
    status.say(text('Interrumpido: la salida está incompleta.', 'Interrupted: the output is incomplete.'));
    return null;
  });
  try {
    if (!silencio) status.startBar(() => ({ rows, bad: 0, progress: { done: rows, total: count } }));
    for await (const piece of toOutputFormat(pieces(), format, () => delimitador)) await output.write(piece);
    await output.finish();
  } finally {
    stopListening();
    status.clearBar();
    output.abandon();
  }
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
