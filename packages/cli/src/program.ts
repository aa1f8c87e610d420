/** The program `curp`: reads the environment and runs the command that the user names. */
import { ConfigError, VARIABLES } from '@curp-service/server/config';
import { UNIT_FILE } from '@curp-service/server/settings';
import { BUILD } from '@curp-service/server/version';
import { localeLanguage } from '@curp-service/contract/language';
import { WIRE } from '@curp-service/contract/words/message';
import { Command, CommanderError } from 'commander';
import { sources, text, user } from './environment.js';
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
    .description(text('El servicio de CURP en la línea de comandos.', 'The CURP service on the command line.'))
    .version(BUILD, '-V, --version', text('muestra la versión', 'shows the version'))
    .exitOverride()
    .addHelpText(
      'after',
      text(
        `
Variable de los comandos que administran el servicio:
  DATABASE_URL  la base de datos: ${es} (sin valor: ${defaultValue});
      de --config ARCHIVO, del entorno, de .env o de ${UNIT_FILE}, en ese orden

Códigos de salida:
   0  bien
   1  los datos tienen errores, la clave no es válida o no es de esa persona;
      el proyecto o la entidad no existe, o el nombre ya está en uso
   2  el comando está mal escrito
  70  error interno de este programa
  74  no se puede usar la base de datos o escribir la salida
  75  el servicio no puede iniciar por ahora: la base no contesta o el puerto está ocupado
  78  la configuración tiene errores, o no hay base de datos
 130  interrumpido con Ctrl-C o Ctrl-D

Ejemplo:
  curp calcular
  curp validar OETR900517MDFLNN05
  curp proyectos crear "Mi tienda" --cuota 10000`,
        `
Variable of the commands that administer the service:
  DATABASE_URL  the database: ${en} (unset: ${defaultValue});
      from --config FILE, the environment, .env or ${UNIT_FILE}, in this order

Exit codes:
   0  success
   1  the data have errors, the key is not valid or not of that person;
      the project or entity does not exist, or the name is taken
   2  the command is wrong
  70  an internal error of this program
  74  the database cannot be used, or the output cannot be written
  75  the service cannot start for now: its database does not answer or its port is taken
  78  the configuration is wrong, or there is no database
 130  interrupted by Ctrl-C or Ctrl-D

Example:
  curp calcular
  curp validar OETR900517MDFLNN05
  curp proyectos crear "My shop" --cuota 10000`,
      ),
    );
  for (const name of namesNeeded(asked)) {
    const add = await COMMANDS[name]?.();
    add?.(program);
  }
  pointToHelp(program);
  return program;
}
