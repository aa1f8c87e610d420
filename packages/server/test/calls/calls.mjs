/**
 * Loaded into a thread: counts the calls to databases and files, and makes the planned one fail. A plan belongs to a database or
 * a folder, and lies in a file, so that all threads of a process know it. A call is known by its thread, its text and how often
 * that text came, because timers mix the calls of a service in another order each time.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { isMainThread } from 'node:worker_threads';
import pg from 'pg';
import { ENDS_TRANSACTION, FILES, POSTGRES, SQLITE } from './errors.mjs';

export const PLANS = join(tmpdir(), `curp-calls-${process.pid}`);
const { appendFileSync, existsSync, readFileSync } = fs;
const SIDE = isMainThread ? 'service' : 'thread';

/** The name of the plan of files: they belong to no database. */
export const FILES_PLAN = 'files';
/** What this thread knows of each plan. */
const plans = new Map();

/** Returns the plan of a database, or that of files, which changes from run to run. */
function planOf(name) {
  if (!name.startsWith('calls_') && name !== FILES_PLAN) return null;
  const known = plans.get(name);
  if (known !== undefined && name !== FILES_PLAN) return known;
  const text = readPlan(name);
  if (known !== undefined && known.text === text) return known;
  if (text === undefined) return null; // the run may have its plan later
  const plan = { ...JSON.parse(text), text, counts: new Map() };
  plans.set(name, plan);
  return plan;
}

function readPlan(name) {
  try {
    return readFileSync(join(PLANS, `${name}.json`), 'utf8');
  } catch {
    return undefined;
  }
}

