/** `curp lote` needs the same memory for any number of rows. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { HEADER, fileWorkspace, manyRows } from '../files.js';
import { BIN } from '../curp.js';

const ROWS = 2_000_000;
const LIMIT_MB = 150;
/** The growth in the last quarter of the time: less than 16 bytes a row. Before it V8 compiles, and buffers grow to their size. */
const GROWTH_MB = 8;
const BLOCK_ROWS = 10_000;
const SOURCE = `const { writeSync } = require('node:fs');
const block = Buffer.from(${JSON.stringify(manyRows(2).slice(HEADER.length + 1))}.repeat(${BLOCK_ROWS / 2}));
const write = (bytes) => { for (let i = 0; i < bytes.length;) i += writeSync(1, bytes, i); };
write(Buffer.from(${JSON.stringify(`${HEADER}\n`)}));
for (let i = 0; i < ${ROWS / BLOCK_ROWS}; i++) write(block);`;

/** Returns the most memory that a process has held so far, or 0 if it has ended. */
function peakMb(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

it.skipIf(!existsSync('/proc/self/status')).each(['1', '2'])(
  'the memory of curp lote stays below the limit and stops growing, with %s threads',
  async (threads) => {
    const { dir, env } = fileWorkspace();
    const source = spawn(process.execPath, ['-e', SOURCE], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void source.kill());
    const args = [BIN, 'lote', '-', '-o', '/dev/null', '--json', '--hilos', threads];
    const child = spawn(process.execPath, args, { cwd: dir, env, stdio: [source.stdout, 'pipe', 'inherit'] });
    source.stdout.destroy(); // The command holds the other end.
    const peaks: number[] = [];
    const timer = setInterval(() => peaks.push(peakMb(child.pid)), 20);
    let summary = '';
    child.stdout?.on('data', (chunk: Buffer) => (summary += String(chunk)));
    const [code] = (await once(child, 'close')) as [number];
    clearInterval(timer);
    expect(code).toBe(0);
    expect(JSON.parse(summary)).toMatchObject({ filas: ROWS, correctas: ROWS });
    const early = peaks[Math.floor((peaks.length * 3) / 4)] ?? 0;
    const peak = Math.max(...peaks);
    expect(early).toBeGreaterThan(10);
    expect(peak - early).toBeLessThan(GROWTH_MB);
    expect(peak).toBeLessThan(LIMIT_MB);
  },
);
