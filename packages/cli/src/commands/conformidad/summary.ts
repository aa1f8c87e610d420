/** The table that `curp conformidad` prints: one row a rule, and the total. */
import type { Translate } from '../../environment.js';
import { table } from '../../terminal/table.js';
import { thousands } from '../../terminal/words.js';
import { type Report, type Totals, conforms } from './report.js';

const FIELDS = ['casos', 'bien', 'mal', 'decision_distinta', 'omitidas', 'fallas'] as const;

export function summary(report: Report, text: Translate): string {
  const { nombre, version, lenguaje } = report.implementacion;
  const row = (name: string, totals: Totals): string[] => [name, ...FIELDS.map((field) => thousands(totals[field]))];
  const titles = [
    text('REGLA', 'RULE'),
    text('CASOS', 'CASES'),
    text('BIEN', 'RIGHT'),
    text('MAL', 'WRONG'),
    text('OTRA DECISIÓN', 'OTHER DECISION'),
    text('OMITIDAS', 'SKIPPED'),
    text('FALLAS', 'FAULTS'),
  ];
  return [
    [nombre, version, ...(lenguaje === '' ? [] : [`(${lenguaje})`])].join(' '),
    '',
    table(
      titles.map((title, i) => ({ title, right: i > 0 })),
      [
        ...Object.entries(report.reglas).map(([rule, totals]) => row(rule, totals)),
        row(text('total', 'total'), report.totales),
      ],
    ),
    '',
    conforms(report)
      ? text('Cumple: ningún caso de la norma está mal.', 'It conforms: no case of the norm is wrong.')
      : text(
          'No cumple: hay casos de la norma mal o con falla.',
          'It does not conform: cases of the norm are wrong or faulty.',
        ),
    text('Una CURP calculada no prueba ningún registro.', 'A calculated CURP proves no registration.'),
  ].join('\n');
}
