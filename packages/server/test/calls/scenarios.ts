/** What the service, its clients and its administrator do in a run, and what must hold at its end. */
import { randomUUID } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import type { JobStatus } from '@curp-service/contract/jobs';
import { createToken, sha256 } from '../../src/access/tokens.js';
import { alone, fileOf } from '../jobs.js';
import type { Envelope } from '../service.js';
import { CSV, GOOD, HEADER, distinct } from '../upload.js';
import type { Project } from '../../src/store/projects.js';
import type { World } from './world.js';

export interface Scenario {
  readonly name: string;
  /** The database that it needs, if not both will do. */
  readonly only?: 'SQLite';
  /** True if each of its runs needs a database without tables. */
  readonly onNewDatabase?: boolean;
  /** True if its calls to files fail too. */
  readonly usesFiles?: boolean;
  readonly run: (world: World) => Promise<void>;
}

const DAY_MS = 86_400_000;
const FILE_ROWS = 8000;
/** Too long for memory, so that it is stored in a file. */
const FILE = HEADER + distinct(GOOD.repeat(FILE_ROWS));
const FILE_ANSWER = alone(FILE);
const JOB_ROWS = 300;
/** Two chunks. */
const JOB = fileOf(JOB_ROWS);
const JOB_ANSWER = alone(JOB);
const JOB_GOOD = 270;

const tokens: Scenario = {
  name: 'a token made, used, rotated and revoked',
  run: async (world) => {
    await world.start();
    world.begin();
    const { project, token } = await world.createProject(null);
    world.expect('answers', (await world.operate(project, token)) === 0, 'a new token is refused');
    const next = createToken();
    await world.administer(async (store) => {
      const before = await store.openToken(sha256(next));
      if (before === null) await store.rotateToken(project.id, sha256(next), 0);
    });
    await world.waitForCode(project, token, 2);
    world.expect('answers', (await world.operate(project, next)) === 0, 'a token from a rotation is refused');
    await world.administer(async (store) => store.changeProject(project.id, { estado: 'revocado' }));
    await world.waitForCode(project, next, 3);
    await world.recover();
    await world.stop();
    await world.balance(project);
    const sql = `SELECT (SELECT COUNT(*) FROM tokens WHERE proyecto = $1) AS tokens,
      (SELECT COUNT(*) FROM auditoria WHERE objeto = $1 AND acto IN ('proyectos crear', 'proyectos rotar')) AS actos`;
    const [found] = await world.look<{ tokens: number; actos: number }>(sql, [project.id]);
    world.expect('acts', found?.tokens === found?.actos, `${found?.tokens} tokens, ${found?.actos} acts`);
  },
};

const quota: Scenario = {
  name: 'a quota used to its end, and renewed',
  run: async (world) => {
    await world.start();
    const small = await world.createProject(3);
    const large = await world.createProject(1000);
    world.begin();
    const use = async (): Promise<number> => {
      let successes = 0;
      for (let code = 0; code === 0 && successes < 10;) {
        code = await world.operate(small.project, small.token);
        if (code === 0) successes += 1;
        else world.expect('answers', code === 4, `code ${code}`);
      }
      return successes;
    };
    const used = [await use()];
    world.clock.pass(20 * DAY_MS);
    used.push(await use());
    await world.operate(large.project, large.token);
    await world.recover();
    await world.stop();
    await world.balance(small.project);
    await world.balance(large.project);
    const taken = [...(await world.quotaTaken(small.project)).values()];
    // A lost answer wastes the block that it was about.
    world.expect(
      'quota',
      used.every((n) => n === 3 || n === 2),
      `${used.join()} successes of 3`,
    );
    world.expect(
      'quota',
      taken.every((n, i) => n <= 3 && n >= (used[i] ?? 0)),
      `${taken.join()} taken of 3`,
    );
    const [ofLarge = 0] = [...(await world.quotaTaken(large.project)).values()];
    world.expect('quota', ofLarge >= 1 && ofLarge <= 20, `${ofLarge} taken, 1 used`);
  },
};

