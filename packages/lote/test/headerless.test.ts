/** Files without a header: their first person is not taken for one, and columns go by number, letter or position. */
import { describe, expect, it } from 'vitest';
import type { Layout } from '@curp-service/contract/layouts';
import { describeReading } from '@curp-service/contract/describe-reading';
import { Lote, peek } from '../src/index.js';
import { HEADER, KEY, RENATA, in1252 } from './people.js';
import { DECLARED, type Options, cells, cutAt, fileError, run, runText, rows, toBytes, toText } from './run-lote.js';

const BY_NUMBER = Object.fromEntries(HEADER.split(',').map((field, i) => [field, String(i + 1)]));
const BY_LETTER = Object.fromEntries(HEADER.split(',').map((field, i) => [field, 'ABCDEF'[i] ?? '']));
const MAN = 'Bruno,Olvera,Tinajero,1991-02-03,H,14';
const MAN_KEY = 'OETB910203HJCLNR07';

/** Returns the texts of an answer without a header. */
const answers = (options: Options, input: string | Uint8Array): string[][] => cells(runText(options, input));

const told = (options: Options, input: string | Uint8Array): string[] => {
  const lote = new Lote({ ...DECLARED, ...options });
  run(lote, [toBytes(input)]);
  return lote.reading === null
    ? []
    : describeReading(lote.reading, 'es').map(({ origen, texto }) => `${origen}: ${texto}`);
};

describe('a table without a header', () => {
  it.each([
    ['by number', BY_NUMBER],
    ['by letter', BY_LETTER],
  ])('gives the key of its first person, with columns %s', (_, columnas) => {
    const found = answers({ columnas }, `${RENATA}\n${MAN}\n`);
    expect(found.map((row) => row[6])).toEqual([KEY, MAN_KEY]);
    expect(told({ columnas }, `${RENATA}\n${MAN}\n`)).toContain(
      'vista: Sin encabezado: la primera línea trae los datos de una persona. Columnas: 6.',
    );
  });

  it('has its column of keys recognised', () => {
    const file = `7;${KEY};x\n8;${MAN_KEY};y\n`;
    const found = runText({ operacion: 'validar' }, file).split('\n');
    expect(found.map((line) => line.split(';').slice(0, 4).join(';'))).toEqual([
      `7;${KEY};x;true`,
      `8;${MAN_KEY};y;true`,
      '',
    ]);
    expect(rows({ operacion: 'validar' }, `${KEY}\n${MAN_KEY}\n`)).toHaveLength(1); // The first row is not a header.
  });

  it('has its column of keys recognised although one key in ten is invalid', () => {
    const file = `${`7,${KEY}\n`.repeat(9)}7,OLVERA\n`;
    expect(answers({ operacion: 'validar' }, file).map((row) => row[2])).toEqual([...Array(9).fill('true'), 'false']);
    expect(fileError({ operacion: 'validar' }, `${`7,${KEY}\n`.repeat(8)}7,OLVERA\n`).error_message).toContain(
      '`curp`',
    );
  });

  it('is refused if it has two columns of keys', () => {
    expect(fileError({ operacion: 'validar' }, `${KEY},${MAN_KEY}\n`).error_message).toContain('`curp`');
  });

  it('is refused with the data whose columns the user must name', () => {
    const { error_message, parametro } = fileError({}, `${RENATA}\n`);
    expect(parametro).toBe('nombres');
    expect(error_message).toContain('no tiene encabezado');
    expect(error_message).not.toMatch(/Renata|Olvera/);
  });

  it('is declared by encabezado=0, whatever its first row holds', () => {
    const options = { encabezado: 0, columnas: BY_NUMBER };
    const found = answers(options, `Zoe,Olvera,Tinajero,,,\n${RENATA}\n`);
    expect(found.map((row) => [row[6], row[8]])).toEqual([
      ['', '403'],
      [KEY, '0'],
    ]);
    expect(told(options, `${RENATA}\n`)).toContain('declarada: Sin encabezado.');
  });

  it('keeps its line breaks, empty lines, empty last column, and a last line without an end', () => {
    const output = runText({ columnas: BY_NUMBER }, `${RENATA},a\r\n\r\n${MAN},\r\n${MAN},`);
    expect(output.split('\r\n').map((line) => line.slice(0, 45))).toEqual([
      `${RENATA},a,${KEY},,0,`.slice(0, 45),
      '',
      `${MAN},,${MAN_KEY},,0,`.slice(0, 45),
      `${MAN},,${MAN_KEY},,0,`.slice(0, 45),
      '',
    ]);
  });

  it('drops a delimiter that ends every row', () => {
    expect(answers({ columnas: BY_NUMBER }, `${RENATA},\n${MAN},\n`).map((row) => row[6])).toEqual([KEY, MAN_KEY]);
  });

  it.each([
    ['a surname is the name of a column', `Renata,Nacimiento,Tinajero,1990-05-17,M,09`],
    ['the year has two digits', RENATA.replace('1990-05-17', '17/05/90')],
    ['the date is in three columns', 'Renata,Olvera,Tinajero,17,05,1990,M,09'],
  ])('never loses its first person: %s', (_, line) => {
    expect(answers({ encabezado: undefined, siglo: 1930, columnas: BY_NUMBER }, `${line}\n`)).toHaveLength(1);
  });

  it('is left to the user if its first line may be either', () => {
    const file = `Renata,Olvera,Tinajero,,,\n${RENATA}\n`;
    expect(fileError({ columnas: BY_NUMBER }, file).error_message).toContain('`encabezado=0`');
    expect(answers({ columnas: BY_NUMBER, encabezado: 0 }, file)).toHaveLength(2);
    expect(answers({ columnas: BY_NUMBER, encabezado: 1 }, file)).toHaveLength(2);
  });

  it('is not seen in an attendance list whose header has dates', () => {
    const file = `CURP,Nombre completo,01/02/2024,02/02/2024\n${KEY},Renata Olvera,x,\n`;
    expect(rows({ operacion: 'validar' }, file)).toMatchObject([{ CURP: KEY, valido: 'true' }]);
  });

  it('is shown with its first rows', () => {
    const { names, rows: shown } = peek(toBytes(`${KEY},Renata\n${MAN_KEY},Bruno\n`), 'es', { formato: 'csv' });
    expect(names).toEqual(['curp', '2']);
    expect(shown.map(({ number }) => number)).toEqual([1, 2]);
  });
});

