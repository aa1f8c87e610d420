/** Writes a static badge for a README: the version of the suite, and whether an implementation conforms. */
import { text } from '../../environment.js';
import { thousands } from '../../terminal/words.js';
import { escapeHtml } from './page.js';
import { conforms, type Report } from './report.js';

const CHARACTER = 6.5;
const PADDING = 12;
const widthOf = (part: string): number => Math.round(part.length * CHARACTER) + PADDING;

export function badge(report: Report): string {
  const { bien, casos, omitidas } = report.totales;
  const ok = conforms(report);
  const count = `${thousands(bien)} ${text('de', 'of')} ${thousands(casos - omitidas)}`;
  const name = escapeHtml(`CURP ${report.suite} · ${report.implementacion.ops.join(', ')}`);
  const result = `${ok ? text('cumple', 'conforms') : text('no cumple', 'does not conform')} · ${count}`;
  const [left, right] = [widthOf(name), widthOf(result)];
  const words = (part: string, from: number, width: number): string =>
    `<text x="${from + width / 2}" y="14" text-anchor="middle" textLength="${width - PADDING}">${part}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${name}: ${result}">
<rect width="${left}" height="20" fill="#444"/>
<rect x="${left}" width="${right}" height="20" fill="${ok ? '#1a7f37' : '#b3261e'}"/>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
${words(name, 0, left)}
${words(result, left, right)}
</g>
</svg>
`;
}
