/** Runs `curp cruzar`: reads both lists, writes A with its answers, and those only in B beside it. */
import { statSync } from 'node:fs';
import { fileProblemOf, rowProblemInWords } from '@curp-service/contract/codes/file';
import { type DescribedReading, describeReading } from '@curp-service/contract/describe-reading';
import type { Bilingual } from '@curp-service/contract/language';
import type { Reading } from '@curp-service/contract/reading';
import { messageInWords } from '@curp-service/contract/words/in-words';
import { type Surface, WIRE } from '@curp-service/contract/words/message';
import {
  type AnswerRows,
  type CruceTotals,
  answerRows,
  Cruce,
  isSexUnknown,
  type ListName,
  Lote,
  type LoteOptions,
  type PeopleFile,
  textFile,
  type Understood,
} from '@curp-service/lote';
import { json, tell, text, user } from '../../environment.js';
import { CommandFailure, EXIT, wrongUse } from '../../failure.js';
import { PIPE, workbookFormat } from '../../files/format.js';
import { type InputFile, openInput } from '../../files/input.js';
import { toOutputFormat } from '../../files/stages.js';
import { workOnOutputs } from '../../files/work-on-outputs.js';
import { print } from '../../terminal/color.js';
import type { OutputOptions } from '../../terminal/commands.js';
import { StatusLines } from '../../terminal/progress.js';
import { speed, thousands } from '../../terminal/words.js';
import { type LoteCommandOptions, planLote } from '../lote/plan.js';
import { openRows } from '../lote/run.js';
import { COMMAND, disclaimer, readingText } from '../lote/screen.js';
import { words } from '../../textos/words.js';

export interface CruzarOptions extends OutputOptions {
  readonly json?: true;
  /** The options of a list end in its letter. */
  readonly [option: `${string}_${'a' | 'b'}`]: unknown;
}

/** Returns the options of a list without its letter. */
function optionsOf(list: ListName, options: CruzarOptions): LoteCommandOptions {
  const own = Object.entries(options).flatMap(([name, value]) =>
    name.endsWith(`_${list}`) ? [[name.slice(0, -2), value] as const] : [],
  );
  return { columna: [], ...Object.fromEntries(own) };
}

/** The surface of a list: its options end in its letter. */
const surfaceOf = (list: ListName): Surface => ({
  ...COMMAND,
  option: (name, value, language) => COMMAND.option(name, value, language).replace(/^--[\w-]+/, `$&-${list}`),
});

