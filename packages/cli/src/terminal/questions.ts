/** Questions on a terminal. They go to stderr, so that what a command prints can still be piped. */
import { once } from 'node:events';
import { pintar } from './color.js';
import { Falla, SALIDA } from '../failure.js';

export interface Pregunta {
  readonly pregunta: string;
  /** What is wrong with an answer; none: it is taken. */
  readonly problemas: (respuesta: string) => readonly string[];
}

export const hayTerminal = (): boolean => process.stdin.isTTY && process.stderr.isTTY;

/** Asks each until its answer is right. Ctrl-C or Ctrl-D ends the program. */
export async function preguntar(preguntas: readonly Pregunta[]): Promise<string[]> {
  const { createInterface } = await import('node:readline/promises');
  const rl = createInterface({ input: process.stdin, output: process.stderr });
  // Not by `question`, which would lose all but the first of several lines pasted together.
  const lineas: string[] = [];
  rl.on('line', (linea) => lineas.push(linea));
  let abierta = true;
  const cierre = once(rl, 'close').then(() => (abierta = false));
  const leer = async (pregunta: string): Promise<string> => {
    const rotulo = `${pintar('bold', `${pregunta}:`, process.stderr)} `;
    if (lineas.length > 0) {
      process.stderr.write(`${rotulo}${lineas[0]}\n`);
    } else if (abierta) {
      rl.setPrompt(rotulo);
      rl.prompt();
      await Promise.race([once(rl, 'line'), cierre]);
    }
    const linea = lineas.shift();
    if (linea !== undefined) return linea;
    process.stderr.write('\n');
    throw new Falla(SALIDA.INTERRUMPIDO);
  };
  const contestar = async ({ pregunta, problemas }: Pregunta): Promise<string> => {
    for (;;) {
      const respuesta = await leer(pregunta);
      const hallados = problemas(respuesta);
      if (hallados.length === 0) return respuesta;
      for (const mensaje of hallados) process.stderr.write(`  ${pintar('red', mensaje, process.stderr)}\n`);
    }
  };
  try {
    const respuestas: string[] = [];
    for (const pregunta of preguntas) respuestas.push(await contestar(pregunta));
    return respuestas;
  } finally {
    rl.close();
  }
}
