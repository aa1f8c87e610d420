/** The section Calcular in a browser. */
import { expect, it } from 'vitest';
import { CURP, RENATA, SIZES, PHONE, boxes, inBrowser, fillForm, pages } from './browser.js';

inBrowser.each(SIZES)('calcular on a %s (needs chromium)', (_, viewport) => {
  const { open } = pages();

  it('shows each character of the CURP as soon as its data are typed', async () => {
    const { page } = await open('', { viewport });
    expect(await boxes(page)).toBe('·'.repeat(18));
    await fillForm(page, { apellido_paterno: 'Olvera' });
    expect(await boxes(page)).toBe('OE···········L····');
    await fillForm(page, { nombres: 'Renata', fecha_nacimiento: '17/05/1990' });
    expect(await boxes(page)).toBe('OE·R900517···L·N0·');
    await fillForm(page);
    expect(await boxes(page)).toBe(CURP);
    expect(await page.locator('.calcular .estado').textContent()).toContain('no prueba que la CURP esté registrada');
  });

  it('explains a character and highlights the letter it comes from', async () => {
    const { page } = await open('', { viewport });
    await fillForm(page);
    await page.click('.calcular .caja[data-posicion="14"]');
    const detail = page.locator('.calcular .detalle');
    expect(await detail.textContent()).toContain('La primera consonante interna de OLVERA.');
    expect(await detail.locator('code').textContent()).toBe('IN 14');
    expect(await page.locator('.nombre .senalada').allTextContents()).toEqual(['l']);
    await page.locator('.calcular .caja[data-posicion="7"]').hover();
    expect(await page.locator('.nombre .senalada').allTextContents()).toEqual(['17 de mayo de 1990']);
  });
});

