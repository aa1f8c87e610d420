/** The cases of the conformance suite, and the words of its rules. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const OPERATIONS = ['calcular', 'validar', 'cotejar'] as const;

type Output = Readonly<Record<string, unknown>>;

export interface Case {
  readonly id: string;
  readonly regla: string;
  readonly nivel: 'norma' | 'decision';
  readonly fuente: string;
  readonly op: (typeof OPERATIONS)[number];
  readonly entrada: Readonly<Record<string, string>>;
  readonly salida: Output;
  /** Other outputs that are defensible; only a decision has them. */
  readonly alternativas?: readonly Output[];
}

/** The words of a rule in both languages. */
export type Rules = Readonly<Record<string, { readonly es: string; readonly en: string }>>;

/** The suite of the repository, or the copy that the package carries. */
const FOLDERS = ['../../../../../conformance/', '../../conformance/'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

export const defaultCases = (): string =>
  FOLDERS.map((folder) => join(folder, 'casos')).find((folder) => existsSync(folder)) ?? '';

/** Reads the cases of a folder, in the order of their files. */
export function readCases(folder: string, level: 'norma' | 'todo'): Case[] {
  return OPERATIONS.flatMap((op) => globSync(`${op}/*.jsonl`, { cwd: folder }).toSorted())
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'))
    .filter((line) => line !== '')
    .map((line): Case => JSON.parse(line))
    .filter(({ nivel }) => level === 'todo' || nivel === level);
}

/** The file beside a folder of cases; empty if there is none. */
const beside = (folder: string, name: string): string => {
  const file = join(dirname(folder), name);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
};

export const suiteVersion = (folder: string): string => beside(folder, 'version');

export function readRules(folder: string): Rules {
  const rules: Rules = JSON.parse(beside(folder, 'reglas.json') || '{}');
  return rules;
}
