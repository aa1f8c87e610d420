/** `curp completion`: prints the completion script for a shell, made from the commands themselves. */
import { Argument, type Command } from 'commander';
import { addCommand } from '../../terminal/help.js';
import type { Environment } from '../../environment.js';
import { bash } from './bash.js';
import { fish } from './fish.js';
import { nodesOf } from './nodes.js';
import { zsh } from './zsh.js';

const SHELLS = { bash, zsh, fish } as const;

export function completion(program: Command, { text, print }: Environment): void {
  addCommand(
    program,
    'completion',
    text,
    text(
      'genera el script para completar comandos y opciones en la terminal',
      'prints the script that completes commands and options in a shell',
    ),
    [
      'curp completion bash > ~/.local/share/bash-completion/completions/curp',
      'curp completion zsh > "${fpath[1]}/_curp"',
      'curp completion fish > ~/.config/fish/completions/curp.fish',
    ],
  )
    .addArgument(new Argument('<SHELL>', text('bash, zsh o fish', 'bash, zsh or fish')).choices(Object.keys(SHELLS)))
    .action((shell: keyof typeof SHELLS) => print(SHELLS[shell](nodesOf(program))));
}
