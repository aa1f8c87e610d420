/** The new cells of a row, in plain words. */
import { describe, expect, it } from 'vitest';
import type { OperationName } from '@curp-service/contract/columns';
import { type RowError, toRowError } from '@curp-service/contract/codes/file';
import type { Notice } from '@curp-service/contract/finding-message';
import { cellsOf } from '../src/write/words.js';
import type { AnsweredRow } from '../src/answer/context.js';

type Value = AnsweredRow['values'][number];

const A_NOTICE: Notice = { id: 'misma_raiz', campo: 'curp' };
const ANOTHER: Notice = { id: 'cruce_mismos_datos', campo: 'curp' };
const KEY = 'RUGA990909MOCZLN04';
const rowOf = (values: readonly Value[], notices: readonly Notice[], error: RowError | null = null): AnsweredRow => ({
  number: 2,
  cells: [],
  earlier: [],
  others: [],
  curp: undefined,
  values,
  notices,
  error,
  written: new Uint8Array(),
});

/** Returns the values of a validated key: whether it is valid, its findings and the key that may be meant. */
const validated = (isValid: boolean, findings: Value, suggestion: string | null): Value[] => [
  isValid,
  findings,
  '1999-09-09',
  'M',
  'OC',
  'OAXACA',
  '20',
  false,
  suggestion,
];

describe('the new cells of a row', () => {
  it.each<[operation: OperationName, values: Value[], es: string[], en: string[]]>([
    ['calcular', [KEY], [KEY], [KEY]],
    ['validar', validated(true, [], null), ['Sí', ''], ['Yes', '']],
    ['validar', validated(false, [], KEY), ['No', KEY], ['No', KEY]],
    ['validar', validated(false, null, ''), ['No', ''], ['No', '']],
    ['cotejar', ['identica', KEY, []], ['Idéntica', KEY], ['Identical', KEY]],
    ['cotejar', ['misma_raiz', KEY, []], ['Misma raíz', KEY], ['Same root', KEY]],
    ['cotejar', ['difiere', KEY, ['sexo', 'nombres']], ['Difiere', KEY], ['Differs', KEY]],
    ['cotejar', ['compatible', null, []], ['Concuerda', ''], ['Agrees', '']],
    ['cotejar', ['otro', null, null], ['No', ''], ['No', '']],
  ])('are in both languages in %s with %j, followed by the reasons for review', (operation, values, es, en) => {
    const ready = rowOf(values, []);
    expect(cellsOf(ready, operation, 'es')).toEqual({ texts: [...es, ''] });
    expect(cellsOf(ready, operation, 'en')).toEqual({ texts: [...en, ''] });
    const review = rowOf(values, [A_NOTICE, ANOTHER]);
    expect(cellsOf(review, operation, 'es')).toEqual({
      texts: [...es, 'Solo difieren los dos últimos caracteres, que asigna RENAPO. Los mismos datos.'],
      mark: 'review',
    });
  });

  it.each<[operation: OperationName, texts: string[]]>([
    ['calcular', ['', 'Falta «Sexo».']],
    ['validar', ['', '', 'Falta «Sexo».']],
    ['cotejar', ['', '', 'Falta «Sexo».']],
  ])('hold only the reason of a bad row in %s', (operation, texts) => {
    const row = rowOf([], [], toRowError({ cause: 'sexo_vacio' }));
    expect(cellsOf(row, operation, 'es')).toEqual({ texts, mark: 'error' });
  });
});
