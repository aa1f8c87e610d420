/** `curp conformidad`: runs the conformance suite against any implementation. */
import type { Command } from 'commander';
import type { Environment } from '../../environment.js';
import { EXIT, Failure } from '../../failure.js';
import { writeText } from '../../files/output.js';
import { addCommand } from '../../terminal/help.js';
import { oneOf } from '../../terminal/option-values.js';
import { StatusLines } from '../../terminal/progress.js';
import { defaultCases, readCases, readRules, suiteVersion } from './cases.js';
import { comparar } from './comparar.js';
import { Harness } from './harness.js';
import { page } from './page.js';
import { type Report, ReportBuilder, conforms } from './report.js';
import { askAll } from './run.js';
import { summary } from './summary.js';

interface Options {
  readonly json?: string;
  readonly html?: string;
  readonly nivel?: Report['nivel'];
  readonly casos?: string;
}

export function conformidad(program: Command, environment: Environment): void {
  const { text } = environment;
  // The options after PROGRAM belong to it.
  program.enablePositionalOptions();
  const command = addCommand(
    program,
    'conformidad',
    text,
    text('somete otro programa a los casos de la norma', 'runs the cases of the norm against another program'),
    ['curp conformidad -- python3 mi_arnes.py', 'curp conformidad --json informe.json -- node arnes.mjs'],
  )
    .passThroughOptions()
    .argument(
      '<PROGRAMA...>',
      text('el programa que responde, con sus argumentos', 'the program that answers, with its arguments'),
    )
    .option('--json <ARCHIVO>', text('escribe el informe en JSON', 'writes the report as JSON'))
    .option('--html <ARCHIVO>', text('escribe el informe como página', 'writes the report as a page'))
    .option(
      '--nivel <NIVEL>',
      text('los casos: norma o todo (sin valor: todo)', 'the cases: norma or todo (unset: todo)'),
      oneOf(text, 'norma', 'todo'),
    )
    .option('--casos <CARPETA>', text('otra carpeta de casos', 'another folder of cases'))
    .action(async (words: readonly string[], options: Options) => run(words, options, environment));
  comparar(command, environment);
}

async function run(words: readonly string[], options: Options, { text, print, language }: Environment): Promise<void> {
  const folder = options.casos ?? defaultCases();
  const level = options.nivel ?? 'todo';
  const cases = readCases(folder, level);
  if (cases.length === 0) {
    throw new Failure(EXIT.USAGE, text(`No hay casos en ${folder}.`, `There are no cases in ${folder}.`));
  }
  const harness = new Harness(words);
  const implementation = await harness.start();
  if (implementation === null) {
    const name = words.join(' ');
    throw new Failure(
      EXIT.USAGE,
      text(
        `No se puede iniciar ${name}, o no responde a «inicio» como pide el protocolo.`,
        `${name} cannot be started, or does not answer "inicio" as the protocol says.`,
      ),
    );
  }
  const builder = new ReportBuilder();
  const status = new StatusLines();
  const labels = [text('casos', 'cases'), text('mal', 'wrong')] as const;
  status.startBar(
    () => ({ rows: builder.done, bad: builder.wrong, progress: { done: builder.done, total: cases.length }, labels }),
    text,
  );
  await askAll(harness, implementation, cases, builder);
  status.clearBar();
  const report = builder.build(suiteVersion(folder), level, implementation);
  print(summary(report, text));
  if (options.json !== undefined) writeText(options.json, `${JSON.stringify(report, null, 2)}\n`, text);
  if (options.html !== undefined) writeText(options.html, page([report], readRules(folder), language), text);
  if (!conforms(report)) process.exitCode = EXIT.NO;
}
