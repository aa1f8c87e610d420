/** The facts about a file that the assistant shows below its name. */
import { conventionRow } from '@curp-service/contract/conventions/table';
import { delimiterInWords } from '@curp-service/contract/describe-reading';
import { isWorkbookFormat } from '@curp-service/contract/jobs';
import { isBeside } from '@curp-service/contract/layouts';
import type { Reading } from '@curp-service/contract/reading';
import { currentLanguage, formatNumber, t } from '../../base/language.js';
import { conventionMessage } from './view.js';
import type { FilePreview } from './worker/tasks.js';

/** Lists the facts about a file. Those of a layout include its last line. */
export function factsOf({ type, peek, evidence }: FilePreview, file: File, reading: Reading): string[] {
  const layout = conventionRow('formato').describe(reading.formato);
  const format = [
    isWorkbookFormat(type) ? 'Excel' : type.toUpperCase(),
    ...(type === 'csv' && peek !== null ? [delimiterInWords(peek.delimiter, currentLanguage()) ?? ''] : []),
  ];
  return [
    ...(isBeside(reading.formato.value) ? [] : format),
    ...(layout === null ? [] : [conventionMessage(layout).text]),
    t(isWorkbookFormat(type) ? 'n_renglones' : 'n_filas', { n: formatNumber(evidence.rows) }),
    formatBytes(file.size),
  ];
}

const formatBytes = (n: number): string =>
  n < 1e6 ? `${formatNumber(Math.ceil(n / 1e3))} kB` : `${(n / 1e6).toFixed(1)} MB`;
