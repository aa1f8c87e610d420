/** `curp conformidad`: runs the conformance suite against any implementation, and compares reports. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { text } from '../../environment.js';
import { EXIT, failure } from '../../failure.js';
import { writeText } from '../../files/output.js';
import { print } from '../../terminal/color.js';
import { argument, command, oneOf, option, type OptionValues } from '../../terminal/commands.js';
import { StatusLines } from '../../terminal/progress.js';
import { badge } from './badge.js';
import { defaultCases, readCases, readRules, suiteVersion } from './cases.js';
import { askAll, Harness } from './harness.js';
import { page } from './page.js';
import { conforms, type Report, ReportBuilder, summary } from './report.js';

const comparar = command({
  name: 'comparar',
  about: ['junta varios informes en una página', 'puts several reports on one page'],
  examples: ['curp conformidad comparar a.json b.json --html comparacion.html'],
  args: [argument<readonly string[]>('<INFORMES...>', ['informes escritos con --json', 'reports written with --json'])],
  options: {
    html: { ...option('<ARCHIVO>', ['la página que se escribe', 'the page to write']), isRequired: true },
  },
  run: ([files], { html = '' }) => writeText(html, page(files.map(readReport), readRules(defaultCases()))),
});

const OPTIONS = {
  json: option('<ARCHIVO>', ['escribe el informe en JSON', 'writes the report as JSON']),
  html: option('<ARCHIVO>', ['escribe el informe como página', 'writes the report as a page']),
  insignia: option('<ARCHIVO>', ['escribe una insignia SVG del resultado', 'writes an SVG badge of the result']),
  nivel: option(
    '<NIVEL>',
    ['los casos: norma o todo (sin valor: todo)', 'the cases: norma or todo (unset: todo)'],
    oneOf('norma', 'todo'),
  ),
  casos: option('<CARPETA>', ['otra carpeta de casos', 'another folder of cases']),
};

export const conformidad = command({
  name: 'conformidad',
  about: ['prueba otro programa con los casos de la norma', 'tests another program with the cases of the norm'],
  examples: ['curp conformidad -- python3 mi_arnes.py', 'curp conformidad --json informe.json -- node arnes.mjs'],
  args: [
    argument<readonly string[]>('<PROGRAMA...>', [
      'el programa que responde, con sus argumentos',
      'the program that answers, with its arguments',
    ]),
  ],
  options: OPTIONS,
  setUp: (added, program) => {
    // The options after PROGRAM belong to it.
    program.enablePositionalOptions();
    added.passThroughOptions();
    comparar(added);
  },
  run: async ([words], options) => run(words, options),
});

async function run(words: readonly string[], options: OptionValues<typeof OPTIONS>): Promise<void> {
  const { casos } = options;
  const folder = casos === undefined ? defaultCases() : pathToFileURL(`${resolve(casos)}/`);
  const level = options.nivel ?? 'todo';
  const cases = readCases(folder, level);
  if (cases.length === 0) {
    throw failure(EXIT.USAGE, `No hay casos en ${casos}.`, `There are no cases in ${casos}.`);
  }
  const harness = new Harness(words);
  const implementation = await harness.start();
  if (implementation === null) {
    const name = words.join(' ');
    throw failure(
      EXIT.USAGE,
      `No se puede iniciar ${name}, o no responde a «inicio» como pide el protocolo.`,
      `${name} cannot be started, or does not answer "inicio" as the protocol says.`,
    );
  }
  const builder = new ReportBuilder();
  const status = new StatusLines();
  const labels = [text('casos', 'cases'), text('mal', 'wrong')] as const;
  status.startBar(() => ({
    rows: builder.done,
    bad: builder.wrong,
    progress: { done: builder.done, total: cases.length },
    labels,
  }));
  await askAll(harness, implementation, cases, builder);
  status.clearBar();
  const report = builder.build(suiteVersion(folder), level, implementation);
  print(summary(report));
  if (options.json !== undefined) writeText(options.json, `${JSON.stringify(report, null, 2)}\n`);
  if (options.html !== undefined) writeText(options.html, page([report], readRules(folder)));
  if (options.insignia !== undefined) writeText(options.insignia, badge(report));
  if (!conforms(report)) process.exitCode = EXIT.NO;
}

function readReport(file: string): Report {
  try {
    const report: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (isReport(report)) return report;
  } catch {
    // Reported below, like a file of another kind.
  }
  throw failure(EXIT.USAGE, `${file} no es un informe de conformidad.`, `${file} is not a conformance report.`);
}

const isReport = (value: unknown): value is Report =>
  typeof value === 'object' &&
  value !== null &&
  ['implementacion', 'totales', 'reglas', 'casos'].every((name) => name in value);
