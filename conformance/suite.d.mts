/** The types of `suite.mjs`, for the tests of this repository. */

type CaseOutput = Readonly<Record<string, unknown>>;

export interface Case {
  readonly id: string;
  readonly regla: string;
  readonly nivel: 'norma' | 'edicion' | 'decision';
  readonly fuente: string;
  readonly op: 'calcular' | 'validar' | 'cotejar';
  readonly entrada: Readonly<Record<string, string>>;
  readonly salida: CaseOutput;
  /** Other defensible outputs; only a case about a decision has them. */
  readonly alternativas?: readonly CaseOutput[];
}

export declare const CASES: string;
export declare const VERSION: string;
export declare function readCases(folder?: string, level?: Case['nivel'] | 'todo'): Case[];
export declare function judge(
  each: Pick<Case, 'salida' | 'alternativas'>,
  answer: { readonly salida: CaseOutput } | { readonly omitida: string } | { readonly falla: string },
): 'bien' | 'mal' | 'decision_distinta' | 'omitida' | 'falla';
