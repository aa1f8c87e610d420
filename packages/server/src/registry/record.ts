/** Reads a record of the registry from an unknown value. */
import { DOC_PROBATORIO, type RegistryRecord, SOLICITANTE } from '@curp-service/contract/record';

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Reads a record from an unknown value, and drops other fields; `null`: a field is missing or is no text. */
export function readRecord(value: unknown): RegistryRecord | null {
  if (!isObject(value)) return null;
  const solicitante = readTexts(value['Solicitante'], SOLICITANTE);
  const docProbatorio = readTexts(value['DocProbatorio'], DOC_PROBATORIO);
  if (solicitante === null || docProbatorio === null) return null;
  return { Solicitante: solicitante, DocProbatorio: docProbatorio };
}

function readTexts<C extends string>(value: unknown, fields: readonly C[]): Readonly<Record<C, string>> | null {
  if (!isObject(value)) return null;
  const pairs = fields.map((field) => [field, value[field]] as const);
  if (pairs.some(([, text]) => typeof text !== 'string')) return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- exactly these keys, and each is a text
  return Object.fromEntries(pairs) as Readonly<Record<C, string>>;
}
