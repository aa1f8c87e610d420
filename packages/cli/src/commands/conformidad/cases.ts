/** Reads the cases of the conformance suite and the words of its rules, and decides whether an answer is right. */
import { listOwn, readOwn } from '@curp-service/server/own-files';
import type { CaseAnswer } from './harness.js';

export const CASE_OPERATIONS = ['calcular', 'validar', 'cotejar'] as const;

type CaseOutput = Readonly<Record<string, unknown>>;

export interface Case {
  readonly id: string;
  readonly regla: string;
  readonly nivel: 'norma' | 'decision';
  readonly fuente: string;
  readonly op: (typeof CASE_OPERATIONS)[number];
  readonly entrada: Readonly<Record<string, string>>;
  readonly salida: CaseOutput;
  /** Other outputs that are right too; only a case about a decision has them. */
  readonly alternativas?: readonly CaseOutput[];
}

/** The words of a rule in both languages. */
export type Rules = Readonly<Record<string, { readonly es: string; readonly en: string }>>;

/** Returns the folder of the suite beside the bundle, or that of the repository. */
export function defaultCases(): URL {
  const beside = new URL('./conformance/', import.meta.url);
  const suite = listOwn(beside).length > 0 ? beside : new URL('../../../../../conformance/', import.meta.url);
  return new URL('casos/', suite);
}

/** Reads the cases of a folder, in the order of their files. */
export function readCases(folder: URL, level: 'norma' | 'todo'): Case[] {
  return CASE_OPERATIONS.flatMap((op) => listOwn(new URL(`${op}/`, folder)))
    .filter(({ pathname }) => pathname.endsWith('.jsonl'))
    .flatMap((file) => readOwn(file).toString().split('\n'))
    .filter((line) => line !== '')
    .map((line): Case => JSON.parse(line))
    .filter(({ nivel }) => level === 'todo' || nivel === level);
}

/** Reads the file beside a folder of cases; returns an empty text if there is none. */
function readBeside(folder: URL, name: string): string {
  const file = listOwn(new URL('../', folder)).find(({ pathname }) => pathname.endsWith(`/${name}`));
  return file === undefined ? '' : readOwn(file).toString().trim();
}

export const suiteVersion = (folder: URL): string => readBeside(folder, 'version');

export function readRules(folder: URL): Rules {
  const rules: Rules = JSON.parse(readBeside(folder, 'reglas.json') || '{}');
  return rules;
}

export type CaseVerdict = 'bien' | 'mal' | 'decision_distinta' | 'omitida' | 'falla';

export function judge({ salida, alternativas = [] }: Case, answer: CaseAnswer): CaseVerdict {
  if ('fault' in answer) return 'falla';
  if ('omitida' in answer) return 'omitida';
  if (agrees(salida, answer.salida)) return 'bien';
  return alternativas.some((other) => agrees(other, answer.salida)) ? 'decision_distinta' : 'mal';
}

/** Returns whether an output says what is expected; it may say more. */
function agrees(expected: Readonly<Record<string, unknown>>, output: Readonly<Record<string, unknown>>): boolean {
  const { patron } = expected;
  if (typeof patron !== 'string') {
    return Object.entries(expected).every(([name, value]) => output[name] === value);
  }
  const { curp } = output;
  return typeof curp === 'string' && patron.length === curp.length && matches(patron, curp);
}

/** Returns whether a key has the characters of a pattern; `?` matches any. */
const matches = (pattern: string, key: string): boolean =>
  Array.from(pattern).every((character, i) => character === '?' || character === key[i]);
