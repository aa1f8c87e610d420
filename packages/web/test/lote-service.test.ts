/** A file that the service processes because the user asked for it on the page. */
import { readFileSync } from 'node:fs';
import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { openJobReplica } from '../../server/test/jobs.js';
import { SOON } from '../../server/test/soon.js';
import { openService } from '../../server/test/service.js';
import { newDatabase, query } from '../../server/test/postgres.js';
import { csvFromXlsx, sheetNames } from '@curp-service/lote/xlsx';
import { MACROS, macroWorkbookOf, workbookOf } from '../../lote/test/workbook.js';
import { bytesOf } from '../../lote/test/bytes-of.js';
import { upload, peopleCsv } from './lote-files.js';
import { piles } from './files-page.js';
import { DIST, PAGE, inBrowser, pages, violationsOn } from './browser.js';

inBrowser('a file processed by the service', () => {
  const { open, openAlone } = pages();

  it('is sent with a token, processed, downloaded and erased, even if the service is away for a moment', async () => {
    const url = await newDatabase();
    const { base } = await openJobReplica(url, { page: PAGE });
    const { page } = await openAlone();
    const hiccups = await addHiccups(page);
    await send(page, base, 500);
    await page.getByRole('heading', { name: 'Listo' }).waitFor();
    expect(hiccups).toEqual([]);
    await page.locator('.lectura').getByText('M = Mujer').waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('button:has-text("Descargar")')]);
    expect(download.suggestedFilename()).toBe('gente-curp.csv');
    expect(
      readFileSync(await download.path(), 'utf8')
        .trim()
        .split('\n'),
    ).toHaveLength(501);
    await expect.poll(async () => query(url, LIVE_JOBS), SOON).toEqual([]);
  });

  it('comes back as a workbook with its macros, answered in the chosen sheet', async () => {
    const { base } = await openJobReplica(await newDatabase(), { page: PAGE });
    const { page } = await open();
    const people = peopleCsv(2)
      .trim()
      .split('\n')
      .map((line) => line.split(','));
    for (const [name, make] of [
      ['dos.xlsx', workbookOf],
      ['dos.xlsm', macroWorkbookOf],
    ] as const) {
      await page.goto('about:blank');
      await page.goto(`${new URL('/', base).href}#lote`);
      await page.setInputFiles('#archivo', upload(name, make({ Portada: [['Nómina']], Gente: people })));
      await page.locator('#nota-hoja').getByText('Es la hoja que trae más personas').waitFor();
      await sendChosen(page, 'otro-token');
      await page.locator('.lote .veredicto').getByText('token').waitFor();
      await sendChosen(page);
      await page.getByRole('heading', { name: 'Listo' }).waitFor(SOON);
      const [download] = await Promise.all([page.waitForEvent('download'), page.click('button:has-text("Descargar")')]);
      expect(download.suggestedFilename()).toBe(name.replace('.', '-curp.'));
      const result = readFileSync(await download.path());
      expect(await sheetNames(result)).toEqual(['Portada', 'Gente']);
      const rows = (await bytesOf(csvFromXlsx(result, { hoja: 'Gente' }))).toString();
      expect(rows).toMatch(/,CURP,Motivo\n(.*,[A-Z]{4}\d{6}[HM]\w{7},\n){2}$/);
      expect(result.includes(MACROS.bytes)).toBe(name.endsWith('.xlsm'));
    }
  });

  it('shows the three piles, and follows the answers of the assistant', async () => {
    const { base } = await openJobReplica(await newDatabase(), { page: PAGE });
    const { page } = await open();
    const rows = ['Ana,Ruiz,Gil,17/05/1990,M,JC', 'Luz,Mtz.,Gil,17/05/1990,M,JC', 'Eva,Ruiz,Gil,31/02/1990,M,JC'];
    const header = 'nombres,apellido_paterno,apellido_materno,fecha_nacimiento,sexo,Estado';
    await page.goto(`${new URL('/', base).href}#lote`);
    await page.setInputFiles('#archivo', upload('gente.csv', `${header}\n${rows.join('\n')}\n`));
    await page.selectOption('#columna-entidad', { label: 'Estado' });
    await page.getByText('M = Mujer', { exact: true }).click();
    await sendChosen(page);
    await page.getByRole('heading', { name: 'Listo' }).waitFor(SOON);
    expect(await piles(page)).toEqual(['1', '1', '1']);
    await page.locator('.nota').getByText('3 filas').waitFor();
    const voice = async (): Promise<string | null> => page.locator('#voz').textContent();
    await expect.poll(voice).toContain('1 listas, 1 por revisar, 1 con error');
    expect(await violationsOn(page, '.lote')).toEqual([]);
  });

  it('stays chosen if the service refuses it, and the page shows the message of the service', async () => {
    const { base } = await openJobReplica(await newDatabase(), { page: PAGE });
    const { page } = await open();
    await send(page, base, 5, 'otro-token');
    await page.locator('.lote .veredicto').getByText('token').waitFor();
    await page.getByRole('heading', { name: 'gente.csv' }).waitFor();
    await page.getByRole('button', { name: 'Empezar', exact: true }).click();
    await page.getByRole('heading', { name: 'Listo' }).waitFor();
  });

  it('is not offered if the service keeps no jobs, nor on a page from disk', async () => {
    const { page } = await open('#lote');
    const withoutJobs = await openService({}, { page: PAGE }).listen();
    for (const address of [`http://127.0.0.1:${withoutJobs}/#lote`, `file://${DIST}/index.html#lote`]) {
      await page.goto('about:blank');
      await page.goto(address);
      await page.setInputFiles('#archivo', upload('gente.csv', peopleCsv(5)));
      await page.getByRole('button', { name: 'Empezar' }).waitFor();
      expect(await page.getByText('Procesarlo en el servidor').isVisible()).toBe(false);
    }
  });
});

