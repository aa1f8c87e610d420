/** Runs `curp lote --repetidas`: writes the notices about people who are twice in a file into the answer of one of its parts. */
import { NoticeWriter } from '@curp-service/lote';
import { isBeside } from '@curp-service/contract/layouts';
import { tell, user } from '../../environment.js';
import { EXIT } from '../../failure.js';
import { PIPE } from '../../files/format.js';
import { openInput } from '../../files/input.js';
import { workOnOutputs } from '../../files/work-on-outputs.js';
import { StatusLines } from '../../terminal/progress.js';
import { thousands } from '../../terminal/words.js';
import { type ReadingFile, findPart, placeOf, readGiven, refusal } from '../lectura/data.js';
import { readRepeated } from './people.js';
import { type LoteCommandOptions, planLote } from './plan.js';
import { words } from '../../textos/words.js';

export async function runRepetidas(
  path: string,
  list: string,
  lectura: ReadingFile,
  options: LoteCommandOptions,
): Promise<void> {
  const { source, target } = planLote(path, options);
  const part = findPart(lectura, source);
  const repeated = readRepeated(list, readGiven(list));
  const { formato, operacion = 'calcular' } = lectura.opciones;
  const answered = {
    formato,
    operacion,
    language: user.language,
    reading: lectura.lectura,
    header: lectura.marco.header,
    part: placeOf(lectura, part),
  };
  const writer = new NoticeWriter(answered, repeated);
  const input = openInput(source);
  const status = new StatusLines();
  try {
    await workOnOutputs(target, options.forzar, status, async (open) => {
      const output = open(target, input.stats);
      for await (const piece of writer.write(input.chunks())) await output.write(piece);
      // Of lines of fixed width, the empty ones have no answer.
      if (writer.rows !== part.filas && !isBeside(lectura.lectura.formato.value)) {
        throw refusal(...words('lote_no_es_la', { path, nombre: part.nombre, rows: writer.rows, filas: part.filas }));
      }
    });
  } finally {
    input.close();
  }
  if (writer.written > 0) process.exitCode = EXIT.NO;
  if (options.silencio || target === PIPE) return;
  const [written, fresh] = [writer.written, writer.newReviews].map(thousands);
  status.say(tell('lote_filas_con_el', { written, fresh }));
}
