/** The threads that answer files: one that breaks or never ends harms neither the service nor other files. */
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Pool, type PoolOptions, type TaskOptions } from '../src/files/pool.js';
import { FileRefused, type ThreadTask, ThreadLost } from '../src/files/task.js';
import { DYING_WORKER, ENDLESS_WORKER, GREEDY_WORKER, LINGERING_WORKER, SLOW_WORKER } from './broken-worker.js';
import { openService } from './service.js';
import { GOOD, HEADER, envelopeOf, uploadFile } from './upload.js';

const TASK: ThreadTask = {
  bytes: { fd: -1, size: 0, answerFd: -1 },
  options: { formato: 'csv' },
  book: null,
};
const LONG = 2 << 20;

/** Every task says at once that it is stopped, once the test lets it end. */
const HELD_WORKER = new URL(
  `data:text/javascript,${encodeURIComponent(
    `import { parentPort } from 'node:worker_threads';
     parentPort.on('message', ({ task, memory }) => {
       const timer = setInterval(() => {
         if (new Int32Array(memory, 0, 1)[0] === 0) return;
         clearInterval(timer);
         parentPort.postMessage({ failed: { kind: 'over' } });
       }, 5);
     });`,
  )}`,
);

function open(options: PoolOptions) {
  const pool = new Pool(options);
  onTestFinished(async () => pool.close());
  const run = async (given: Partial<TaskOptions> = {}): Promise<unknown> =>
    pool.run(TASK, { project: 'prj_x', of: 'client', size: 0, ...given }).catch((error: unknown) => error);
  return { pool, run };
}

describe('a thread', () => {
  it.each([
    ['ends by itself', DYING_WORKER, 'exit 7'],
    ['fills its heap', GREEDY_WORKER, 'Error'],
  ])('is lost with its task if it %s', async (_, worker, reason) => {
    const failure = await open({ worker }).run();
    expect(failure).toBeInstanceOf(ThreadLost);
    expect((failure as ThreadLost).message).toBe(reason);
  });

  it.each([
    ['works for longer than any file needs', { worker: SLOW_WORKER, tickMs: 20, taskMs: 500 }],
    ['shows no progress', { worker: ENDLESS_WORKER, tickMs: 20, silentMs: 500 }],
  ])('is ended if its task %s', async (_, options) => {
    expect(await open(options).run()).toMatchObject({ problems: [{ cause: 'lote_lento' }] });
  });

  it('keeps the files of a task whose client left until it uses them no more', async () => {
    const { run } = open({ worker: LINGERING_WORKER });
    const left = new AbortController();
    const task = run({ signal: left.signal });
    await setTimeout(200);
    left.abort('left');
    const since = performance.now();
    expect(await task).toBe('left');
    expect(performance.now() - since).toBeGreaterThan(250); // Its descriptors may be those of other files afterwards.
  });
});

describe('a waiting file', () => {
  /** Begins tasks that end in the order of their numbers when the test says so. */
  function held(options: PoolOptions = {}) {
    const { run } = open({ worker: HELD_WORKER, most: 1, tickMs: 20, ...options });
    const ended: string[] = [];
    const begin = (name: string, given: Partial<TaskOptions>): (() => Promise<unknown>) => {
      const client = new AbortController();
      const done = run({ ...given, signal: client.signal }).then((error) => {
        ended.push(name);
        return error;
      });
      return async () => {
        client.abort(name);
        return done;
      };
    };
    return { begin, ended, run };
  }

  it('is refused once it has waited too long, and one that runs is not', async () => {
    const { begin, run } = held({ waitMs: 100 });
    const end = begin('first', { project: 'a' });
    const refused = await run({ project: 'b' });
    expect(refused).toBeInstanceOf(FileRefused);
    expect((refused as FileRefused).problems).toEqual([{ cause: 'lote_ocupado' }]);
    expect(await end()).toBe('first');
  });

  it('leaves at once when its client leaves', async () => {
    const { begin, ended } = held();
    const ends = [begin('running', { project: 'a' }), begin('waiting', { project: 'a' })];
    await ends[1]?.();
    expect(ended).toEqual(['waiting']);
    await ends[0]?.();
  });

  it('gets the next thread if its project has fewest, and a short file waits for no long one', async () => {
    const pool = new Pool({ worker: HELD_WORKER, most: 1, tickMs: 20 });
    onTestFinished(async () => pool.close());
    const looks: string[] = [];
    const ends = new Map<string, AbortController>();
    const tasks = [
      ['heavy 1', 'heavy', LONG],
      ['heavy 2', 'heavy', LONG],
      ['heavy 3', 'heavy', LONG],
      ['light', 'light', LONG],
      ['short', 'heavy', 10],
    ].map(async ([name, project, size]) => {
      const client = new AbortController();
      ends.set(String(name), client);
      const onProgress = (): void => {
        if (!looks.includes(String(name))) looks.push(String(name));
      };
      const options = { project: String(project), of: 'client', size: Number(size), signal: client.signal, onProgress };
      return pool.run(TASK, options as TaskOptions).catch(() => null);
    });
    const started = async (count: number): Promise<void> => {
      while (looks.length < count) await setTimeout(5);
    };
    await started(2);
    expect(looks.toSorted()).toEqual(['heavy 1', 'short']);
    ends.get('heavy 1')?.abort();
    await started(3);
    expect(looks.at(-1)).toBe('light');
    ends.get('light')?.abort();
    await started(4);
    expect(looks.at(-1)).toBe('heavy 2');
    for (const end of ends.values()) end.abort();
    await Promise.all(tasks);
  });
});

describe('a service whose threads die', () => {
  it('answers each file with code 9, logs no bug, and survives', async () => {
    const service = openService({}, { pool: new Pool({ worker: DYING_WORKER }) });
    const port = await service.listen();
    for (let i = 0; i < 3; i += 1) {
      const answer = await uploadFile(port, HEADER + GOOD);
      expect([answer.status, envelopeOf(answer).code_error]).toEqual([500, 9]);
    }
    expect((await service.request('/livez')).status).toBe(200);
    expect(service.log.filter((line) => line.includes('"msg":"thread"'))).toHaveLength(3);
    expect(service.log.join('')).not.toContain('"msg":"bug"');
    expect(service.metrics()).toContain('\ncurp_lote_files 0\n');
  });
});
