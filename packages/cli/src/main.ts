/** Starts `curp`: reads the environment, runs the command and sets the exit code. */
import { ConfigError, VARIABLES, loadEnv } from '@curp-service/server/config';
import { BUILD } from '@curp-service/server/version';
import { localeLanguage } from '@curp-service/contract/language';
import { Command, CommanderError } from 'commander';
import { localize, pointToHelp } from './terminal/help.js';
import { sanitize } from './terminal/color.js';
import { type Environment, translator } from './environment.js';
import { Failure, EXIT } from './failure.js';

/** In the order of the help. Each command is loaded only when it is needed. */
const COMMANDS: Readonly<Record<string, () => Promise<(program: Command, environment: Environment) => void>>> = {
  calcular: async () => (await import('./commands/calcular.js')).calcular,
  explicar: async () => (await import('./commands/explicar.js')).explicar,
  validar: async () => (await import('./commands/validar.js')).validar,
  cotejar: async () => (await import('./commands/cotejar.js')).cotejar,
  entidades: async () => (await import('./commands/entidades.js')).entidades,
  lote: async () => (await import('./commands/lote/index.js')).lote,
  conformidad: async () => (await import('./commands/conformidad/index.js')).conformidad,
  mcp: async () => (await import('./commands/mcp/index.js')).mcp,
  servir: async () => (await import('./commands/servir.js')).servir,
  proyectos: async () => (await import('./commands/proyectos/index.js')).proyectos,
  lotes: async () => (await import('./commands/lotes/index.js')).lotes,
  padron: async () => (await import('./commands/padron/index.js')).padron,
  completion: async () => (await import('./commands/completion/index.js')).completion,
};

process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  process.exitCode = EXIT.IO;
  // The reader closed the pipe, as `head` does.
  if (code === 'EPIPE') return;
  const text = translator(localeLanguage(process.env));
  process.stderr.write(
    `${text(`No se puede escribir la salida (${message}).`, `The output cannot be written (${message}).`)}\n`,
  );
});
const exitCode = await run();
process.exitCode ??= exitCode;

async function run(): Promise<number> {
  try {
    loadEnv(localeLanguage(process.env));
    const language = localeLanguage(process.env);
    const program = await createProgram({
      language,
      text: translator(language),
      print: (lines) => process.stdout.write(`${sanitize(lines)}\n`),
      withStore: async (work, opening) => {
        const { withStore } = await import('./database.js');
        return withStore(process.env['DATABASE_URL'], language, work, opening);
      },
      withJobs: async (work) => {
        const { withJobs } = await import('./database.js');
        return withJobs(process.env['DATABASE_URL'], language, work);
      },
    });
    await program.parseAsync();
    return 0;
  } catch (error) {
    // Commander has already printed the error or the help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.USAGE;
    if (error instanceof Failure || error instanceof ConfigError) {
      if (error.message !== '') process.stderr.write(`${sanitize(error.message)}\n`);
      return error instanceof Failure ? error.exitCode : EXIT.CONFIG;
    }
    process.stderr.write(`${sanitize(error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`);
    return EXIT.SOFTWARE;
  }
}

/** One command, if the user names it; all of them for the help, the completion and the suggestions. */
function namesNeeded(asked = ''): readonly string[] {
  if (asked === '-V' || asked === '--version') return [];
  return Object.hasOwn(COMMANDS, asked) && asked !== 'completion' ? [asked] : Object.keys(COMMANDS);
}

async function createProgram(environment: Environment): Promise<Command> {
  const { text } = environment;
  const [defaultValue, es, en] = VARIABLES.DATABASE_URL;
  const program = localize(new Command('curp'), text)
    .description(text('El servicio de CURP en la línea de comandos.', 'The CURP service on the command line.'))
    .version(BUILD, '-V, --version', text('muestra la versión', 'shows the version'))
    .exitOverride()
    .addHelpText(
      'after',
      text(
        `
Variable de entorno, que también se lee de .env:
  DATABASE_URL  la base de datos: ${es} (sin valor: ${defaultValue})

Códigos de salida:
   0  bien
   1  los datos tienen errores, la clave no es válida o no es de esa persona;
      el proyecto o la entidad no existe, o el nombre ya está en uso
   2  el comando está mal escrito
  70  error interno de este programa
  74  no se puede usar la base de datos o escribir la salida
  78  la configuración tiene errores
 130  interrumpido con Ctrl-C o Ctrl-D

Ejemplo:
  curp calcular
  curp validar OETR900517MDFLNN05
  curp proyectos crear "Mi tienda" --cuota 10000`,
        `
Environment variable, also read from .env:
  DATABASE_URL  the database: ${en} (unset: ${defaultValue})

Exit codes:
   0  success
   1  the data have errors, the key is not valid or not of that person;
      the project or entity does not exist, or the name is taken
   2  the command is wrong
  70  an internal error of this program
  74  the database cannot be used, or the output cannot be written
  78  the configuration is wrong
 130  interrupted by Ctrl-C or Ctrl-D

Example:
  curp calcular
  curp validar OETR900517MDFLNN05
  curp proyectos crear "My shop" --cuota 10000`,
      ),
    );
  for (const name of namesNeeded(process.argv[2])) {
    const register = await COMMANDS[name]?.();
    register?.(program, environment);
  }
  pointToHelp(program, text);
  return program;
}
