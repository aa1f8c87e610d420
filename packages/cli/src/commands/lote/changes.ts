/** Compares a file that was answered before with its answer now: which rows changed their pile or their values. */
import { errorsInWords, noticesInWords } from '@curp-service/contract/finding-message';
import { WIRE } from '@curp-service/contract/words/message';
import { csvRow } from '@curp-service/contract/words/csv';
import { type AnsweredRow, type LoteOptions, type Understood, toCell } from '@curp-service/lote';
import { user } from '../../environment.js';
import { EXIT, commandFailure } from '../../failure.js';
import { words } from '../../textos/words.js';

/** What an answer says of a row. `values`: its key or, of another operation, all that it adds. */
interface RowState {
  /** Empty if the row had no answer. */
  readonly pile: 'lista' | 'revisar' | 'error' | '';
  readonly values: string;
  readonly reason: string;
}

const HEADER = ['fila', 'antes', 'ahora', 'valores_antes', 'valores_ahora', 'motivo_antes', 'motivo_ahora'];

export interface ChangeCounts {
  readonly rows: number;
  readonly changed: number;
}

export class AnswerChanges {
  #rows = 0;
  #changed: string[] = [];
  /** The columns that this operation adds. */
  #added: readonly string[] = [];

  /** The rows that were compared, and those that changed. */
  get counts(): ChangeCounts {
    return { rows: this.#rows, changed: this.#changed.length };
  }

  /** Returns the options of a file with which its rows are compared as they are answered. */
  watch<O extends LoteOptions>(options: O): O {
    this.#rows = 0;
    this.#changed = [];
    const onUnderstood = (understood: Understood): void => {
      if (understood.isAnswered !== true) throw notAnswered();
      this.#added = understood.added ?? [];
      options.onUnderstood?.(understood);
    };
    const onRow = (row: AnsweredRow): void => {
      this.#compare(row);
      options.onRow?.(row);
    };
    return { ...options, onUnderstood, onRow, firstRows: Infinity };
  }

  /** The changed rows as CSV. */
  csv(): Uint8Array {
    return new TextEncoder().encode([csvRow(HEADER), ...this.#changed, ''].join('\n'));
  }

  #compare(row: AnsweredRow): void {
    const [before, now] = [stateBefore(row.earlier, this.#added.length), stateNow(row)];
    this.#rows++;
    // An answer has no values where a row has an error.
    const isSame = before.pile === now.pile && (now.pile === 'error' || before.values === now.values);
    if (isSame) return;
    const cells = [before.pile, now.pile, before.values, now.values, before.reason, now.reason];
    this.#changed.push(csvRow([String(row.number), ...cells]));
  }
}

/** A CSV that was saved from an answered workbook has the key and the reason. */
const IN_WORDS = 2;

/** Reads the cells of an earlier answer: the values, then the reasons for review, which version 0.2 did not have, the code and the message. */
function stateBefore(earlier: readonly string[], columns: number): RowState {
  if (earlier.length === 0) return { pile: '', values: '', reason: '' };
  if (earlier.length === IN_WORDS) {
    const [key = '', reason = ''] = earlier;
    return { pile: key === '' ? 'error' : reason === '' ? 'lista' : 'revisar', values: key, reason };
  }
  const [code = '', message = ''] = earlier.slice(-2);
  const notice = earlier.length === columns ? (earlier.at(-3) ?? '') : '';
  const values = earlier
    .slice(0, earlier.length === columns ? -3 : -2)
    .join(' ')
    .trim();
  const pile = code === '' ? '' : code !== '0' ? 'error' : notice !== '' ? 'revisar' : 'lista';
  return { pile, values, reason: pile === 'error' ? message : notice };
}

function stateNow({ error, others, notices, values }: AnsweredRow): RowState {
  const { language } = user;
  if (error !== null) return { pile: 'error', values: '', reason: errorsInWords(error, others, WIRE, language) };
  const reason = noticesInWords(notices, language).join(' ');
  return { pile: reason === '' ? 'lista' : 'revisar', values: values.map((value) => toCell(value)).join(' '), reason };
}

const notAnswered = () => commandFailure(EXIT.USAGE, ...words('lote_entrada_no_trae'));
