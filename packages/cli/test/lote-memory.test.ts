/** Ten million rows through a pipe, in memory that does not depend on them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { expect, it, onTestFinished, vi } from 'vitest';
import { HEADER, fileWorkspace, manyRows } from './files.js';
import { BIN } from './curp.js';

vi.setConfig({ testTimeout: 300_000 });

const ROWS = 10_000_000;
const LIMIT_MB = 150;
const BLOCK_ROWS = 10_000;
const SOURCE = `const { writeSync } = require('node:fs');
const bloque = Buffer.from(${JSON.stringify(manyRows(2).slice(HEADER.length + 1))}.repeat(${BLOCK_ROWS / 2}));
const todo = (bytes) => { for (let i = 0; i < bytes.length;) i += writeSync(1, bytes, i); };
todo(Buffer.from(${JSON.stringify(`${HEADER}\n`)}));
for (let i = 0; i < ${ROWS / BLOCK_ROWS}; i++) todo(bloque);`;

/** The most memory that a process has held so far; 0: it is gone. */
function peakMb(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

it.skipIf(!existsSync('/proc/self/status')).each(['1', '2'])('with %s threads', async (threads) => {
  const { dir, env } = fileWorkspace();
  const source = spawn(process.execPath, ['-e', SOURCE], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void source.kill());
  const args = [BIN, 'lote', '-', '-o', '/dev/null', '--json', '--hilos', threads];
  const child = spawn(process.execPath, args, { cwd: dir, env, stdio: [source.stdout, 'pipe', 'inherit'] });
  source.stdout.destroy(); // its other end is the command's
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, peakMb(child.pid))), 50);
  let summary = '';
  child.stdout?.on('data', (chunk: Buffer) => (summary += String(chunk)));
  const [code] = (await once(child, 'close')) as [number];
  clearInterval(timer);
  expect(code).toBe(0);
  expect(JSON.parse(summary)).toMatchObject({ filas: ROWS, correctas: ROWS });
  expect(peak).toBeGreaterThan(10);
  expect(peak).toBeLessThan(LIMIT_MB);
});
