/** The command line `curp`: reads the environment, hands over to the commands, and says how it ended. */
import { readFileSync } from 'node:fs';
import { ConfigError, VARIABLES, loadEnv } from '@curp-service/server/config';
import { localeLanguage } from '@curp-service/contract/language';
import { Command, CommanderError } from 'commander';
import { localizar, remitirALaAyuda } from './terminal/help.js';
import { inofensivo } from './terminal/color.js';
import { type Entorno, textoEn } from './environment.js';
import { Falla, SALIDA } from './failure.js';

const MANIFIESTO = new URL('../package.json', import.meta.url);

/** The commands, as the help lists them. Each adds itself to the program, and is loaded only where it is needed. */
const COMANDOS: Readonly<Record<string, () => Promise<(program: Command, entorno: Entorno) => void>>> = {
  calcular: async () => (await import('./commands/calcular.js')).calcular,
  explicar: async () => (await import('./commands/explicar.js')).explicar,
  validar: async () => (await import('./commands/validar.js')).validar,
  cotejar: async () => (await import('./commands/cotejar.js')).cotejar,
  entidades: async () => (await import('./commands/entidades.js')).entidades,
  lote: async () => (await import('./commands/lote/index.js')).lote,
  servir: async () => (await import('./commands/servir.js')).servir,
  proyectos: async () => (await import('./commands/proyectos/index.js')).proyectos,
  padron: async () => (await import('./commands/padron/index.js')).padron,
  completion: async () => (await import('./commands/completion/index.js')).completion,
};

process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  process.exitCode = SALIDA.IO;
  // A reader that closes the pipe, as `head` does, needs no words.
  if (code === 'EPIPE') return;
  const texto = textoEn(localeLanguage(process.env));
  process.stderr.write(
    `${texto(`No se puede escribir la salida (${message}).`, `The output cannot be written (${message}).`)}\n`,
  );
});
const salida = await run();
process.exitCode ??= salida;

async function run(): Promise<number> {
  try {
    loadEnv(localeLanguage(process.env));
    const idioma = localeLanguage(process.env);
    const program = await createProgram({
      idioma,
      texto: textoEn(idioma),
      print: (lineas) => process.stdout.write(`${inofensivo(lineas)}\n`),
      withStore: async (work, opening) => {
        const { withStore } = await import('./database.js');
        return withStore(process.env['DATABASE_URL'], idioma, work, opening);
      },
    });
    await program.parseAsync();
    return 0;
  } catch (error) {
    // Commander has already said what is wrong, or shown the help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : SALIDA.USO;
    if (error instanceof Falla || error instanceof ConfigError) {
      if (error.message !== '') process.stderr.write(`${inofensivo(error.message)}\n`);
      return error instanceof Falla ? error.salida : SALIDA.CONFIG;
    }
    process.stderr.write(`${inofensivo(error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`);
    return SALIDA.PROPIA;
  }
}

/** What the user asks for, alone; all of them for the help, to complete their names, or to tell which are alike. */
function namesNeeded(asked = ''): readonly string[] {
  if (asked === '-V' || asked === '--version') return [];
  return Object.hasOwn(COMANDOS, asked) && asked !== 'completion' ? [asked] : Object.keys(COMANDOS);
}

async function createProgram(entorno: Entorno): Promise<Command> {
  const { texto } = entorno;
  const [porOmision, es, en] = VARIABLES.DATABASE_URL;
  const { version }: { version: string } = JSON.parse(readFileSync(MANIFIESTO, 'utf8'));
  const program = localizar(new Command('curp'), texto)
    .description(texto('El servicio de CURP en la línea de comandos.', 'The CURP service on the command line.'))
    .version(version, '-V, --version', texto('muestra la versión', 'shows the version'))
    .exitOverride()
    .addHelpText(
      'after',
      texto(
        `
Variable de entorno, que también se lee de .env:
  DATABASE_URL  la base de datos: ${es} (sin valor: ${porOmision})

Códigos de salida:
   0  bien
   1  los datos están mal, la clave no es válida o no es de esa persona;
      no existe lo que se nombra, o el nombre está ocupado
   2  el comando está mal escrito
  70  falla de este programa
  74  no se puede usar la base de datos o escribir la salida
  78  la configuración está mal
 130  interrumpido con Ctrl-C o Ctrl-D

Ejemplo:
  curp calcular
  curp validar OETR900517MDFLNN05
  curp proyectos crear "Mi tienda" --cuota 10000`,
        `
Environment variable, also read from .env:
  DATABASE_URL  the database: ${en} (unset: ${porOmision})

Exit codes:
   0  success
   1  the data are wrong, the key is not valid or not of that person;
      what is named does not exist, or the name is taken
   2  the command is written wrong
  70  a fault of this program
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
    const registrar = await COMANDOS[name]?.();
    registrar?.(program, entorno);
  }
  remitirALaAyuda(program, texto);
  return program;
}