/** Returns a short name of a statement, whatever its values. */
function labelOf(text) {
  const plain = text
    .replaceAll(/'[^']*'/g, '?')
    .replaceAll(/\d{5,}(\.\d+)?/g, '0')
    .trim();
  const words = plain
    .split(/[\s(;]+/)
    .slice(0, 3)
    .join(' ');
  return `${words} ${createHash('sha256').update(plain).digest('hex').slice(0, 4)}`;
}

let isWatching = false;

/** Calls a function whose calls neither count nor fail: those of the test itself. */
export function apart(act) {
  isWatching = true;
  try {
    return act();
  } finally {
    isWatching = false;
  }
}

/** Notes a call. Returns its plan if it must fail. */
function called(name, text) {
  if (isWatching) return null;
  const plan = planOf(name);
  if (plan === null) return null;
  const label = `${SIDE}: ${labelOf(text)}`;
  const count = (plan.counts.get(label) ?? 0) + 1;
  plan.counts.set(label, count);
  if (plan.call === undefined) appendFileSync(join(PLANS, `${name}.calls`), `${label} ${count}\n`);
  const first = Number(/ (\d+)$/.exec(plan.call ?? '')?.[1]);
  if (plan.call !== `${label} ${first}` || count < first || count >= first + plan.times) return null;
  const failed = join(PLANS, `${name}.failed`);
  if (plan.error === 'thread' && existsSync(failed)) return null; // the next thread counts from the start
  appendFileSync(failed, `${text}\n`);
  if (plan.error === 'thread' && plan.moment === 'before') process.exit(7);
  return plan;
}

/** Makes a synchronous call that may have to fail. */
function callNow(plan, act, fail) {
  if (plan === null) return act();
  if (plan.moment === 'after') act();
  if (plan.error === 'thread') process.exit(7);
  throw fail(plan.error);
}

const databases = new WeakMap();
const nameOfDatabase = (db) => basename(db.location() ?? '');

function failSqlite(db) {
  return (error) => {
    if (ENDS_TRANSACTION.has(error) && db.isTransaction) exec.call(db, 'ROLLBACK');
    const errcode = SQLITE[error];
    return Object.assign(new Error(`on purpose: ${error}`), { code: 'ERR_SQLITE_ERROR', errcode, errstr: error });
  };
}

const { exec, prepare } = DatabaseSync.prototype; // oxlint-disable-line typescript/unbound-method -- called with their database
DatabaseSync.prototype.exec = function (sql) {
  return callNow(called(nameOfDatabase(this), sql), () => exec.call(this, sql), failSqlite(this));
};
DatabaseSync.prototype.prepare = function (sql) {
  const statement = prepare.call(this, sql);
  databases.set(statement, { db: this, sql });
  return statement;
};
for (const method of ['all', 'get', 'run']) {
  const original = StatementSync.prototype[method];
  StatementSync.prototype[method] = function (...values) {
    const { db, sql } = databases.get(this) ?? {};
    if (db === undefined) return original.apply(this, values);
    return callNow(called(nameOfDatabase(db), sql), () => original.apply(this, values), failSqlite(db));
  };
}

const lostConnection = () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' });

/** Fails as PostgreSQL does: the server raises the error, or the connection breaks, before or after the statement. */
async function failPostgres(client, { error, moment }, act) {
  if (moment === 'after') await act();
  if (error === 'thread') process.exit(7);
  if (error === 'lost') client.connection.stream.destroy();
  if (error === 'lost') throw lostConnection();
  if (moment === 'after') throw new Error('Query read timeout');
  const sql = `DO $$ BEGIN RAISE EXCEPTION 'on purpose' USING ERRCODE = '${POSTGRES[error]}'; END $$`;
  return query.call(client, sql);
}

const { query, connect } = pg.Client.prototype; // oxlint-disable-line typescript/unbound-method -- called with their client
pg.Client.prototype.query = function (config, ...rest) {
  const isCopy = typeof config?.submit === 'function' && config.done !== undefined;
  const text = isCopy ? 'COPY' : config;
  if (typeof text !== 'string' || typeof rest.at(-1) === 'function') return query.call(this, config, ...rest);
  const plan = called(nameOfClient(this), text);
  if (plan === null) return query.call(this, config, ...rest);
  if (!isCopy) return failPostgres(this, plan, async () => query.call(this, config, ...rest));
  return { done: failPostgres(this, plan, async () => query.call(this, config, ...rest).done) };
};
pg.Client.prototype.connect = function (callback) {
  const plan = called(nameOfClient(this), 'CONNECT');
  if (plan === null) return connect.call(this, callback);
  const error = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' });
  if (callback === undefined) return Promise.reject(error);
  process.nextTick(callback, error);
  return undefined;
};

/** The address of a run says which plan is its own. */
const nameOfClient = ({ connectionParameters }) => connectionParameters.application_name.replace(/^.*=/, '');

const failFile = (call) => (error) =>
  Object.assign(new Error(`${FILES[error]}: on purpose, ${call}`), { code: FILES[error], syscall: call });

/** The descriptors of temporary files and backups that the service has opened. Others belong to the test. */
const descriptors = new Set();
const isOfService = (file) =>
  typeof file === 'number'
    ? SIDE === 'thread' || descriptors.has(file)
    : String(file).startsWith(join(tmpdir(), 'curp-'));
const calledOn = (file, call) => (isOfService(file) ? called(FILES_PLAN, call) : null);

for (const call of ['read', 'write', 'ftruncate']) {
  const original = fs[call];
  fs[call] = function (fd, ...rest) {
    const plan = calledOn(fd, call);
    if (plan === null) return original.call(this, fd, ...rest);
    const fail = () => {
      if (plan.error === 'thread') process.exit(7);
      rest.at(-1)(failFile(call)(plan.error));
    };
    if (plan.moment === 'after') return original.call(this, fd, ...rest.slice(0, -1), fail);
    return process.nextTick(fail);
  };
  // `promisify` finds there which results the call has.
  Object.defineProperties(fs[call], Object.getOwnPropertyDescriptors(original));
}
for (const call of ['open', 'unlink']) {
  const original = fs.promises[call];
  fs.promises[call] = async function (path, ...rest) {
    const plan = calledOn(path, call);
    if (plan !== null) throw failFile(call)(plan.error);
    const done = await original(path, ...rest);
    if (call === 'open' && isOfService(path)) descriptors.add(done.fd);
    return done;
  };
}
for (const call of ['openSync', 'fsyncSync', 'closeSync']) {
  const original = fs[call];
  fs[call] = (file, ...rest) => {
    const done = callNow(calledOn(file, call), () => original(file, ...rest), failFile(call));
    if (call === 'openSync' && isOfService(file)) descriptors.add(done);
    if (call === 'closeSync') descriptors.delete(file);
    return done;
  };
}
syncBuiltinESMExports();
