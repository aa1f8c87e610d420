/** Completion for fish: a rule for each word, under the words that must come before it. */
import { type Nodo, type Opcion, rutasDe } from './nodes.js';

export const fish = (nodos: readonly Nodo[]): string => `# Completion of curp for fish, by: curp completion fish
function __curp_ruta
    set -l ruta curp
    for palabra in (commandline -opc)[2..]
        switch "$ruta $palabra"
            case ${rutasDe(nodos)
              .map((ruta) => citada(ruta))
              .join(' ')}
                set ruta "$ruta $palabra"
        end
    end
    test "$ruta" = "$argv"
end
complete -c curp -e
${nodos.map(reglas).join('\n')}`;

function reglas(nodo: Nodo): string {
  const regla = `complete -c curp -n ${citada(`__curp_ruta ${nodo.ruta}`)}`;
  return [
    ...(nodo.libre ? [] : [`${regla} -f`]),
    ...nodo.palabras.map(({ palabra, descripcion }) => `${regla} -a ${palabra}${descrita(descripcion)}`),
    ...nodo.opciones.map((opcion) => `${regla}${banderas(opcion)}${descrita(opcion.descripcion)}`),
  ].join('\n');
}

const banderas = ({ palabras, llevaValor }: Opcion): string =>
  palabras
    .map((palabra) => (palabra.startsWith('--') ? ` -l ${palabra.slice(2)}` : ` -s ${palabra.slice(1)}`))
    .join('') + (llevaValor ? ' -r' : '');

const descrita = (descripcion: string): string => (descripcion === '' ? '' : ` -d ${citada(descripcion)}`);

const citada = (texto: string): string => `'${texto.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
