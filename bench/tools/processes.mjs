/** Starts and stops child processes, and measures their CPU time and memory. Works only on Linux, because it reads `/proc`. */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { compile } from './peers.mjs';

const running = new Set();
const exec = promisify(execFile);
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));

/** Starts a server with Node or another program and waits until it prints its address. Throws if it ends before it is stopped. */
export async function startServer(args, { program = process.execPath, ...options } = {}) {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
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

/** Stops everything that a failed benchmark left running. */
export const stopAll = () => Promise.all(Array.from(running, (child) => stopServer({ child })));

/** Runs a program to its end and returns its output. */
export async function run(command, args) {
  const promise = exec(command, args);
  running.add(promise.child);
  try {
    return (await promise).stdout;
  } finally {
    running.delete(promise.child);
  }
}

/** Returns a function that runs a command and measures its CPU seconds, its wall seconds and its peak MB. Its exit code must be one of `codes`. */
export function counter(program) {
  compile('tools/wait4.c', program);
  return (command, env = process.env, codes = [0]) => {
    const { stdout, stderr } = spawnSync(program, command, { encoding: 'utf8', env });
    const { cpu, wall, bytes, code } = JSON.parse(stdout);
    if (!codes.includes(code)) throw new Error(`${command.join(' ')}: exit code ${code}\n${stderr}`);
    return { cpu, wall, mb: bytes / 1e6 };
  };
}

/** Returns the CPU nanoseconds of all live threads of a process and of the processes that it started. */
export const cpuNs = ({ child }) => familyNs(child.pid);

function familyNs(pid) {
  const tasks = readdirSync(`/proc/${pid}/task`).map((task) => `/proc/${pid}/task/${task}`);
  const own = tasks.map((task) => Number(readFileSync(`${task}/schedstat`, 'utf8').split(' ')[0]));
  const children = tasks.flatMap((task) => readFileSync(`${task}/children`, 'utf8').match(/\d+/g) ?? []);
  return [...own, ...children.map(familyNs)].reduce((sum, ns) => sum + ns, 0);
}

/** Returns the CPU time of a process, ended threads included, in steps of a hundredth of a second. */
export const cpuSeconds = ({ child }) => seconds(child.pid, 2);

/** Returns CPU seconds. `fields` is 2 for only the process, 4 to include its ended children. */
export function seconds(pid, fields) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return stat.slice(11, 11 + fields).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
}

/** Returns the memory of a process, in MB of 10⁶ bytes. */
export const rssMb = (server) => statusMb(server, 'VmRSS');

/** Returns the peak memory of a process, in MB of 10⁶ bytes. */
export const peakMb = (server) => statusMb(server, 'VmHWM');

function statusMb({ child }, field) {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return (Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)[1]) * 1024) / 1e6;
}
