/** Completion for bash: the words that may follow those already written. */
import { type Nodo, conValor, rutasDe } from './nodes.js';

export const bash = (nodos: readonly Nodo[]): string => `# Completion of curp for bash, by: curp completion bash
_curp() {
  local palabra=\${COMP_WORDS[COMP_CWORD]} ruta=curp palabras='' opciones='' con_valor='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$ruta \${COMP_WORDS[i]}" in
      ${rutasDe(nodos)
        .map((ruta) => `'${ruta}'`)
        .join(' | ')}) ruta+=" \${COMP_WORDS[i]}" ;;
    esac
  done
  case "$ruta" in
${nodos.map(caso).join('\n')}
  esac
  COMPREPLY=()
  # What follows an option that takes a value is for the user to say.
  [[ " $con_valor " == *" \${COMP_WORDS[COMP_CWORD - 1]} "* ]] && return
  [[ $palabra == -* ]] && palabras=$opciones
  COMPREPLY=($(compgen -W "$palabras" -- "$palabra"))
}
complete -o default -F _curp curp`;

function caso(nodo: Nodo): string {
  const opciones = nodo.opciones.flatMap((opcion) => opcion.palabras).join(' ');
  const palabras = nodo.palabras.map(({ palabra }) => palabra).join(' ');
  // Where nothing else can follow, the options are shown unasked.
  const ofrecidas = palabras === '' && !nodo.libre ? opciones : palabras;
  return `    '${nodo.ruta}') palabras='${ofrecidas}' opciones='${opciones}' con_valor='${conValor(nodo).join(' ')}' ;;`;
}
