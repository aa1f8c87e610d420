import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

/**
 * Mutants are to be killed by the named rows, in one process: random people would take long and hit them by chance. Of the
 * server, by the tests that start nothing.
 */
const mutando = 'STRYKER_MUTATOR_WORKER' in process.env;
const { PARTE = 'core' } = process.env;
const SIN_PROCESOS = '{auth,codes,answer,errors,gate,limits,health,operations,request,quota,tokens,usage}';

/** What goes through which mutant is counted in the first run; to go on counting would make every other one ten times as long. */
const sinContar = {
  name: 'sin-contar',
  enforce: 'pre' as const,
  transform: (codigo: string) => codigo.replace('var c = cov.static;', 'if (ns.activeMutant) return; $&'),
};

export default defineConfig({
  plugins: mutando ? [sinContar] : [],
  test: {
    isolate: false,
    maxWorkers: availableParallelism(), // most tests wait for processes, browsers and databases
    globalSetup: mutando ? [] : ['packages/server/test/postgres.setup.ts', 'packages/web/test/chromium.ts'],
    // A test is not about time, and a machine may have much else to do; where all is counted, more than usual.
    testTimeout: mutando ? 600_000 : 60_000,
    include: mutando
      ? [`packages/${PARTE}/test/${PARTE === 'server' ? SIN_PROCESOS : '*'}.test.ts`]
      : ['packages/*/test/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(mutando ? ['**/properties.test.ts'] : [])],
    coverage: {
      include: ['packages/{core,contract,lote}/src/**'],
      reporter: ['text-summary', 'text'],
      // The norm is code without exceptions: every branch of it is tested.
      thresholds: { 'packages/core/src/**': { branches: 100, functions: 100, lines: 100, statements: 100 } },
    },
  },
});