export async function runCruzar(a: string, b: string, options: CruzarOptions): Promise<void> {
  const { salida } = options;
  if (salida === undefined || salida === PIPE) throw wrongUse(...words('cruzar_diga_donde_escribir'));
  const cruce = new Cruce();
  const opened: InputFile[] = [];
  const status = new StatusLines();
  try {
    const done = await workOnOutputs(salida, options.forzar, status, async (openFile) => {
      let delimiter: string | undefined;
      const described = new Set<string>();
      const open = async (list: ListName, path: string) => {
        const more = cruce.optionsFor(list, user.language);
        const own = optionsOf(list, options);
        const plan = planLote(path, { ...own, operacion: 'cruzar', salida: list === 'a' ? salida : PIPE });
        const input = openInput(plan.source);
        opened.push(input);
        const optionFor: LoteOptions['optionFor'] = (field) => `\`--columna-${list} ${field}=…\``;
        const describe = (reading: Reading): DescribedReading =>
          describeReading(reading, user.language, workbookFormat(plan.formats.input) !== undefined, surfaceOf(list));
        const onUnderstood = (understood: Understood): void => {
          if (list === 'a') ({ delimiter } = understood);
          const title = `${tell('cruzar_lectura_de_la')} ${list.toUpperCase()}`;
          if (isSexUnknown(understood.reading.sexo)) return; // later rows may say it
          const lectura = describe(understood.reading);
          const told = readingText(lectura, title);
          if (lectura.length > 0 && !options.json && !options.silencio && !described.has(told)) status.say(told);
          described.add(told);
        };
        const rows = await openRows({ input, plan, options: own }, onUnderstood, { optionFor, ...more });
        const answered = (answer?: AnswerRows): PeopleFile =>
          textFile(rows.source, { ...rows.loteOptions, reading: rows.sheet?.suggested }, answer);
        return { ...rows, answered, describe, input, format: plan.formats.output };
      };
      const ofB = await open('b', b);
      const ofA = await open('a', a);
      const answer: AnswerRows = (chunks, own, step) => {
        const pass = answerRows(new Lote(own), chunks, step);
        return {
          ...pass,
          pieces: toOutputFormat(pass.pieces, ofA.format, () => delimiter, cruce.sheetOfB(user.language)),
        };
      };
      const isBook = workbookFormat(ofA.format) !== undefined;
      const written = isBook && ofA.sheet !== null ? ofA.sheet : ofA.answered(answer);
      const beside = isBook ? null : salida.replace(/(\.\w+)?(\.gz)?$/, '-solo-b.csv');
      const [output, only] = [salida, ...(beside === null ? [] : [beside])].map((path) => {
        const existing = statSync(path, { throwIfNoEntry: false });
        return openFile(path, (existing?.ino === ofB.input.stats.ino ? ofB : ofA).input.stats);
      });
      const readings = await cruce.run({ a: ofA.answered(), b: ofB.answered(), written }, { write: output.write });
      if (only !== undefined) for await (const piece of cruce.onlyInB(user.language)) await only.write(piece);
      return {
        archivo_solo_b: beside,
        lectura_a: ofA.describe(readings.a),
        lectura_b: ofB.describe(readings.b),
      };
    });
    report(cruce.totals, done, options, status);
  } catch (error) {
    const problem = fileProblemOf(error);
    if (problem === null) throw error;
    const frase = rowProblemInWords(problem, surfaceOf(cruce.list), user.language);
    const parts = { lista: cruce.list.toUpperCase(), frase };
    throw new CommandFailure(EXIT.USAGE, messageInWords({ id: 'en_la_lista', parts }, WIRE, user.language));
  } finally {
    for (const input of opened) input.close();
  }
}

/** Shows the summary, and sets the exit code. */
function report(
  totals: CruceTotals,
  more: { readonly archivo_solo_b: string | null },
  options: CruzarOptions,
  status: StatusLines,
): void {
  const { archivo_solo_b: beside } = more;
  const { misma, quiza, sola, sin_datos, sin_datos_b, solo_b, repetidas_a, repetidas_b } = totals;
  if (quiza + sola + sin_datos + sin_datos_b + solo_b > 0) process.exitCode = EXIT.NO;
  if (options.json) print(json({ ...totals, ...more, segundos: Number(status.seconds.toFixed(3)) }));
  if (options.json || options.silencio) return;
  const [m, q, s, o, d, e, r, p] = [misma, quiza, sola, solo_b, sin_datos, sin_datos_b, repetidas_a, repetidas_b].map(
    thousands,
  );
  const lines: readonly (readonly [isSaid: boolean, ...words: Bilingual])[] = [
    [true, ...words('cruzar_filas_de_a', { m, q, s })],
    [beside === null, ...words('cruzar_solo_en_b', { o })],
    [beside !== null, ...words('cruzar_solo_en_b_en', { o, beside })],
    [sin_datos + sin_datos_b > 0, ...words('cruzar_filas_sin_curp', { d, e })],
    [repetidas_a + repetidas_b > 0, ...words('cruzar_filas_repetidas_de', { r, p })],
  ];
  const said = lines.flatMap(([isSaid, ...both]) => (isSaid ? [text(...both)] : []));
  const rows = misma + quiza + sola + sin_datos;
  status.say([...said, speed(rows, status.seconds), disclaimer('cruzar')].join('\n'));
}
