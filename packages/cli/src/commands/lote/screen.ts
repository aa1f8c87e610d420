/** Everything that `curp lote` shows the user: how it understood the file, the progress bar and the summary. */
import { delimiterInWords, type DescribedReading } from '@curp-service/contract/describe-reading';
import { isSexUnknown, partlyCompared, type Totals, type Understood } from '@curp-service/lote';
import { type ColumnMap, FIELDS, type OperationName } from '@curp-service/contract/columns';
import type { WorkbookFormat } from '@curp-service/contract/jobs';
import type { Bilingual } from '@curp-service/contract/language';
import { isBeside } from '@curp-service/contract/layouts';
import type { Basis } from '@curp-service/contract/reading';
import { kindOf } from '@curp-service/contract/codes/file';
import { messageInWords } from '@curp-service/contract/words/in-words';
import { type Surface, WIRE } from '@curp-service/contract/words/message';
import { flagOf } from '@curp-service/contract/file-options';
import { json, tell, text, user } from '../../environment.js';
import { PIPE, workbookFormat } from '../../files/format.js';
import { type Progress, type Snapshot, StatusLines } from '../../terminal/progress.js';
import type { ChangeCounts } from './changes.js';
import type { LoteCommandOptions, LotePlan } from './plan.js';
import { details } from '../../terminal/table.js';
import { shellWord } from '@curp-service/contract/words/shell';
import { quoted, speed, thousands } from '../../terminal/words.js';
import { print } from '../../terminal/color.js';
import { words } from '../../textos/words.js';

export class LoteScreen {
  readonly status = new StatusLines();
  readonly #plan: LotePlan;
  readonly #options: LoteCommandOptions;
  /** How the file or, of several sheets, each is understood, by the name of the sheet. */
  readonly #understood = new Map<string | null, Understood>();
  /** What was said so far. */
  readonly #said = new Set<string>();
  /** How each sheet is read, as far as it was said. */
  readonly #shown = new Map<string | null, DescribedReading>();
  #snapshot: (() => Snapshot) | null = null;
  /** True from the second pass on. */
  #isAgain = false;

  constructor(plan: LotePlan, options: LoteCommandOptions) {
    this.#plan = plan;
    this.#options = options;
  }

  /** Shows that the input is stored before it is read. */
  storing(progress: Progress): void {
    const phase = tell('lote_se_guarda_la');
    this.#show(() => ({ rows: null, bad: 0, progress: { ...progress, unit: 'bytes', phase } }));
  }

