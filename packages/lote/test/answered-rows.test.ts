/** The rows that `Lote` reports to `onRow`: the first ones, and all the bad ones. */
import { describe, expect, it } from 'vitest';
import { type AnsweredRow, Lote } from '../src/index.js';
import { HEADER, KEY, NUSTA, NUSTA_KEY, PERSON, RENATA, in1252, line } from './people.js';
import { DECLARED, type Options, concat, inPieces, run, toBytes, toText } from './run-lote.js';

/** Returns the reported rows, with the text that was written of each. */
function told(options: Options, input: string | Uint8Array): (Omit<AnsweredRow, 'written'> & { written: string })[] {
  const rows: (Omit<AnsweredRow, 'written'> & { written: string })[] = [];
  const onRow = (row: AnsweredRow): void => void rows.push({ ...row, written: toText(row.written) });
  run(new Lote({ sexo: 'hm', formato: 'csv', ...options, onRow }), inPieces(toBytes(input), 1000));
  return rows;
}

const cells = (row: string): string[] => row.split(',');

it('Lote reports how many lines were empty and how much memory its buffers take', () => {
  const lote = new Lote({ ...DECLARED });
  const before = lote.memory;
  const file = toBytes(`${HEADER}\n\n${RENATA}\n\n`);
  expect([...lote.process(file)]).toEqual([]);
  expect(lote.memory - before).toBe(file.length); // The file is held back until its end.
  run(lote, []);
  expect([lote.emptyLines, lote.memory]).toEqual([2, before]);
  expect([...lote.process(toBytes(`"${'x'.repeat((1 << 19) + before)}`))]).toEqual([]);
  expect(lote.memory - before).toBeGreaterThan(1 << 19);
});

