/** Looks through a file for the evidence of its conventions, without calculating anything. */
import type { ColumnMap } from '@curp-service/contract/columns';
import type { DeclaredOptions } from './decide.js';
import { type Evidence, NO_EVIDENCE } from './evidence.js';

export interface SurveyOptions extends DeclaredOptions {
  readonly columnas?: ColumnMap;
}

export class Survey {
  readonly options: SurveyOptions;
  evidence: Evidence = NO_EVIDENCE;

  constructor(options: SurveyOptions) {
    this.options = options;
  }

  /** Takes a piece of the file. */
  read(bytes: Uint8Array): void {
    void bytes;
  }

  /** The next piece comes from farther behind: drops the rows that are cut on either side. */
  jump(): void {}

  /** The file ends: takes the last row. */
  finish(): Evidence {
    return this.evidence;
  }
}
