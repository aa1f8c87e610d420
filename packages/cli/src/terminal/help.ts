/** Translates the help and the errors of commander, which are in English only. */
import type { Argument, Command } from 'commander';
import { sanitize } from './color.js';
import { text } from '../environment.js';

const HELP_TITLES: Readonly<Record<string, string>> = {
  'Usage:': 'Uso:',
  'Arguments:': 'Argumentos:',
  'Options:': 'Opciones:',
  'Commands:': 'Comandos:',
};

/** Commander's errors and their replacements; other errors stay in English. */
const ERRORS: readonly (readonly [RegExp, es: string, en: string])[] = [
  [/\n\(Did you mean (?:one of )?(.*)\?\)/, ' ¿Quiso decir $1?', ' Did you mean $1?'],
  [/^error: option '(--[\w-]+).*' argument '.*' is invalid\. /s, '$1 ', '$1 '],
  [/^error: command-argument value '.*' is invalid for argument '(\w+)'\. /s, '$1 ', '$1 '],
  [/^error: unknown option '(.*)'/, 'No existe la opción $1.', 'There is no option $1.'],
  [/^error: unknown command '(.*)'/, 'No existe el comando $1.', 'There is no command $1.'],
  [/^error: missing required argument '(.*)'/, 'Falta $1.', '$1 is missing.'],
  [/^error: option '(--[\w-]+).*' argument missing/, 'Falta el valor de $1.', '$1 needs a value.'],
  [
    /^error: too many arguments.* Expected (\d+) .* but got (\d+):.*\./s,
    'Sobran argumentos (esperados: $1; recibidos: $2). Un nombre con espacios va entre comillas.',
    'Too many arguments (expected: $1; given: $2). Put a name with spaces in quotes.',
  ],
];

const term = (argument: Argument): string => (argument.required ? argument.name() : `[${argument.name()}]`);

/** Sets the language of the help and of the errors; the commands added afterwards inherit it. */
export function localize(program: Command): Command {
  return program
    .configureHelp({
      styleTitle: (title) => text(HELP_TITLES[title] ?? title, title),
      styleUsage: (usage) => text(usage.replace('[options]', '[opciones]').replace('[command]', '[comando]'), usage),
      subcommandTerm: (command) => [command.name(), ...command.registeredArguments.map(term)].join(' '),
    })
    .configureOutput({
      outputError: (error, write) => {
        write(sanitize(ERRORS.reduce((message, [pattern, es, en]) => message.replace(pattern, text(es, en)), error)));
      },
    })
    .helpOption('-h, --help', text('muestra esta ayuda', 'shows this help'))
    .helpCommand(text('help [COMANDO]', 'help [COMMAND]'), text('la ayuda de un comando', 'the help of a command'));
}

/** Makes each command point to its own help after an error. Call it after all commands have been added. */
export function pointToHelp(command: Command, path = command.name()): void {
  command.showHelpAfterError(text(`Vea: ${path} --help`, `See: ${path} --help`));
  for (const sub of command.commands) pointToHelp(sub, `${path} ${sub.name()}`);
}
