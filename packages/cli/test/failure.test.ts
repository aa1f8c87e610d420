/** A fault of this program: it is told from what is wrong with the data. */
import { expect, it, vi } from 'vitest';
import { PACIENCIA, sitio } from './curp.js';

vi.setConfig(PACIENCIA);

it('says what it is, and ends with a code of its own', () => {
  const rota = encodeURIComponent("process.stdout.write = () => { throw new TypeError('out of \\u001b]0;order') }");
  const { stdout, stderr, status } = sitio().con({ NODE_OPTIONS: `--import=data:text/javascript,${rota}` })(
    'entidades',
  );
  expect({ stdout, status }).toEqual({ stdout: '', status: 70 });
  expect(stderr).toMatch(/^TypeError: out of \uFFFD\]0;order\n +at /);
});
