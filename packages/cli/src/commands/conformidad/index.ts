/** `curp conformidad`: runs the conformance suite against any implementation, and compares reports. */
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import type { Environment, Translate } from '../../environment.js';
import { EXIT, failure } from '../../failure.js';
import { writeText } from '../../files/output.js';
import { addCommand } from '../../terminal/help.js';
import { oneOf } from '../../terminal/commands.js';
import { StatusLines } from '../../terminal/progress.js';
import { defaultCases, readCases, readRules, suiteVersion } from './cases.js';
import { askAll, Harness } from './harness.js';
import { page } from './page.js';
import { conforms, type Report, ReportBuilder, summary } from './report.js';

interface ConformidadOptions {
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
    .action(async (words: readonly string[], options: ConformidadOptions) => run(words, options, environment));
  comparar(command, environment);
}

async function run(
  words: readonly string[],
  options: ConformidadOptions,
  { text, print, language }: Environment,
): Promise<void> {
  const folder = options.casos ?? defaultCases();
  const level = options.nivel ?? 'todo';
  const cases = readCases(folder, level);
  if (cases.length === 0) {
    throw failure(EXIT.USAGE, text, [`No hay casos en ${folder}.`, `There are no cases in ${folder}.`]);
  }
  const harness = new Harness(words);
  const implementation = await harness.start();
  if (implementation === null) {
    const name = words.join(' ');
    throw failure(EXIT.USAGE, text, [
      `No se puede iniciar ${name}, o no responde a «inicio» como pide el protocolo.`,
      `${name} cannot be started, or does not answer "inicio" as the protocol says.`,
    ]);
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

export function comparar(group: Command, { text, language }: Environment): void {
  addCommand(group, 'comparar', text, text('junta varios informes en una página', 'puts several reports on one page'), [
    'curp conformidad comparar a.json b.json --html comparacion.html',
  ])
    .argument('<INFORMES...>', text('informes de --json', 'reports of --json'))
    .requiredOption('--html <ARCHIVO>', text('la página que se escribe', 'the page to write'))
    .action((files: readonly string[], { html }: { readonly html: string }) => {
      const reports = files.map((file) => readReport(file, text));
      writeText(html, page(reports, readRules(defaultCases()), language), text);
    });
}

function readReport(file: string, text: Translate): Report {
  try {
    const report: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (isReport(report)) return report;
  } catch {
    // Reported below, like a file of another kind.
  }
  throw failure(EXIT.USAGE, text, [`${file} no es un informe de conformidad.`, `${file} is no conformance report.`]);
}

const isReport = (value: unknown): value is Report =>
  typeof value === 'object' &&
  value !== null &&
  ['implementacion', 'totales', 'reglas', 'casos'].every((name) => name in value);
