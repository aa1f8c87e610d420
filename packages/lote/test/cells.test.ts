/** The dictionary of a file finds each text in its role, whatever the texts are and however many. */
import { expect, it } from 'vitest';
import { Cells, Entry, LONGEST_TEXT } from '../src/cell/cells.js';
import type { TextPart } from '../src/cell/part.js';
import { NOTHING_SHOWN } from '../src/datum/evidence-names.js';

const part = (value: number): TextPart => ({
  key: [0, 0, 0],
  sum: 0,
  words: 0,
  otherWords: 0,
  hash: 0,
  count: 0,
  flags: 0,
  facts: 0,
  shown: NOTHING_SHOWN,
  counted: [],
  value,
  oddity: null,
});

/** Bytes with room behind them, because the dictionary compares 16 at a time. */
const viewOf = (text: string): DataView => {
  const bytes = new TextEncoder().encode(text);
  const room = new Uint8Array(bytes.length + 16).fill(0x2c);
  room.set(bytes);
  return new DataView(room.buffer);
};
const lengthOf = (text: string): number => new TextEncoder().encode(text).length;

const add = (cells: Cells, text: string, role: number, value: number): number =>
  cells.add(viewOf(text), 0, lengthOf(text), role, part(value), 0);
const valueOf = (cells: Cells, text: string, role: number): number | null => {
  const entry = cells.find(viewOf(text), 0, lengthOf(text), role);
  return entry === 0 ? null : cells.entries[entry + Entry.VALUE];
};

const TEXTS = ['', 'A', 'AB', 'ABC', 'Muñoz', 'a'.repeat(15), 'a'.repeat(16), 'a'.repeat(17), 'b'.repeat(300)];

it.each([0, 7, 25])('finds texts of every length in the role %i, and in no other', (role) => {
  const cells = new Cells();
  TEXTS.forEach((text, i) => add(cells, text, role, i + 1));
  expect(TEXTS.map((text) => valueOf(cells, text, role))).toEqual(TEXTS.map((_, i) => i + 1));
  expect(TEXTS.map((text) => valueOf(cells, text, role + 1))).toEqual(TEXTS.map(() => null));
});

it('tells texts apart that differ in one byte', () => {
  const cells = new Cells();
  for (const length of [1, 4, 5, 12, 16, 17, 40]) {
    const text = 'x'.repeat(length);
    add(cells, text, 1, length);
    for (let i = 0; i < length; i++) expect(valueOf(cells, `${text.slice(0, i)}y${text.slice(i + 1)}`, 1)).toBeNull();
    expect(valueOf(cells, `${text}x`, 1)).toBeNull();
  }
});

it('keeps 100,000 texts, and forgets all of them at once', () => {
  const cells = new Cells();
  for (let i = 0; i < 100_000; i++) add(cells, `text ${i}`, 2, i);
  expect(cells.isFull).toBe(false);
  expect(valueOf(cells, 'text 99999', 2)).toBe(99_999);
  expect(valueOf(cells, 'text 0', 2)).toBe(0);
  cells.forget();
  expect(valueOf(cells, 'text 99999', 2)).toBeNull();
});

it('is full after as many texts as it may keep', () => {
  const cells = new Cells(10);
  for (let i = 0; i < 9; i++) add(cells, `text ${i}`, 2, i);
  expect(cells.isFull).toBe(true);
});

it('is full after as many bytes of long texts as it may keep', () => {
  const cells = new Cells();
  let texts = 0;
  for (; !cells.isFull; texts++) add(cells, `${texts}`.padEnd(4000, 'x'), 2, texts);
  expect(texts * 4000).toBeLessThan(10e6);
  cells.forget();
  expect(cells.isFull).toBe(false);
});

it('does not keep a text that is too long', () => {
  const cells = new Cells();
  const text = 'x'.repeat(LONGEST_TEXT + 1);
  const entry = add(cells, text, 1, 5);
  expect(cells.entries[entry + Entry.VALUE]).toBe(5);
  expect(valueOf(cells, text, 1)).toBeNull();
});

it('is full as soon as texts collide that somebody chose, and hashes them in another way afterwards', () => {
  const cells = new Cells();
  // Somebody who knew the numbers of the run would choose texts of one slot. Here the factor loses the upper bits, as if chosen so.
  Object.assign(cells, { factor: 1 << 31, seed: 0 });
  for (let i = 0; i < 2000 && !cells.isFull; i++) {
    valueOf(cells, `text ${i}`, 2);
    add(cells, `text ${i}`, 2, i);
  }
  expect(cells.isFull).toBe(true);
  cells.forget();
  for (let i = 0; i < 2000; i++) {
    expect(valueOf(cells, `text ${i}`, 2)).toBeNull();
    add(cells, `text ${i}`, 2, i);
  }
  expect(cells.isFull).toBe(false);
});

it('counts each text with the first row that has it', () => {
  const cells = new Cells();
  const [a, b] = [cells.addPart(part(0), 3), cells.addPart(part(0), 4)];
  cells.count(b, 7);
  cells.count(a, 8);
  cells.count(b, 9);
  const taken: (readonly number[])[] = [];
  cells.takeCounts((...each) => taken.push(each));
  expect(taken).toEqual([
    [3, 1, 8],
    [4, 2, 7],
  ]);
  cells.takeCounts(() => expect.unreachable());
});

it('remembers what follows from pairs of entries', () => {
  const cells = new Cells();
  const entries = Array.from({ length: 60 }, (_, i) => add(cells, `text ${i}`, 2, i));
  for (const [i, a] of entries.entries())
    for (const [j, b] of entries.entries()) cells.addPair(a, b, part(i * 100 + j), 0);
  const valueOfPair = (i: number, j: number): number =>
    cells.entries[cells.findPair(entries[i], entries[j]) + Entry.VALUE];
  expect([valueOfPair(5, 7), valueOfPair(7, 5), valueOf(cells, 'text 5', 2)]).toEqual([507, 705, 5]);
  expect(cells.findPair(entries[5], 1)).toBe(0);
  cells.forget();
  expect(cells.findPair(entries[5], entries[7])).toBe(0);
});
