/** Passes random values to `core` and random bytes to `lote`: nothing throws, and the results agree with each other. */
import { parse } from 'csv-parse/sync';
import { type Persona, candidatas, calcular, cotejar, explicar, revisar, sugerir, validar } from '@curp-service/core';
import { UnreadableFile } from '@curp-service/contract/codes/file';
import { personProblems } from '@curp-service/contract/parameters';
import { readEntity } from '@curp-service/contract/places';
import { readDate, readSex } from '@curp-service/contract/values';
import { ENCODINGS } from '@curp-service/contract/reading';
import { FileRows, Lote, type LoteOptions, peek, sniff } from '@curp-service/lote';
import { type AnyFile, anyFile, goodFile } from './files.js';
import type { Random } from './random.js';
import { anyKey, anyPerson, anyPersona, anyText, anyValue } from './values.js';

/** The length of the beginning of a file that callers pass to `peek`. */
const PEEKED = 65_536;
const KEY = /^[A-Z]{4}\d{6}[HMX][A-Z]{5}[0-9A-Z]\d$/;

/** Fails if a result contradicts another. */
export function tryCore(random: Random): void {
  const persona = (random.oneIn(8) ? anyValue(random) : anyPersona(random)) as Persona;
  const key = (random.oneIn(8) ? anyValue(random) : anyKey(random)) as string;
  const calculated = calcular(persona);
  const explained = explicar(persona);
  check(explained.ok === calculated.ok, 'explicar and calcular agree');
  check(candidatas(persona).ok === calculated.ok, 'candidatas and calcular agree');
  check(calculated.ok === (revisar(persona).length === 0), 'revisar and calcular agree');
  if (calculated.ok && explained.ok) {
    check(KEY.test(calculated.curp), 'a key has its form');
    check(explained.explicacion.map(({ caracter }) => caracter).join('') === calculated.curp, 'the 18 are the key');
    check(validar(calculated.curp).valido, 'a calculated key is valid');
    const own = cotejar(calculated.curp, {
      ...persona,
      apellidoPaterno: persona.apellidoPaterno ?? '',
      apellidoMaterno: persona.apellidoMaterno ?? '',
    });
    check('resultado' in own && own.resultado === 'identica', 'a key is identical to its own');
  }
  check(typeof validar(key).valido === 'boolean', 'validar gives a result');
  check(typeof cotejar(key, persona).ok === 'boolean', 'cotejar gives a result');
  for (const { curp } of sugerir(key)) check(validar(curp).valido, 'a suggestion is valid');
}

/** Fails if a check of the contract throws. */
export function tryContract(random: Random): void {
  const text = random.oneIn(2) ? anyText(random) : random.pick(Object.values({ a: '', ...anyPerson(random) }));
  readDate(text);
  readSex(text);
  readEntity(text);
  const values = anyPerson(random) as unknown as Parameters<typeof personProblems>[0];
  check(Array.isArray(personProblems(values)), 'the problems are a list');
}

/** Fails if the output depends on how a file is cut, or loses a row. */
export function tryLote(random: Random): void {
  const good = random.oneIn(4) ? goodFile(random, 20) : null;
  const file = good ?? anyFile(random, 20);
  const options: LoteOptions = {
    formato: file.format,
    operacion: random.pick(['calcular', 'validar', 'cotejar']),
    language: random.pick(['es', 'en']),
    excel: random.oneIn(4),
    sexo: random.pick([undefined, undefined, 'hm', 'fm', 'vh', '12']),
    codificacion: good === null && random.oneIn(6) ? random.pick(ENCODINGS) : undefined,
  };
  const { text, rows, shown } = run(options, [file.bytes]);
  check(text === run(options, random.cut(file.bytes)).text, 'the pieces do not matter');
  const fromTexts = withoutKernel(() => run(options, [file.bytes]));
  check(text === fromTexts.text && shown === fromTexts.shown, 'the kernel gives and sees what the texts give');
  // A file whose sexes are only M is refused.
  if (good !== null && rows >= 0) check(parse(text, { bom: true }).length === good.rows + 1, 'rows out are rows in');
  if (file.format === 'ndjson' && rows >= 0) {
    const lines = text.split('\n').filter((line) => line !== '');
    check(lines.length === rows, 'lines out are rows in');
    for (const line of lines) JSON.parse(line);
  }
  tryReaders(file, options.codificacion === undefined ? rows : -1);
}

interface Run {
  readonly text: string;
  /** The number of rows, or -1 if the file cannot be read. */
  readonly rows: number;
  /** The evidence about the conventions of the file. */
  readonly shown?: string;
}

/** Returns what `work` returns where there is no WebAssembly. */
function withoutKernel<T>(work: () => T): T {
  const kept = WebAssembly;
  Reflect.set(globalThis, 'WebAssembly', undefined);
  try {
    return work();
  } finally {
    Reflect.set(globalThis, 'WebAssembly', kept);
  }
}

function run(options: LoteOptions, pieces: readonly Buffer[]): Run {
  const lote = new Lote(options);
  const output: Buffer[] = [];
  try {
    for (const piece of pieces) for (const done of lote.process(piece)) output.push(Buffer.from(done));
    for (const done of lote.finish()) output.push(Buffer.from(done));
  } catch (error) {
    if (error instanceof UnreadableFile) return { text: error.message, rows: -1 };
    throw error;
  }
  const { rows, good, reviews, errors } = lote.totals;
  check(reviews <= good, 'a row to review has a key');
  check(good + Array.from(errors.values()).reduce((sum, n) => sum + n, 0) === rows, 'each row is good or has an error');
  const shown = JSON.stringify(lote.takeEvidence());
  return { text: new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(output)), rows, shown };
}

/** Fails if another reader of files throws, or sees other rows. `rows` are those of NDJSON, or -1 if unknown. */
function tryReaders({ format, bytes }: AnyFile, rows: number): void {
  sniff(bytes);
  const read = new FileRows({ format, language: 'es', onHead: () => undefined });
  try {
    if (format === 'csv') peek(bytes.subarray(0, PEEKED), 'es', { formato: format });
    const found = [...read.read(bytes), ...read.finish()];
    check(rows < 0 || format === 'csv' || found.length === rows, 'both readers see the same rows');
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
  }
}

function check(holds: boolean, rule: string): void {
  if (!holds) throw new Error(`broken: ${rule}`);
}
