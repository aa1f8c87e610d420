/** What every runtime must do alike: the keys of people, one by one with core, and as a file with lote. */
import { calcular } from '../../packages/core/dist/index.js';
import { Lote } from '../../packages/lote/dist/index.js';

export function claves({ personas, csv }) {
  const lote = new Lote({ formato: 'csv' });
  const decoder = new TextDecoder();
  let archivo = '';
  for (const pieza of lote.process(new TextEncoder().encode(csv))) archivo += decoder.decode(pieza, { stream: true });
  for (const pieza of lote.finish()) archivo += decoder.decode(pieza, { stream: true });
  return { claves: personas.map((persona) => calcular(persona).curp), archivo };
}
