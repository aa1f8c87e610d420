/** Asks questions on a terminal. They go to stderr, so that the output can still be piped. */
import { once } from 'node:events';
import type { Bilingual } from '@curp-service/contract/language';
import { tell, text } from '../environment.js';
import { paint, printError, sanitize } from './color.js';
import { CommandFailure, EXIT, commandFailure, wrongUse } from '../failure.js';
import { words } from '../textos/words.js';

interface Question {
  readonly prompt: string;
  /** Returns the problems of an answer; an answer without problems is accepted. */
  readonly problems: (answer: string) => readonly string[];
}

export const hasTerminal = (): boolean => process.stdin.isTTY && process.stderr.isTTY;

/** Repeats each question until its answer is right. Ctrl-C or Ctrl-D ends the program. */
export async function ask(questions: readonly Question[]): Promise<string[]> {
  // Loaded only for questions. A chunk of the bundle cannot `import()` it.
  const { createInterface } = process.getBuiltinModule('node:readline/promises');
  const rl = createInterface({ input: process.stdin, output: process.stderr });
  // `rl.question` would lose all but the first of several pasted lines.
  const lines: string[] = [];
  rl.on('line', (line) => lines.push(line));
  let open = true;
  const closed = once(rl, 'close').then(() => (open = false));
  const readLine = async (question: string): Promise<string> => {
    const label = `${paint('bold', question.endsWith('?') ? question : `${question}:`, process.stderr)} `;
    if (lines.length > 0) {
      printError(`${label}${lines[0]}`);
    } else if (open) {
      rl.setPrompt(sanitize(label));
      rl.prompt();
      await Promise.race([once(rl, 'line'), closed]);
    }
    const line = lines.shift();
    if (line !== undefined) return line;
    process.stderr.write('\n');
    throw new CommandFailure(EXIT.INTERRUPTED);
  };
  const askUntilRight = async ({ prompt: question, problems }: Question): Promise<string> => {
    for (;;) {
      const answer = await readLine(question);
      const found = problems(answer);
      if (found.length === 0) return answer;
      for (const message of found) printError(`  ${paint('red', message, process.stderr)}`);
    }
  };
  try {
    const answers: string[] = [];
    for (const question of questions) answers.push(await askUntilRight(question));
    return answers;
  } finally {
    rl.close();
  }
}

/** Asks before something is erased, unless `--si` answered. If the user says no, or cannot be asked, the command ends. */
export async function confirm(si: true | undefined, ...question: Bilingual): Promise<void> {
  if (si) return;
  if (!hasTerminal()) throw wrongUse(...words('terminal_sin_terminal_no'));
  const [answer = ''] = await ask([
    {
      prompt: `${text(...question)} ${tell('terminal_si_no')}`,
      problems: (typed) => (/^(s[ií]|yes|no)$/i.test(typed.trim()) ? [] : [tell('terminal_conteste_si_o')]),
    },
  ]);
  if (/^no$/i.test(answer.trim())) throw commandFailure(EXIT.NO, ...words('terminal_no_se_borro'));
}
