/** A file that was done, with everything that its result is shown and mended by. */
import type { FileResult, FileTask } from '../worker/messages.js';
import type { Places } from '../worker/rows.js';

export interface FinishedTask {
  readonly file: File;
  readonly task: FileTask;
  readonly result: FileResult;
  /** The names of the columns of a CSV. */
  readonly columnNames: readonly string[] | null;
  /** `null` for NDJSON. */
  readonly places: Places | null;
  /** Shows the assistant again. */
  readonly onChange: () => void;
}
