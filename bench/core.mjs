/**
 * The calculation beside npm `curp` and beside the same in C: CPU time per key for the same 10,000 invented people.
 *
 * Each contender runs in a fresh process, one after the other, several times; the medians are compared. `npm curp` is
 * installed into a folder of its own and is no dependency of this project.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { arch, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile, installPeers } from './contenders.mjs';
import { personas } from './personas.mjs';

const PERSONAS = 10_000;
const VUELTAS = 7;
const aqui = fileURLToPath(new URL('.', import.meta.url));
const carpeta = mkdtempSync(join(tmpdir(), 'curp-bench-'));
process.on('exit', () => rmSync(carpeta, { recursive: true, force: true }));

const gente = personas(PERSONAS);
const json = join(carpeta, 'personas.json');
const tsv = join(carpeta, 'personas.tsv');
writeFileSync(json, JSON.stringify(gente));
writeFileSync(tsv, gente.map((persona) => `${Object.values(persona).join('\t')}\n`).join(''));

const enC = join(carpeta, 'curp');
compile('curp.c', enC);
installPeers({ curp: '1.4.0' });

/** Warm-up rounds over all the people, and rounds that are measured. */
const CONTENDIENTES = [
  {
    nombre: '@curp-service/core',
    mandato: process.execPath,
    argumentos: [join(aqui, 'core-ours.mjs'), json, '40', '100'],
  },
  {
    nombre: 'npm curp 1.4.0',
    mandato: process.execPath,
    argumentos: [join(aqui, 'core-npm-curp.mjs'), json, '5', '10'],
  },
  { nombre: 'C, gcc -O2', mandato: enC, argumentos: [tsv, '20', '100'] },
];

const medidas = new Map(CONTENDIENTES.map(({ nombre }) => [nombre, []]));
for (let vuelta = 1; vuelta <= VUELTAS; vuelta++) {
  for (const { nombre, mandato, argumentos } of CONTENDIENTES) {
    medidas.get(nombre).push(JSON.parse(execFileSync(mandato, argumentos, { encoding: 'utf8' })));
  }
  process.stderr.write(`\rround ${vuelta} of ${VUELTAS}`);
}
process.stderr.write('\r\x1b[K');

const mediana = (numeros) => numeros.toSorted((a, b) => a - b)[numeros.length >> 1];
const filas = Array.from(medidas, ([nombre, lista]) => ({
  nombre,
  cpu: mediana(lista.map(({ nsCpu }) => nsCpu)),
  reloj: mediana(lista.map(({ nsReloj }) => nsReloj)),
}));

const sumas = new Set(['@curp-service/core', 'C, gcc -O2'].flatMap((nombre) => medidas.get(nombre).map((m) => m.suma)));
if (sumas.size !== 1) throw new Error('the keys of C and of core are not the same');

console.log(`${PERSONAS} invented people, ${VUELTAS} interleaved rounds, fresh processes, medians`);
console.log(`Node ${process.version}, ${arch()}, ${cpus()[0]?.model || 'unknown CPU'}\n`);
console.log(
  '| contender | CPU ns per key | wall ns per key | keys per CPU second | speed of core over it, by CPU time |',
);
console.log('|---|---:|---:|---:|---:|');
for (const { nombre, cpu, reloj } of filas) {
  const porSegundo = Math.round(1e9 / cpu).toLocaleString('en-US');
  const veces = (cpu / filas[0].cpu).toFixed(2);
  console.log(`| ${nombre} | ${cpu.toFixed(0)} | ${reloj.toFixed(0)} | ${porSegundo} | ${veces} × |`);
}
