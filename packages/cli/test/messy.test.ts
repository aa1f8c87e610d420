/** Files as offices have them: no row gets a wrong key without a notice. `messy/manifest.jsonl` has the key that a careful person gives. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { parse } from 'csv-parse/sync';
import { afterAll, describe, expect, it } from 'vitest';
import { lote } from '../src/commands/lote/index.js';
import { CommandFailure } from '../src/failure.js';

const messy = fileURLToPath(new URL('messy/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'curp-messy-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface MessyFile {
  readonly file: string;
  /** Options of `curp lote`. */
  readonly args: readonly string[];
  /** The key of each row, or `null` if a careful person would calculate nothing. */
  readonly expected: readonly (string | null)[];
  readonly note: string;
}

const FILES = readFileSync(`${messy}manifest.jsonl`, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as MessyFile);

/** A row of the result. */
interface Answer {
  readonly curp: string;
  readonly pile: 'lista' | 'revisar' | 'error';
  readonly reason: string;
}

/** Runs `curp lote` in this process, without a terminal. Returns the rows, or why the file was refused. */
async function run(file: string, args: readonly string[]): Promise<readonly Answer[] | string> {
  const output = join(folder, `${file}.${file.endsWith('.json') ? 'ndjson' : 'csv'}`);
  const program = new Command().exitOverride();
  lote(program);
  const words = ['lote', join(messy, file), '-o', output, '--forzar', '--silencio', '--sin-preguntas', ...args];
  try {
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    if (error instanceof CommandFailure) return error.message;
    throw error;
  } finally {
    process.exitCode = undefined;
  }
  const text = readFileSync(output, 'utf8');
  return file.endsWith('.json') ? fromNdjson(text) : fromCsv(text);
}

const toAnswer = (curp: string, notice: string, code: string, message: string): Answer =>
  code === '0'
    ? { curp, pile: notice === '' ? 'lista' : 'revisar', reason: notice }
    : { curp, pile: 'error', reason: message };

/** A line of the NDJSON that `curp lote` writes. */
interface Line {
  readonly curp: string | null;
  readonly avisos: readonly string[];
  readonly code_error: number;
  readonly error_message: string | null;
}

const fromNdjson = (text: string): Answer[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const { curp, avisos, code_error, error_message } = JSON.parse(line) as Line;
      return toAnswer(curp ?? '', avisos.join(' '), String(code_error), error_message ?? '');
    });

/** Reads the rows under the header, which may not be the first line. */
function fromCsv(text: string): Answer[] {
  const [, delimiter] = /(.)code_error/.exec(text) ?? expect.fail('the header is missing');
  const header = text.lastIndexOf('\n', text.indexOf('code_error')) + 1;
  const rows = parse(text.slice(header).replaceAll('\\"', '""'), { columns: true, delimiter }) as Record<
    string,
    string
  >[];
  return rows.map(({ curp = '', aviso = '', code_error = '', error_message = '' }) =>
    toAnswer(curp, aviso, code_error, error_message),
  );
}

describe('no row has a wrong key without a notice', () => {
  let known = 0;
  let right = 0;
  const refused: string[] = [];

  it.each(FILES)('$file: $note', async ({ file, args, expected }) => {
    const answers = await run(file, args);
    known += expected.filter((key) => key !== null).length;
    if (typeof answers === 'string') {
      expect(answers).toMatch(/\S/);
      refused.push(file);
      return;
    }
    expect(answers).toHaveLength(expected.length);
    const isValidar = args.includes('validar');
    for (const [i, { curp, pile, reason }] of answers.entries()) {
      if (pile === 'error') expect(curp).toBe('');
      if (pile !== 'lista') expect(reason).toMatch(/\S/);
      else if (!isValidar) expect(curp).toBe(expected[i]);
    }
    right += answers.filter(({ curp }, i) => curp !== '' && curp === expected[i]).length;
  });

  it('at least 80 % of the keys are right, and a file is refused only if a person must be asked', () => {
    expect(right / known).toBeGreaterThanOrEqual(0.8);
    expect(refused).toEqual(['03_domicilio_estado.csv', '110_apellido_casada.csv']);
  });

  it('married names are for review once the user says that M is a woman', async () => {
    const answers = await run('110_apellido_casada.csv', ['--sexo', 'hm']);
    expect(answers).toEqual([1, 2, 3].map(() => expect.objectContaining({ pile: 'revisar' })));
  });
});
