/** A fault of this program: it is told from what is wrong with the data. */
import { expect, it, vi } from 'vitest';
import { PATIENCE, workspace } from './curp.js';

vi.setConfig(PATIENCE);

it('says what it is, and ends with a code of its own', () => {
  const broken = encodeURIComponent("process.stdout.write = () => { throw new TypeError('out of \\u001b]0;order') }");
  const { stdout, stderr, status } = workspace().withEnv({ NODE_OPTIONS: `--import=data:text/javascript,${broken}` })(
    'entidades',
  );
  expect({ stdout, status }).toEqual({ stdout: '', status: 70 });
  expect(stderr).toMatch(/^TypeError: out of \uFFFD\]0;order\n +at /);
});
