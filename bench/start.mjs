/**
 * Measures `curp validar` from start to end, and the service until it is ready: from the compiled modules, from the bundle and,
 * if `npm run release` has made it, from the one-file executable. They take turns, and medians are compared.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findProgram } from '../packages/cli/bin/find-program.js';
import { VERSION } from '../packages/server/dist/version.js';
import { byName, integer, table } from './tools/markdown.mjs';
import { inFolder, repo } from './tools/paths.mjs';
import { counter, cpuNs, rssMb, startServer, stopServer } from './tools/processes.mjs';
import { inTurns } from './tools/turns.mjs';

const NODE = process.execPath;
const FLAG = '--max-semi-space-size=8'; // as in `npm start`

export const run = ({ vueltas = 15 }) =>
  inFolder(async (path) => {
    const archive = repo(`dist/curp-${VERSION}-linux-${process.arch}.tar.gz`);
    const file = path('curp');
    if (existsSync(archive)) execFileSync('tar', ['-xzf', archive, '-C', path('.'), 'curp']);
    const contenders = [
      {
        name: 'the modules',
        command: [NODE, repo('packages/cli/dist/main.js')],
        service: [NODE, FLAG, repo('packages/server/dist/main.js')],
      },
      {
        name: 'the bundle',
        command: [NODE, repo('packages/cli/bin/curp.js')],
        service: [NODE, FLAG, fileURLToPath(findProgram('server'))],
      },
      ...(existsSync(file) ? [{ name: 'the one file', command: [file], service: [file, 'servir'] }] : []),
    ];
    const spent = counter(path('wait4'));
    const empty = { name: 'an empty script', command: [NODE, '--eval', '0'] };
    const commands = [empty, ...contenders];
    const env = { ...process.env, PORT: '0', ADMIN_PORT: '0', DATABASE_URL: `sqlite:${path('curp.db')}` };
    const answers = await inTurns('start, commands', vueltas, commands, ({ command }) =>
      spent(command === empty.command ? command : [...command, 'validar', 'OETR900517MDFLNN05']),
    );
    const services = await inTurns('start, service', vueltas, contenders, async ({ service: [program, ...args] }) => {
      const server = await startServer(args, { program, env, cwd: path('.') });
      const figures = { ms: cpuNs(server) / 1e6, mb: rssMb(server) };
      await stopServer(server);
      return figures;
    });
    const size = existsSync(file)
      ? [
          `The one file has ${integer(statSync(file).size / 1e6)} MB, its archive ${integer(statSync(archive).size / 1e6)} MB.`,
        ]
      : [];
    return {
      costs: { 'curp validar over an empty script': answers[2].cpu / answers[0].cpu },
      tables: [
        table(
          ['`curp validar`', 'CPU ms', 'wall ms', 'peak MB'],
          byName(commands, answers, ({ cpu, wall, mb }) => [integer(cpu * 1000), integer(wall * 1000), integer(mb)]),
        ),
        table(
          ['the service, until it is ready', 'CPU ms', 'MB'],
          byName(contenders, services, ({ ms, mb }) => [integer(ms), integer(mb)]),
        ),
      ],
      notes: size,
      rounds: vueltas,
    };
  });
