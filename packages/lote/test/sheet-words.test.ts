/** The new cells of a row, in words for people. */
import { describe, expect, it } from 'vitest';
import type { OperationName } from '@curp-service/contract/columns';
import type { ErrorEntry } from '@curp-service/contract/codes/code';
import { cellsOf } from '../src/sheet/words.js';
import type { DoneRow } from '../src/answer/context.js';

type Value = DoneRow['values'][number];

const KEY = 'RUGA990909MOCZLN04';
const rowOf = (values: readonly Value[], error: ErrorEntry | null = null): DoneRow => ({
  number: 2,
  cells: [],
  curp: undefined,
  values,
  error,
  written: new Uint8Array(),
});

/** The values of a validated key: whether it is valid, its findings and the key that may be meant. */
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
const FINDINGS = ['curp: le falta una letra.', 'ese día no existe.'].map(
  (mensaje) => ({ codigo: 'x', posiciones: [1], mensaje }) as never,
);

describe('the new cells of a row', () => {
  it.each<[operation: OperationName, values: Value[], es: string[], en: string[], bad: boolean]>([
    ['calcular', [KEY], [KEY, ''], [KEY, ''], false],
    ['calcular', [KEY, 'un aviso', 'otro'], [KEY, 'un aviso otro'], [KEY, 'un aviso otro'], false],
    ['validar', validated(true, [], null), ['Sí', '', ''], ['Yes', '', ''], false],
    [
      'validar',
      validated(false, FINDINGS, KEY),
      ['No', KEY, 'Le falta una letra. Ese día no existe.'],
      ['No', KEY, 'Le falta una letra. Ese día no existe.'],
      true,
    ],
    ['validar', validated(false, ['texto'], ''), ['No', '', ''], ['No', '', ''], true],
    ['validar', validated(false, null, ''), ['No', '', ''], ['No', '', ''], true],
    ['cotejar', ['identica', KEY, []], ['Idéntica', KEY, ''], ['Identical', KEY, ''], false],
    ['cotejar', ['misma_raiz', KEY, []], ['Misma raíz', KEY, ''], ['Same root', KEY, ''], false],
    [
      'cotejar',
      ['difiere', KEY, ['sexo', 'nombres']],
      ['Difiere', KEY, 'No coincide: Nombre(s), Sexo.'],
      ['Differs', KEY, 'Does not match: Given name(s), Sex.'],
      true,
    ],
    ['cotejar', ['otro', null, null], ['No', '', ''], ['No', '', ''], false],
  ])('of %s with %j are in both languages', (operation, values, es, en, bad) => {
    const row = rowOf(values);
    expect(cellsOf(row, operation, false, 'es')).toEqual({ texts: es, bad });
    expect(cellsOf(row, operation, false, 'en')).toEqual({ texts: en, bad });
  });

  it('name the row with the same root before the reasons', () => {
    expect(cellsOf(rowOf([KEY, 'un aviso', 7]), 'calcular', true, 'es')).toEqual({
      texts: [KEY, '7', 'un aviso'],
      bad: false,
    });
    expect(cellsOf(rowOf([KEY, null]), 'calcular', true, 'es')).toEqual({ texts: [KEY, '', ''], bad: false });
  });

  it.each<[operation: OperationName, isMarked: boolean, texts: string[]]>([
    ['calcular', false, ['', 'Falta «Sexo».']],
    ['calcular', true, ['', '', 'Falta «Sexo».']],
    ['validar', false, ['', '', 'Falta «Sexo».']],
    ['cotejar', true, ['', '', '', 'Falta «Sexo».']],
  ])('of a bad row of %s hold only the reason (rows with the same root marked: %s)', (operation, isMarked, texts) => {
    const error = { code_error: 407, parametro: 'sexo', error_message: 'Falta el parámetro `sexo`.' };
    expect(cellsOf(rowOf([], error), operation, isMarked, 'es')).toEqual({ texts, bad: true });
  });
});
