/** Opens a part of a file: its text, how the user says that it is read, and what tells it from another. */
import type { LoteOptions, TextSource } from '@curp-service/lote';
import { user } from '../../environment.js';
import { Measured, type TextFacts } from '../../files/measured.js';
import { openInput } from '../../files/input.js';
import { type LoteCommandOptions, planLote } from '../lote/plan.js';
import { openRows } from '../lote/run.js';
import { type ReadingDeclared, partName, refusal } from './data.js';
import { words } from '../../textos/words.js';

export interface OpenPart extends TextSource {
  readonly nombre: string;
  readonly options: LoteOptions;
  readonly declared: ReadingDeclared;
  readonly facts: () => TextFacts;
  readonly close: () => void;
}

/** `declared`: how a reading says that all parts are read, instead of the user. */
export async function openPart(
  path: string,
  options: LoteCommandOptions,
  declared?: ReadingDeclared,
): Promise<OpenPart> {
  const plan = planLote(path, { ...options, salida: '/dev/null' });
  const input = openInput(plan.source);
  try {
    if (input.isPipe) throw refusal(...words('lectura_una_parte_es'));
    const { sheet, source, loteOptions } = await openRows({ input, plan, options }, undefined, declared);
    if (sheet !== null) {
      throw refusal(...words('lectura_es_un_libro', { path: partName(path) }));
    }
    const measured = new Measured(source);
    const { language: _, excel: __, duplicateMemory: ___, ...own } = loteOptions;
    // As it is read again from a file: without what is undefined.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same options
    const kept = JSON.parse(JSON.stringify(own)) as ReadingDeclared;
    const { chunks, facts } = measured;
    return {
      nombre: partName(path),
      options: { ...kept, language: user.language },
      declared: kept,
      chunks,
      facts,
      close: input.close,
    };
  } catch (error) {
    input.close();
    throw error;
  }
}