inBrowser('calcular (needs chromium)', () => {
  const { open, openAlone } = pages();

  it('asks what files ask about names, from a script that comes when somebody types', async () => {
    const { page, requests } = await open();
    const scripts = (): string[] =>
      requests.map(({ url }) => url.replace(/.*\//, '')).filter((file) => file === 'lexico.js');
    expect(scripts()).toEqual([]);
    const asks = async (values: Parameters<typeof fillForm>[1], question: string): Promise<void> => {
      await fillForm(page, { ...RENATA, ...values });
      await page.locator('.calcular .hallazgos', { hasText: question }).waitFor();
    };
    await asks({ nombres: 'Verónica', sexo: 'H' }, 'Casi nadie con ese nombre tiene ese sexo');
    await asks({ apellido_paterno: 'Ernandez' }, 'HERNÁNDEZ');
    expect(scripts()).toEqual(['lexico.js']);
  });

  it('lists the missing data once something is typed', async () => {
    const { page } = await open();
    const status = page.locator('.calcular .estado');
    expect(await status.textContent()).toContain('Escriba los datos');
    await fillForm(page, { nombres: 'Renata', sexo: 'M' });
    expect(await status.textContent()).toBe('Falta: fecha de nacimiento, entidad de nacimiento.');
  });

  it('accepts the usual ways to write a date', async () => {
    const { page } = await open();
    const dates = [
      '17/05/1990',
      '17-5-1990',
      '17.05.1990',
      '17 05 1990',
      '1990-05-17',
      '17 de mayo de 1990',
      '17-may-1990',
      '17 mayo 1990',
      '17051990',
      '05/17/1990',
    ];
    await fillForm(page);
    for (const fecha_nacimiento of dates) {
      await fillForm(page, { fecha_nacimiento: '' });
      await fillForm(page, { fecha_nacimiento });
      expect(await page.locator('#nota-fecha_nacimiento').textContent()).toBe('17 de mayo de 1990');
      expect(await boxes(page)).toBe(CURP);
    }
  });

  it('shows an impossible date at once, and an unreadable one when its field is left', async () => {
    const { page } = await open();
    const note = page.locator('#nota-fecha_nacimiento');
    await fillForm(page, { ...RENATA, fecha_nacimiento: '31/02/1990' });
    expect(await note.textContent()).toContain('Ese día no existe');
    expect(await page.getAttribute('#fecha_nacimiento', 'aria-invalid')).toBe('true');
    await page.fill('#fecha_nacimiento', '17/0');
    expect(await note.textContent()).toContain('No se entiende la fecha'); // The field was left once.
    await page.fill('#nombres', '1234');
    expect(await page.locator('#nota-nombres').textContent()).toBe(
      'No hay letras latinas en el nombre: escríbalo como está en el acta.',
    );
    expect(await boxes(page)).toBe('OET·······MDFLN···');
  });

  it('ignores extra spaces, invisible characters and decomposed letters', async () => {
    const { page } = await open();
    await fillForm(page, { ...RENATA, nombres: '\u00a0 Ren\u200bata \t', apellido_materno: ' Tin\u0303ajero  ' });
    expect(await boxes(page)).toBe('OETR900517MDFLXN01');
  });

  it('lists the ten possible CURPs after a click', async () => {
    const { page } = await open();
    await fillForm(page);
    expect(await page.locator('.diez li').first().isVisible()).toBe(false);
    await page.click('.diez summary');
    const curps = await page.locator('.diez li').allTextContents();
    expect(curps).toHaveLength(10);
    expect(curps[0]).toBe(CURP);
    expect(new Set(curps.map((curp) => curp.slice(0, 16)))).toEqual(new Set(['OETR900517MDFLNN']));
  });

  it('warns when only the second surname is given', async () => {
    const { page } = await open();
    await fillForm(page, { ...RENATA, apellido_paterno: '' });
    expect(await page.locator('.calcular .hallazgos').textContent()).toContain('Solo hay segundo apellido');
  });

  it.each([
    [{ nombres: 'Renata2' }, 'El nombre trae cifras', 'The given name has digits', 2],
    [
      { apellido_materno: 'XXX' },
      'El segundo apellido trae un texto de relleno',
      'The second surname holds a placeholder',
      2,
    ],
    [
      { nombres: 'Renata Olvera Tinajero', apellido_paterno: '', apellido_materno: '' },
      'No hay apellidos y el nombre tiene tres palabras o más',
      'There is no surname, and the given name has three words or more',
      7,
    ],
  ])('warns about %j above the CURP, which can still be copied', async (written, es, en, marked) => {
    const { page } = await open();
    await fillForm(page, { ...RENATA, ...written });
    const notices = page.locator('.calcular .resultado .hallazgos');
    expect(await notices.textContent()).toContain(es);
    const above = await notices.boundingBox();
    const key = await page.locator('.calcular .marco').boundingBox();
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(key?.y ?? 0);
    expect(await page.locator('.calcular .caja.aviso').count()).toBe(marked);
    expect(await page.locator('.resultado .acciones .boton').first().isVisible()).toBe(true);
    await page.waitForFunction((text) => document.querySelector('#voz')?.textContent?.includes(text), es);
    await page.click('.idioma');
    expect(await notices.textContent()).toContain(en);
    await fillForm(page);
    expect(await page.locator('.calcular .hallazgos').count()).toBe(0);
  });

  it('warns below the field on a phone, where the notices above the CURP may be hidden', async () => {
    const { page } = await open('', { viewport: PHONE });
    await fillForm(page, { ...RENATA, nombres: 'Renata2' });
    const note = page.locator('#nota-nombres');
    expect(await note.textContent()).toContain('El nombre trae cifras');
    expect(await note.isVisible()).toBe(true);
    await page.setViewportSize({ width: 1280, height: 900 });
    expect(await note.isVisible()).toBe(false);
  });

  it('copies the CURP', async () => {
    const { page } = await open('', { permissions: ['clipboard-read', 'clipboard-write'] });
    await fillForm(page);
    const button = page.locator('.resultado .acciones .boton').first();
    await button.click();
    await page.waitForFunction(() => document.querySelector('.resultado .acciones .boton')?.textContent === 'Copiada');
    expect(await page.evaluate(async () => navigator.clipboard.readText())).toBe(CURP);
  });

  it('copies the CURP on a phone with the button that stays in view beside the boxes', async () => {
    const { page } = await open('', { permissions: ['clipboard-read', 'clipboard-write'], viewport: PHONE });
    const button = page.locator('.calcular .cajas').getByRole('button', { name: 'Copiar' });
    expect(await button.isVisible()).toBe(false);
    await fillForm(page);
    await page.focus('#nombres');
    const [place, last] = [await button.boundingBox(), await page.locator('.calcular .caja').last().boundingBox()];
    expect(place && place.y + place.height).toBeLessThan(PHONE.height);
    expect(place?.y).toBeLessThan(Number(last?.y) + Number(last?.height)); // The button is in the row of the last box.
    await button.click();
    await page.locator('.calcular .cajas').getByText('Copiada').waitFor();
    expect(await page.evaluate(async () => navigator.clipboard.readText())).toBe(CURP);
    expect(await page.getByRole('button', { name: 'Copiar', exact: true }).count()).toBe(0); // There is no second one below.
  });

  it('announces the CURP to screen readers', async () => {
    const { page } = await open();
    await fillForm(page);
    await page.waitForFunction(() => document.querySelector('#voz')?.textContent?.includes('O E T R 9 0 0 5 1 7'));
    expect(await page.getAttribute('#voz', 'aria-live')).toBe('polite');
    const box = page.locator('.calcular .caja[data-posicion="18"]');
    expect(await box.getAttribute('aria-label')).toContain('el dígito verificador de los otros 17');
  });

  it('prints on one page', async () => {
    const { page } = await openAlone();
    await fillForm(page, { ...RENATA, nombres: 'María de los Ángeles', apellido_paterno: 'de la Peña y Ruiz' });
    const pdf = await page.pdf({ format: 'Letter' });
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.todos tbody tr').count()).toBe(18);
    expect(await page.locator('.pestanas').isVisible()).toBe(false);
  });

  it('covers at most a third of a small screen', async () => {
    const { page } = await open();
    await fillForm(page);
    for (const [screen, viewport] of [
      ['1280 × 900 at 200 %', { width: 640, height: 450 }],
      ['1280 × 1024 at 200 %', { width: 640, height: 512 }],
      ['a phone with its keyboard', { width: 390, height: 500 }],
      ['a small phone with its keyboard', { width: 320, height: 400 }],
    ] as const) {
      await page.setViewportSize(viewport);
      await page.evaluate(() => scrollTo(0, 0));
      const covered = await page.locator('.calcular .marco').evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0)) / innerHeight;
      });
      expect([screen, covered < 1 / 3]).toEqual([screen, true]);
    }
  });

  it('keeps the CURP visible on a phone while the user types', async () => {
    const { page } = await open('', { viewport: PHONE });
    await page.focus('#nombres');
    const box = await page.locator('.calcular .caja').last().boundingBox();
    expect(box && box.y + box.height).toBeLessThan(PHONE.height);
  });
});
