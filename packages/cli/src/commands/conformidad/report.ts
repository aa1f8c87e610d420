/** The report of a run: totals, totals by rule, every case that is not right, and the table that is printed. */
import type { Bilingual } from '@curp-service/contract/language';
import { type Case, judge, type CaseVerdict } from './cases.js';
import type { CaseAnswer, Implementation } from './harness.js';
import { text } from '../../environment.js';
import { listing } from '../../terminal/table.js';
import { thousands } from '../../terminal/words.js';

const COUNTED = {
  bien: 'bien',
  mal: 'mal',
  decision_distinta: 'decision_distinta',
  omitida: 'omitidas',
  falla: 'fallas',
} as const satisfies Record<CaseVerdict, string>;

type CaseCounter = (typeof COUNTED)[CaseVerdict];
export type CaseTotals = Record<'casos' | CaseCounter, number>;

/** A case that is not right: the expected output, and the output that came. */
interface Difference extends Pick<Case, 'id' | 'regla' | 'nivel' | 'fuente' | 'op' | 'entrada' | 'alternativas'> {
  readonly resultado: Exclude<CaseVerdict, 'bien'>;
  readonly esperado: Case['salida'];
  readonly recibido?: Readonly<Record<string, unknown>>;
  /** Why the case was skipped, or the kind of fault. */
  readonly motivo?: string;
}

export interface Report {
  readonly suite: string;
  readonly nivel: 'norma' | 'todo';
  readonly implementacion: Implementation;
  readonly totales: CaseTotals;
  readonly reglas: Readonly<Record<string, CaseTotals>>;
  readonly casos: readonly Difference[];
}

const noTotals = (): CaseTotals => ({ casos: 0, bien: 0, mal: 0, decision_distinta: 0, omitidas: 0, fallas: 0 });

export class ReportBuilder {
  readonly #totals = noTotals();
  readonly #rules: Record<string, CaseTotals> = {};
  readonly #differences: Difference[] = [];

  add(each: Case, answer: CaseAnswer): void {
    const verdict = judge(each, answer);
    const ofRule = (this.#rules[each.regla] ??= noTotals());
    for (const totals of [this.#totals, ofRule]) {
      totals.casos++;
      totals[COUNTED[verdict]]++;
    }
    if (verdict === 'bien') return;
    const { id, regla, nivel, fuente, op, entrada, salida: esperado, alternativas } = each;
    this.#differences.push({
      id,
      regla,
      nivel,
      fuente,
      op,
      resultado: verdict,
      entrada,
      esperado,
      ...(alternativas !== undefined && { alternativas }),
      ...('salida' in answer && { recibido: answer.salida }),
      ...('omitida' in answer && { motivo: answer.omitida }),
      ...('fault' in answer && { motivo: answer.fault }),
    });
  }

  get done(): number {
    return this.#totals.casos;
  }

  get wrong(): number {
    return this.#totals.mal + this.#totals.fallas;
  }

  build(suite: string, nivel: Report['nivel'], implementacion: Implementation): Report {
    const reglas = Object.fromEntries(Object.entries(this.#rules).toSorted(([a], [b]) => compareRules(a, b)));
    return { suite, nivel, implementacion, totales: this.#totals, reglas, casos: this.#differences };
  }
}

const ORDER = ['IN', 'GIIS', 'R', 'I06', 'D'];
const rank = (rule: string): number => ORDER.indexOf(rule.split(' ')[0] ?? '');

/** Sorts rules in the order of docs/norm.md: the positions, the special cases, the capture, the decisions. */
export const compareRules = (a: string, b: string): number =>
  rank(a) - rank(b) || a.localeCompare(b, 'en', { numeric: true });

/** Returns whether every case of level `norma` that was not skipped is right. */
export const conforms = ({ casos }: Report): boolean =>
  casos.every(({ nivel, resultado }) => nivel === 'decision' || resultado === 'omitida');

export function summary(report: Report): string {
  const { nombre, version, lenguaje } = report.implementacion;
  type Row = readonly [name: string, totals: CaseTotals];
  const count = (title: Bilingual, field: keyof CaseTotals) =>
    [title, ([, totals]: Row) => thousands(totals[field]), 'right'] as const;
  const total: Row = ['total', report.totales];
  return listing(
    [...Object.entries(report.reglas), total],
    [
      [['REGLA', 'RULE'], ([name]) => name],
      count(['CASOS', 'CASES'], 'casos'),
      count(['BIEN', 'RIGHT'], 'bien'),
      count(['MAL', 'WRONG'], 'mal'),
      count(['OTRA DECISIÓN', 'OTHER DECISION'], 'decision_distinta'),
      count(['OMITIDAS', 'SKIPPED'], 'omitidas'),
      count(['FALLAS', 'FAULTS'], 'fallas'),
    ],
    {
      head: `${[nombre, version, ...(lenguaje === '' ? [] : [`(${lenguaje})`])].join(' ')}\n`,
      foot: [
        '',
        conforms(report)
          ? text('Cumple: ningún caso de la norma está mal.', 'It conforms: no case of the norm is wrong.')
          : text(
              'No cumple: hay casos de la norma mal o con falla.',
              'It does not conform: cases of the norm are wrong or faulty.',
            ),
        text('Una CURP calculada no prueba ningún registro.', 'A calculated CURP proves no registration.'),
      ].join('\n'),
    },
  ).text;
}