const LIVE_JOBS = "SELECT id FROM lotes WHERE estado <> 'cancelado'";

async function choose(page: Page, base: string, rows: number): Promise<void> {
  await page.goto(`${new URL('/', base).href}#lote`);
  await page.setInputFiles('#archivo', upload('gente.csv', peopleCsv(rows)));
}

async function send(page: Page, base: string, rows: number, token = 'pruebas'): Promise<void> {
  await choose(page, base, rows);
  await sendChosen(page, token);
}

async function sendChosen(page: Page, token = 'pruebas'): Promise<void> {
  if (!(await page.locator('#token').isVisible())) await page.click('summary:has-text("Procesarlo en el servidor")');
  await page.fill('#token', token);
  await page.click('button:has-text("Mandar y empezar")');
}

/** Causes each kind of hiccup once: when the job is asked about, then when its rows are fetched. Returns those still to come. */
async function addHiccups(page: Page): Promise<unknown[]> {
  // A request without an answer is given up soon.
  await page.addInitScript(() => {
    const timeout = window.setTimeout.bind(window);
    window.setTimeout = ((que: () => void, ms: number) => timeout(que, ms === 20_000 ? 300 : ms)) as typeof setTimeout;
  });
  const later = { error: true, code_error: 1, error_message: 'Más tarde.', response: {} };
  const oneOfEach = (): ((route: Route) => Promise<void>)[] => [
    async (route) => route.abort(),
    async (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
    async (route) => route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json: later }),
  ];
  const hiccups = [async () => undefined, ...oneOfEach(), ...oneOfEach()];
  for (const [address, remaining] of [
    ['**/curp/lotes/*', 3],
    ['**/curp/lotes/*/resultado', 0],
  ] as const) {
    await page.route(address, async (route) => {
      const hiccup = route.request().method() === 'GET' && hiccups.length > remaining ? hiccups.shift() : undefined;
      await (hiccup?.(route) ?? route.continue());
    });
  }
  return hiccups;
}
