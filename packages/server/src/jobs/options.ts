/** The options of a job, as its row holds them in JSON: those of its client and, once its file is stored, how it is read. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Problem } from '@curp-service/contract/envelope';
import type { WorkbookFormat } from '@curp-service/contract/jobs';
import type { Language } from '@curp-service/contract/language';
import type { LoteOptions } from '@curp-service/lote';

/** The longest key that a client may give its job. */
export const MAX_KEY_LENGTH = 64;

/** The workbook whose rows the job does, which is stored behind them. */
export interface StoredBook {
  /** Jobs of earlier versions have none, and are `xlsx`. */
  readonly formato?: WorkbookFormat;
  /** The number of its first piece, and how many bytes all of them have. */
  readonly pieza: number;
  readonly bytes: number;
  readonly hoja?: string | undefined;
  readonly titulos: readonly string[];
  /** How many columns its widest row has. */
  readonly columnas: number | undefined;
}

export type JobOptions = LoteOptions & { readonly language: Language; readonly libro?: StoredBook };

/** Jobs of earlier versions hold the language as `lengua`. */
export function readJobOptions(json: string): JobOptions {
  const { lengua, ...options }: JobOptions & { readonly lengua?: Language } = JSON.parse(json);
  return lengua === undefined ? options : { ...options, language: lengua };
}

/** The key under which a client sends its file, `null` without one, or why it is none. */
export function readKey({ 'idempotency-key': key }: IncomingHttpHeaders): string | null | readonly Problem[] {
  if (key === undefined) return null;
  if (typeof key === 'string' && key.length <= MAX_KEY_LENGTH && /^[!-~]+$/.test(key)) return key;
  return [{ cause: 'lotes_clave', parts: { limite: String(MAX_KEY_LENGTH) } }];
}