const files: Scenario = {
  name: 'a file answered',
  usesFiles: true,
  run: async (world) => {
    await world.start();
    const { project, token } = await world.createProject(100_000);
    world.begin();
    for (let isWhole = false; !isWhole;) {
      const { status, body } = await world.request(
        '/curp/lote',
        token,
        { method: 'POST', headers: CSV, body: FILE },
        true,
      );
      world.expect('answers', status === 200, `${status} ${body.slice(0, 300)}`);
      if (status !== 200) break;
      const rows = body.split('\n');
      const expected = FILE_ANSWER.split('\n');
      const good = rows.findIndex((row, i) => row !== expected[i]);
      isWhole = good < 0;
      // If the database fails, the remaining rows carry code 9.
      const rest = isWhole ? [] : rows.slice(good, -1);
      world.expect('answers', rows.length === expected.length, `${rows.length} of ${expected.length} rows`);
      world.expect(
        'answers',
        rest.every((row) => /,9,|,9$/.test(row)),
        `a row is ${rest[0]}`,
      );
      world.succeed(project, 'lote', FILE_ROWS - rest.length);
    }
    await world.recover();
    await world.stop();
    await world.balance(project);
    const taken = [...(await world.quotaTaken(project)).values()].reduce((a, b) => a + b, 0);
    const seen = world.successes.get(`${project.id} lote`) ?? 0;
    world.expect('quota', taken >= seen && taken <= seen + 2000, `${taken} taken, ${seen} rows`);
  },
};

/** Returns the job in an answer. Another answer ends the run, which reports it. */
function jobIn({ status, body }: { readonly status: number; readonly body: string }, expected: number): JobStatus {
  if (status !== expected) throw new Error(`answers: ${status} instead of ${expected}: ${body.slice(0, 300)}`);
  return (JSON.parse(body) as Envelope).response as unknown as JobStatus;
}

/** Sends the file of a job. An `Idempotency-Key` lets a client send it again if the answer was lost, so a connection may break. */
async function sendJob(world: World, token: string): Promise<string> {
  const headers = { ...CSV, 'idempotency-key': randomUUID() };
  return jobIn(await world.request('/curp/lotes', token, { method: 'POST', headers, body: JOB }, true), 202).id;
}

async function waitFor(world: World, id: string, token: string): Promise<JobStatus> {
  for (;;) {
    const status = jobIn(await world.request(`/curp/lotes/${id}`, token), 200);
    if (!status.estado.startsWith('en_')) return status;
    await setTimeout(50);
  }
}

async function answerJob(world: World, project: Project, token: string): Promise<string> {
  const id = await sendJob(world, token);
  const { estado, errores } = await waitFor(world, id, token);
  world.expect('jobs', estado === 'terminado', `an accepted job is ${estado}`);
  world.expect('jobs', !errores.some(({ code_error }) => code_error === 9), 'rows carry code 9');
  const { body } = await world.request(`/curp/lotes/${id}/resultado`, token, {}, true);
  world.expect('jobs', body === JOB_ANSWER, 'the result has other rows');
  const [job] = await world.look<{ fallos: number | string }>('SELECT fallos FROM lotes WHERE id = $1', [id]);
  world.expect(
    'jobs',
    Number(job?.fallos) <= world.failures,
    `${job?.fallos} errors of the database count as attempts`,
  );
  world.succeed(project, 'lotes', JOB_GOOD);
  return id;
}

async function expectErased(world: World, project: Project): Promise<void> {
  const sql = `SELECT (SELECT COUNT(*) FROM lote_chunks WHERE lote IN (SELECT id FROM lotes WHERE proyecto = $1)) AS chunks,
    (SELECT COALESCE(SUM(bytes), 0) FROM lotes WHERE proyecto = $1) AS bytes`;
  const [left] = await world.look<{ chunks: number | string; bytes: number | string }>(sql, [project.id]);
  const isErased = Number(left?.chunks) === 0 && Number(left?.bytes) === 0;
  world.expect('erasure', isErased, `${left?.chunks} chunks and ${left?.bytes} bytes are left`);
}

