/** Keeps the bad rows of a file in a blob, outside of the script's memory, and counts them by kind of error. */
import { type Hallazgo, validar } from '@curp-service/core';
import { findingMessage } from '@curp-service/contract/finding-message';
import { type Bilingual, CORE_OPTIONS, type Language } from '@curp-service/contract/language';
import { TEXTS } from '../../../base/texts.js';
import { BlobBuilder } from './blob-builder.js';
import { type ErrorGroup, type KeptBadRows, type KeptRow, PAGE_ROWS } from './messages.js';

export class BadRows {
  count = 0;
  sameRoot = 0;
  private readonly kept = new BlobBuilder();
  private readonly pages: number[] = [];
  private readonly groups = new Map<string, ErrorGroup>();

  /** Keeps a row if it is bad. */
  take(row: KeptRow): void {
    if (!this.isBad(row)) return;
    if (this.count++ % PAGE_ROWS === 0) this.pages.push(this.kept.size);
    this.kept.add(new TextEncoder().encode(`${JSON.stringify(row)}\n`));
  }

  finish(): KeptBadRows {
    const { count, sameRoot, pages, groups } = this;
    return { badRows: this.kept.blob('text/plain;charset=utf-8'), badCount: count, sameRoot, pages, groups };
  }

  /** A key with the same root as the calculated one is counted, but not bad: the registry assigns its end. */
  private isBad({ error, values: [answer], curp = '' }: KeptRow): boolean {
    if (error !== null) return true;
    if (answer === 'misma_raiz') this.sameRoot++;
    else if (answer === 'difiere') this.addToGroup('difiere', () => TEXTS.difiere);
    else if (answer === false) {
      this.addToGroup(firstError(curp, 'es')?.codigo ?? '', () => [errorMessage(curp, 'es'), errorMessage(curp, 'en')]);
    }
    return answer === 'difiere' || answer === false;
  }

  private addToGroup(name: string, text: () => Bilingual): void {
    const group = this.groups.get(name);
    if (group === undefined) this.groups.set(name, { rows: 1, text: text() });
    else group.rows++;
  }
}

/** A key that is not valid counts by its first error. */
const firstError = (curp: string, language: Language): Hallazgo | undefined =>
  validar(curp, CORE_OPTIONS[language]).hallazgos.find(({ severidad }) => severidad === 'error');

function errorMessage(curp: string, language: Language): string {
  const error = firstError(curp, language);
  return error === undefined ? '' : findingMessage(error, language);
}
