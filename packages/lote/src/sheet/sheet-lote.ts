/** Processes one sheet of a workbook, or several, as a file of people: returns the workbook with the answers after the last column of each. */
import { UnreadableFile } from '@curp-service/contract/codes/file';
import type { Reading } from '@curp-service/contract/reading';
import { type Totals, type Understood, sumTotals } from '../answer/context.js';
import { type LoteOptions, newFinder } from '../answer/row-work.js';
import type { DuplicateFinder } from '../people/duplicates.js';
import { decideReading } from '../conventions/decide.js';
import { dateReader } from '../datum/dates.js';
import { type FilePass, type PeopleFile, type Step, requireDecided } from '../file.js';
import { SheetAnswers } from './answers.js';
import { PeopleSheet } from './people-sheet.js';
import type { FillOptions, Place, SheetFile } from './sheet-file.js';

export class SheetLote implements PeopleFile {
  private constructor(private readonly sheets: readonly [PeopleSheet, ...PeopleSheet[]]) {}

  /** Throws an `UnreadableFile` with all that a person must say about the headers of the sheets. */
  static async open(sheet: SheetFile, options: LoteOptions): Promise<SheetLote> {
    const { language = 'es', operacion } = options;
    if (operacion === 'cruzar' && sheet.also.length > 0) throw notTogether([sheet, ...sheet.also], options);
    const opened: PeopleSheet[] = [];
    const refused: UnreadableFile[] = [];
    for (const each of [sheet, ...sheet.also]) {
      try {
        opened.push(await PeopleSheet.open(each, options));
      } catch (error) {
        if (!(error instanceof UnreadableFile)) throw error;
        refused.push(sheet.also.length === 0 ? error : error.inSheet(each.name, language));
      }
    }
    throwTogether(refused, options);
    const [first, ...others] = opened;
    return new SheetLote([first, ...others]);
  }

  /** The options of the work, for a sheet. */
  get options(): LoteOptions {
    return this.sheets[0].options;
  }

  /** The reading that the first rows suggest. */
  get suggested(): Reading {
    return joinReadings(this.sheets.map(({ suggested }) => suggested));
  }

  /** How the first header is understood, with the names of the new columns. */
  get understood(): Understood {
    return this.sheets[0].understood;
  }

  /** Yields the rows of a sheet as CSV. Throws an `UnreadableFile` if several are read. */
  csv(delimitador?: string): AsyncIterable<Uint8Array> {
    const [first, ...others] = this.sheets;
    if (others.length === 0) return first.csv(delimitador);
    throw notTogether(
      this.sheets.map(({ file }) => file),
      this.options,
    );
  }

  /** Finds where the answers of each sheet go. See `PeopleSheet.findPlace`. */
  async findPlace(isSupposed = false): Promise<readonly (Place | null)[]> {
    const places: (Place | null)[] = [];
    for (const sheet of this.sheets) places.push(await sheet.findPlace(isSupposed));
    return places;
  }

  /** Returns the reading that the first rows suppose, and supposes from them where the answers go. */
  async suppose(): Promise<Reading> {
    await this.findPlace(true);
    return this.suggested;
  }

  /** Begins to answer the rows in their workbook. */
  answer(reading: Reading, step: Step = () => {}, isSupposed = false): FilePass {
    const pass = new SheetPass(this.sheets, reading, step, isSupposed);
    return {
      pieces: pass.workbook(),
      totals: () => pass.totals,
      proven: () => pass.proven(),
      isMoved: () => pass.isMoved,
      close: async () => pass.close(),
    };
  }

  requireAnswers(reading: Reading): void {
    requireOfSheets(this.sheets, readingsOf(reading, this.sheets));
  }
}

/** Returns the error of sheets that cannot be read together. */
const notTogether = (sheets: readonly SheetFile[], { language = 'es' }: LoteOptions): UnreadableFile =>
  new UnreadableFile({ cause: 'archivo_hojas', parts: { hojas: sheets.map(({ name }) => name) } }, language);

/** Throws the errors of several sheets as one. */
function throwTogether([first, ...others]: readonly UnreadableFile[], { language = 'es' }: LoteOptions): void {
  if (first !== undefined)
    throw first.with(
      others.map(({ problem }) => problem),
      language,
    );
}

/** Joins the readings of sheets into that of their workbook. */
function joinReadings(readings: readonly Reading[]): Reading {
  const [first, ...hojas] = readings;
  return hojas.length === 0 ? first : { ...first, hojas: hojas.map((each) => Object.assign({}, each, { hojas: [] })) };
}

/** Returns the reading of each sheet. */
function readingsOf(reading: Reading, sheets: readonly PeopleSheet[]): readonly Reading[] {
  const { hojas = [], ...own } = reading;
  return sheets.length === 1 ? [reading] : [{ ...own, hojas: [] }, ...hojas];
}

