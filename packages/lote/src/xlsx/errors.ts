/** The sentences a person reads when a workbook cannot be read or written. */

/** A workbook that cannot be read or written, with the reason in both languages. */
export class UnreadableWorkbook extends Error {
  override readonly name = 'LibroIlegible';
  readonly es: string;
  readonly en: string;

  constructor(es: string, en: string, cause?: unknown) {
    super(es, { cause });
    this.es = es;
    this.en = en;
  }
}

/** The file is no zip, or its zip or XML is broken. `reason` goes into `cause`, for developers. */
export const damaged = (reason: unknown): UnreadableWorkbook =>
  new UnreadableWorkbook(
    'El archivo no es un libro XLSX, o está dañado: ábralo y guárdelo de nuevo como .xlsx.',
    'The file is no XLSX workbook, or is damaged: open it and save it again as .xlsx.',
    reason instanceof Error ? reason : new Error(String(reason)),
  );

export const encrypted = (): UnreadableWorkbook =>
  new UnreadableWorkbook(
    'El libro tiene contraseña: guárdelo como .xlsx sin contraseña.',
    'The workbook has a password: save it as .xlsx without a password.',
  );

/** A spreadsheet of another format. */
export const otherFormat = (extension: string): UnreadableWorkbook =>
  new UnreadableWorkbook(
    `El archivo es un libro ${extension}: ábralo y guárdelo como .xlsx.`,
    `The file is a workbook in ${extension} format: open it and save it as .xlsx.`,
  );

/** The workbook goes beyond a bound that keeps memory limited. */
export const tooLarge = (es: string, en: string): UnreadableWorkbook =>
  new UnreadableWorkbook(
    `El libro pasa de lo que se puede leer (${es}): guárdelo como CSV.`,
    `The workbook is beyond what can be read (${en}): save it as CSV.`,
  );
