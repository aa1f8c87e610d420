/** Writes the completion script for bash. */
import { type CommandNode, optionsWithValue, pathsOf } from './nodes.js';

export const bash = (
  nodes: readonly CommandNode[],
): string => `# Completion of curp for bash, made by: curp completion bash
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
${nodes.map(caseFor).join('\n')}
  esac
  COMPREPLY=()
  # The value of an option is not completed.
  [[ " $with_value " == *" \${COMP_WORDS[COMP_CWORD - 1]} "* ]] && return
  [[ $word == -* ]] && words=$options
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _curp curp`;

function caseFor(node: CommandNode): string {
  const options = node.options.flatMap((option) => option.words).join(' ');
  const words = node.words.map(({ word }) => word).join(' ');
  // If only options can follow, they are offered at once.
  const offered = words === '' && !node.takesAnyWord ? options : words;
  return `    '${node.path}') words='${offered}' options='${options}' with_value='${optionsWithValue(node).join(' ')}' ;;`;
}
