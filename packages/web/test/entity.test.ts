/** The field for the entity of birth in a browser. */
import { expect, it } from 'vitest';
import { CURP, RENATA, SIZES, boxes, fillForm, inBrowser, pages, violationsOn } from './browser.js';

inBrowser.each(SIZES)('the field of the entity on a %s (needs chromium)', (_, viewport) => {
  const { open } = pages();

  it('finds the entity as people write it', async () => {
    const { page } = await open('', { viewport });
    await fillForm(page);
    for (const [typed, abbreviation, name] of [
      ['edo mex', 'MC', 'Estado de México'],
      ['cdmx', 'DF', 'Ciudad de México'],
      ['D.F.', 'DF', 'Ciudad de México'],
      ['Coahuila de Zaragoza', 'CL', 'Coahuila'],
      ['nacida en el extranjero', 'NE', 'Nacido en el Extranjero'],
      ['22', 'QT', 'Querétaro'],
    ] as const) {
      await fillForm(page, { entidad: typed });
      expect((await boxes(page)).slice(11, 13)).toBe(abbreviation);
      expect(await page.locator('#nota-entidad').textContent()).toBe(name);
      await page.keyboard.press('Tab');
      expect(await page.inputValue('#entidad')).toBe(name);
    }
  });

  it('lets the user choose from a list that a click opens', async () => {
    const { page } = await open('', { viewport });
    await fillForm(page);
    await page.keyboard.press('Tab');
    await page.click('#entidad');
    expect(await page.locator('[role=option]').count()).toBe(33);
    await page.getByRole('option', { name: 'Jalisco' }).click();
    expect((await boxes(page)).slice(11, 13)).toBe('JC');
    expect(await page.locator('[role=listbox]').isVisible()).toBe(false);
  });
});

inBrowser('the field of the entity (needs chromium)', () => {
  const { open } = pages();

  it('lets the user choose with the arrows and Enter', async () => {
    const { page } = await open();
    await fillForm(page, { ...RENATA, entidad: 'baja' });
    expect(await page.getAttribute('#entidad', 'aria-expanded')).toBe('true');
    expect(await page.locator('[role=option]').allTextContents()).toEqual(['Baja California', 'Baja California Sur']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await page.getAttribute('#entidad', 'aria-activedescendant')).toBe('lista-entidad-1');
    await page.keyboard.press('Enter');
    expect(await page.inputValue('#entidad')).toBe('Baja California Sur');
    expect(await page.getAttribute('#entidad', 'aria-expanded')).toBe('false');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    expect(await page.locator('[role=listbox]').isVisible()).toBe(false);
    expect(await page.inputValue('#entidad')).toBe('Baja California Sur');
  });

  it('takes the only entity that fits at Enter', async () => {
    const { page } = await open();
    await fillForm(page, { ...RENATA, entidad: 'jal' });
    expect(await page.locator('[role=option]').allTextContents()).toEqual(['Jalisco']);
    await page.keyboard.press('Enter');
    expect(await page.inputValue('#entidad')).toBe('Jalisco');
    expect(await page.locator('[role=listbox]').isVisible()).toBe(false);
  });

  it('is completed when it is left if only one entity fits', async () => {
    const { page } = await open();
    await fillForm(page, { ...RENATA, entidad: 'Ciudad' });
    expect(await boxes(page)).not.toBe(CURP);
    await page.keyboard.press('Tab');
    expect(await page.inputValue('#entidad')).toBe('Ciudad de México');
    expect(await boxes(page)).toBe(CURP);
  });

  it('says that the text is unknown as soon as no state fits, in both languages, and a click shows all states', async () => {
    const { page } = await open();
    await fillForm(page, { ...RENATA, entidad: 'Madrid' });
    const note = page.locator('#nota-entidad');
    expect(await note.textContent()).toBe('Ningún estado se llama así: elija uno de la lista.');
    expect(await page.getAttribute('#entidad', 'aria-invalid')).toBe('true');
    await page.click('.idioma');
    expect(await note.textContent()).toBe('No state is called that: choose one from the list.');
    await page.click('#entidad');
    expect(await page.locator('[role=option]').count()).toBe(33);
  });

  it('may fit two entities until it is left', async () => {
    const { page } = await open();
    await fillForm(page, { ...RENATA, entidad: 'baja' });
    const note = page.locator('#nota-entidad');
    expect(await note.textContent()).toBe('');
    await page.keyboard.press('Tab');
    expect(await note.textContent()).toBe('No se reconoce la entidad: elija una de la lista.');
  });

  it('is accessible with the list open', async () => {
    const { page } = await open();
    await page.click('#entidad');
    await page.keyboard.press('ArrowDown');
    expect(await violationsOn(page)).toEqual([]);
  });
});
