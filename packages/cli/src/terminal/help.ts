/** The words of commander, which knows English only, in the language of the user. */
import type { Argument, Command } from 'commander';
import { inofensivo } from './color.js';
import type { Texto } from '../environment.js';

const TITULOS: Readonly<Record<string, string>> = {
  'Usage:': 'Uso:',
  'Arguments:': 'Argumentos:',
  'Options:': 'Opciones:',
  'Commands:': 'Comandos:',
};

/** What commander says of a wrong use, and what is said instead. Anything else stays as it is. */
const ERRORES: readonly (readonly [RegExp, es: string, en: string])[] = [
  [/\n\(Did you mean (?:one of )?(.*)\?\)/, ' ¿Quiso decir $1?', ' Did you mean $1?'],
  [/^error: option '(--[\w-]+).*' argument '.*' is invalid\. /s, '$1 ', '$1 '],
  [/^error: command-argument value '.*' is invalid for argument '(\w+)'\. /s, '$1 ', '$1 '],
  [/Allowed choices are (.*)\.$/m, 'debe ser uno de $1.', 'must be one of $1.'],
  [/^error: unknown option '(.*)'/, 'No existe la opción $1.', 'There is no option $1.'],
  [/^error: unknown command '(.*)'/, 'No existe el comando $1.', 'There is no command $1.'],
  [/^error: missing required argument '(.*)'/, 'Falta $1.', '$1 is missing.'],
  [/^error: option '(--[\w-]+).*' argument missing/, 'A $1 le falta su valor.', '$1 lacks its value.'],
  [
    /^error: too many arguments.* Expected (\d+) .* but got (\d+):.*\./s,
    'Sobran argumentos: van $1 y hay $2. Un nombre con espacios va entre comillas.',
    'Too many arguments: $1 expected, $2 given. A name with spaces goes in quotes.',
  ],
];

const termino = (argumento: Argument): string => (argumento.required ? argumento.name() : `[${argumento.name()}]`);

/** Sets the language of the help and of the errors; the commands added afterwards inherit it. */
export function localizar(program: Command, texto: Texto): Command {
  return program
    .configureHelp({
      styleTitle: (titulo) => texto(TITULOS[titulo] ?? titulo, titulo),
      styleUsage: (uso) => texto(uso.replace('[options]', '[opciones]').replace('[command]', '[comando]'), uso),
      subcommandTerm: (command) => [command.name(), ...command.registeredArguments.map(termino)].join(' '),
      // Commander would add the choices, in English: the description names them.
      argumentDescription: ({ description }) => description,
    })
    .configureOutput({
      outputError: (error, write) => {
        write(inofensivo(ERRORES.reduce((dicho, [forma, es, en]) => dicho.replace(forma, texto(es, en)), error)));
      },
    })
    .helpOption('-h, --help', texto('muestra esta ayuda', 'shows this help'))
    .helpCommand(
      texto('help [COMANDO]', 'help [COMMAND]'),
      texto('muestra la ayuda de un comando', 'shows the help of a command'),
    );
}

/** After an error, each command names its own help. For when all commands are there. */
export function remitirALaAyuda(command: Command, texto: Texto, ruta = command.name()): void {
  command.showHelpAfterError(texto(`Vea: ${ruta} --help`, `See: ${ruta} --help`));
  for (const sub of command.commands) remitirALaAyuda(sub, texto, `${ruta} ${sub.name()}`);
}

/** A command with its description and an example. */
export const comando = (
  padre: Command,
  nombre: string,
  texto: Texto,
  descripcion: string,
  ejemplos: readonly string[],
): Command =>
  padre
    .command(nombre)
    .description(descripcion)
    .addHelpText('after', ['', texto('Ejemplo:', 'Example:'), ...ejemplos.map((ejemplo) => `  ${ejemplo}`)].join('\n'));
