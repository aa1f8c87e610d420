/** The threads that process files: one that breaks or never ends harms neither the service nor other files for long. */
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { FileRefused, isOwnFailure } from '../src/files/failure.js';
import { StreamCut } from '../src/http/stream.js';
import { DiskError, ThreadLost, TooSlow, Unreadable } from '../src/thread-messages.js';
import { Threads, type ThreadsOptions } from '../src/threads.js';
import { DYING_WORKER, ENDLESS_WORKER, GREEDY_WORKER, LINGERING_WORKER, SLOW_WORKER } from './broken-worker.js';
import { openService } from './service.js';
import { GOOD, HEADER, envelopeOf, uploadFile } from './upload.js';

const project = 'prj_x';

const failureIn = async (options: ThreadsOptions, mayRepeat: () => boolean = () => false): Promise<unknown> => {
  const threads = new Threads(options);
  const failure = await threads.run('any', {}, { project, mayRepeat }).catch((error: unknown) => error);
  await threads.close();
  return failure;
};

describe('a thread', () => {
  it.each([
    ['ends by itself', DYING_WORKER, 'exit 7'],
    ['fills its heap', GREEDY_WORKER, 'Error'],
  ])('is lost with its task if it %s', async (_, worker, reason) => {
    const failure = await failureIn({ worker });
    expect(failure).toBeInstanceOf(ThreadLost);
    expect((failure as ThreadLost).message).toBe(reason);
  });

  it('is lost, and its task runs once more, by itself, if the task may be repeated', async () => {
    let asked = 0;
    const failure = await failureIn({ worker: DYING_WORKER }, () => {
      asked += 1;
      return true;
    });
    expect([failure instanceof ThreadLost, asked]).toEqual([true, 1]);
  });

  it('is ended if its task works for longer than any file needs', async () => {
    expect(await failureIn({ worker: SLOW_WORKER, tickMs: 20, taskMs: 500 })).toBeInstanceOf(TooSlow);
  });

  it('is ended if its only task never pauses, and that task is not run again', async () => {
    const failure = await failureIn({ worker: ENDLESS_WORKER, tickMs: 20, patience: 60 }, () => expect.unreachable());
    expect(failure).toBeInstanceOf(TooSlow);
  });

  it('keeps the files of a task whose client left until it uses them no more', async () => {
    const threads = new Threads({ worker: LINGERING_WORKER });
    const left = new AbortController();
    const task = threads.run('any', {}, { project, signal: left.signal }).catch((error: unknown) => error);
    await setTimeout(200);
    left.abort('left');
    const since = performance.now();
    expect(await task).toBe('left');
    expect(performance.now() - since).toBeGreaterThan(250); // Its descriptors may be those of other files afterwards.
    await threads.close();
  });

  it('is lost if it falls silent with two tasks, and the one without the turn is run once more, by itself', async () => {
    const threads = new Threads({ worker: ENDLESS_WORKER, tickMs: 20, patience: 60, most: 1 });
    let repeated = 0;
    const mayRepeat = (): boolean => {
      repeated += 1;
      return true;
    };
    const run = async (): Promise<unknown> =>
      threads.run('any', {}, { project, mayRepeat }).catch((error: unknown) => error);
    const failures = await Promise.all([run(), run()]);
    await threads.close();
    expect([failures.every((failure) => failure instanceof TooSlow), repeated]).toEqual([true, 1]);
  });
});

describe('the rows of a file that breaks off midway', () => {
  it.each<[string, boolean, Error]>([
    ['are free if the thread is lost', true, new ThreadLost('exit 7', true)],
    ['are free if the disk fails', true, new DiskError('EIO')],
    ['are free if the code has a bug', true, new TypeError()],
    ['count if the client left', false, new StreamCut('peticion')],
    ['count if the file takes too long', false, new TooSlow()],
    ['count if the file exceeds a limit', false, new FileRefused([])],
    ['count if the file cannot be read on', false, new Unreadable({ es: '', en: '' })],
  ])('%s', (_, isFree, error) => {
    expect(isOwnFailure(error)).toBe(isFree);
  });
});

describe('a service whose threads die', () => {
  it('answers each file with code 9, logs no bug, and survives', async () => {
    const service = openService({}, { threads: new Threads({ worker: DYING_WORKER }) });
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
