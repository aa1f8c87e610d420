/**
 * Configures mutation tests of one part: `PARTE=lote npm run test:mutation`. Without `PARTE`, the script runs every part in turn.
 * `npm run test:all` tries only the mutants of a few small files: with `MUTANTS=sample`.
 */
const PARTS = {
  core: { files: '**/*', minimum: 94 },
  contract: { files: '**/*', minimum: 90 },
  lote: { files: '**/*', minimum: 90 },
  // The tokens, rates and quotas, and the code that reads every request and writes every answer.
  server: { files: '{access/*,http/{request,answer,errors}}', minimum: 90 },
};

const SAMPLE = '{fecha,norma/digito-verificador}';

const { PARTE = 'core', MUTANTS } = process.env;
const { files, minimum } = PARTS[PARTE];

export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { related: false }, // vitest.config.ts names the tests; searching for related ones each time takes long
  tsconfigFile: 'none.json',
  ignorePatterns: ['packages/cli/dist'], // no mutant runs from the bundle
  mutate: [`packages/${PARTE}/src/${MUTANTS === 'sample' ? SAMPLE : files}.ts`],
  coverageAnalysis: 'perTest',
  ignoreStatic: MUTANTS === 'sample', // each of them runs all tests
  concurrency: 2,
  timeoutMS: 10_000,
  timeoutFactor: 0.2, // of the first run, which is slow because it counts
  dryRunTimeoutMinutes: 30, // the first run counts at every byte it reads
  reporters: ['clear-text', 'progress', 'html'],
  htmlReporter: { fileName: `reports/mutation/${PARTE}.html` },
  clearTextReporter: { allowEmojis: false, logTests: false, reportTests: false, reportScoreTable: true },
  thresholds: { high: 95, low: 90, break: MUTANTS === 'sample' ? 90 : minimum },
  tempDirName: '.stryker-tmp',
};
