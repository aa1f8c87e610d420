/** The files of the load, whose rows hold their position, and the comparison of what comes back. */
import { alone } from '../jobs.js';
import { type Report } from './fault.js';
import { KNOWN } from './people.js';

const HEADER = 'fila,nota,curp,nombres,apellido_paterno,apellido_materno,fecha_nacimiento,sexo,entidad\n';

export interface LoadFile {
  readonly rows: number;
  readonly text: string;
  /** Checks that each row came back once, in its position. */
  readonly check: (answer: string, report: Report) => void;
}

/** Returns a file to compare, in which one key in sixteen is another person's. */
export function createFile(rows: number): LoadFile {
  const text =
    HEADER +
    Array.from({ length: rows }, (_, i) => {
      const { parametros: p, curp } = KNOWN[i % KNOWN.length] as (typeof KNOWN)[number];
      const key = i % 16 === 0 ? KNOWN[0]?.curp : curp;
      const date = `${p.anio_nacimiento}-${p.mes_nacimiento}-${p.dia_nacimiento}`;
      const name = [p.nombres, p.apellido_paterno, p.apellido_materno];
      return `${[i, '.'.repeat(60), key, ...name, date, p.sexo, p.entidad].join(',')}\n`;
    }).join('');
  const expected = alone(text, { operacion: 'cotejar' });
  const check: LoadFile['check'] = (answer, report) => {
    report.rows += rows;
    if (answer === expected) return;
    const bad = lostOrDoubled(answer, expected);
    report.badRows += bad;
    report.wrong.push(`file: ${bad} rows are lost, doubled or changed`);
  };
  return { rows, text, check };
}

/** Counts the rows that occur more or less often than they should. */
function lostOrDoubled(given: string, expected: string): number {
  const times = new Map<string, number>();
  for (const row of expected.split('\n')) times.set(row, (times.get(row) ?? 0) + 1);
  for (const row of given.split('\n')) times.set(row, (times.get(row) ?? 0) - 1);
  return [...times.values()].reduce((sum, n) => sum + Math.abs(n), 0);
}
