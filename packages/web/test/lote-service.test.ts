/** A file that the service does, because somebody on the page asked for it. */
import { readFileSync } from 'node:fs';
import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { computePiece } from '../../server/src/jobs/piece.js';
import { openJobReplica } from '../../server/test/jobs.js';
import { newDatabase, query } from '../../server/test/postgres.js';
import { archivo, personas } from './lote-files.js';
import { DIST, conNavegador, navegador } from './browser.js';

conNavegador('a file done by the service', () => {
  const { abrir, base: sinLotes } = navegador();

  it('is sent with a token, done, taken away and erased, though the service is away for a moment', async () => {
    const url = await newDatabase();
    const { base } = await openJobReplica(url, computePiece, { page: DIST });
    const { pagina } = await abrir();
    const tropiezos = await tropezar(pagina);
    await mandar(pagina, base, 500);
    await pagina.getByRole('heading', { name: 'Listo' }).waitFor({ timeout: 25_000 });
    expect(tropiezos).toEqual([]);
    const [descarga] = await Promise.all([
      pagina.waitForEvent('download'),
      pagina.click('button:has-text("Descargar")'),
    ]);
    expect(descarga.suggestedFilename()).toBe('gente-curp.csv');
    expect(
      readFileSync(await descarga.path(), 'utf8')
        .trim()
        .split('\n'),
    ).toHaveLength(501);
    await expect.poll(async () => query(url, VIVOS), PRONTO).toEqual([]);
  });

  it('says what the service says', async () => {
    const { pagina } = await abrir();
    await mandar(pagina, await sinLotes(), 5);
    await pagina.locator('.lote .veredicto').getByText('/curp/lote').waitFor();
  });
});

const PRONTO = { timeout: 20_000 };
const VIVOS = "SELECT id FROM lotes WHERE estado <> 'cancelado'";

async function mandar(pagina: Page, base: string, filas: number): Promise<void> {
  await pagina.goto(`${new URL('/', base).href}#lote`);
  await pagina.setInputFiles('#archivo', archivo('gente.csv', personas(filas)));
  await pagina.click('summary:has-text("Hacerlo en el servidor")');
  await pagina.fill('#token', 'pruebas');
  await pagina.click('button:has-text("Mandar y empezar")');
}

/** Each kind of hiccup once: when the job is asked about, then when its rows are fetched. Gives those still to come. */
async function tropezar(pagina: Page): Promise<unknown[]> {
  // What is not answered is soon given up.
  await pagina.addInitScript(() => {
    const dentroDe = window.setTimeout.bind(window);
    window.setTimeout = ((que: () => void, ms: number) => dentroDe(que, ms === 20_000 ? 300 : ms)) as typeof setTimeout;
  });
  const luego = { error: true, code_error: 1, error_message: 'Más tarde.', response: {} };
  const deCada = (): ((ruta: Route) => Promise<void>)[] => [
    async (ruta) => ruta.abort(),
    async (ruta) => ruta.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
    async (ruta) => ruta.fulfill({ status: 503, headers: { 'retry-after': '1' }, json: luego }),
  ];
  const tropiezos = [async () => undefined, ...deCada(), ...deCada()];
  for (const [direccion, quedan] of [
    ['**/curp/lotes/*', 3],
    ['**/curp/lotes/*/resultado', 0],
  ] as const) {
    await pagina.route(direccion, async (ruta) => {
      const tropiezo = ruta.request().method() === 'GET' && tropiezos.length > quedan ? tropiezos.shift() : undefined;
      await (tropiezo?.(ruta) ?? ruta.continue());
    });
  }
  return tropiezos;
}
