/** Reads from the program the words and options that may follow each command. */
import type { Command } from 'commander';

interface CompletionWord {
  readonly word: string;
  readonly description: string;
}

export interface CompletionOption {
  /** `--json`, or `-h` and `--help`. */
  readonly words: readonly string[];
  readonly description: string;
  readonly takesValue: boolean;
}

export interface CommandNode {
  /** The words that lead to the command: `curp proyectos crear`. */
  readonly path: string;
  /** Its subcommands, or the values of its argument. */
  readonly words: readonly CompletionWord[];
  readonly options: readonly CompletionOption[];
  /** It takes an argument of any value, such as the name of a file. */
  readonly takesAnyWord: boolean;
}

export function nodesOf(command: Command, path = command.name()): CommandNode[] {
  const help = command.createHelp();
  const subcommands = help.visibleCommands(command);
  const values = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  const node: CommandNode = {
    path,
    words: [
      ...subcommands.map((sub) => ({ word: sub.name(), description: sub.description() })),
      ...values.map((word) => ({ word, description: '' })),
    ],
    options: help.visibleOptions(command).map(({ short, long, description, required }) => ({
      words: [short, long].filter((word) => word !== undefined),
      description,
      takesValue: required,
    })),
    takesAnyWord: command.registeredArguments.length > 0 && values.length === 0,
  };
  // `help` takes the name of any other command.
  const children = subcommands.flatMap((sub) =>
    sub.name() === 'help'
      ? { path: `${path} help`, words: node.words.slice(0, -1), options: [], takesAnyWord: false }
      : nodesOf(sub, `${path} ${sub.name()}`),
  );
  return [node, ...children];
}

export const pathsOf = (nodes: readonly CommandNode[]): string[] => nodes.slice(1).map(({ path }) => path);

export const optionsWithValue = ({ options }: CommandNode): string[] =>
  options.filter(({ takesValue }) => takesValue).flatMap(({ words }) => words);
