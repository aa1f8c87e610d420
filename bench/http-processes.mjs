/** The child processes of `http.mjs` and `bulk.mjs`: how they start and end, and what they spend. Reads `/proc`: Linux. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const running = new Set();
const exec = promisify(execFile);
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));

/** Starts a server with Node, and waits until it says where it listens. It must live until it is stopped. */
export async function startServer(args, options) {
  const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
  running.add(child);
  child.once('exit', (code, signal) => {
    if (running.delete(child)) throw new Error(`${args[0]} ended by itself: ${signal ?? code}`);
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return { child, base: /http:\/\/[\d.]+:\d+/.exec(line)[0] };
}

export async function stopServer({ child }) {
  running.delete(child);
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** Runs a program to its end and gives what it printed. */
export async function run(command, args) {
  const promise = exec(command, args);
  running.add(promise.child);
  try {
    return (await promise).stdout;
  } finally {
    running.delete(promise.child);
  }
}

/** The nanoseconds that all the threads of a process have run so far. */
export function cpuNs({ child }) {
  const tasks = `/proc/${child.pid}/task`;
  return readdirSync(tasks)
    .map((task) => Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]))
    .reduce((sum, ns) => sum + ns, 0);
}

/** The seconds that a process has run so far, with the threads that have ended, in steps of a hundredth. */
export function cpuSeconds({ child }) {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** The memory that a process holds, in MB of 10⁶ bytes. */
export const rssMb = (server) => statusMb(server, 'VmRSS');

/** The most that it has held. */
export const peakMb = (server) => statusMb(server, 'VmHWM');

function statusMb({ child }, field) {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return (Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)[1]) * 1024) / 1e6;
}
