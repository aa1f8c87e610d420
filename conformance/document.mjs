/** Writes the document of the results: the totals of each implementation, and a table of rules by implementation. */

const table = (head, rows) =>
  [head, ['---', ...head.slice(1).map(() => '---:')], ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const count = (n) => n.toLocaleString('en-US');
const titleOf = ({ implementacion: { nombre, version } }) => `${nombre} ${version}`;

/** Returns how many cases of a rule are right, if not all that were asked: `10 of 12`, another decision (`d`), faults (`f`). */
function shortfall(totals) {
  if (totals === undefined || totals.casos === totals.omitidas) return null;
  const { casos, omitidas, bien, decision_distinta: other, fallas } = totals;
  const asked = casos - omitidas;
  if (bien === asked) return null;
  return [`${bien} of ${asked}`, ...(other > 0 ? [`${other} d`] : []), ...(fallas > 0 ? [`${fallas} f`] : [])].join(
    ', ',
  );
}

/** Names the implementations that are not right in all cases of a rule, those with the same count together. */
function whoFails(reports, rule) {
  const names = new Map();
  for (const { reglas, implementacion } of reports) {
    const right = shortfall(reglas[rule]);
    if (right !== null) names.set(right, [...(names.get(right) ?? []), implementacion.nombre]);
  }
  return Array.from(names, ([right, of]) => `${of.join(', ')}: ${right}`).join('; ');
}

/** Describes how many outputs that are wrong where the norm decides nothing are impossible keys. */
function shareOf(reports, pattern) {
  const outputs = reports.flatMap(({ casos }) =>
    casos.filter((c) => c.resultado === 'mal' && c.nivel === 'decision').map(({ recibido }) => recibido),
  );
  const impossible = outputs.filter(({ curp }) => curp !== undefined && !pattern.test(curp)).length;
  const share = Math.round((100 * impossible) / outputs.length);
  return `Of the ${count(outputs.length)} such outputs, ${count(impossible)} (${share} %) are impossible keys, with a wrong length or a character that its position does not allow.`;
}

export function documentOf(reports, generators, missing, rules, pattern) {
  const [{ suite, totales }] = reports;
  const names = Object.keys(rules).filter((rule) => reports.some(({ reglas }) => rule in reglas));
  const wrongWhere = ({ casos }, level) => casos.filter((c) => c.resultado === 'mal' && c.nivel === level).length;
  const languages = ({ implementacion: { lenguaje, ops } }) => [lenguaje, ops.join(', ')];
  return `# Conformance of implementations

\`npm run conformance\` runs the [conformance suite](../conformance/README.md) ${suite}, ${count(totales.casos)} cases, against every
available implementation, and writes this page. Every case is an invented person or a key made for the suite: a calculated CURP proves no registration.

- **Right**: the output follows the norm or, where the norm decides nothing, the decision of this project ([norm.md](norm.md)).
- **Wrong by the norm**: the norm says otherwise.
- **Wrong elsewhere**: the norm decides nothing, and the suite does not accept the output as defensible.
  ${shareOf(reports, pattern)}
- **Edition not told**: the output does not say which keys are by the [edition of 2006](norm.md#12-the-edition-of-2006).
- **Other decision**: the norm decides nothing, and the output is defensible. It does not count as wrong.
- **Skipped**: the implementation does not offer the operation.
- **Faults**: the program gave no answer in ten seconds, answered another case, or ended.

${table(
  [
    'implementation',
    'language',
    'operations',
    'right',
    'wrong by the norm',
    'edition not told',
    'wrong elsewhere',
    'other decision',
    'skipped',
    'faults',
  ],
  reports.map((report) => {
    const { bien, decision_distinta, omitidas, fallas } = report.totales;
    const wrong = ['norma', 'edicion', 'decision'].map((level) => wrongWhere(report, level));
    return [titleOf(report), ...languages(report), ...[bien, ...wrong, decision_distinta, omitidas, fallas].map(count)];
  }),
)}
${missing.map((name) => `\n- Left out: ${name} could not be installed here.`).join('')}
- \`curp sql\`, \`curp python\` and \`curp excel\` require a first surname, so they skip cases without one. \`norma.py\` reads only
  [norma.json](../conformance/norma.json). \`SAT t_CURP\`, \`curp.schema.json\` and \`es.stackoverflow\`, the expression of the
  [most read answer](https://es.stackoverflow.com/a/31040), are patterns, which cannot check a check digit.
- Of repositories, the version is the commit.
- Not run: npm \`@form-validation/validator-id\`, whose licence is commercial, and npm \`get-mexican-data-by-curp\`, which asks the registry.

## Generators of test data

A generator invents keys. Of each, ${count(generators[0].keys)} were asked for, with a fixed seed. *Impossible* is a key that no person can have.

${table(
  ['generator', 'impossible', 'an entity that no key has', 'a vowel in position 14, 15 or 16'],
  generators.map(({ name, impossible, entity, consonant }) => [name, ...[impossible, entity, consonant].map(count)]),
)}

## By rule

In the rules of [norm.md](norm.md) that this table does not name, every implementation that offers them is right in all cases. \`10 of 12, 1 d\` means that
ten of twelve are right and one is another decision.

${table(
  ['rule', 'not right in all cases'],
  names.map((rule) => [`\`${rule}\``, whoFails(reports, rule)]).filter(([, who]) => who !== ''),
).replace('---:', '---')}
`;
}