  /** Shows how far a pass is. */
  answering(totals: () => Readonly<Totals>, progress: Progress): void {
    const again = this.#isAgain ? { phase: tell('lote_de_nuevo') } : {};
    this.#show(() => {
      const { rows, good } = totals();
      return { rows, bad: rows - good, progress: { ...progress, unit: 'bytes', ...again } };
    });
  }

  /** Says how the file or a sheet is read, before its first row. While later rows may say what M means, that is unknown. */
  start(understood: Understood, lectura: DescribedReading): void {
    const { hoja, sexo } = understood.reading;
    if (isSexUnknown(sexo)) return;
    this.#understood.set(hoja.value, understood);
    const book = workbookFormat(this.#plan.formats.input)?.toUpperCase();
    const sheet = hoja.value ?? tell('lote_la_primera_hoja');
    this.#sayOnce(understoodText(understood, book === undefined ? null : `${book}, ${sheet}`));
    const shown = this.#shown.get(hoja.value) ?? [];
    const fresh = withoutThose(lectura, shown);
    this.#shown.set(hoja.value, [...shown, ...fresh]);
    if (fresh.length > 0) this.#say(readingText(fresh));
    if (this.#snapshot !== null) this.#show(this.#snapshot);
  }

  /** Says that the file is read again, and why. What its rows prove follows. */
  restart(isMoved: boolean): void {
    this.#isAgain = true;
    this.status.beginBar();
    this.#say(isMoved ? tell('lote_se_lee_de') : tell('lote_se_lee_de_nuevo'));
  }

  /** Shows the summary. `lectura`: the reading that all rows prove, which may say more than that of the head. */
  finish(totals: Readonly<Totals>, lectura: DescribedReading, changes?: ChangeCounts): void {
    this.status.clearBar();
    const [first] = this.#understood.values();
    const operacion = first?.operation ?? this.#options.operacion ?? 'calcular';
    const result = { operacion, totals, seconds: this.status.seconds, changes };
    if (this.#options.json) {
      const book = workbookFormat(this.#plan.formats.input);
      const summary = json(summaryJson(result, this.#understood, book, lectura));
      if (this.#plan.target === PIPE) this.status.say(summary);
      else print(summary);
    } else {
      const proven = withoutThose(lectura, [...this.#shown.values()].flat());
      if (proven.length > 0) this.#say(readingText(proven));
      this.#say(summaryText(result));
    }
  }

  #show(snapshot: () => Snapshot): void {
    this.#snapshot = snapshot;
    if (!this.#options.silencio) this.status.startBar(snapshot);
  }

  #sayOnce(lines: string): void {
    if (!this.#said.has(lines)) this.#say(lines);
    this.#said.add(lines);
  }

  #say(lines: string): void {
    const { silencio, json: asJson } = this.#options;
    if (!silencio && !asJson) this.status.say(lines);
  }
}

/** Returns the sentences that are not among those already shown. */
function withoutThose(lectura: DescribedReading, shown: DescribedReading): DescribedReading {
  const known = new Set(shown.map(({ texto }) => texto));
  return lectura.filter(({ texto }) => !known.has(texto));
}

/** The most columns that are named; the others are counted. */
const MAX_NAMED = 20;

interface LoteResult {
  readonly operacion: OperationName;
  readonly totals: Readonly<Totals>;
  readonly seconds: number;
  /** How the answer differs from an earlier one, if they were compared. */
  readonly changes: ChangeCounts | undefined;
}

/**
 * Returns numbers instead of names if the user gave every column by its number: the first line may then hold a person.
 */
export function withoutPersonalData(understood: Understood, columnMap: ColumnMap): Understood {
  const used = FIELDS.filter((field) => understood.columns?.has(field));
  if (used.length === 0 || understood.reading.formato.value !== null) return understood;
  if (!used.every((field) => /^(\d+|[a-z]{1,2})$/i.test(columnMap[field] ?? ''))) return understood;
  return { ...understood, others: [], columns: new Map(used.map((field) => [field, columnMap[field] ?? ''])) };
}

function understoodText(
  { format, encoding, delimiter = '', columns = new Map(), others = [], added = [], reading }: Understood,
  sheet: string | null,
): string {
  const separation = delimiterInWords(delimiter, user.language);
  const addedText = isBeside(reading.formato.value) ? tell('lote_el_resultado_trae') : tell('lote_se_agregan');
  const described = [format.toUpperCase(), ...(separation === null ? [] : [separation]), encoding];
  return details([
    [tell('auditoria_archivo'), sheet ?? described.join(', ')],
    ...Array.from(columns, ([field, column]) => [field, quoted(column)] as const),
    ...(others.length === 0 ? [] : [[tell('lote_se_conservan'), namedList(others)] as const]),
    ...(added.length === 0 ? [] : [[addedText, namedList(added)] as const]),
  ]);
}

const BASIS_WORDS: Readonly<Record<Basis, Bilingual>> = {
  declarada: words('lote_declarado'),
  vista: words('lote_visto'),
  supuesta: words('lote_supuesto'),
};

/** Describes how the file is read, convention by convention. */
export const readingText = (lectura: DescribedReading, title = tell('lote_lectura')): string =>
  [`${title}:`, details(lectura.map(({ origen, texto }) => [text(...BASIS_WORDS[origen]), texto] as const))].join('\n');

/** The surface of this command: options are its own. */
export const COMMAND: Surface = {
  ...WIRE,
  option: (name, value) => `${flagOf(name)} ${shellWord(value)}`,
};

function namedList(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  const named = names.slice(0, MAX_NAMED).map(quoted).join(', ');
  return more > 0 ? `${named} ${tell('lectura_y_mas', { more })}` : named;
}

function pilesText({ rows, good, reviews }: Readonly<Totals>): string {
  const [r, g, v, b] = [rows, good - reviews, reviews, rows - good].map(thousands);
  return tell('lote_filas_listas_por', { r, g, v, b });
}

function summaryText({ operacion, totals, seconds, changes }: LoteResult): string {
  const { rows, good, others, errors, fullAt, hojas = [] } = totals;
  const lines = [pilesText(totals)];
  if (good < rows) {
    lines.push(details(byCode(errors).map(([code, n]) => [`${code}`, `${thousands(n)}  ${text(...kindOf(code))}`])));
  }
  if (changes !== undefined) {
    const [changed, compared] = [changes.changed, changes.rows].map(thousands);
    lines.push(tell('lote_filas_que_cambiaron', { changed, compared }));
  }
  if (others > 0) {
    const n = thousands(others);
    lines.push(tell('lote_filas_que_no', { n }));
  }
  for (const { hoja, ...each } of hojas) lines.push(`${quoted(hoja)}: ${pilesText(each).toLowerCase()}`);
  if (fullAt > 0)
    lines.push(
      messageInWords(partlyCompared(fullAt, hojas.find((each) => each.fullAt > 0)?.hoja), COMMAND, user.language),
    );
  return [...lines, speed(rows, seconds), disclaimer(operacion)].join('\n');
}

const byCode = (errors: Totals['errors']) => [...errors].toSorted(([a], [b]) => a - b);

/** Says what no result proves. */
export function disclaimer(operacion: OperationName): string {
  return operacion === 'validar' ? tell('lote_que_una_curp') : tell('lote_una_curp_calculada');
}

const pilesJson = ({ rows, good, reviews, others }: Readonly<Totals>): Record<string, number> => ({
  filas: rows,
  correctas: good - reviews,
  con_error: rows - good,
  revisar: reviews,
  sin_persona: others,
});

/** Describes the result as JSON. `book`: the format of a workbook, whose encoding and delimiter do not matter. */
function summaryJson(
  { operacion, totals, seconds, changes }: LoteResult,
  understood: ReadonlyMap<string | null, Understood>,
  book: WorkbookFormat | undefined,
  lectura: DescribedReading,
): unknown {
  const { rows, errors, fullAt, hojas } = totals;
  const [first] = understood.values();
  const columns = (each: Understood | undefined): Record<string, unknown> => ({
    columnas: each?.columns && Object.fromEntries(each.columns),
    conservadas: each?.others,
    agregadas: each?.added,
  });
  return {
    operacion,
    ...(book === undefined
      ? {
          formato: first?.format,
          codificacion: first?.encoding,
          delimitador: first?.delimiter,
        }
      : { formato: book }),
    ...(hojas === undefined && columns(first)),
    lectura,
    ...pilesJson(totals),
    ...(hojas && {
      hojas: hojas.map((each) =>
        Object.assign({ hoja: each.hoja }, columns(understood.get(each.hoja)), pilesJson(each)),
      ),
    }),
    ...(fullAt > 0 && { comparadas_hasta: fullAt - 1 }),
    ...(changes && { cambiadas: changes.changed }),
    errores: byCode(errors).map(([code, n]) => ({ code_error: code, filas: n, problema: text(...kindOf(code)) })),
    segundos: Number(seconds.toFixed(3)),
    filas_por_segundo: Math.round(rows / seconds),
  };
}
