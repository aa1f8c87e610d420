/** The options of a job, as its row holds them in JSON: those of its client and, once its file is stored, how it is read. */
import type { Language } from '@curp-service/contract/language';
import type { LoteOptions } from '@curp-service/lote';

export type JobOptions = LoteOptions & { readonly language: Language };

/** Jobs of earlier versions hold the language as `lengua`. */
export function readJobOptions(json: string): JobOptions {
  const { lengua, ...options }: JobOptions & { readonly lengua?: Language } = JSON.parse(json);
  return lengua === undefined ? options : { ...options, language: lengua };
}
