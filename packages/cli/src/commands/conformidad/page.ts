/** Writes one static page for one or several reports: rules by implementations, and each difference. The page needs no scripts. */
import { createHash } from 'node:crypto';
import type { Case, Rules } from './cases.js';
import { type Report, type CaseTotals, compareRules } from './report.js';
import { text, user } from '../../environment.js';

const STYLE = `
body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:75rem;padding:0 1rem;color:#1a1a1a;background:#fff}
table{border-collapse:collapse;width:100%;margin:1rem 0}th,td{border:1px solid #ccc;padding:.3rem .5rem;text-align:left;vertical-align:top}
thead th{background:#f2f2f2}td.n{text-align:right;font-variant-numeric:tabular-nums}
.bien{background:#e3f4e3}.mal{background:#fbe0e0}.parte{background:#fdf3d3}.nada{color:#666}
code{font:14px ui-monospace,monospace}details{margin:.5rem 0}summary{cursor:pointer}.tabla{overflow-x:auto}
@media (prefers-color-scheme:dark){body{color:#eee;background:#161616}th,td{border-color:#444}thead th{background:#262626}
.bien{background:#173a17}.mal{background:#4a1717}.parte{background:#453a10}.nada{color:#aaa}a{color:#8ab4f8}}
`;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escapeHtml = (words: string): string =>
  words.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
const anchor = (rule: string): string => `regla-${rule.replaceAll(' ', '-')}`;

export function page(reports: readonly Report[], rules: Rules): string {
  const names = Array.from(new Set(reports.flatMap(({ reglas }) => Object.keys(reglas)))).toSorted(compareRules);
  const words = (rule: string): string => rules[rule]?.[user.language] ?? '';
  const title = text('Conformidad con la norma de la CURP', 'Conformance to the norm of the CURP');
  const hash = createHash('sha256').update(STYLE).digest('base64');
  return `<!doctype html>
<html lang="${user.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash}'">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${title}</h1>
<p>${text('Cada celda: aciertos entre los casos contestados.', 'Each cell: right answers out of the cases answered.')}
${text('Personas inventadas. Una CURP calculada no prueba ningún registro.', 'Invented people. A calculated CURP proves no registration.')}</p>
<div class="tabla">
${overview(reports, names, words)}
</div>
${names.map((rule) => differences(rule, reports, words(rule))).join('')}</body>
</html>
`;
}

const heading = ({ implementacion: { nombre, version, lenguaje } }: Report): string =>
  `<th scope="col">${escapeHtml([nombre, version].join(' '))}<br><small>${escapeHtml(lenguaje)}</small></th>`;

function overview(reports: readonly Report[], names: readonly string[], words: (rule: string) => string): string {
  const rows = names.map((rule) => {
    const differs = reports.some(({ casos }) => casos.some((c) => c.regla === rule && c.resultado !== 'omitida'));
    const name = differs ? `<a href="#${anchor(rule)}">${rule}</a>` : rule;
    return `<tr><th scope="row">${name}</th><td>${escapeHtml(words(rule))}</td>${reports
      .map(({ reglas }) => cell(reglas[rule]))
      .join('')}</tr>`;
  });
  return `<table>
<thead><tr><th scope="col">${text('Regla', 'Rule')}</th><th scope="col">${text('Texto', 'Text')}</th>${reports.map(heading).join('')}</tr></thead>
<tbody>
${rows.join('\n')}
<tr><th scope="row">Total</th><td></td>${reports.map(({ totales }) => cell(totales)).join('')}</tr>
</tbody>
</table>`;
}

function cell(totals: CaseTotals | undefined): string {
  const answered = totals === undefined ? 0 : totals.casos - totals.omitidas;
  if (totals === undefined || answered === 0) return '<td class="n nada">—</td>';
  const { bien, mal, fallas, decision_distinta: other } = totals;
  const notes = [
    ...(other > 0 ? [`${other} ${text('con otra decisión', 'decided otherwise')}`] : []),
    ...(fallas > 0 ? [`${fallas} ${text('con falla', 'faulty')}`] : []),
  ];
  const style = mal + fallas === 0 ? 'bien' : bien === 0 ? 'mal' : 'parte';
  const note = notes.length === 0 ? '' : `<br><small>${notes.join('; ')}</small>`;
  return `<td class="n ${style}">${bien} / ${answered}${note}</td>`;
}

/** Shows the cases of a rule in which an implementation differs, with the person and the output of each. */
function differences(rule: string, reports: readonly Report[], words: string): string {
  const found = reports.map(
    ({ casos }) =>
      new Map(casos.filter((c) => c.regla === rule && c.resultado !== 'omitida').map((c) => [c.id, c] as const)),
  );
  const all = new Map(found.flatMap((one) => Array.from(one)));
  if (all.size === 0) return '';
  const rows = Array.from(all.values(), ({ id, entrada, esperado, fuente }) => {
    const cells = found.map((one, i) => {
      const difference = one.get(id);
      if (difference !== undefined) {
        const { resultado, recibido, motivo = '' } = difference;
        const shown = recibido === undefined ? `${text('falla', 'fault')}: ${motivo}` : value(recibido);
        return `<td class="${resultado === 'decision_distinta' ? 'parte' : 'mal'}"><code>${escapeHtml(shown)}</code></td>`;
      }
      const skipped = reports[i]?.casos.some((c) => c.id === id);
      return skipped ? '<td class="nada">—</td>' : `<td class="bien">${text('bien', 'right')}</td>`;
    });
    return `<tr><td><code>${escapeHtml(id)}</code><br><small>${escapeHtml(fuente)}</small></td><td>${personOf(entrada)}</td><td><code>${escapeHtml(value(esperado))}</code></td>${cells.join('')}</tr>`;
  });
  const count = `${all.size} ${all.size === 1 ? text('diferencia', 'difference') : text('diferencias', 'differences')}`;
  return `<section id="${anchor(rule)}">
<h2>${rule}: ${escapeHtml(words)}</h2>
<details${all.size > 20 ? '' : ' open'}><summary>${count}</summary>
<div class="tabla"><table>
<thead><tr><th scope="col">${text('Caso', 'Case')}</th><th scope="col">${text('Datos', 'Data')}</th><th scope="col">${text('Esperado', 'Expected')}</th>${reports.map(heading).join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table></div>
</details>
</section>
`;
}

const value = (output: Readonly<Record<string, unknown>>): string =>
  Object.entries(output)
    .map(([name, content]) => (name === 'curp' || name === 'patron' ? String(content) : `${name}: ${String(content)}`))
    .join(', ');

/** Writes the input on a few lines, with unusual characters shown by their code points. */
const personOf = (entrada: Case['entrada']): string =>
  Object.entries(entrada)
    .map(([name, content]) => `<small>${name}</small> ${escapeHtml(visible(content))}`)
    .join('<br>');

const visible = (content: string): string =>
  content === ''
    ? '∅'
    : content.replaceAll(
        /[\p{M}\p{Cf}\p{Cc}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu,
        (c) => `⟨U+${(c.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
      );
