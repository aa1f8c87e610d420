/** The whole page: privacy, work without a network, accessibility and languages. */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { PAGE_HEADERS } from '../../server/src/http/constant.js';
import { CURP, DIST, DESKTOP, RENATA, PHONE, boxes, inBrowser, fillForm, pages, violationsOn } from './browser.js';

const WITH_SERVICE_WORKER = { serviceWorkers: 'allow' } as const;
const SECTIONS = ['calcular', 'validar', 'cotejar', 'lote', 'api'] as const;

async function fillAll(page: Page): Promise<void> {
  await fillForm(page);
  await page.click('#pestana-validar');
  await page.fill('#curp', CURP);
  await page.waitForSelector('.mapa .encendido');
  for (const section of SECTIONS) await page.click(`#pestana-${section}`);
}

inBrowser('the private page (needs chromium)', () => {
  const { open, openAlone, base } = pages();

  it('requests only its own files, and sends no data', async () => {
    const { page, requests, complaints } = await openAlone('', WITH_SERVICE_WORKER);
    await fillAll(page);
    await page.click('.idioma');
    await page.evaluate(async () => navigator.serviceWorker.ready);
    const origin = await base();
    expect(requests.filter(({ url }) => !url.startsWith(origin))).toEqual([]);
    const allowed =
      /\/(?:|archivos\.(?:js|css)|curp\.bas|pagina\.(?:js|css)|mapa\.js|lexico\.js|lote\.js|sw\.js|icono\.svg|index\.html|xlsx\.js|manifest\.webmanifest)$/;
    expect(requests.filter(({ url, body }) => !allowed.test(url) || body !== '')).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('has the same strict content policy in the page and in the response', async () => {
    const html = readFileSync(`${DIST}/index.html`, 'utf8');
    const [, policy = ''] = /Content-Security-Policy"\s+content="([^"]+)"/.exec(html) ?? [];
    const parts = (text: string): string[] => text.split('; ').toSorted();
    const served = parts(PAGE_HEADERS['content-security-policy']);
    expect(served.join()).not.toContain('unsafe');
    expect(policy).not.toContain('unsafe');
    const missing = parts(policy).filter((part) => !served.some((other) => other.startsWith(part)));
    expect(missing).toEqual([]);
    const response = await fetch(await base());
    expect(response.headers.get('content-security-policy')).toBe(PAGE_HEADERS['content-security-policy']);
  });

  it('stores only the language, and only when it is switched', async () => {
    const { page } = await open();
    await fillAll(page);
    const stored = async (): Promise<unknown> =>
      page.evaluate(() => [document.cookie, { ...localStorage }, { ...sessionStorage }]);
    expect(await stored()).toEqual(['', {}, {}]);
    await page.click('.idioma');
    expect(await stored()).toEqual(['', { idioma: 'en' }, {}]);
    await page.reload();
    expect(await page.locator('#pestana-calcular').textContent()).toBe('Calculate');
    await page.click('#pestana-calcular');
    expect(await page.inputValue('#nombres')).toBe('');
  });

  it('puts data in a link only when asked, and removes them from the address', async () => {
    const context = { permissions: ['clipboard-read', 'clipboard-write'] };
    const { page, requests } = await openAlone('', context);
    await fillAll(page);
    expect(page.url()).toBe(`${await base()}#api`);
    await page.click('#pestana-calcular');
    await page.click('.calcular .resultado .acciones .boton >> nth=1');
    await page.waitForFunction(async () => (await navigator.clipboard.readText()).includes('#calcular?'));
    const link = await page.evaluate(async () => navigator.clipboard.readText());
    const other = await page.context().newPage();
    await other.goto(link);
    await expect.poll(async () => boxes(other)).toBe(CURP);
    expect(other.url()).toBe(`${await base()}#calcular`);
    expect(requests.filter(({ url }) => /Olvera|OETR/.test(url.replace(/#.*/, '')))).toEqual([]);
  });
});

inBrowser('the start of the page (needs chromium)', () => {
  const { openAlone } = pages();

  it('leaves the section to a task after that of the script, and animates no empty box', async () => {
    const { page } = await openAlone();
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        document.documentElement.toggleAttribute('early', document.querySelector('main') !== null);
      });
    });
    await page.reload();
    await page.locator('main').waitFor();
    expect(await page.locator('html[early]').count()).toBe(0);
    expect(await page.locator('.calcular .caja:empty').count()).toBe(18);
  });
});

inBrowser('the page without a network (needs chromium)', () => {
  const { open, openAlone, base } = pages();

  it('opens again after a first visit', async () => {
    const { page } = await openAlone('', WITH_SERVICE_WORKER);
    await page.evaluate(async () => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.context().setOffline(true);
    await page.reload();
    await fillForm(page);
    expect(await boxes(page)).toBe(CURP);
    await page.click('#pestana-validar');
    await page.fill('#curp', CURP);
    await page.waitForSelector('.mapa .encendido');
  });

  it('leaves requests for anything else to the network', async () => {
    const { page } = await openAlone('', WITH_SERVICE_WORKER);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    const response = await page.goto(`${await base()}livez`);
    expect(response?.status()).toBe(200);
    expect(response?.fromServiceWorker()).toBe(false);
  });

  it('works from disk', async () => {
    const { page, complaints } = await open();
    complaints.length = 0;
    await page.goto(`${pathToFileURL(DIST).href}/index.html`);
    await fillAll(page);
    await page.click('#pestana-calcular');
    expect(await boxes(page)).toBe(CURP);
    expect(complaints).toEqual([]);
  });
});

inBrowser('a page whose files do not arrive (needs chromium)', () => {
  const { openAlone } = pages();

  it.each([['pagina.js'], ['pagina.js', 'pagina.css']])(
    'says so after some seconds, without %s %s',
    async (...files) => {
      const { page } = await openAlone();
      const message = page.getByText('No se pudo cargar la página');
      expect(await message.count()).toBe(0);
      for (const file of files) await page.route(`**/${file}`, async (route) => route.fulfill({ status: 503 }));
      await page.reload();
      expect(await message.isVisible()).toBe(false);
      await message.waitFor();
      await page.getByText('The page could not be loaded').waitFor();
      expect(await violationsOn(page, 'body')).toEqual([]);
      await page.unrouteAll();
      await page.reload();
      await page.locator('#nombres').waitFor();
      expect(await message.count()).toBe(0);
    },
  );
});

inBrowser('the accessible page (needs chromium)', () => {
  const { open, openAlone } = pages();
  const LOOKS = [
    ['on a phone in the dark', PHONE, 'dark'],
    ['on a desktop in the light', DESKTOP, 'light'],
  ] as const;

  /** Expects that axe finds no problem in what is shown, in any appearance. */
  async function check(page: Page): Promise<void> {
    for (const [look, viewport, colorScheme] of LOOKS) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      expect([page.url(), look, ...(await violationsOn(page))]).toEqual([page.url(), look]);
    }
  }

  it('has no problem that axe finds on a phone in the dark and on a desktop in the light', async () => {
    const { page } = await openAlone();
    for (const section of SECTIONS.toReversed()) {
      await page.click(`#pestana-${section}`);
      await check(page);
    }
    await page.click('#pestana-calcular');
    await fillForm(page);
    await page.click('.calcular .caja[data-posicion="2"]');
    for (const summary of await page.locator('.calcular summary').all()) await summary.click();
    await check(page);
    await page.click('#pestana-validar');
    await page.fill('#curp', 'OETR900231MDFLNN05');
    await page.waitForSelector('.mapa .encendido');
    await check(page);
    for (const section of ['cotejar', 'api']) {
      await page.click(`#pestana-${section}`);
      await check(page);
    }
  });

  it('has no problem that axe finds in notices and suggestions, on a phone in the dark and on a desktop in the light', async () => {
    const { page } = await openAlone();
    await fillForm(page, { ...RENATA, nombres: 'Renata2' });
    await check(page);
    await page.click('#pestana-validar');
    await page.fill('#curp', 'PEOF900517MJCXXRO4');
    expect(await page.locator('.sugerencias').isVisible()).toBe(true);
    await check(page);
  });

  it('works with only the keyboard', async () => {
    const { page } = await open();
    const press = async (...keys: readonly string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Ir al contenido');
    await press('Enter', 'Tab');
    await page.keyboard.type('Renata');
    await press('Tab');
    await page.keyboard.type('Olvera');
    await press('Tab');
    await page.keyboard.type('Tinajero');
    await press('Tab');
    await page.keyboard.type('17/05/1990');
    await press('Tab', 'Space', 'Tab');
    await page.keyboard.type('cdmx');
    expect(await boxes(page)).toBe(CURP);
    await press('Tab', 'Tab', 'Tab', 'ArrowRight');
    expect(await page.locator('.calcular .detalle .de').textContent()).toContain('Posición 2');
    await press('End');
    expect(await page.locator('.calcular .detalle .de').textContent()).toContain('Posición 18');
    await page.focus('#pestana-calcular');
    await press('ArrowRight', 'Tab');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('curp');
  });

  it('fits in 320 pixels, on a phone and at twice the size', async () => {
    const { page } = await open();
    await fillAll(page);
    for (const idioma of ['es', 'en']) {
      for (const section of SECTIONS) {
        await page.click(`#pestana-${section}`);
        for (const width of [320, PHONE.width, DESKTOP.width / 2]) {
          await page.setViewportSize({ width, height: 640 });
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          expect([idioma, section, width, overflow]).toEqual([idioma, section, width, 0]);
        }
      }
      await page.click('.idioma');
    }
  });

  it('switches every text to English and back', async () => {
    const { page } = await open();
    await fillForm(page, { ...RENATA, apellido_paterno: '' });
    await page.click('.idioma');
    expect(await page.getAttribute('html', 'lang')).toBe('en');
    expect(await page.title()).toContain('calculate');
    expect(await page.locator('.calcular').textContent()).toContain('it does not prove that the CURP is registered');
    expect(await page.locator('.calcular .hallazgos').textContent()).toContain('second surname');
    expect(await page.locator('.nombre').textContent()).toContain('17 May 1990');
    await page.click('.idioma');
    expect(await page.locator('.nombre').textContent()).toContain('17 de mayo de 1990');
  });

  it('returns to the previous section with the back button', async () => {
    const { page } = await open('#validar');
    await page.click('#pestana-cotejar');
    await page.goBack();
    expect(await page.locator('.panel:visible').getAttribute('id')).toBe('panel-validar');
  });
});
