/**
 * Measures the calculation beside npm `curp` and beside C: the CPU time per key for the same 10,000 fictitious people.
 *
 * Contenders take turns, each in a fresh process, and medians are compared.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { beside, byName, integer, million, table, times } from './tools/markdown.mjs';
import { inFolder, repo } from './tools/paths.mjs';
import { compile, installPeers, ready, titled } from './tools/peers.mjs';
import { plainPeople } from './tools/people-file.mjs';
import { bars } from './tools/plot.mjs';
import { inTurns } from './tools/turns.mjs';

const PEOPLE = 10_000;

export const run = ({ vueltas = 7 }) =>
  inFolder(async (file) => {
    const some = plainPeople(PEOPLE);
    writeFileSync(file('people.json'), JSON.stringify(some));
    writeFileSync(file('people.tsv'), some.map((persona) => `${Object.values(persona).join('\t')}\n`).join(''));
    // Each command has the number of rounds over all people that warm it up, and the number that is measured.
    const node = (script, ...rounds) => [process.execPath, repo(script), file('people.json'), ...rounds];
    const ours = { name: '@curp-service/core', command: node('bench/contenders/core-ours.mjs', '40', '100') };
    const npm = {
      name: titled('curp', 'npm curp'),
      command: node('bench/contenders/core-npm-curp.mjs', '5', '10'),
      prepare: () => installPeers('curp'),
    };
    const c = {
      name: 'C, gcc -O2',
      command: [file('curp'), file('people.tsv'), '20', '100'],
      prepare: () => compile('contenders/curp.c', file('curp')),
    };
    const { there, notes } = ready([ours, npm, c]);
    const figures = await inTurns('core', vueltas, there, ({ command: [program, ...args] }) =>
      JSON.parse(execFileSync(program, args, { encoding: 'utf8' })),
    );
    const of = (contender) => figures[there.indexOf(contender)];
    if (of(c) && of(c).sum !== of(ours).sum) throw new Error('the keys of C and of core are not the same');
    return { ...tell(there, figures, of(ours), of(npm), of(c)), notes, rounds: vueltas };
  });

function tell(there, figures, ours, npm, c) {
  const head = ['', 'CPU ns per key', 'wall ns per key', 'keys per CPU second', 'speed of core over it, by CPU time'];
  const rows = byName(there, figures, ({ cpuNs, wallNs }) => [
    integer(cpuNs),
    integer(wallNs),
    integer(1e9 / cpuNs),
    times(cpuNs, ours.cpuNs),
  ]);
  const rate = million(1e9 / ours.cpuNs);
  const over = npm && integer(npm.cpuNs / ours.cpuNs);
  const ofC = c && integer((100 * c.cpuNs) / ours.cpuNs);
  const en = beside(
    `${rate} million keys per CPU second`,
    'That is',
    npm && `${over} times as many as npm \`curp\` gives`,
    c && `and ${ofC} % of the speed of the same calculation in C`,
  );
  const es = beside(
    `${rate} millones de claves por segundo de procesador`,
    'Son',
    npm && `${over} veces las que da \`curp\` de npm`,
    c && `y el ${ofC} % de la velocidad del mismo cálculo en C`,
  );
  return {
    summary: { en, es },
    costs: { ...(c && { 'over C': ours.cpuNs / c.cpuNs }), ...(npm && { 'over npm curp': ours.cpuNs / npm.cpuNs }) },
    tables: [table(head, rows)],
    plot: bars('The calculation', [
      {
        title: 'Keys per CPU second',
        rows: byName(there, figures, ({ cpuNs }, i) => [1e9 / cpuNs, integer(1e9 / cpuNs), i === 0]),
      },
    ]),
  };
}
