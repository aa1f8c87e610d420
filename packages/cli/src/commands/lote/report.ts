/** What is said before the rows, of the file, and after them, of the rows. Nothing of any person. */
import { FIELDS, type ColumnMap, type OperationName } from '@curp-service/contract/columns';
import type { Understood, Totals } from '@curp-service/lote';
import { kindOf } from '@curp-service/contract/codes/kinds';
import type { Translate } from '../../environment.js';
import { details } from '../../terminal/table.js';

/** More columns than these are counted, not named. */
const MAX_NAMED = 20;
const MAX_LENGTH = 40;

const DELIMITERS: Readonly<Record<string, readonly [es: string, en: string]>> = {
  ',': ['separado por comas', 'comma-separated'],
  ';': ['separado por punto y coma', 'semicolon-separated'],
  '\t': ['separado por tabuladores', 'tab-separated'],
  '|': ['separado por barras', 'bar-separated'],
};

export interface LoteResult {
  readonly operacion: OperationName;
  readonly totals: Readonly<Totals>;
  readonly seconds: number;
}

/** As both Mexico and English write it. */
export const thousands = (number: number): string => String(Math.round(number)).replaceAll(/\B(?=(\d{3})+$)/g, ',');

/**
 * What may be told of a header. Where no column was known by its name, but by a number that the user gave, the first
 * line may be a person's: then those numbers are all that is told.
 */
export function withoutPersonalData(understood: Understood, columnMap: ColumnMap): Understood {
  const used = FIELDS.filter((field) => understood.columns?.has(field));
  if (used.length === 0 || !used.every((field) => /^\d+$/.test(columnMap[field] ?? ''))) return understood;
  return { ...understood, others: [], columns: new Map(used.map((field) => [field, columnMap[field] ?? ''])) };
}

/** `hoja`: the sheet that it comes from, if it comes from one. */
export function understoodText(
  {
    format,
    encoding,
    delimiter: delimiter = '',
    columns: columns = new Map(),
    others: others = [],
    added: added = [],
  }: Understood,
  sheet: string | null,
  text: Translate,
): string {
  const separation = DELIMITERS[delimiter];
  const described = [format.toUpperCase(), ...(separation === undefined ? [] : [text(...separation)]), encoding];
  return details([
    [text('archivo', 'file'), sheet ?? described.join(', ')],
    ...Array.from(columns, ([field, column]) => [field, quoted(column)] as const),
    ...(others.length === 0 ? [] : [[text('se conservan', 'kept'), list(others, text)] as const]),
    ...(added.length === 0 ? [] : [[text('se agregan', 'added'), list(added, text)] as const]),
  ]);
}

function list(names: readonly string[], text: Translate): string {
  const more = names.length - MAX_NAMED;
  const named = names.slice(0, MAX_NAMED).map(quoted).join(', ');
  return more > 0 ? `${named} ${text(`y ${more} más`, `and ${more} more`)}` : named;
}

/** On one line, and with nothing that a terminal would obey. */
export function quoted(column: string): string {
  const clean = column.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
  return `«${clean.length > MAX_LENGTH ? `${clean.slice(0, MAX_LENGTH)}…` : clean}»`;
}

export function summaryText({ operacion, totals, seconds }: LoteResult, text: Translate): string {
  const { rows, good, errors } = totals;
  const bad = rows - good;
  const [f, c, m] = [rows, good, bad].map(thousands);
  const lines = [
    text(`Filas: ${f}; con respuesta: ${c}; con error: ${m}.`, `Rows: ${f}; answered: ${c}; with an error: ${m}.`),
  ];
  if (bad > 0) {
    const byCode = [...errors].toSorted(([a], [b]) => a - b);
    lines.push(details(byCode.map(([code, n]) => [`${code}`, `${thousands(n)}  ${text(...kindOf(code))}`])));
  }
  const [s, perSecond] = [seconds.toFixed(2), thousands(rows / seconds)];
  lines.push(
    text(`${s} s, ${perSecond} filas por segundo.`, `${s} s, ${perSecond} rows per second.`),
    disclaimer(operacion, text),
  );
  return lines.join('\n');
}

function disclaimer(operacion: OperationName, text: Translate): string {
  return operacion === 'validar'
    ? text(
        'Que una CURP sea válida no prueba que esté registrada: sólo el registro puede decirlo.',
        'That a CURP is valid does not prove that it is registered: only the registry can say so.',
      )
    : text(
        'Una CURP calculada no prueba ningún registro: sólo el registro puede decir que una clave se asignó a alguien.',
        'A calculated CURP proves no registration: only the registry can say that a key was assigned to somebody.',
      );
}

/** The same for a program. */
export function summaryJson(
  { operacion, totals, seconds }: LoteResult,
  understood: Understood | null,
  text: Translate,
): unknown {
  const { rows, good, errors } = totals;
  return {
    operacion,
    formato: understood?.format,
    codificacion: understood?.encoding,
    delimitador: understood?.delimiter,
    columnas: understood?.columns && Object.fromEntries(understood.columns),
    conservadas: understood?.others,
    agregadas: understood?.added,
    filas: rows,
    correctas: good,
    con_error: rows - good,
    errores: [...errors]
      .toSorted(([a], [b]) => a - b)
      .map(([code, n]) => ({ code_error: code, filas: n, problema: text(...kindOf(code)) })),
    segundos: Number(seconds.toFixed(3)),
    filas_por_segundo: Math.round(rows / seconds),
  };
}
