/** Completion for zsh: the words that may follow, each with its description. */
import { type Nodo, conValor, rutasDe } from './nodes.js';

export const zsh = (nodos: readonly Nodo[]): string => `#compdef curp
# Completion of curp for zsh, by: curp completion zsh
_curp() {
  local ruta=curp i
  local -a palabras opciones con_valor
  for ((i = 2; i < CURRENT; i++)); do
    case "$ruta $words[i]" in
      (${rutasDe(nodos)
        .map((ruta) => `'${ruta}'`)
        .join('|')}) ruta+=" $words[i]" ;;
    esac
  done
  case "$ruta" in
${nodos.map(caso).join('\n')}
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

function caso(nodo: Nodo): string {
  const opciones = nodo.opciones.flatMap(({ palabras, descripcion }) =>
    palabras.map((palabra) => descrita(palabra, descripcion)),
  );
  const palabras = nodo.palabras.map(({ palabra, descripcion }) => descrita(palabra, descripcion));
  // Where nothing else can follow, the options are shown unasked.
  const ofrecidas = palabras.length === 0 && !nodo.libre ? opciones : palabras;
  return `    ('${nodo.ruta}')
      palabras=(${ofrecidas.join(' ')})
      opciones=(${opciones.join(' ')})
      con_valor=(${conValor(nodo).join(' ')})
      ;;`;
}

/** `word:description`, in quotes. */
function descrita(palabra: string, descripcion: string): string {
  const dicho = descripcion === '' ? palabra : `${palabra}:${descripcion.replaceAll(':', '\\:')}`;
  return `'${dicho.replaceAll("'", "'\\''")}'`;
}
