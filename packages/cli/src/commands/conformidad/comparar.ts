/** `curp conformidad comparar`: one page for the reports of several implementations. */
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import type { Environment, Translate } from '../../environment.js';
import { EXIT, Failure } from '../../failure.js';
import { writeText } from '../../files/output.js';
import { addCommand } from '../../terminal/help.js';
import { defaultCases, readRules } from './cases.js';
import { page } from './page.js';
import type { Report } from './report.js';

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
  throw new Failure(EXIT.USAGE, text(`${file} no es un informe de conformidad.`, `${file} is no conformance report.`));
}

const isReport = (value: unknown): value is Report =>
  typeof value === 'object' &&
  value !== null &&
  ['implementacion', 'totales', 'reglas', 'casos'].every((name) => name in value);
