/** Says which earlier row has the same person. */
import type { OperationName } from '@curp-service/contract/columns';
import type { Message } from '@curp-service/contract/words/message';
import type { Reason } from '@curp-service/contract/words/reasons';
import type { ReasonId } from '@curp-service/contract/words/sentences';
import type { Shared } from './people-taker.js';

/** The norm gives one key to two people: a calculation can propose only the first differentiator. */
const DUPLICATE_REASONS: Readonly<Record<Exclude<OperationName, 'cruzar'>, Readonly<Record<Shared, ReasonId>>>> = {
  calcular: { all: 'misma_persona', key: 'homonimos', data: 'mismos_datos' },
  validar: { all: 'misma_clave', key: 'clave_compartida', data: 'mismos_datos' },
  cotejar: { all: 'misma_persona', key: 'clave_compartida', data: 'mismos_datos' },
};

/** Where the earlier row is: its number, as people count it, and its sheet, if it is another one. */
type RowPlace = Readonly<Partial<Record<'fila' | 'linea', number>>> & { readonly hoja?: readonly string[] | undefined };

/** Says which earlier row has the same person or the same key. */
export const duplicateNotice = (
  operation: keyof typeof DUPLICATE_REASONS,
  shared: Shared,
  parts: RowPlace,
): Reason => ({
  id: DUPLICATE_REASONS[operation][shared],
  campo: 'curp',
  parts,
});

/** Says that the table was full: from a row on, rows were compared only with those before it. */
export const partlyCompared = (row: number, sheet = ''): Message => ({
  id: 'comparadas_en_parte',
  parts: { fila: String(row), hoja: sheet === '' ? [] : [sheet] },
});
