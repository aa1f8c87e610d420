/**
 * Measures the start of the page in Chromium: the longest task of its thread, beside that of a page with one line. Then it measures
 * the page with large files: the CPU time of the tab for sampling, processing and downloading a file, the longest task of the
 * page's main thread, and the memory of the tab. Files whose rows are all wrong are corrected too.
 */
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { findProgram } from '../packages/cli/bin/find-program.js';
import { byName, integer, roundsIn, table } from './tools/markdown.mjs';
import { inFolder, repo } from './tools/paths.mjs';
import { Missing } from './tools/peers.mjs';
import { inventPerson } from '../packages/lote/dist/invent/file.js';
import { writePeople } from './tools/people-file.mjs';
import { cpuSeconds, peakMb, rssMb, startServer, stopServer } from './tools/processes.mjs';
import { inTurns, progress } from './tools/turns.mjs';
import { writeWorkbook } from './tools/workbook-file.mjs';

const FILES = [
  { kind: 'CSV', count: 1_000_000, name: 'gente.csv', button: 'Descargar CSV', write: writePeople },
  {
    kind: 'workbook',
    count: 200_000,
    name: 'gente.xlsx',
    button: 'Descargar el mismo libro con las respuestas',
    write: (file, rows) => writeWorkbook(file, rows, true),
  },
  {
    kind: 'CSV to mend, one cell in all rows',
    count: 100_000,
    name: 'una.csv',
    button: 'Descargar CSV',
    write: async (file, rows) => writeFaulty(file, rows, () => ['1990-05-17', 'Atlántida']),
    mend: 'Jalisco',
  },
  {
    kind: 'CSV to mend, another in each row',
    count: 100_000,
    name: 'cada.csv',
    button: 'Descargar CSV',
    write: async (file, rows) => writeFaulty(file, rows, (i) => [`${2000 + (i % 20)}-02-30 ${i}`, '14']),
    mend: '1990-05-17',
  },
];

/** Writes people whose rows all have an error. `faulty` returns the date and the state of each. */
async function writeFaulty(file, rows, faulty) {
  const line = ({ nombres, apellidoPaterno, sexo }, i) =>
    `${nombres},${apellidoPaterno},Gil,${faulty(i)[0]},${sexo},${faulty(i)[1]}\n`;
  const header = 'nombres,apellido_paterno,apellido_materno,fecha_nacimiento,sexo,entidad\n';
  await writeFile(file, header + Array.from({ length: rows }, (_, i) => line(inventPerson(i), i)).join(''));
}
const HEAD = ['look', 'work', 'download', 'longest task', 'the same by CPU', 'MB before', 'MB at most'];
/** The longest wait for the page: a busy machine takes minutes. */
const PATIENCE_MS = 600_000;

const START_HEAD = ['longest task', 'the same by CPU', 'at a quarter of the speed', 'the same by CPU'];

export async function run({ vueltas = 9 }) {
  const found = spawnSync('which', ['chromium', 'chromium-headless-shell'], { encoding: 'utf8' });
  const [executablePath] = found.stdout.split('\n');
  if (executablePath === '') throw new Missing('Chromium is not there (Debian: `apt install chromium`)');
  return inFolder(async (path) => {
    const env = { ...process.env, PORT: '0', ADMIN_PORT: '0', DATABASE_URL: 'sqlite::memory:' };
    const service = await startServer([fileURLToPath(findProgram('server'))], { cwd: path('.'), env });
    const starts = await measureStarts(executablePath, service.base, vueltas);
    let version = '';
    const rows = await Array.fromAsync(FILES, async ({ kind, count, name, button, write, mend }) => {
      progress(`page, ${integer(count)} rows, ${kind}`);
      const file = path(name);
      await write(file, count);
      await using browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
      version = browser.version();
      const figures = await measure(browser, service.base, file, button, mend);
      return [`${kind}, ${integer(count)} rows, ${(statSync(file).size / 1e6).toFixed(1)} MB`, ...figures];
    });
    await stopServer(service);
    const notes = [
      `- Chromium ${version}; times of the tab are CPU time of all its threads. Starts are ${roundsIn(vueltas)}.`,
    ];
    return { tables: [table(['start', ...START_HEAD], starts), table(['file', ...HEAD], rows)], notes };
  });
}

/** Each start takes a new tab without a cache. */
async function measureStarts(executablePath, base, rounds) {
  const pages = [
    { name: 'the page, from the service', address: base },
    { name: 'the page, from disk', address: pathToFileURL(repo('packages/web/dist/index.html')).href },
    { name: 'a page with one line', address: 'data:text/html,<p>CURP</p>' },
  ];
  await using browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const figures = await inTurns('page, start', rounds, pages, async ({ address }) => ({
    ...(await measureStart(browser, address, 1)),
    ...(await measureStart(browser, address, 4)),
  }));
  return byName(pages, figures, (all) => Object.values(all).map((ms) => `${integer(ms)} ms`));
}

async function measureStart(browser, address, slowdown) {
  const page = await browser.newPage({ locale: 'es-MX' });
  page.setDefaultTimeout(PATIENCE_MS);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript(() => performance.mark('own-thread'));
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] });
  await page.goto(address);
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  const [wall, cpu] = longestTask(JSON.parse(String(await browser.stopTracing())).traceEvents);
  await page.close();
  return { [`wall ${slowdown}`]: wall, [`cpu ${slowdown}`]: cpu };
}

async function measure(browser, base, file, button, mend) {
  const page = await browser.newPage({ locale: 'es-MX' });
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(`${base}/#lote`);
  await page.locator('.soltar').waitFor();
  const tab = await tabOf(browser);
  const before = rssMb(tab);
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] });
  await page.evaluate(() => performance.mark('own-thread'));
  const spent = [];
  const step = async (work) => {
    const start = cpuSeconds(tab);
    await work();
    spent.push(`${(cpuSeconds(tab) - start).toFixed(1)} s`);
  };
  const start = page.getByRole('button', { name: 'Empezar', exact: true });
  await step(async () => {
    await page.setInputFiles('#archivo', file);
    await start.waitFor();
  });
  await step(async () => {
    await start.click();
    await page.getByRole('heading', { name: 'Listo' }).waitFor();
    if (mend === undefined) return;
    const cell = page.locator('.por-corregir [aria-invalid]').first();
    await cell.fill(mend);
    await cell.press('Enter');
    await page.getByText('Filas corregidas').first().waitFor();
  });
  await step(() => Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]));
  const [wall, cpu] = longestTask(JSON.parse(String(await browser.stopTracing())).traceEvents);
  const most = peakMb(tab);
  return [...spent, `${integer(wall)} ms`, `${integer(cpu)} ms`, integer(before), integer(most)];
}

/** Returns the milliseconds of the longest task by wall time and of the longest by CPU time, in the thread that set the mark. */
function longestTask(events) {
  const own = events.find(({ name }) => name === 'own-thread');
  const tasks = events.filter(({ name, pid, tid }) => name.endsWith('RunTask') && pid === own.pid && tid === own.tid);
  return ['dur', 'tdur'].map((field) => Math.max(...tasks.map((task) => task[field] ?? 0)) / 1000);
}

/** Finds the process of the tab: the renderer that has worked most, because Chromium keeps a spare one. */
async function tabOf(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const [{ id }] = processInfo.filter(({ type }) => type === 'renderer').toSorted((a, b) => b.cpuTime - a.cpuTime);
  return { child: { pid: id } };
}
