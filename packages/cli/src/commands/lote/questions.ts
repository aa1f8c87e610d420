/** Asks what a file leaves open, or says what is missing. */
import { UnreadableFile, rowProblemInWords } from '@curp-service/contract/codes/file';
import { user } from '../../environment.js';
import { CommandFailure, EXIT } from '../../failure.js';
import { type AskedOptions, type LoteCommandOptions, askAbout } from './plan.js';
import { COMMAND } from './screen.js';

/** Asks what a file leaves open, and returns the options that the answer means. Throws what the user reads if nobody answers. */
export async function answersTo(error: unknown, path: string, options: LoteCommandOptions): Promise<AskedOptions> {
  if (!(error instanceof UnreadableFile)) throw error;
  const answer = await askAbout(error, path, options);
  if (answer === null) throw new CommandFailure(EXIT.USAGE, rowProblemInWords(error.problem, COMMAND, user.language));
  return answer;
}
