/** Ten million rows through a pipe, in memory that does not depend on them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ENCABEZADO, archivos, muchas } from './files.js';
import { BIN } from './curp.js';

vi.setConfig({ testTimeout: 300_000 });

const FILAS = 10_000_000;
const LIMITE_MB = 150;
const BLOQUE = 10_000;
const FUENTE = `const { writeSync } = require('node:fs');
const bloque = Buffer.from(${JSON.stringify(muchas(2).slice(ENCABEZADO.length + 1))}.repeat(${BLOQUE / 2}));
const todo = (bytes) => { for (let i = 0; i < bytes.length;) i += writeSync(1, bytes, i); };
todo(Buffer.from(${JSON.stringify(`${ENCABEZADO}\n`)}));
for (let i = 0; i < ${FILAS / BLOQUE}; i++) todo(bloque);`;

/** The most memory that a process has held so far; 0: it is gone. */
function picoMb(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

it.skipIf(!existsSync('/proc/self/status')).each(['1', '2'])('with %s threads', async (hilos) => {
  const { dir, env } = archivos();
  const fuente = spawn(process.execPath, ['-e', FUENTE], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void fuente.kill());
  const args = [BIN, 'lote', '-', '-o', '/dev/null', '--json', '--hilos', hilos];
  const proceso = spawn(process.execPath, args, { cwd: dir, env, stdio: [fuente.stdout, 'pipe', 'inherit'] });
  fuente.stdout.destroy(); // its other end is the command's
  let pico = 0;
  const reloj = setInterval(() => (pico = Math.max(pico, picoMb(proceso.pid))), 50);
  let resumen = '';
  proceso.stdout?.on('data', (trozo: Buffer) => (resumen += String(trozo)));
  const [codigo] = (await once(proceso, 'close')) as [number];
  clearInterval(reloj);
  expect(codigo).toBe(0);
  expect(JSON.parse(resumen)).toMatchObject({ filas: FILAS, correctas: FILAS });
  expect(pico).toBeGreaterThan(10);
  expect(pico).toBeLessThan(LIMITE_MB);
});
