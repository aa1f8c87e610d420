/** What an import did, in numbers. */
import { basename } from 'node:path';
import type { Translate } from '../../environment.js';
import { thousands } from '../lote/report.js';
import type { ImportPlan } from './options.js';

export interface ImportCounts {
  readonly rows: number;
  readonly added: number;
  readonly changed: number;
  readonly rejected: number;
  readonly inPadron: number;
}

interface ImportResult extends ImportCounts {
  /** Rows that earlier runs had read. */
  readonly before: number;
  readonly seconds: number;
}

/** Those that were there just so, or came again. */
const unchangedOf = ({ rows, added, changed, rejected }: ImportCounts): number => rows - added - changed - rejected;

export const summaryJson = ({ path, mode, rejectedPath: file }: ImportPlan, result: ImportResult): unknown => {
  const { rows, added, changed, rejected, inPadron, before, seconds } = result;
  return {
    archivo: basename(path),
    modo: mode,
    filas: rows,
    nuevas: added,
    cambiadas: changed,
    iguales: unchangedOf(result),
    rechazadas: rejected,
    archivo_rechazadas: rejected > 0 ? file : null,
    filas_en_el_padron: inPadron,
    segundos: Number(seconds.toFixed(3)),
    filas_por_segundo: Math.round((rows - before) / seconds),
  };
};

export function summaryText({ rejectedPath: file }: ImportPlan, result: ImportResult, text: Translate): string {
  const { rows, added, changed, rejected, inPadron, before, seconds } = result;
  const numbers = [rows, added, changed, unchangedOf(result), rejected, inPadron, (rows - before) / seconds];
  const [f, n, c, i, r, p, perSecond] = numbers.map(thousands);
  const s = seconds.toFixed(2);
  const lines = [
    text(
      `Filas: ${f}; nuevas: ${n}; cambiadas: ${c}; iguales: ${i}; rechazadas: ${r}.`,
      `Rows: ${f}; new: ${n}; changed: ${c}; the same: ${i}; rejected: ${r}.`,
    ),
    text(
      `Las rechazadas, con su línea y su motivo: ${file}`,
      `The rejected ones, with their line and the reason: ${file}`,
    ),
    text(`Registros en el padrón: ${p}.`, `Records in the padron: ${p}.`),
    text(`${s} s, ${perSecond} filas por segundo.`, `${s} s, ${perSecond} rows per second.`),
  ];
  return lines.filter((_, line) => line !== 1 || rejected > 0).join('\n');
}
