/** Writes the completion script for zsh. */
import { type CommandNode, optionsWithValue, pathsOf } from './nodes.js';

export const zsh = (nodes: readonly CommandNode[]): string => `#compdef curp
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
${nodes.map(caseFor).join('\n')}
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

function caseFor(node: CommandNode): string {
  const options = node.options.flatMap(({ words, description }) => words.map((word) => described(word, description)));
  const words = node.words.map(({ word, description }) => described(word, description));
  // If only options can follow, they are offered at once.
  const offered = words.length === 0 && !node.takesAnyWord ? options : words;
  return `    ('${node.path}')
      candidates=(${offered.join(' ')})
      flags=(${options.join(' ')})
      with_value=(${optionsWithValue(node).join(' ')})
      ;;`;
}

/** `word:description`, in quotes. */
function described(word: string, description: string): string {
  const entry = description === '' ? word : `${word}:${description.replaceAll(':', '\\:')}`;
  return `'${entry.replaceAll("'", "'\\''")}'`;
}
