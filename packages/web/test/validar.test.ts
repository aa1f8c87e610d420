/** The section Validar in a browser. */
import { expect, it } from 'vitest';
import { CURP, SIZES, boxes, inBrowser, pages } from './browser.js';

inBrowser.each(SIZES)('validar on a %s', (_, viewport) => {
  const { open } = pages();

  it('fills the boxes and shows the data of the CURP', async () => {
    const { page } = await open('#validar', { viewport });
    await page.fill('#curp', ' oetr 900517-mdflnn05 ');
    expect(await boxes(page)).toBe(CURP);
    expect(await page.locator('.validar .veredicto').textContent()).toContain('Bien formada');
    expect(await page.locator('.validar dd').allTextContents()).toEqual([
      '17 de mayo de 1990',
      'Mujer',
      'Ciudad de México',
      'No: es la primera CURP con estos 16 primeros caracteres',
    ]);
    await page.waitForSelector('.mapa .encendido');
    expect(await page.getAttribute('.mapa .encendido', 'data-estado')).toBe('Ciudad de México');
    expect(await page.getAttribute('.mapa svg', 'aria-label')).toBe('Mapa de México: Ciudad de México');
    expect(await page.locator('.mapa path').count()).toBe(32);
  });
});

inBrowser('validar', () => {
  const { open } = pages();

  it('shows every finding and marks its positions', async () => {
    const { page } = await open('#validar');
    await page.fill('#curp', 'OETR900231MDFLNN05');
    expect(await page.locator('.validar .veredicto').textContent()).toContain('No es válida');
    const hallazgos = await page.locator('.validar .hallazgos li').allTextContents();
    expect(hallazgos[0]).toContain('ese día no existe en el calendario');
    expect(hallazgos[0]).toContain('posiciones 5-10');
    expect(hallazgos[1]).toContain('Posición 18');
    const bad = await page.locator('.validar .caja.mal').evaluateAll((c) => c.map((e) => e.dataset['posicion']));
    expect(bad).toEqual(['5', '6', '7', '8', '9', '10', '18']);
  });

  it('judges only the characters typed so far', async () => {
    const { page } = await open('#validar');
    await page.fill('#curp', 'OETR90');
    expect(await page.locator('.validar .veredicto').textContent()).toBe('6 de 18');
    expect(await page.locator('.validar .hallazgos').count()).toBe(0);
    await page.fill('#curp', 'OETR9O');
    expect(await page.locator('.validar .hallazgos li').allTextContents()).toEqual([
      expect.stringContaining('Aquí va una cifra.'),
    ]);
  });

  it('reports a CURP that is too long', async () => {
    const { page } = await open('#validar');
    await page.fill('#curp', `${CURP}7`);
    expect(await page.locator('.validar .hallazgos').textContent()).toContain('18 caracteres');
    expect(await boxes(page)).toBe(CURP);
  });

  it('shows warnings, and the entity of people born abroad', async () => {
    const { page } = await open('#validar');
    await page.fill('#curp', 'OETR900517MNELNNK6');
    await page.fill('#curp', 'OETR100517MNELNNK6');
    expect(await page.locator('.validar .caja.aviso').count()).toBeGreaterThan(0);
    expect(await page.locator('.validar dd').allTextContents()).toContain('Nacido en el Extranjero');
  });

  it('clears everything with the button', async () => {
    const { page } = await open('#validar');
    await page.click('.validar .boton:visible');
    expect(await boxes(page)).toBe(CURP);
    await page.click('.validar .boton:has-text("Borrar")');
    expect(await boxes(page)).toBe('·'.repeat(18));
    expect(await page.locator('.validar dd').first().textContent()).toBe('—');
  });
});
