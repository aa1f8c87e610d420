/** JSON that is not written one object a line, converted to NDJSON. */
import { describe, expect, it } from 'vitest';
import { jsonLines } from '../src/index.js';
import { bytesOf } from './bytes-of.js';
import { chunksOf, inPieces, toBytes } from './run-lote.js';

const PERSON = { nombres: 'Ana, "]}"', apellido_paterno: 'Peña', sexo: 'M' };
const PEOPLE = [PERSON, { ...PERSON, nombres: 'Luz\n' }];
const OBJECTS = PEOPLE.map((person) => JSON.stringify(person));

/** Returns the lines of a text that arrives in pieces of this size. */
async function linesOf(text: string, size: number): Promise<string[]> {
  const output = (await bytesOf(jsonLines(chunksOf(...inPieces(toBytes(text), size))))).toString();
  return output.split('\n').filter((line) => line.trim() !== '');
}

describe.each([1, 7, 1e6])('in pieces of %d bytes', (size) => {
  it.each([
    ['an array', JSON.stringify(PEOPLE)],
    ['an array over several lines', JSON.stringify(PEOPLE, null, 2)],
    ['a list in an object', JSON.stringify({ total: 2, página: [1, 2], data: PEOPLE, fecha: '2026-01-31' })],
    ['a list in an object over several lines', JSON.stringify({ data: PEOPLE, notas: [{ nombres: 1 }] }, null, 2)],
    ['a list in two objects', JSON.stringify({ ok: true, resultado: { curp: null, personas: PEOPLE } })],
    ['objects over several lines', PEOPLE.map((person) => JSON.stringify(person, null, 1)).join('\n')],
    ['objects over several lines, with commas', PEOPLE.map((person) => JSON.stringify(person, null, 1)).join(',\n')],
    ['one object a line', OBJECTS.join('\n')],
    ['a mark before an object', `\ufeff${JSON.stringify({ data: PEOPLE })}`],
  ])('the objects of %s become lines', async (_, text) => {
    const lines = await linesOf(text, size);
    expect(lines.map((line) => JSON.parse(line.replace('\ufeff', '')) as unknown)).toEqual(PEOPLE);
  });

  it.each([
    ['a person with a list of others', JSON.stringify({ hijos: [{ nombres: 'Luz' }], ...PERSON })],
    ['a first object without its end', `{"nombres":"Ana"\n${OBJECTS.join('\n')}`],
    ['a list without data of people', JSON.stringify({ data: [{ a: 1 }] })],
    ['a CSV', 'nombres,sexo\nAna,M\n'],
    ['nothing', ''],
  ])('%s stays as it is', async (_, text) => {
    const output = await bytesOf(jsonLines(chunksOf(...inPieces(toBytes(text), size))));
    expect(output.toString()).toBe(text);
  });
});
