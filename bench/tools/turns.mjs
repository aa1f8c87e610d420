/** Lets contenders take turns and computes medians, so that a busy machine disturbs all contenders equally. */

/** Shows progress: on a terminal in one line, elsewhere in a new line each time. */
export const progress = (text) => process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${text}` : text && `${text}\n`);

const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

/** Measures the contenders in turn for several rounds, one at a time, and returns the median of each figure. */
export async function inTurns(title, rounds, contenders, measure) {
  const results = await Array.fromAsync({ length: rounds }, (_, round) => {
    progress(`${title}: round ${round + 1} of ${rounds}`);
    return Array.fromAsync(contenders, (contender) => measure(contender));
  });
  progress('');
  return contenders.map((_, i) => {
    const figures = Object.keys(results[0][i]);
    return Object.fromEntries(figures.map((figure) => [figure, median(results.map((round) => round[i][figure]))]));
  });
}
