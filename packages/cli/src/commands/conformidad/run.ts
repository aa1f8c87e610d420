/** Asks a program every case of the suite. */
import type { Case } from './cases.js';
import type { Harness } from './harness.js';
import { type Answer, type Implementation, readAnswer } from './protocol.js';
import type { ReportBuilder } from './report.js';

/** After so many faults in a row the program is not asked again: each may take the whole time limit. */
const MAX_FAULTS_IN_A_ROW = 20;

/** Asks the cases one by one. After a fault the program is started again, and the next case is asked. */
export async function askAll(
  harness: Harness,
  { ops }: Implementation,
  cases: readonly Case[],
  report: ReportBuilder,
): Promise<void> {
  let faults = 0;
  for (const each of cases) {
    const answer = ops.includes(each.op)
      ? await askOne(harness, each, faults >= MAX_FAULTS_IN_A_ROW)
      : { omitida: `ops: ${each.op}` };
    if ('fault' in answer) {
      faults++;
      harness.kill();
    } else if (!('omitida' in answer) || ops.includes(each.op)) {
      faults = 0;
    }
    report.add(each, answer);
  }
  await harness.end();
}

async function askOne(harness: Harness, { id, op, entrada }: Case, isHopeless: boolean): Promise<Answer> {
  if (isHopeless) return { fault: 'sin_preguntar' };
  if (!harness.isRunning && (await harness.start()) === null) return { fault: 'fin' };
  const reply = await harness.ask({ id, op, entrada });
  return 'fault' in reply ? reply : readAnswer(reply.line, id);
}
