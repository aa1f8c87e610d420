import { defineConfig } from 'vitest/config';

/** The faults in full, which take minutes: `npm run test:faults`. Their short form is among the tests. */
export default defineConfig({
  test: {
    include: ['packages/server/test/faults/all.ts'],
    disableConsoleIntercept: true, // the table as it is
    bail: 0,
  },
});
