/** Mutants of one part of the house: `PARTE=lote npm run test:mutation`; without it, of all three, one after the other. */
const PARTES = {
  core: { archivos: '**/*', minimo: 90 },
  contract: { archivos: '**/*', minimo: 90 },
  lote: { archivos: '**/*', minimo: 90 },
  // Who asks, how much and how fast, and what every answer leaves in.
  server: { archivos: '{access/*,http/{request,answer,errors}}', minimo: 80 },
};

const { PARTE = 'core' } = process.env;
const { archivos, minimo } = PARTES[PARTE];

export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { related: false }, // vitest.config.ts says which tests there are, and looking for them each time takes long
  tsconfigFile: 'none.json',
  mutate: [`packages/${PARTE}/src/${archivos}.ts`],
  coverageAnalysis: 'perTest',
  concurrency: 2,
  timeoutMS: 10_000,
  timeoutFactor: 0.2, // of the first run, which counts
  dryRunTimeoutMinutes: 30, // every byte that is read counts what it goes through
  reporters: ['clear-text', 'progress', 'html'],
  htmlReporter: { fileName: `reports/mutation/${PARTE}.html` },
  clearTextReporter: { allowEmojis: false, logTests: false, reportTests: false, reportScoreTable: true },
  thresholds: { high: 95, low: minimo, break: minimo },
  tempDirName: '.stryker-tmp',
};
