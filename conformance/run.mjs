#!/usr/bin/env node
/**
 * Runs the suite against an implementation: `node run.mjs [--nivel norma|edicion|todo] [--casos DIR] [--json FILE] -- PROGRAM ARG…`.
 * Prints a table by rule. Exits with 0 if every case of the norm that was not skipped is right, with 1 if not, and with 2 if
 * it could not run, as when the program does not start. It needs Node and nothing else.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Harness } from './harness.mjs';
import { CASES, VERSION, judge, readCases } from './suite.mjs';

const COUNTERS = ['casos', 'bien', 'mal', 'decision_distinta', 'omitidas', 'fallas'];
/** The counters whose verdict has another name. */
const PLURALS = { omitida: 'omitidas', falla: 'fallas' };
const ORDER = ['IN', 'GIIS', 'R', 'I06', 'D'];
const rank = (rule) => ORDER.indexOf(rule.split(' ')[0]);
const compareRules = (a, b) => rank(a) - rank(b) || a.localeCompare(b, 'en', { numeric: true });

function readWords(words) {
  const end = words.indexOf('--');
  const options = {
    nivel: { type: 'string', default: 'todo' },
    casos: { type: 'string', default: CASES },
    json: { type: 'string' },
  };
  try {
    const { values } = parseArgs({ args: words.slice(0, Math.max(end, 0)), options });
    if (!['norma', 'edicion', 'todo'].includes(values.nivel)) throw new Error('unknown level');
    if (end < 0 || end === words.length - 1) throw new Error('no program after --');
    return { ...values, command: words.slice(end + 1) };
  } catch (cause) {
    throw new Error(
      `${cause.message}\nUsage: node run.mjs [--nivel norma|edicion|todo] [--casos DIR] [--json FILE] -- PROGRAM ARG…`,
      { cause },
    );
  }
}

/** Runs the cases and returns the report: totals, totals by rule, and every case that is not right. */
async function run({ nivel, casos: folder, command }) {
  const cases = readCases(folder, nivel);
  if (cases.length === 0) throw new Error(`There are no cases in ${folder}.`);
  const harness = new Harness(command);
  const implementacion = await harness.start();
  if (implementacion === null) {
    throw new Error(`${command.join(' ')} cannot be started, or does not answer "inicio" as the protocol says.`);
  }
  const totals = () => Object.fromEntries(COUNTERS.map((counter) => [counter, 0]));
  const [totales, byRule, casos] = [totals(), {}, []];
  for (const { salida: esperado, ...each } of cases) {
    const isOffered = implementacion.ops.includes(each.op);
    const answer = isOffered ? await harness.ask(each) : { omitida: `ops: ${each.op}` };
    const resultado = judge({ salida: esperado, ...each }, answer);
    for (const counted of [totales, (byRule[each.regla] ??= totals())]) {
      counted.casos++;
      counted[PLURALS[resultado] ?? resultado]++;
    }
    const { salida: recibido, omitida, falla } = answer;
    if (resultado !== 'bien') casos.push({ ...each, resultado, esperado, recibido, motivo: omitida ?? falla });
  }
  await harness.end();
  const reglas = Object.fromEntries(Object.entries(byRule).toSorted(([a], [b]) => compareRules(a, b)));
  return { suite: VERSION, nivel, implementacion, totales, reglas, casos };
}

function tableOf({ implementacion: { nombre, version, lenguaje }, reglas, totales }) {
  const heads = ['rule', 'cases', 'right', 'wrong', 'other decision', 'skipped', 'faults'];
  const rows = [...Object.entries(reglas), ['total', totales]].map(([name, counted]) => [
    name,
    ...COUNTERS.map((counter) => counted[counter].toLocaleString('en-US')),
  ]);
  const widths = heads.map((head, i) => Math.max(head.length, ...rows.map((row) => row[i].length)));
  const line = ([name, ...counts]) =>
    [name.padEnd(widths[0]), ...counts.map((count, i) => count.padStart(widths[i + 1]))].join('  ');
  return [`${nombre} ${version} (${lenguaje})`, '', ...[heads, ...rows].map(line)].join('\n');
}

try {
  const words = readWords(process.argv.slice(2));
  const report = await run(words);
  const required = words.nivel === 'edicion' ? 'edicion' : 'norma';
  const conforms = report.casos.every(({ nivel, resultado }) => nivel !== required || resultado === 'omitida');
  const verdict = conforms
    ? `It conforms: no case of level ${required} is wrong.`
    : `It does not conform: cases of level ${required} are wrong or faulty.`;
  process.stdout.write(`${tableOf(report)}\n\n${verdict}\nA calculated CURP proves no registration.\n`);
  if (words.json !== undefined) writeFileSync(words.json, `${JSON.stringify(report, null, 2)}\n`);
  process.exitCode = conforms ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
