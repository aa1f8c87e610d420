/** The page as a whole: what it sends, what it keeps, who can use it. */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { HEADERS } from '../../server/src/routes/docs.js';
import { CLAVE, DIST, ESCRITORIO, RENATA, TELEFONO, cajas, conNavegador, llenar, navegador } from './browser.js';

const SECCIONES = ['calcular', 'validar', 'cotejar', 'lote', 'api'] as const;

async function llenarTodo(pagina: Page): Promise<void> {
  await llenar(pagina);
  await pagina.click('#pestana-validar');
  await pagina.fill('#curp', CLAVE);
  await pagina.waitForSelector('.mapa .encendido');
  for (const seccion of SECCIONES) await pagina.click(`#pestana-${seccion}`);
}

conNavegador('privacy', () => {
  const { abrir, base } = navegador();

  it('asks nobody else for anything, and tells nobody a datum', async () => {
    const { pagina, pedidas, quejas } = await abrir();
    await llenarTodo(pagina);
    await pagina.click('.idioma');
    await pagina.waitForTimeout(300);
    const propia = await base();
    expect(pedidas.filter(({ url }) => !url.startsWith(propia))).toEqual([]);
    const propios =
      /\/(?:|client\.js|pagina\.(?:js|css)|mapa\.js|lote\.js|sw\.js|icono\.svg|index\.html|xlsx\.js|manifest\.webmanifest)$/;
    expect(pedidas.filter(({ url, cuerpo }) => !propios.test(url) || cuerpo !== '')).toEqual([]);
    expect(quejas).toEqual([]);
  });

  it('has the same strict policy in the page and in the answer', async () => {
    const html = readFileSync(`${DIST}/index.html`, 'utf8');
    const [, politica = ''] = /Content-Security-Policy"\s+content="([^"]+)"/.exec(html) ?? [];
    const partes = (texto: string): string[] => texto.split('; ').toSorted();
    const delServicio = partes(HEADERS['content-security-policy']);
    expect(delServicio).not.toContain('unsafe');
    expect(politica).not.toContain('unsafe');
    const ausentes = partes(politica).filter((parte) => !delServicio.some((otra) => otra.startsWith(parte)));
    expect(ausentes).toEqual([]);
    const respuesta = await fetch(await base());
    expect(respuesta.headers.get('content-security-policy')).toBe(HEADERS['content-security-policy']);
  });

  it('stores nothing but the language, and that at a click', async () => {
    const { pagina } = await abrir();
    await llenarTodo(pagina);
    const guardado = async (): Promise<unknown> =>
      pagina.evaluate(() => [document.cookie, { ...localStorage }, { ...sessionStorage }]);
    expect(await guardado()).toEqual(['', {}, {}]);
    await pagina.click('.idioma');
    expect(await guardado()).toEqual(['', { idioma: 'en' }, {}]);
    await pagina.reload();
    expect(await pagina.locator('#pestana-calcular').textContent()).toBe('Calculate');
    await pagina.click('#pestana-calcular');
    expect(await pagina.inputValue('#nombres')).toBe('');
  });

  it('puts data in the address only when asked, and takes them out again', async () => {
    const contexto = { permissions: ['clipboard-read', 'clipboard-write'] };
    const { pagina, pedidas } = await abrir('', contexto);
    await llenarTodo(pagina);
    expect(pagina.url()).toBe(`${await base()}#api`);
    await pagina.click('#pestana-calcular');
    await pagina.click('.calcular .resultado .boton >> nth=1');
    await pagina.waitForFunction(async () => (await navigator.clipboard.readText()).includes('#calcular?'));
    const enlace = await pagina.evaluate(async () => navigator.clipboard.readText());
    const otra = await pagina.context().newPage();
    await otra.goto(enlace);
    expect(await cajas(otra)).toBe(CLAVE);
    expect(otra.url()).toBe(`${await base()}#calcular`);
    expect(pedidas.filter(({ url }) => /Olvera|OETR/.test(url.replace(/#.*/, '')))).toEqual([]);
  });
});

conNavegador('without a network', () => {
  const { abrir, base } = navegador();

  it('is there again once it was opened', async () => {
    const { pagina } = await abrir();
    await pagina.evaluate(async () => navigator.serviceWorker.ready);
    await pagina.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await pagina.context().setOffline(true);
    await pagina.reload();
    await llenar(pagina);
    expect(await cajas(pagina)).toBe(CLAVE);
    await pagina.click('#pestana-validar');
    await pagina.fill('#curp', CLAVE);
    await pagina.waitForSelector('.mapa .encendido');
  });

  it('lets everything else of the service through', async () => {
    const { pagina } = await abrir();
    await pagina.waitForFunction(() => navigator.serviceWorker.controller !== null);
    const respuesta = await pagina.goto(`${await base()}livez`);
    expect(respuesta?.status()).toBe(200);
    expect(respuesta?.fromServiceWorker()).toBe(false);
  });

  it('works from disk', async () => {
    const { pagina, quejas } = await abrir();
    quejas.length = 0;
    await pagina.goto(`${pathToFileURL(DIST).href}/index.html`);
    await llenarTodo(pagina);
    await pagina.click('#pestana-calcular');
    expect(await cajas(pagina)).toBe(CLAVE);
    expect(quejas).toEqual([]);
  });
});

conNavegador('for everybody', () => {
  const { abrir } = navegador();

  it.each([
    ['on a phone in the dark', { viewport: TELEFONO, colorScheme: 'dark' }],
    ['on a desktop in the light', { viewport: ESCRITORIO, colorScheme: 'light' }],
  ] as const)('axe finds nothing %s', async (_, opciones) => {
    const { pagina } = await abrir('', { ...opciones, reducedMotion: 'reduce' });
    const revisar = async (): Promise<unknown[]> => {
      const { violations } = await new AxeBuilder({ page: pagina }).analyze();
      return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
    };
    expect(await revisar()).toEqual([]);
    await llenar(pagina);
    await pagina.click('.calcular .caja[data-posicion="2"]');
    for (const abierto of await pagina.locator('.calcular summary').all()) await abierto.click();
    expect(await revisar()).toEqual([]);
    await pagina.click('#pestana-validar');
    await pagina.fill('#curp', 'OETR900231MDFLNN05');
    await pagina.waitForSelector('.mapa .encendido');
    expect(await revisar()).toEqual([]);
    for (const seccion of ['cotejar', 'lote', 'api']) {
      await pagina.click(`#pestana-${seccion}`);
      expect(await revisar()).toEqual([]);
    }
  });

  it('needs no mouse', async () => {
    const { pagina } = await abrir();
    const teclear = async (...teclas: readonly string[]): Promise<void> => {
      for (const tecla of teclas) await pagina.keyboard.press(tecla);
    };
    await teclear('Tab');
    expect(await pagina.evaluate(() => document.activeElement?.textContent)).toBe('Ir al contenido');
    await teclear('Enter', 'Tab');
    await pagina.keyboard.type('Renata');
    await teclear('Tab');
    await pagina.keyboard.type('Olvera');
    await teclear('Tab');
    await pagina.keyboard.type('Tinajero');
    await teclear('Tab');
    await pagina.keyboard.type('17/05/1990');
    await teclear('Tab', 'Space', 'Tab');
    await pagina.keyboard.type('Ciudad');
    expect(await cajas(pagina)).toBe(CLAVE);
    await teclear('Tab', 'Tab', 'Tab', 'ArrowRight');
    expect(await pagina.locator('.calcular .detalle .de').textContent()).toContain('Posición 2');
    await teclear('End');
    expect(await pagina.locator('.calcular .detalle .de').textContent()).toContain('Posición 18');
    await pagina.focus('#pestana-calcular');
    await teclear('ArrowRight', 'Tab');
    expect(await pagina.evaluate(() => document.activeElement?.id)).toBe('curp');
  });

  it.each([
    ['320 pixels', { viewport: { width: 320, height: 640 } }],
    ['a phone', { viewport: TELEFONO }],
    ['twice the size', { viewport: { width: ESCRITORIO.width / 2, height: ESCRITORIO.height / 2 } }],
  ])('fits in %s', async (_, opciones) => {
    const { pagina } = await abrir('', opciones);
    await llenarTodo(pagina);
    for (const idioma of ['es', 'en']) {
      for (const seccion of SECCIONES) {
        await pagina.click(`#pestana-${seccion}`);
        const sobra = await pagina.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect([idioma, seccion, sobra]).toEqual([idioma, seccion, 0]);
      }
      await pagina.click('.idioma');
    }
  });

  it('speaks English at a switch, all of it', async () => {
    const { pagina } = await abrir();
    await llenar(pagina, { ...RENATA, apellido_paterno: '' });
    await pagina.click('.idioma');
    expect(await pagina.getAttribute('html', 'lang')).toBe('en');
    expect(await pagina.title()).toContain('calculate');
    expect(await pagina.locator('.calcular').textContent()).toContain('it proves no registration');
    expect(await pagina.locator('.calcular .hallazgos').textContent()).toContain('second surname');
    expect(await pagina.locator('.nombre').textContent()).toContain('17 May 1990');
    await pagina.click('.idioma');
    expect(await pagina.locator('.nombre').textContent()).toContain('17 de mayo de 1990');
  });

  it('goes back to where one was', async () => {
    const { pagina } = await abrir('#validar');
    await pagina.click('#pestana-cotejar');
    await pagina.goBack();
    expect(await pagina.locator('.panel:visible').getAttribute('id')).toBe('panel-validar');
  });
});
