/** Which tests run by which command, how many at a time, and in what order. `npx vitest run FILE` runs any of them. */
import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { Skipped } from './test/skipped.js';

const mutating = 'STRYKER_MUTATOR_WORKER' in process.env;
const { PARTE = 'core' } = process.env;
/** The tests that must kill the mutants of the server: those of its tokens, limits and answers, all in this process. */
const SERVER_MUTATION_TESTS =
  '{answer,auth,codes,errors,gate,health,limits,load,operations,operator,other-origins,quota,request,retention,tokens,unread-bodies,usage,version2}';

/**
 * `npm run test:all` runs these files, `npm test` all others. A file belongs here if it needs programs of others, breaks machines (kills,
 * full disks, wrong clocks, cut networks), tries at random, or takes long for what a change is likely to break.
 */
const TEST_ALL = [
  // What is published and documented: packages, engines of databases, runtimes, offices, commands of documents, an upgrade.
  'test/{build,conformance-runner,dask,deploy,documents,examples,excel,manual,one-file,packages,python,runtimes,security,sql,start,systemd,types,upgrade,watch}.test.ts',
  'packages/cli/test/lote/office.test.ts',
  'packages/lote/test/office-programs.test.ts',
  'packages/cli/test/admin/{backup,database}.test.ts',
  'packages/server/test/{earlier-builds,files-clients,pgbouncer,proxies,schema-steps,unread-bodies}.test.ts',
  'packages/web/test/firefox.test.ts',
  // Machines that break, and clients that attack.
  'packages/server/test/{faults,calls}/*.test.ts',
  'packages/server/test/{attacks,database-clock,files-hostile,pauses,postgres-{down,replicas,start},privacy-process,quota-kill,socket,sqlite-damage,store-away,threads,unread-answers}.test.ts',
  'packages/cli/test/admin/{mudar,padron-kill}.test.ts',
  'packages/cli/test/lote/{failures,memory,terminal}.test.ts',
  'packages/server/test/{files-socket,operator}.test.ts',
  'test/fuzz/fuzz.test.ts',
];

/** Files without a process that take seconds, which `npm run test:quick` leaves out: of large data, of many random people, or that wait. */
const SLOW = [
  '**/properties.test.ts',
  'packages/core/test/reescritura.test.ts',
  'packages/lote/test/{all-sheets,bad-rows,chunks,columns,cruzar,csv-reader,encoding,cruzar-truth,duplicates,file,invent,layouts,messy,parts,sheet-lote,sheet-rows,xlsx-bounds,xlsx-twice}.test.ts',
  'packages/server/test/{files,files-share,health,openapi,pool,privacy,queue,upstream-failures}.test.ts',
];

/** Test files that take long for their few lines. Without times of an earlier run, Vitest starts the largest files first. */
const LONG =
  /(server\/test\/(attacks|faults\/faults|files-socket|jobs\S*|threads)|web\/test\/(assistant|calcular|cotejar|lote-page|lote-service|mend-page|page|firefox)|lote\/(failures|formats|service|threads)|\/(documents|fuzz|packages))\.test\.ts$/;

/** Starts the long files first, so that none runs alone at the end. A mutant is run until a test fails, so there the short files come first. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean => LONG.test(moduleId);
    const sorted = await super.sort(files); // oxlint-disable-line unicorn/no-array-sort -- a method of Vitest, not of an array
    if (mutating) return sorted.toReversed();
    return sorted.toSorted((a, b) => Number(isLong(b)) - Number(isLong(a)));
  }
}

/** Tests that start neither a process nor PostgreSQL. */
const withoutProcesses = (): string[] =>
  globSync('packages/{core,contract,lote,server}/test/*.test.ts').filter(
    (file) => !/from '(node:child_process|\.\/(process|postgres|jobs|replica)\S*)'/.test(readFileSync(file, 'utf8')),
  );

/** Stryker counts which test reaches which mutant in its first run. Counting on would make every later run ten times as long. */
const countOnce = {
  name: 'count-once',
  enforce: 'pre' as const,
  transform: (code: string) => code.replace('var c = cov.static;', 'if (ns.activeMutant) return; $&'),
};

const sourceOf = (path: string): string => fileURLToPath(new URL(`packages/lote/src/${path}`, import.meta.url));
const LOTE_SOURCES = [
  { find: /^@curp-service\/lote$/, replacement: sourceOf('index.ts') },
  { find: /^@curp-service\/lote\/xlsx$/, replacement: sourceOf('xlsx/xlsx.ts') },
];

export default defineConfig(({ mode }) => {
  const modes: Record<string, string[]> = {
    core: ['packages/core/test/**/*.test.ts'],
    // `npm test`, after those of core
    usual: ['packages/!(core)/test/**/*.test.ts', 'test/**/*.test.ts'],
    quick: withoutProcesses(),
    all: TEST_ALL,
    mutation: [
      `packages/${PARTE}/test/${PARTE === 'server' ? SERVER_MUTATION_TESTS : '*'}.test.ts`,
      ...(PARTE === 'lote' ? ['test/corpus.test.ts'] : []),
    ],
  };
  const include = modes[mutating ? 'mutation' : mode] ?? ['packages/*/test/**/*.test.ts', 'test/**/*.test.ts'];
  const inProcess = mutating || mode === 'core' || mode === 'quick';
  const excluded: Record<string, string[]> = { usual: TEST_ALL, quick: [...TEST_ALL, ...SLOW] };
  return {
    plugins: mutating ? [countOnce] : [],
    // The tests of several packages import what is built: a mutant of `lote` is in its source.
    resolve: { alias: mutating && PARTE === 'lote' ? LOTE_SOURCES : [] },
    test: {
      isolate: false,
      // Many tests wait for timers, processes, browsers and databases: more workers than cores keep the cores busy. Those of core
      // wait for nothing, and each worker more would load all modules again.
      maxWorkers: availableParallelism() + (mutating || mode === 'core' ? 0 : mode === 'quick' ? 2 : 4),
      sequence: { sequencer: LongFirst },
      // Processes that tests start share their compiled code, so that each starts sooner.
      env: {
        NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url)),
        QUICK: String(mode === 'quick'),
      },
      globalSetup: inProcess ? [] : ['packages/server/test/postgres.setup.ts', 'packages/web/test/chromium.ts'],
      // No test is about its own speed, and the machine may be busy: those that start processes and browsers get longer.
      testTimeout: inProcess ? 120_000 : 300_000,
      hookTimeout: inProcess ? 120_000 : 300_000,
      // What a test waits for has no time of its own: this ends, with what it waits for, a test that hangs.
      expect: { poll: { timeout: 280_000 } },
      include,
      // People drawn at random kill a mutant only by chance.
      exclude: [...configDefaults.exclude, ...(mutating ? ['**/properties.test.ts'] : (excluded[mode] ?? []))],
      reporters: ['default', new Skipped(mode !== 'quick')],
      coverage: {
        // Every branch of the norm is tested by the tests of core alone. Counting makes the other tests twice as slow.
        include: ['packages/core/src/**'],
        reporter: ['text-summary'],
        thresholds: { 100: true },
      },
    },
  };
});