const jobs: Scenario = {
  name: 'a job from upload to download, and cancelled',
  run: async (world) => {
    await world.start();
    const { project, token } = await world.createProject(100_000);
    world.begin();
    const id = await answerJob(world, project, token);
    const { status, body } = await world.request(`/curp/lotes/${id}`, token, { method: 'DELETE' });
    world.expect('answers', status === 200, `${status} ${body.slice(0, 300)}`);
    await world.running.jobs.sweep();
    await world.running.jobs.sweep();
    await world.recover();
    await world.stop();
    await world.balance(project);
    const taken = [...(await world.quotaTaken(project)).values()].reduce((a, b) => a + b, 0);
    world.expect('quota', taken === JOB_GOOD, `${taken} taken, ${JOB_GOOD} rows`);
    await expectErased(world, project);
  },
};

const expiry: Scenario = {
  name: 'a job that expires',
  run: async (world) => {
    await world.start();
    const { project, token } = await world.createProject(null);
    const id = await answerJob(world, project, token);
    world.begin();
    world.clock.pass(2 * DAY_MS);
    for (let i = 0; i < 6; i += 1) await world.running.jobs.sweep();
    const { status } = await world.request(`/curp/lotes/${id}`, token);
    world.expect('erasure', status === 404, `an expired job gets ${status}`);
    await world.recover();
    await world.stop();
    await world.balance(project);
    await expectErased(world, project);
  },
};

const retention: Scenario = {
  name: 'usage older than its retention',
  run: async (world) => {
    const { project } = await world.createProject(null);
    const usage = ['2020-01-05', '2026-11-14'].map((dia) => ({
      proyecto: project.id,
      dia,
      operacion: 'validar',
      cuenta: 7,
    }));
    const writer = randomUUID();
    await world.administer(async (store) => store.addUsage(usage, { writer, number: 1 }));
    const months = async (): Promise<string> =>
      (await world.look<{ dia: string }>('SELECT dia FROM usos WHERE proyecto = $1 ORDER BY dia', [project.id]))
        .map(({ dia }) => dia)
        .join();
    world.begin();
    await world.start();
    for (const end = performance.now() + 30_000; performance.now() < end && (await months()) !== '2026-11-14';)
      await setTimeout(50);
    await world.recover();
    await world.stop();
    world.expect('erasure', (await months()) === '2026-11-14', `usage is left of ${await months()}`);
    world.succeed(project, 'validar', 7);
    await world.balance(project);
  },
};

const backup: Scenario = {
  name: 'a backup',
  only: 'SQLite',
  usesFiles: true,
  run: async (world) => {
    await world.start();
    const { project, token } = await world.createProject(null);
    const file = join(world.folder, 'copia.db');
    world.begin();
    await world.administer(async (store) => {
      rmSync(file, { force: true });
      await store.backup(file);
    });
    const copy = new DatabaseSync(file);
    const found = copy.prepare('SELECT id FROM proyectos').all();
    copy.close();
    world.expect('backups', existsSync(file) && found.length === 1, `the copy has ${found.length} projects`);
    await world.operate(project, token);
    await world.recover();
    await world.stop();
    await world.balance(project);
  },
};

const startAndStop: Scenario = {
  name: 'a start on a new database, a stop and another start',
  onNewDatabase: true,
  run: async (world) => {
    world.begin();
    await world.start();
    const { project, token } = await world.createProject(1000);
    for (let i = 0; i < 3; i += 1) await world.operate(project, token);
    await world.stop();
    await world.balance(project);
    await world.start();
    await world.operate(project, token);
    await world.recover();
    await world.stop();
    await world.balance(project);
    const [taken = 0] = [...(await world.quotaTaken(project)).values()];
    world.expect('quota', taken >= 4 && taken <= 24, `${taken} taken, 4 used`);
  },
};

export const SCENARIOS: readonly Scenario[] = [tokens, quota, files, jobs, expiry, retention, backup, startAndStop];
