/** The program `curp`: reads the environment and runs the command that the user names. */
import { ConfigError, VARIABLES } from '@curp-service/server/config';
import { UNIT_FILE } from '@curp-service/server/settings';
import { BUILD } from '@curp-service/server/version';
import { localeLanguage } from '@curp-service/contract/language';
import { WIRE } from '@curp-service/contract/words/message';
import { Command, CommanderError } from 'commander';
import { sources, tell, user } from './environment.js';
import { CommandFailure, EXIT } from './failure.js';
import { refuseGoneOptions } from './gone-options.js';
import { printError } from './terminal/color.js';
import type { AddCommand } from './terminal/commands.js';
import { localize, pointToHelp } from './terminal/help.js';

/** In the order of the help. Each command is loaded only when it is needed. */
const COMMANDS: Readonly<Record<string, () => Promise<AddCommand>>> = {
  calcular: async () => (await import('./commands/calcular.js')).calcular,
  explicar: async () => (await import('./commands/explicar.js')).explicar,
  validar: async () => (await import('./commands/validar.js')).validar,
  cotejar: async () => (await import('./commands/cotejar.js')).cotejar,
  entidades: async () => (await import('./commands/entidades.js')).entidades,
  formatos: async () => (await import('./commands/formatos.js')).formatos,
  lote: async () => (await import('./commands/lote/index.js')).lote,
  lectura: async () => (await import('./commands/lectura/index.js')).lectura,
  cruzar: async () => (await import('./commands/cruzar/index.js')).cruzar,
  inventar: async () => (await import('./commands/inventar/index.js')).inventar,
  sql: async () => (await import('./commands/sql/index.js')).sql,
  python: async () => (await import('./commands/python.js')).python,
  excel: async () => (await import('./commands/excel.js')).excel,
  mcp: async () => (await import('./commands/mcp/index.js')).mcp,
  servir: async () => (await import('./commands/servir.js')).servir,
  proyectos: async () => (await import('./commands/proyectos/index.js')).proyectos,
  tokens: async () => (await import('./commands/tokens.js')).tokens,
  padron: async () => (await import('./commands/padron/index.js')).padron,
  respaldar: async () => (await import('./commands/respaldar.js')).respaldar,
  mudar: async () => (await import('./commands/mudar.js')).mudar,
  auditoria: async () => (await import('./commands/auditoria.js')).auditoria,
  configuracion: async () => (await import('./commands/configuracion.js')).configuracion,
};

/** Runs `curp` with these words and returns its exit code, unless the command sets `process.exitCode` itself. */
export async function runCurp(words: readonly string[]): Promise<number> {
  try {
    sources.addFile('.env');
    user.language = localeLanguage(process.env);
    refuseGoneOptions(words);
    const program = await createProgram(words[0]);
    await program.parseAsync(words, { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has already printed the error or the help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.USAGE;
    if (error instanceof CommandFailure || error instanceof ConfigError) {
      if (error.message !== '') printError(error.message);
      return error instanceof CommandFailure ? error.exitCode : EXIT.CONFIG;
    }
    const { fileProblemOf, rowProblemInWords } = await import('@curp-service/contract/codes/file');
    const problem = fileProblemOf(error);
    if (problem !== null) {
      printError(rowProblemInWords(problem, WIRE, user.language));
      return EXIT.USAGE;
    }
    printError(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return EXIT.SOFTWARE;
  }
}

/** Returns the command that the user names, or all of them for the help and the suggestions. */
function namesNeeded(asked = ''): readonly string[] {
  if (asked === '-V' || asked === '--version') return [];
  return Object.hasOwn(COMMANDS, asked) ? [asked] : Object.keys(COMMANDS);
}

async function createProgram(asked: string | undefined): Promise<Command> {
  const [defaultValue, es, en] = VARIABLES.DATABASE_URL;
  const program = localize(new Command('curp'))
    .description(tell('program_el_servicio_de'))
    .version(BUILD, '-V, --version', tell('program_muestra_la_version'))
    .exitOverride()
    .addHelpText('after', tell('program_ayuda', { base: [es, en], valor: defaultValue, archivo: UNIT_FILE }));
  for (const name of namesNeeded(asked)) {
    const add = await COMMANDS[name]?.();
    add?.(program);
  }
  pointToHelp(program);
  return program;
}
