/** The commands as a completion sees them: what may follow each, read from the program itself. */
import type { Command } from 'commander';

interface Palabra {
  readonly palabra: string;
  readonly descripcion: string;
}

export interface Opcion {
  /** `--json`, or `-h` and `--help`. */
  readonly palabras: readonly string[];
  readonly descripcion: string;
  /** The next word is its value. */
  readonly llevaValor: boolean;
}

export interface Nodo {
  /** The words that lead to it: `curp proyectos crear`. */
  readonly ruta: string;
  /** The commands under it, or the values of its argument. */
  readonly palabras: readonly Palabra[];
  readonly opciones: readonly Opcion[];
  /** It takes a word that only the user knows, perhaps the name of a file. */
  readonly libre: boolean;
}

export function nodosDe(command: Command, ruta = command.name()): Nodo[] {
  const ayuda = command.createHelp();
  const subcomandos = ayuda.visibleCommands(command);
  const valores = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  const nodo: Nodo = {
    ruta,
    palabras: [
      ...subcomandos.map((sub) => ({ palabra: sub.name(), descripcion: sub.description() })),
      ...valores.map((palabra) => ({ palabra, descripcion: '' })),
    ],
    opciones: ayuda.visibleOptions(command).map(({ short, long, description, required }) => ({
      palabras: [short, long].filter((palabra) => palabra !== undefined),
      descripcion: description,
      llevaValor: required,
    })),
    libre: command.registeredArguments.length > 0 && valores.length === 0,
  };
  // `help` takes the name of any other.
  const hijos = subcomandos.flatMap((sub) =>
    sub.name() === 'help'
      ? { ruta: `${ruta} help`, palabras: nodo.palabras.slice(0, -1), opciones: [], libre: false }
      : nodosDe(sub, `${ruta} ${sub.name()}`),
  );
  return [nodo, ...hijos];
}

export const rutasDe = (nodos: readonly Nodo[]): string[] => nodos.slice(1).map(({ ruta }) => ruta);

export const conValor = ({ opciones }: Nodo): string[] =>
  opciones.filter(({ llevaValor }) => llevaValor).flatMap(({ palabras }) => palabras);
