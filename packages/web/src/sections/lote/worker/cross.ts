/** Crosses two files of people. */
import { fileProblemOf } from '@curp-service/contract/codes/file';
import { type FileFormat, MEDIA_TYPES, isWorkbookFormat } from '@curp-service/contract/jobs';
import { Cruce, type ListName, type LoteOptions, type PeopleFile, SheetLote, textFile } from '@curp-service/lote';
import { BlobBuilder, formatOf, textOf, xlsxLibrary } from './files.js';
import type { CrossResult, CrossTask, TaskHooks } from './tasks.js';

interface OpenedList {
  /** The list as text; a workbook is also its sheet. */
  readonly rows: PeopleFile;
  readonly sheet: SheetLote | null;
  readonly type: FileFormat;
}

export async function crossFiles({ lists, language, told }: CrossTask, { pause }: TaskHooks): Promise<CrossResult> {
  const cruce = new Cruce();
  const open = async (list: ListName): Promise<OpenedList> => {
    const own = cruce.optionsFor(list, language);
    const file = lists[list];
    const type = await formatOf(file, language);
    const options: LoteOptions = { formato: 'csv', excel: list === 'a', ...told[list], ...own };
    if (isWorkbookFormat(type)) {
      const { openSheet } = await xlsxLibrary();
      const sheet = await SheetLote.open(await openSheet(file), options);
      const rows = textFile({ chunks: () => sheet.csv() }, { ...sheet.options, reading: sheet.suggested });
      return { rows, sheet, type };
    }
    const chunks = (): AsyncIterable<Uint8Array> => textOf({ file, hoja: undefined });
    return { rows: textFile({ chunks }, { ...options, formato: type }), sheet: null, type };
  };
  try {
    const b = await open('b');
    const a = await open('a');
    const output = new BlobBuilder();
    const write = async (piece: Uint8Array): Promise<void> => {
      output.add(piece.slice());
      await pause();
    };
    const files = { a: a.rows, b: b.rows, written: a.sheet ?? a.rows };
    const readings = await cruce.run(files, { step: () => pause() ?? undefined, write });
    const only = new BlobBuilder();
    if (a.sheet === null) for await (const piece of cruce.onlyInB(language)) only.add(piece.slice());
    return {
      totals: cruce.totals,
      readings,
      output: output.blob(MEDIA_TYPES[a.type]),
      type: a.type,
      onlyInB: a.sheet === null ? only.blob(MEDIA_TYPES.csv) : null,
    };
  } catch (error) {
    const failure = fileProblemOf(error);
    if (failure === null) throw error;
    return { list: cruce.list, failure };
  }
}
