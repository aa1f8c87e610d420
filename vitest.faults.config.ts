/** Configures `npm run test:faults`: every fault, which takes minutes. `npm run test:all` runs a few of them. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/server/test/{faults,calls}/all.ts'],
    disableConsoleIntercept: true, // prints the table of results unchanged
    globalSetup: ['packages/server/test/postgres.setup.ts'],
    bail: 0,
  },
});
