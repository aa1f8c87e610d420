/** Computes keys the way every runtime must: people one by one with core, and a file with lote. */
import { calcular } from '../../packages/core/dist/index.js';
import { Lote } from '../../packages/lote/dist/index.js';

export function answer({ people, csv }) {
  const lote = new Lote({ formato: 'csv' });
  const decoder = new TextDecoder();
  let file = '';
  for (const piece of lote.process(new TextEncoder().encode(csv))) file += decoder.decode(piece, { stream: true });
  for (const piece of lote.finish()) file += decoder.decode(piece, { stream: true });
  return { keys: people.map((person) => calcular(person).curp), file };
}
