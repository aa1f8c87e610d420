/** The summary of an import, in words and in JSON. */
import { basename } from 'node:path';
import type { Translate } from '../../environment.js';
import { speed, thousands } from '../../terminal/words.js';
import type { ImportPlan } from './options.js';

export interface ImportSummary {
  readonly rows: number;
  readonly added: number;
  readonly changed: number;
  readonly rejected: number;
  readonly inPadron: number;
}

interface ImportResult extends ImportSummary {
  readonly seconds: number;
}

/** Records that were already there, and repetitions within the file. */
const unchangedOf = ({ rows, added, changed, rejected }: ImportSummary): number => rows - added - changed - rejected;

export const summaryJson = ({ path, mode, rejectedPath: file }: ImportPlan, result: ImportResult): unknown => {
  const { rows, added, changed, rejected, inPadron, seconds } = result;
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
    filas_por_segundo: Math.round(rows / seconds),
  };
};

export function summaryText({ rejectedPath: file }: ImportPlan, result: ImportResult, text: Translate): string {
  const { rows, added, changed, rejected, inPadron, seconds } = result;
  const [all, a, c, u, r, p] = [rows, added, changed, unchangedOf(result), rejected, inPadron].map(thousands);
  const rejectedFile = text(
    `Filas rechazadas, con su línea y motivo: ${file}`,
    `Rejected rows, with line and reason: ${file}`,
  );
  return [
    text(
      `Filas: ${all}; nuevas: ${a}; cambiadas: ${c}; iguales: ${u}; rechazadas: ${r}.`,
      `Rows: ${all}; new: ${a}; changed: ${c}; unchanged: ${u}; rejected: ${r}.`,
    ),
    ...(rejected > 0 ? [rejectedFile] : []),
    text(`Registros en el padrón: ${p}.`, `Records in the padron: ${p}.`),
    speed(rows, seconds, text),
  ].join('\n');
}
