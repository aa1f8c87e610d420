/** An internal error of the program is not mistaken for an error in the data. */
import { expect, it } from 'vitest';
import { workspace } from './curp.js';

it('an internal error prints its stack and exits with 70', () => {
  const broken = encodeURIComponent("process.stdout.write = () => { throw new TypeError('out of \\u001b]0;order') }");
  const { stdout, stderr, status } = workspace().withEnv({ NODE_OPTIONS: `--import=data:text/javascript,${broken}` })(
    'entidades',
  );
  expect({ stdout, status }).toEqual({ stdout: '', status: 70 });
  expect(stderr).toMatch(/^TypeError: out of \uFFFD\]0;order\n +at /);
});
