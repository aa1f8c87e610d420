/** `curp lote` needs the same memory for any number of rows, besides that for the people it compares. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { ANGELES, HEADER, INIGO, fileWorkspace } from '../files.js';
import { BIN } from '../curp.js';

/** People of 20,000 days and 20 states, two of each. */
const ROWS = 800_000;
/** The command itself, and the people that it remembers: 32 bytes each, in a table that doubles. */
const LIMIT_MB = 150 + (ROWS * 48) / 1e6;
const TEMPLATES = [ANGELES, INIGO].map((row) => row.replace(/,\d{4}-\d\d-\d\d,(.),[^,]+$/, ',DAY,$1,STATE'));
const SOURCE = `const { writeSync } = require('node:fs');
const write = (bytes) => { for (let i = 0; i < bytes.length;) i += writeSync(1, bytes, i); };
write(Buffer.from(${JSON.stringify(`${HEADER}\n`)}));
const pair = ${JSON.stringify(`${TEMPLATES.join('\n')}\n`)};
for (let state = 1; state <= 20; state++) {
  let rows = '';
  for (let i = 0; i < 20_000; i++) {
    const day = new Date(Date.UTC(1990, 4, 17) - i * 86_400_000).toISOString().slice(0, 10);
    rows += pair.replaceAll('DAY', day).replaceAll('STATE', String(state).padStart(2, '0'));
  }
  write(Buffer.from(rows));
}`;

/** Returns the most memory that a process has held so far, or 0 if it has ended. */
function peakMb(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

it.skipIf(!existsSync('/proc/self/status'))(
  'the memory of curp lote holds a few bytes for each person, even of a pipe (needs Linux)',
  async () => {
    const { dir, env } = fileWorkspace();
    const source = spawn(process.execPath, ['-e', SOURCE], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void source.kill());
    const args = [BIN, 'lote', '-', '-o', '/dev/null', '--json'];
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
    expect(Math.max(...peaks)).toBeGreaterThan(10);
    expect(Math.max(...peaks)).toBeLessThan(LIMIT_MB);
  },
);
