/** Completion for zsh: the words that may follow, each with its description. */
import { type CommandNode, optionsWithValue, pathsOf } from './nodes.js';

export const zsh = (nodes: readonly CommandNode[]): string => `#compdef curp
# Completion of curp for zsh, by: curp completion zsh
_curp() {
  local ruta=curp i
  local -a palabras opciones con_valor
  for ((i = 2; i < CURRENT; i++)); do
    case "$ruta $words[i]" in
      (${pathsOf(nodes)
        .map((path) => `'${path}'`)
        .join('|')}) ruta+=" $words[i]" ;;
    esac
  done
  case "$ruta" in
${nodes.map(caseFor).join('\n')}
  esac
  # What follows an option that takes a value is for the user to say.
  if (( \${con_valor[(Ie)$words[CURRENT-1]]} )); then
    _files
  elif [[ $words[CURRENT] == -* ]]; then
    _describe -o option opciones
  elif (( $#palabras )); then
    _describe word palabras
  else
    _files
  fi
}
if [[ $funcstack[1] == _curp ]]; then
  _curp "$@"
else
  compdef _curp curp
fi`;

function caseFor(node: CommandNode): string {
  const options = node.options.flatMap(({ words, description }) => words.map((word) => described(word, description)));
  const words = node.words.map(({ word, description }) => described(word, description));
  // Where nothing else can follow, the options are shown unasked.
  const offered = words.length === 0 && !node.takesAnyWord ? options : words;
  return `    ('${node.path}')
      palabras=(${offered.join(' ')})
      opciones=(${options.join(' ')})
      con_valor=(${optionsWithValue(node).join(' ')})
      ;;`;
}

/** `word:description`, in quotes. */
function described(word: string, description: string): string {
  const entry = description === '' ? word : `${word}:${description.replaceAll(':', '\\:')}`;
  return `'${entry.replaceAll("'", "'\\''")}'`;
}