/** Throws an `UnreadableFile` with all that only a person can decide about the rows of the sheets. */
function requireOfSheets(sheets: readonly PeopleSheet[], readings: readonly Reading[]): void {
  const refused = sheets.flatMap(({ options, file }, i) => {
    try {
      requireDecided(readings[i], options);
      return [];
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      return [sheets.length === 1 ? error : error.inSheet(file.name, options.language ?? 'es')];
    }
  });
  throwTogether(refused, sheets[0].options);
}

/** One pass over the sheets, which are answered one after another. */
class SheetPass {
  readonly #sheets: readonly [PeopleSheet, ...PeopleSheet[]];
  readonly #readings: readonly Reading[];
  readonly #step: Step;
  readonly #duplicates: DuplicateFinder | null;
  /** The sheet that is answered, and its answers; `null` before the first row. */
  #current: { readonly sheet: PeopleSheet; readonly answers: SheetAnswers } | null = null;
  /** The totals of each sheet before it, and the reading that its rows prove. */
  readonly #done = new Map<PeopleSheet, { readonly totals: Totals; readonly proven: Reading }>();
  /** The sheets whose rows proved another place. */
  readonly #moved = new Set<PeopleSheet>();

  constructor(
    sheets: readonly [PeopleSheet, ...PeopleSheet[]],
    reading: Reading,
    step: Step,
    /** True if the rows that are read may still say what M means. */
    private readonly isSupposed: boolean,
  ) {
    const [first, ...others] = sheets;
    this.#sheets = sheets;
    this.#readings = readingsOf(reading, sheets);
    this.#step = step;
    this.#duplicates = others.length > 0 ? newFinder(first.options) : null;
  }

  /** The totals of all sheets and, if there are several, of each. */
  get totals(): Readonly<Totals> {
    const current = this.#current;
    const hojas = this.#sheets.map((sheet) => {
      const totals = sheet === current?.sheet ? current.answers.totals : this.#done.get(sheet)?.totals;
      return { ...sumTotals(totals === undefined ? [] : [totals]), hoja: sheet.file.name };
    });
    return { ...sumTotals(hojas), ...(hojas.length > 1 && { hojas }) };
  }

  /** Returns the reading that the rows prove. Call it once, after the last row. */
  proven(): Reading {
    this.#finish();
    return joinReadings(this.#sheets.map((sheet, i) => this.#done.get(sheet)?.proven ?? this.#readings[i]));
  }

  async *workbook(): AsyncGenerator<Uint8Array, void> {
    const [first, ...others] = this.#sheets;
    const fills: FillOptions[] = [{ ...(await this.#fill(first)), second: first.options.second }];
    for (const sheet of others) fills.push(await this.#fill(sheet));
    // A single sheet says so with its header.
    if (others.length > 0 && !this.isSupposed) requireOfSheets(this.#sheets, this.#readings);
    await this.#step(await this.#begin(first));
    yield* first.file.workbook(fills);
    // The reading that the rows prove names the ranges that cannot grow.
    for (const sheet of this.#moved) await sheet.findPlace();
  }

  /** True if rows proved another place for the answers of a sheet. Its next pass fills that. */
  get isMoved(): boolean {
    return this.#moved.size > 0;
  }

  /** Begins to answer a sheet, unless it has begun. */
  async #begin(sheet: PeopleSheet): Promise<SheetAnswers> {
    if (this.#current?.sheet === sheet) return this.#current.answers;
    const reading = this.#readings[this.#sheets.indexOf(sheet)];
    const header = await sheet.headerOf(reading);
    this.#finish();
    this.#duplicates?.beginSheet(sheet.file.name, header.header.number);
    const { allowed } = sheet.options;
    const options: LoteOptions = {
      ...sheet.options,
      // It may answer as many rows as the sheets before it left.
      allowed: allowed && { ...allowed, rows: allowed.rows - this.totals.good },
      reading,
      isSupposed: this.isSupposed,
      ...(this.#duplicates !== null && { duplicates: this.#duplicates }),
    };
    const answers = new SheetAnswers(options, header, this.#step);
    this.#current = { sheet, answers };
    return answers;
  }

  /** Ends the sheet that is answered. */
  #finish(): void {
    if (this.#current === null) return;
    const { sheet, answers } = this.#current;
    const proven = decideReading(answers.takeEvidence(), sheet.options);
    this.#done.set(sheet, { totals: sumTotals([answers.totals]), proven });
    answers.close();
  }

  /** Ends the pass, whether or not all rows are answered. */
  close(): void {
    this.#current?.answers.close();
    this.#duplicates?.table.close();
  }

  async #fill(sheet: PeopleSheet): Promise<FillOptions> {
    const reading = this.#readings[this.#sheets.indexOf(sheet)];
    return {
      ...sheet.cellOptions(reading),
      changed: sheet.options.overrides?.cells,
      readDate: dateReader(reading),
      begin: async () => (await this.#begin(sheet)).answer,
      titles: sheet.understood.added ?? [],
      place: await sheet.knownPlace(),
      moved: sheet.isPlaceSupposed ? () => void this.#moved.add(sheet) : undefined,
    };
  }
}
