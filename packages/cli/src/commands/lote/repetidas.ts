/** Runs `curp lote --repetidas`: writes the notices about people who are twice in a file into the answer of one of its parts. */
import { NoticeWriter } from '@curp-service/lote';
import { isBeside } from '@curp-service/contract/layouts';
import { text, user } from '../../environment.js';
import { EXIT } from '../../failure.js';
import { PIPE } from '../../files/format.js';
import { openInput } from '../../files/input.js';
import { workOnOutputs } from '../../files/work-on-outputs.js';
import { StatusLines } from '../../terminal/progress.js';
import { thousands } from '../../terminal/words.js';
import { type ReadingFile, findPart, placeOf, readGiven, refusal } from '../lectura/data.js';
import { readRepeated } from './people.js';
import { type LoteCommandOptions, planLote } from './plan.js';

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
        throw refusal(
          `${path} no es la respuesta de ${part.nombre}: tiene ${writer.rows} renglones, y la parte ${part.filas}.`,
          `${path} is not the answer of ${part.nombre}: it has ${writer.rows} lines, and the part ${part.filas}.`,
        );
      }
    });
  } finally {
    input.close();
  }
  if (writer.written > 0) process.exitCode = EXIT.NO;
  if (options.silencio || target === PIPE) return;
  const [written, fresh] = [writer.written, writer.newReviews].map(thousands);
  status.say(
    text(
      `Filas con el aviso de otra fila con la misma persona o clave: ${written}. De ellas estaban listas: ${fresh}.`,
      `Rows with the notice of another row with the same person or key: ${written}. Of these were ready: ${fresh}.`,
    ),
  );
}
