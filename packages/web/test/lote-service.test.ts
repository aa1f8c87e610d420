/** A file that the service does, because somebody on the page asked for it. */
import { readFileSync } from 'node:fs';
import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { computePiece } from '../../server/src/jobs/piece.js';
import { openJobReplica } from '../../server/test/jobs.js';
import { newDatabase, query } from '../../server/test/postgres.js';
import { upload, peopleCsv } from './lote-files.js';
import { DIST, inBrowser, pages } from './browser.js';

inBrowser('a file done by the service', () => {
  const { open, base: withoutJobs } = pages();

  it('is sent with a token, done, taken away and erased, though the service is away for a moment', async () => {
    const url = await newDatabase();
    const { base } = await openJobReplica(url, computePiece, { page: DIST });
    const { page } = await open();
    const hiccups = await addHiccups(page);
    await send(page, base, 500);
    await page.getByRole('heading', { name: 'Listo' }).waitFor({ timeout: 25_000 });
    expect(hiccups).toEqual([]);
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('button:has-text("Descargar")')]);
    expect(download.suggestedFilename()).toBe('gente-curp.csv');
    expect(
      readFileSync(await download.path(), 'utf8')
        .trim()
        .split('\n'),
    ).toHaveLength(501);
    await expect.poll(async () => query(url, LIVE_JOBS), SOON).toEqual([]);
  });

  it('says what the service says', async () => {
    const { page } = await open();
    await send(page, await withoutJobs(), 5);
    await page.locator('.lote .veredicto').getByText('/curp/lote').waitFor();
  });
});

const SOON = { timeout: 20_000 };
const LIVE_JOBS = "SELECT id FROM lotes WHERE estado <> 'cancelado'";

async function send(page: Page, base: string, rows: number): Promise<void> {
  await page.goto(`${new URL('/', base).href}#lote`);
  await page.setInputFiles('#archivo', upload('gente.csv', peopleCsv(rows)));
  await page.click('summary:has-text("Hacerlo en el servidor")');
  await page.fill('#token', 'pruebas');
  await page.click('button:has-text("Mandar y empezar")');
}

/** Each kind of hiccup once: when the job is asked about, then when its rows are fetched. Gives those still to come. */
async function addHiccups(page: Page): Promise<unknown[]> {
  // What is not answered is soon given up.
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
