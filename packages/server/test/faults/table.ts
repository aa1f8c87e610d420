/** What came of the faults, as a table in Markdown. */
import type { Fila } from './try-one.js';

const numero = (n: number): string => Math.round(n).toLocaleString('en-US');

export function tabla(filas: readonly Fila[]): string {
  const titulos = [
    'requests',
    'right',
    'clear errors',
    'refused',
    'wrong',
    'usage lost',
    'job rows',
    'lost or doubled',
    'recovery ms',
  ];
  const renglones = filas.map(
    ({ nombre, pedidas, bien, claras, rechazadas, mal, perdidas, filas: n, filasMal, recuperadaMs }) =>
      [
        nombre,
        ...[pedidas, bien, claras, rechazadas, mal.length, perdidas, n, filasMal, recuperadaMs].map(numero),
      ].join(' | '),
  );
  return [
    `| fault | ${titulos.join(' | ')} |`,
    `|---|${'---:|'.repeat(titulos.length)}`,
    ...renglones.map((renglon) => `| ${renglon} |`),
  ].join('\n');
}
