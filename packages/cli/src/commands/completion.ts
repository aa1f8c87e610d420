/** `curp completion`: prints the completion script for a shell, made from the commands themselves. */
import type { Command } from 'commander';
import { argument, command } from '../terminal/commands.js';
import { print } from '../terminal/color.js';

interface CompletionWord {
  readonly word: string;
  readonly description: string;
}

interface CompletionOption {
  /** `--json`, or `-h` and `--help`. */
  readonly words: readonly string[];
  readonly description: string;
  readonly takesValue: boolean;
}

interface CommandNode {
  /** The words that lead to the command: `curp proyectos crear`. */
  readonly path: string;
  /** Its subcommands, or the values of its argument. */
  readonly words: readonly CompletionWord[];
  readonly options: readonly CompletionOption[];
  /** It takes an argument of any value, such as the name of a file. */
  readonly takesAnyWord: boolean;
}

function nodesOf(parent: Command, path = parent.name()): CommandNode[] {
  const help = parent.createHelp();
  const subcommands = help.visibleCommands(parent);
  const values = parent.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  const node: CommandNode = {
    path,
    words: [
      ...subcommands.map((sub) => ({ word: sub.name(), description: sub.description() })),
      ...values.map((word) => ({ word, description: '' })),
    ],
    options: help.visibleOptions(parent).map(({ short, long, description, required }) => ({
      words: [short, long].filter((word) => word !== undefined),
      description,
      takesValue: required,
    })),
    takesAnyWord: parent.registeredArguments.length > 0 && values.length === 0,
  };
  // `help` takes the name of any other command.
  const children = subcommands.flatMap((sub) =>
    sub.name() === 'help'
      ? { path: `${path} help`, words: node.words.slice(0, -1), options: [], takesAnyWord: false }
      : nodesOf(sub, `${path} ${sub.name()}`),
  );
  return [node, ...children];
}

const pathsOf = (nodes: readonly CommandNode[]): string[] => nodes.slice(1).map(({ path }) => path);

const optionsWithValue = ({ options }: CommandNode): string[] =>
  options.filter(({ takesValue }) => takesValue).flatMap(({ words }) => words);

const bash = (nodes: readonly CommandNode[]): string => `# Completion of curp for bash, made by: curp completion bash
_curp() {
  local word=\${COMP_WORDS[COMP_CWORD]} path=curp words='' options='' with_value='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$path \${COMP_WORDS[i]}" in
      ${pathsOf(nodes)
        .map((path) => `'${path}'`)
        .join(' | ')}) path+=" \${COMP_WORDS[i]}" ;;
    esac
  done
  case "$path" in
${nodes.map(bashCase).join('\n')}
  esac
  COMPREPLY=()
  # The value of an option is not completed.
  [[ " $with_value " == *" \${COMP_WORDS[COMP_CWORD - 1]} "* ]] && return
  [[ $word == -* ]] && words=$options
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _curp curp`;

function bashCase(node: CommandNode): string {
  const options = node.options.flatMap((option) => option.words).join(' ');
  const words = node.words.map(({ word }) => word).join(' ');
  // If only options can follow, they are offered at once.
  const offered = words === '' && !node.takesAnyWord ? options : words;
  return `    '${node.path}') words='${offered}' options='${options}' with_value='${optionsWithValue(node).join(' ')}' ;;`;
}

const zsh = (nodes: readonly CommandNode[]): string => `#compdef curp
# Completion of curp for zsh, made by: curp completion zsh
_curp() {
  local route=curp i
  local -a candidates flags with_value
  for ((i = 2; i < CURRENT; i++)); do
    case "$route $words[i]" in
      (${pathsOf(nodes)
        .map((path) => `'${path}'`)
        .join('|')}) route+=" $words[i]" ;;
    esac
  done
  case "$route" in
${nodes.map(zshCase).join('\n')}
  esac
  # The value of an option may be a file; it is not completed otherwise.
  if (( \${with_value[(Ie)$words[CURRENT-1]]} )); then
    _files
  elif [[ $words[CURRENT] == -* ]]; then
    _describe -o option flags
  elif (( $#candidates )); then
    _describe word candidates
  else
    _files
  fi
}
if [[ $funcstack[1] == _curp ]]; then
  _curp "$@"
else
  compdef _curp curp
fi`;

function zshCase(node: CommandNode): string {
  const options = node.options.flatMap(({ words, description }) => words.map((word) => zshEntry(word, description)));
  const words = node.words.map(({ word, description }) => zshEntry(word, description));
  // If only options can follow, they are offered at once.
  const offered = words.length === 0 && !node.takesAnyWord ? options : words;
  return `    ('${node.path}')
      candidates=(${offered.join(' ')})
      flags=(${options.join(' ')})
      with_value=(${optionsWithValue(node).join(' ')})
      ;;`;
}

/** `word:description`, in quotes. */
function zshEntry(word: string, description: string): string {
  const entry = description === '' ? word : `${word}:${description.replaceAll(':', '\\:')}`;
  return `'${entry.replaceAll("'", "'\\''")}'`;
}

const fish = (nodes: readonly CommandNode[]): string => `# Completion of curp for fish, made by: curp completion fish
function __curp_path_is
    set -l route curp
    for word in (commandline -opc)[2..]
        switch "$route $word"
            case ${pathsOf(nodes)
              .map((path) => fishQuoted(path))
              .join(' ')}
                set route "$route $word"
        end
    end
    test "$route" = "$argv"
end
complete -c curp -e
${nodes.map(fishRules).join('\n')}`;

function fishRules(node: CommandNode): string {
  const rule = `complete -c curp -n ${fishQuoted(`__curp_path_is ${node.path}`)}`;
  return [
    ...(node.takesAnyWord ? [] : [`${rule} -f`]),
    ...node.words.map(({ word, description }) => `${rule} -a ${word}${fishDescription(description)}`),
    ...node.options.map((option) => `${rule}${fishFlags(option)}${fishDescription(option.description)}`),
  ].join('\n');
}

const fishFlags = ({ words, takesValue }: CompletionOption): string =>
  words.map((word) => (word.startsWith('--') ? ` -l ${word.slice(2)}` : ` -s ${word.slice(1)}`)).join('') +
  (takesValue ? ' -r' : '');

const fishDescription = (description: string): string => (description === '' ? '' : ` -d ${fishQuoted(description)}`);

const fishQuoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const SHELLS = { bash, zsh, fish } as const;

export const completion = command({
  name: 'completion',
  about: [
    'genera el script para completar comandos y opciones en la terminal',
    'prints the script that completes commands and options in a shell',
  ],
  examples: [
    'curp completion bash > ~/.local/share/bash-completion/completions/curp',
    'curp completion zsh > "${fpath[1]}/_curp"',
    'curp completion fish > ~/.config/fish/completions/curp.fish',
  ],
  args: [
    {
      ...argument<keyof typeof SHELLS>('<SHELL>', ['bash, zsh o fish', 'bash, zsh or fish']),
      choices: Object.keys(SHELLS),
    },
  ],
  run: ([shell], _, { parent }) => {
    if (parent !== null) print(SHELLS[shell](nodesOf(parent)));
  },
});
