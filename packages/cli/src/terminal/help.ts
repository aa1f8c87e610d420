/** Translates the help and the errors of commander, which are in English only. */
import type { Argument, Command } from 'commander';
import { sanitize } from './color.js';
import { tell, text } from '../environment.js';

const HELP_TITLES: Readonly<Record<string, string>> = {
  'Usage:': 'Uso:',
  'Arguments:': 'Argumentos:',
  'Options:': 'Opciones:',
  'Commands:': 'Comandos:',
};

/** Commander's errors and their replacements; other errors stay in English. */
const ERRORS = [
  [/\n\(Did you mean (?:one of )?(.*)\?\)/, 'terminal_quiso_decir'],
  [/^error: option '(--[\w-]+).*' argument '.*' is invalid\. /s, null],
  [/^error: command-argument value '.*' is invalid for argument '(\w+)'\. /s, null],
  [/^error: unknown option '(.*)'/, 'terminal_no_hay_opcion'],
  [/^error: unknown command '(.*)'/, 'terminal_no_hay_comando'],
  [/^error: missing required argument '(.*)'/, 'terminal_falta'],
  [/^error: option '(--[\w-]+).*' argument missing/, 'terminal_falta_valor'],
  [/^error: too many arguments.* Expected (\d+) .* but got (\d+):.*\./s, 'terminal_sobran_argumentos'],
] as const;

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
        const replaced = ERRORS.reduce(
          (message, [pattern, id]) =>
            message.replace(pattern, (_, uno: string, dos: string) =>
              id === null ? `${uno} ` : tell(id, { uno, dos }),
            ),
          error,
        );
        write(sanitize(replaced));
      },
    })
    .helpOption('-h, --help', tell('terminal_muestra_esta_ayuda'))
    .helpCommand(tell('terminal_help_comando'), tell('terminal_la_ayuda_de_un_comando'));
}

/** Makes each command point to its own help after an error. Call it after all commands have been added. */
export function pointToHelp(command: Command, path = command.name()): void {
  command.showHelpAfterError(tell('terminal_vea_la_ayuda', { comando: path }));
  for (const sub of command.commands) pointToHelp(sub, `${path} ${sub.name()}`);
}