describe('onRow for CSV', () => {
  it('reports a bad row with its number, cells, error and bytes, and no good row', () => {
    const rows = told({}, [HEADER, RENATA, '', RENATA.replace(',M,', ',Z,'), NUSTA].join('\n'));
    expect(rows).toEqual([
      {
        number: 4,
        cells: cells(RENATA.replace(',M,', ',Z,')),
        curp: undefined,
        doubted: undefined,
        values: [],
        notices: [],
        others: [],
        earlier: [],
        error: {
          id: 'sexo_archivo',
          code_error: 416,
          parametro: 'sexo',
          problem: { cause: 'sexo_archivo', parts: { valor: ['Z'] } },
        },
        written: expect.stringMatching(/^Renata,.*,Z,09,,,416,.*\n$/) as unknown,
      },
    ]);
  });

  it('reports the first rows with their values, whether answered from bytes or from texts', () => {
    const odd = RENATA.replace(',M,', ',Mujer,');
    const rows = told({ firstRows: 2 }, [HEADER, RENATA, odd, NUSTA].join('\n'));
    expect(rows).toMatchObject([
      { number: 2, cells: cells(RENATA), values: [KEY], error: null, written: `${RENATA},${KEY},,0,\n` },
      { number: 3, cells: cells(odd), values: [KEY], error: null },
    ]);
    expect(rows).toHaveLength(2);
  });

  it('reports a row for review with its values and reasons, and no row that holds no person', () => {
    const rows = told({}, [HEADER, RENATA, 'TOTAL,,,,,', RENATA.replace('Renata', 'Lic. Renata')].join('\n'));
    expect(rows).toMatchObject([
      {
        number: 4,
        values: [expect.stringMatching(/^OETL/)],
        notices: [{ codigo: 'nombre_con_titulo', dato: 'nombres' }],
        error: null,
      },
    ]);
    expect(rows[0]?.written).toContain('título');
  });

  it('reports a person who is in the file twice, with the first row', () => {
    const rows = told({}, [HEADER, RENATA, RENATA].join('\n'));
    expect(rows).toMatchObject([
      { number: 3, values: [KEY], notices: [{ id: 'misma_persona', campo: 'curp', parts: { fila: 2 } }] },
    ]);
  });

  it.each([
    ['too few cells', 'Renata,Olvera', ['Renata', 'Olvera']],
    ['too many cells', `${RENATA},a,"b"`, [...cells(RENATA).slice(0, 5), '09,a,"b"']],
    ['bad quotes', 'a"b,c', ['a"b,c']],
    [
      'a NUL byte, all cells in place',
      RENATA.replace('Olvera', '"Ol\0vera"'),
      cells(RENATA.replace('Olvera', 'Ol\0vera')),
    ],
    ['too many bytes', 'x'.repeat((1 << 20) + 1), []],
  ])('reports a row with %s and the cells that could be read', (_, row, expected) => {
    expect(told({}, `${HEADER}\n${row}\n`)).toMatchObject([{ number: 2, cells: expected, error: { code_error: 8 } }]);
  });

  it('reports the cells of a file in Windows-1252 decoded', () => {
    const rows = told({ firstRows: 1 }, concat(`${HEADER}\n`, in1252(NUSTA)));
    expect(rows).toMatchObject([{ cells: cells(NUSTA), values: [NUSTA_KEY] }]);
  });

  it('reports an invalid key with its findings', () => {
    const rows = told({ operacion: 'validar' }, `curp\n${KEY}\nOETR\n`);
    expect(rows).toMatchObject([{ number: 3, curp: 'OETR', error: null }]);
    expect(rows[0]?.values.slice(0, 2)).toMatchObject([false, [{ codigo: 'longitud' }]]);
  });

  it('reports a key that is not identical, with the calculated one', () => {
    const file = [`${HEADER},curp`, `${RENATA},${KEY}`, `${RENATA},OETR900517MDFLNN13`, `${RENATA},${NUSTA_KEY}`];
    const rows = told({ operacion: 'cotejar' }, file.join('\n'));
    expect(rows).toMatchObject([
      { number: 3, values: ['misma_raiz', KEY, []], error: null },
      { number: 4, curp: NUSTA_KEY, values: ['difiere', KEY, expect.arrayContaining(['nombres'])], error: null },
    ]);
    expect(told({ operacion: 'cotejar' }, [file[0], `${RENATA.replace(',M,', ',Mujer,')},${KEY}`].join('\n'))).toEqual(
      [],
    );
    expect(told({ operacion: 'cotejar', firstRows: 1 }, file.slice(0, 2).join('\n'))).toMatchObject([
      { number: 2, values: ['identica', KEY, []] },
    ]);
  });

  it('reports the error of rows beyond those that are allowed', () => {
    const beyond = { id: 'cuota', code_error: 4, parametro: null, error_message: 'x' };
    const error = { id: 'cuota', code_error: 4, parametro: null, problem: 'x' };
    expect(told({ allowed: { rows: 0, beyond } }, `${HEADER}\n${RENATA}\n`)).toMatchObject([
      { cells: cells(RENATA), error },
    ]);
  });
});

describe('onRow for NDJSON', () => {
  it('reports a bad line with its number, data and error, and the first lines', () => {
    const input = `${line()}\nnada\n${line({ sexo: 'Z' })}`;
    expect(told({ formato: 'ndjson', firstRows: 1 }, input)).toMatchObject([
      { number: 1, cells: Object.values(PERSON), named: { names: Object.keys(PERSON) }, values: [KEY], error: null },
      {
        number: 3,
        cells: ['nada'],
        named: { names: ['linea'] },
        values: [],
        error: { code_error: 8 },
        written: expect.stringMatching(/^\{"linea":"nada",.*\}\n$/) as unknown,
      },
      { number: 4, values: [], error: { code_error: 416 } },
    ]);
  });

  it('reports a line for review with its reasons', () => {
    expect(told({ formato: 'ndjson' }, `${line()}${line({ nombres: 'Lic. Renata' })}`)).toMatchObject([
      { number: 2, notices: [{ codigo: 'nombre_con_titulo' }], error: null },
    ]);
  });

  it('reports an invalid key', () => {
    const rows = told({ formato: 'ndjson', operacion: 'validar' }, `{"curp":"${KEY}"}\n{"curp":"OETR"}\n`);
    expect(rows).toMatchObject([{ number: 2, curp: 'OETR', error: null }]);
    expect(rows[0]?.values[0]).toBe(false);
  });
});
