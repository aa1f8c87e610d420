/** Completion for bash: the words that may follow those already written. */
import { type CommandNode, optionsWithValue, pathsOf } from './nodes.js';

export const bash = (nodes: readonly CommandNode[]): string => `# Completion of curp for bash, by: curp completion bash
_curp() {
  local palabra=\${COMP_WORDS[COMP_CWORD]} ruta=curp palabras='' opciones='' con_valor='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$ruta \${COMP_WORDS[i]}" in
      ${pathsOf(nodes)
        .map((path) => `'${path}'`)
        .join(' | ')}) ruta+=" \${COMP_WORDS[i]}" ;;
    esac
  done
  case "$ruta" in
${nodes.map(caseFor).join('\n')}
  esac
  COMPREPLY=()
  # What follows an option that takes a value is for the user to say.
  [[ " $con_valor " == *" \${COMP_WORDS[COMP_CWORD - 1]} "* ]] && return
  [[ $palabra == -* ]] && palabras=$opciones
  COMPREPLY=($(compgen -W "$palabras" -- "$palabra"))
}
complete -o default -F _curp curp`;

function caseFor(node: CommandNode): string {
  const options = node.options.flatMap((option) => option.words).join(' ');
  const words = node.words.map(({ word }) => word).join(' ');
  // Where nothing else can follow, the options are shown unasked.
  const offered = words === '' && !node.takesAnyWord ? options : words;
  return `    '${node.path}') palabras='${offered}' opciones='${options}' con_valor='${optionsWithValue(node).join(' ')}' ;;`;
}