/** Returns Renata in 60 characters: names 1-12, surnames 13-24 and 25-36, date 37-46, sex 47, entity 48-49, a tail. */
const fixed = ([nombres = '', first = '', second = '', ...others]: readonly string[]): string =>
  `${nombres.padEnd(12)}${first.padEnd(12)}${second.padEnd(12)}${others.join('')}`.padEnd(60, '.');
const FIXED = fixed(RENATA.split(','));
const layout: Layout = {
  nombre: 'fijo',
  campos: {
    nombres: '1-12',
    apellido_paterno: '13-24',
    apellido_materno: '25-36',
    fecha_nacimiento: '37-46',
    sexo: '47',
    entidad: '48-49',
  },
};
const strict: Layout = { ...layout, largo: 60 };

describe('lines of fixed width', () => {
  it('are answered with line, key, pile and reason', () => {
    expect(runText({ layout }, `${FIXED}\n\n${fixed(MAN.split(','))}\n`)).toBe(
      `linea,curp,pila,motivo\n1,${KEY},lista,\n3,${MAN_KEY},lista,\n`,
    );
    expect(told({ layout: strict }, FIXED)).toContain('declarada: fijo, 60 caracteres por línea.');
  });

  it('may end in different ways, and the last may lack its line feed', () => {
    const file = `${FIXED}\r\n${FIXED}\n${FIXED}\r\r\n${FIXED}`;
    expect(answers({ layout: strict }, file).slice(1)).toEqual([1, 2, 3, 4].map((n) => [`${n}`, KEY, 'lista', '']));
  });

  it('have an error in their own row if they are too short or too long', () => {
    const [, ...found] = answers({ layout: strict }, `${FIXED}\n${FIXED.slice(0, 59)}\n${FIXED}x\n`);
    expect(found.map(([, , pile]) => pile)).toEqual(['lista', 'error', 'error']);
    expect(found[1]?.[3]).toBe(
      'La línea tiene 59 caracteres y deben ser 60: revísela, porque sus datos están fuera de su lugar.',
    );
    const [, cut] = answers({ layout }, `${FIXED.slice(0, 40)}\n`);
    expect(cut?.[3]).toContain('40 caracteres');
  });

  it('may end with a total, which is no person', () => {
    expect(answers({ layout: strict }, `${FIXED}\nTOTAL 1\n`).at(-1)).toEqual(['2', '', '', '']);
  });

  it.each([
    ['UTF-8', (text: string): Uint8Array => toBytes(text)],
    ['Windows-1252', in1252],
    [
      'DOS 850',
      (text: string): Uint8Array =>
        Uint8Array.from(text, (c) => (c === 'Ñ' ? 0xa5 : c === 'ñ' ? 0xa4 : c.charCodeAt(0))),
    ],
  ])('are cut by characters in %s', (_, encode) => {
    const nusta = fixed(['Ñusta', 'Peña', '', '1984-03-12', 'M', '19']);
    const [, row, other] = answers({ layout: strict }, encode(`${nusta}\n${nusta}`));
    expect([row, other]).toEqual([
      ['1', 'PEXX840312MNLXXS09', 'lista', ''],
      ['2', 'PEXX840312MNLXXS09', 'lista', ''],
    ]);
  });

  it('have the same answers in pieces of any size', () => {
    const file = toBytes(Array.from({ length: 50 }, (_, i) => (i % 7 === 3 ? '' : FIXED)).join('\n'));
    const whole = run(new Lote({ ...DECLARED, layout }), [file]);
    expect(toText(run(new Lote({ ...DECLARED, layout }), cutAt(file, [1, 59, 60, 61, 700])))).toBe(toText(whole));
  });

  it('are answered with a byte order mark for Excel', () => {
    expect(runText({ layout, excel: true }, FIXED).startsWith('\ufefflinea,')).toBe(true);
  });
});
