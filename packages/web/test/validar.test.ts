/** The section Validar in a browser. */
import { expect, it } from 'vitest';
import { CURP, SIZES, boxes, inBrowser, pages } from './browser.js';

inBrowser.each(SIZES)('validar on a %s (needs chromium)', (_, viewport) => {
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

inBrowser('validar (needs chromium)', () => {
  const { open } = pages();

  it('shows every finding and marks its positions', async () => {
    const { page } = await open('#validar');
    await page.fill('#curp', 'OETR900231MDFLNN05');
    expect(await page.locator('.validar .veredicto').textContent()).toContain('No es válida');
    const hallazgos = await page.locator('.validar .hallazgos li').allTextContents();
    expect(hallazgos[0]).toContain('Ese día no existe en el calendario');
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

  it('suggests the CURP that was meant, and one click inserts it', async () => {
    const { page } = await open('#validar');
    await page.fill('#curp', 'PEOF900517MJCXXRO4');
    expect(await page.locator('.validar .veredicto').textContent()).toContain('No es válida');
    const suggestions = page.locator('.sugerencias');
    expect(await suggestions.textContent()).toBe(
      '¿Quiso decir…?PEOF900517MJCXXR04 En la posición 17 se cambió la letra O por la cifra 0.',
    );
    expect(await suggestions.locator('b').allTextContents()).toEqual(['0']);
    await page.click('.idioma');
    expect(await suggestions.textContent()).toContain('Did you mean…?PEOF900517MJCXXR04 In position 17, the letter O');
    await suggestions.getByRole('button', { name: 'PEOF900517MJCXXR04' }).click();
    expect(await page.inputValue('#curp')).toBe('PEOF900517MJCXXR04');
    expect(await page.locator('.validar .veredicto').textContent()).toContain('Well formed');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('curp');
    expect(await suggestions.count()).toBe(0);
  });

  it('suggests a missing character only once the field is left', async () => {
    const { page } = await open('#validar');
    await page.fill('#curp', CURP.replace('7', ''));
    expect(await page.locator('.sugerencias').count()).toBe(0);
    await page.keyboard.press('Tab');
    expect(await page.locator('.sugerencias button').allTextContents()).toEqual([CURP]);
  });

  it('shows the expected check digit', async () => {
    const { page } = await open('#validar');
    await page.fill('#curp', 'OETR900517MDFLNN06');
    expect(await page.locator('.validar .hallazgos').textContent()).toContain('debería ser 5.');
  });

  it.each([
    ['OETR900517MQOLNN07', 'Querétaro es QT'],
    ['XXXX999999XXXXXX99', 'Ese día no existe'],
  ])('finds %s invalid: %s', async (curp, reason) => {
    const { page } = await open('#validar');
    await page.fill('#curp', curp);
    expect(await page.locator('.validar .veredicto').textContent()).toContain('No es válida');
    expect(await page.locator('.validar .hallazgos').textContent()).toContain(reason);
  });

  it('reports a CURP that is too long', async () => {
    const { page } = await open('#validar');
    await page.fill('#curp', `${CURP}7`);
    expect(await page.locator('.validar .hallazgos li').allTextContents()).toEqual([
      expect.stringContaining('18 caracteres'),
    ]);
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
