/** The whole page: privacy, work without a network, accessibility and languages. */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { HEADERS } from '../../server/src/routes/docs.js';
import { CURP, DIST, DESKTOP, RENATA, PHONE, boxes, conNavegador, fillForm, navegador } from './browser.js';

const WITH_SERVICE_WORKER = { serviceWorkers: 'allow' } as const;
const SECTIONS = ['calcular', 'validar', 'cotejar', 'lote', 'api'] as const;

async function fillAll(pagina: Page): Promise<void> {
  await fillForm(pagina);
  await pagina.click('#pestana-validar');
  await pagina.fill('#curp', CURP);
  await pagina.waitForSelector('.mapa .encendido');
  for (const section of SECTIONS) await pagina.click(`#pestana-${section}`);
}

conNavegador('privacy', () => {
  const { abrir, base } = navegador();

  it('requests only its own files, and sends no data', async () => {
    const { pagina, requests, complaints } = await abrir('', WITH_SERVICE_WORKER);
    await fillAll(pagina);
    await pagina.click('.idioma');
    await pagina.evaluate(async () => navigator.serviceWorker.ready);
    const origin = await base();
    expect(requests.filter(({ url }) => !url.startsWith(origin))).toEqual([]);
    const allowed =
      /\/(?:|client\.js|pagina\.(?:js|css)|mapa\.js|lote\.js|sw\.js|icono\.svg|index\.html|xlsx\.js|manifest\.webmanifest)$/;
    expect(requests.filter(({ url, body }) => !allowed.test(url) || body !== '')).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('has the same strict content policy in the page and in the response', async () => {
    const html = readFileSync(`${DIST}/index.html`, 'utf8');
    const [, policy = ''] = /Content-Security-Policy"\s+content="([^"]+)"/.exec(html) ?? [];
    const parts = (text: string): string[] => text.split('; ').toSorted();
    const served = parts(HEADERS['content-security-policy']);
    expect(served).not.toContain('unsafe');
    expect(policy).not.toContain('unsafe');
    const missing = parts(policy).filter((part) => !served.some((other) => other.startsWith(part)));
    expect(missing).toEqual([]);
    const response = await fetch(await base());
    expect(response.headers.get('content-security-policy')).toBe(HEADERS['content-security-policy']);
  });

  it('stores only the language, and only when it is switched', async () => {
    const { pagina } = await abrir();
    await fillAll(pagina);
    const stored = async (): Promise<unknown> =>
      pagina.evaluate(() => [document.cookie, { ...localStorage }, { ...sessionStorage }]);
    expect(await stored()).toEqual(['', {}, {}]);
    await pagina.click('.idioma');
    expect(await stored()).toEqual(['', { idioma: 'en' }, {}]);
    await pagina.reload();
    expect(await pagina.locator('#pestana-calcular').textContent()).toBe('Calculate');
    await pagina.click('#pestana-calcular');
    expect(await pagina.inputValue('#nombres')).toBe('');
  });

  it('puts data in a link only when asked, and removes them from the address', async () => {
    const context = { permissions: ['clipboard-read', 'clipboard-write'] };
    const { pagina, requests } = await abrir('', context);
    await fillAll(pagina);
    expect(pagina.url()).toBe(`${await base()}#api`);
    await pagina.click('#pestana-calcular');
    await pagina.click('.calcular .resultado .boton >> nth=1');
    await pagina.waitForFunction(async () => (await navigator.clipboard.readText()).includes('#calcular?'));
    const link = await pagina.evaluate(async () => navigator.clipboard.readText());
    const other = await pagina.context().newPage();
    await other.goto(link);
    expect(await boxes(other)).toBe(CURP);
    expect(other.url()).toBe(`${await base()}#calcular`);
    expect(requests.filter(({ url }) => /Olvera|OETR/.test(url.replace(/#.*/, '')))).toEqual([]);
  });
});

conNavegador('without a network', () => {
  const { abrir, base } = navegador();

  it('opens again after a first visit', async () => {
    const { pagina } = await abrir('', WITH_SERVICE_WORKER);
    await pagina.evaluate(async () => navigator.serviceWorker.ready);
    await pagina.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await pagina.context().setOffline(true);
    await pagina.reload();
    await fillForm(pagina);
    expect(await boxes(pagina)).toBe(CURP);
    await pagina.click('#pestana-validar');
    await pagina.fill('#curp', CURP);
    await pagina.waitForSelector('.mapa .encendido');
  });

  it('leaves requests for anything else to the network', async () => {
    const { pagina } = await abrir('', WITH_SERVICE_WORKER);
    await pagina.waitForFunction(() => navigator.serviceWorker.controller !== null);
    const response = await pagina.goto(`${await base()}livez`);
    expect(response?.status()).toBe(200);
    expect(response?.fromServiceWorker()).toBe(false);
  });

  it('works from disk', async () => {
    const { pagina, complaints } = await abrir();
    complaints.length = 0;
    await pagina.goto(`${pathToFileURL(DIST).href}/index.html`);
    await fillAll(pagina);
    await pagina.click('#pestana-calcular');
    expect(await boxes(pagina)).toBe(CURP);
    expect(complaints).toEqual([]);
  });
});

conNavegador('accessibility and languages', () => {
  const { abrir } = navegador();

  it.each([
    ['on a phone in the dark', { viewport: PHONE, colorScheme: 'dark' }],
    ['on a desktop in the light', { viewport: DESKTOP, colorScheme: 'light' }],
  ] as const)('axe finds nothing %s', async (_, opciones) => {
    const { pagina } = await abrir('', opciones);
    const check = async (): Promise<unknown[]> => {
      const { violations } = await new AxeBuilder({ page: pagina }).analyze();
      return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
    };
    expect(await check()).toEqual([]);
    await fillForm(pagina);
    await pagina.click('.calcular .caja[data-posicion="2"]');
    for (const summary of await pagina.locator('.calcular summary').all()) await summary.click();
    expect(await check()).toEqual([]);
    await pagina.click('#pestana-validar');
    await pagina.fill('#curp', 'OETR900231MDFLNN05');
    await pagina.waitForSelector('.mapa .encendido');
    expect(await check()).toEqual([]);
    for (const section of ['cotejar', 'lote', 'api']) {
      await pagina.click(`#pestana-${section}`);
      expect(await check()).toEqual([]);
    }
  });

  it('works with the keyboard alone', async () => {
    const { pagina } = await abrir();
    const press = async (...keys: readonly string[]): Promise<void> => {
      for (const key of keys) await pagina.keyboard.press(key);
    };
    await press('Tab');
    expect(await pagina.evaluate(() => document.activeElement?.textContent)).toBe('Ir al contenido');
    await press('Enter', 'Tab');
    await pagina.keyboard.type('Renata');
    await press('Tab');
    await pagina.keyboard.type('Olvera');
    await press('Tab');
    await pagina.keyboard.type('Tinajero');
    await press('Tab');
    await pagina.keyboard.type('17/05/1990');
    await press('Tab', 'Space', 'Tab');
    await pagina.keyboard.type('Ciudad');
    expect(await boxes(pagina)).toBe(CURP);
    await press('Tab', 'Tab', 'Tab', 'ArrowRight');
    expect(await pagina.locator('.calcular .detalle .de').textContent()).toContain('Posición 2');
    await press('End');
    expect(await pagina.locator('.calcular .detalle .de').textContent()).toContain('Posición 18');
    await pagina.focus('#pestana-calcular');
    await press('ArrowRight', 'Tab');
    expect(await pagina.evaluate(() => document.activeElement?.id)).toBe('curp');
  });

  it.each([
    ['320 pixels', { viewport: { width: 320, height: 640 } }],
    ['a phone', { viewport: PHONE }],
    ['twice the size', { viewport: { width: DESKTOP.width / 2, height: DESKTOP.height / 2 } }],
  ])('fits in %s', async (_, opciones) => {
    const { pagina } = await abrir('', opciones);
    await fillAll(pagina);
    for (const idioma of ['es', 'en']) {
      for (const section of SECTIONS) {
        await pagina.click(`#pestana-${section}`);
        const overflow = await pagina.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect([idioma, section, overflow]).toEqual([idioma, section, 0]);
      }
      await pagina.click('.idioma');
    }
  });

  it('switches every text to English and back', async () => {
    const { pagina } = await abrir();
    await fillForm(pagina, { ...RENATA, apellido_paterno: '' });
    await pagina.click('.idioma');
    expect(await pagina.getAttribute('html', 'lang')).toBe('en');
    expect(await pagina.title()).toContain('calculate');
    expect(await pagina.locator('.calcular').textContent()).toContain('it does not prove that the CURP is registered');
    expect(await pagina.locator('.calcular .hallazgos').textContent()).toContain('second surname');
    expect(await pagina.locator('.nombre').textContent()).toContain('17 May 1990');
    await pagina.click('.idioma');
    expect(await pagina.locator('.nombre').textContent()).toContain('17 de mayo de 1990');
  });

  it('returns to the previous section with the back button', async () => {
    const { pagina } = await abrir('#validar');
    await pagina.click('#pestana-cotejar');
    await pagina.goBack();
    expect(await pagina.locator('.panel:visible').getAttribute('id')).toBe('panel-validar');
  });
});
