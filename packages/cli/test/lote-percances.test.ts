/** `curp lote` in trouble: interrupted, killed, without space, without a reader; and ten million rows in little memory. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { BUENA, CLAVE, ENCABEZADO, conArchivo, filas, sinFin } from './archivos.js';
import { BIN, PACIENCIA, sitio } from './curp.js';
import { enTerminal, hayPython, plano } from './terminal.js';

vi.setConfig(PACIENCIA);

const hayTmp = (dir: string): boolean => readdirSync(dir).some((nombre) => nombre.includes('s.csv'));

describe('interrupted', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('by %s leaves nothing', async (senal, codigo) => {
    const lugar = sitio();
    const proceso = sinFin(lugar, '-o', 's.csv');
    while (!hayTmp(lugar.dir)) await wait(20);
    proceso.kill(senal);
    const [salida] = await once(proceso, 'exit');
    expect(salida).toBe(codigo);
    expect(hayTmp(lugar.dir)).toBe(false);
  });

  it('by SIGKILL leaves nothing that looks finished', async () => {
    const lugar = sitio();
    const proceso = sinFin(lugar, '-o', 's.csv');
    while (!hayTmp(lugar.dir)) await wait(20);
    proceso.kill('SIGKILL');
    await once(proceso, 'exit');
    expect(readdirSync(lugar.dir)).not.toContain('s.csv');
  });
});

describe('no room', () => {
  it.runIf(process.platform === 'linux')('a full disk is told in one line', () => {
    const { dir, env } = conArchivo(`${ENCABEZADO}\n${filas(1000)}\n`);
    const mandato = `"${process.execPath}" "${BIN}" lote personas.csv -o - --silencio > /dev/full`;
    const { status, stderr } = spawnSync('sh', ['-c', mandato], { cwd: dir, env, encoding: 'utf8' });
    expect(status).toBe(74);
    expect(stderr.trim().split('\n').at(-1)).toMatch(/ENOSPC|espacio/);
  });

  it('a file that may not grow is not left behind', () => {
    const { dir, env } = conArchivo(`${ENCABEZADO}\n${filas(20_000)}\n`);
    const mandato = `ulimit -f 100; exec "${process.execPath}" "${BIN}" lote personas.csv -o s.csv --silencio`;
    const { status } = spawnSync('bash', ['-c', mandato], { cwd: dir, env, encoding: 'utf8' });
    expect(status).toBe(74);
    expect(readdirSync(dir)).toEqual(['personas.csv']);
  });

  it('a reader that goes away needs no words', () => {
    const { dir, env } = conArchivo(`${ENCABEZADO}\n${filas(50_000)}\n`);
    const mandato = `"${process.execPath}" "${BIN}" lote personas.csv -o - --silencio | head -1`;
    const { stdout, stderr } = spawnSync('sh', ['-c', mandato], { cwd: dir, env, encoding: 'utf8' });
    expect(stdout).toMatch(/^nombres.*\n$/);
    expect(stderr).not.toMatch(/EPIPE|Error|at /);
  });
});

describe.skipIf(!hayPython)('on a terminal (python3 makes it)', () => {
  it('a bar shows rows, speed and errors, and goes', () => {
    const lugar = conArchivo(`${ENCABEZADO}\n${filas(400_000)}\n`);
    const { pantalla, status } = enTerminal(lugar, [process.execPath, BIN, 'lote', 'personas.csv', '-o', 's.csv']);
    expect(status).toBe(1);
    expect(plano(pantalla)).toMatch(/\d %.*\d filas/);
    expect(pantalla).toContain('\u001B[');
    expect(lugar.lote('-o', 'otra.csv').stderr).not.toMatch(/\d %/);
  });

  it('Ctrl-C ends it', () => {
    const lugar = sitio();
    const origen = `while :; do printf '${`${BUENA.replaceAll("'", '')}\\n`.repeat(50)}'; done`;
    const mandato = `{ echo ${ENCABEZADO}; ${origen}; } | "${process.execPath}" "${BIN}" lote - -o s.csv`;
    const { pantalla } = enTerminal(lugar, ['bash', '-c', mandato], [['filas', '\u0003']]);
    expect(plano(pantalla)).toContain('s.csv no se escribió');
    expect(hayTmp(lugar.dir)).toBe(false);
  });
});

it('takes ten million rows through a pipe in less than 150 MB', async () => {
  const lugar = sitio();
  const millones = `
    const bloque = Buffer.from(${JSON.stringify(`${BUENA}\n`)}.repeat(10_000));
    process.stdout.write(${JSON.stringify(`${ENCABEZADO}\n`)});
    let i = 0;
    const seguir = () => { while (i++ < 1000) if (!process.stdout.write(bloque)) return process.stdout.once('drain', seguir); };
    seguir();`;
  const mandato = `"${process.execPath}" -e '${millones.replaceAll("'", `'\\''`)}' | "${process.execPath}" -e '
    const { spawn } = require("node:child_process");
    const p = spawn(process.execPath, process.argv.slice(1), { stdio: ["inherit", "pipe", "inherit"] });
    let pico = 0, lineas = 0, cola = "";
    const mirar = () => { try { pico = Number(/VmHWM:\\s+(\\d+)/.exec(require("node:fs").readFileSync("/proc/" + p.pid + "/status", "utf8"))?.[1] ?? pico); } catch {} };
    const reloj = setInterval(mirar, 50);
    p.stdout.on("data", (b) => { for (let i = b.indexOf(10); i >= 0; i = b.indexOf(10, i + 1)) lineas++; cola = b.subarray(-100).toString(); });
    p.on("close", (codigo) => { clearInterval(reloj); console.log(JSON.stringify({ codigo, lineas, pico, cola })); });
  ' "${BIN}" lote - -o - --silencio`;
  const { stdout } = spawnSync('bash', ['-c', mandato], { cwd: lugar.dir, env: lugar.env, encoding: 'utf8' });
  const { codigo, lineas, pico, cola } = JSON.parse(stdout);
  expect({ codigo, lineas }).toEqual({ codigo: 0, lineas: 10_000_001 });
  expect(cola).toContain(`${CLAVE},0,\n`);
  if (process.platform === 'linux') expect(pico).toBeLessThan(150 * 1024);
});
