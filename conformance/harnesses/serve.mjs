/**
 * Serves the protocol for a harness in JavaScript. For each operation, `operations` has a function from `entrada` to `salida`
 * or a promise of it. An output `{ omitida }` says why the case is skipped.
 */
import { createInterface } from 'node:readline';

export function serve(nombre, version, operations, lenguaje = 'JavaScript') {
  const say = (answer) => process.stdout.write(`${JSON.stringify(answer)}\n`);
  createInterface({ input: process.stdin }).on('line', async (line) => {
    const { id, op, entrada } = JSON.parse(line);
    if (op === 'inicio') {
      const ops = Object.keys(operations);
      say({ version: 1, nombre, version_de_implementacion: version, lenguaje, ops });
    } else if (op === 'fin') {
      process.exit();
    } else {
      const salida = await operations[op](entrada);
      say({ id, ...('omitida' in salida ? salida : { salida }) });
    }
  });
}
