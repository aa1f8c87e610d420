/** The section Calcular in a browser. */
import { expect, it } from 'vitest';
import { CURP, RENATA, SIZES, PHONE, boxes, conNavegador, fillForm, navegador } from './browser.js';

conNavegador.each(SIZES)('calcular on a %s', (_, viewport) => {
  const { abrir } = navegador();

  it('shows each character of the CURP as soon as its data are typed', async () => {
    const { pagina } = await abrir('', { viewport });
    expect(await boxes(pagina)).toBe('·'.repeat(18));
    await fillForm(pagina, { apellido_paterno: 'Olvera' });
    expect(await boxes(pagina)).toBe('OE···········L····');
    await fillForm(pagina, { nombres: 'Renata', fecha_nacimiento: '17/05/1990' });
    expect(await boxes(pagina)).toBe('OE·R900517···L·N0·');
    await fillForm(pagina);
    expect(await boxes(pagina)).toBe(CURP);
    expect(await pagina.locator('.calcular .estado').textContent()).toContain('no prueba que la CURP esté registrada');
  });

  it('explains a character and highlights the letter it comes from', async () => {
    const { pagina } = await abrir('', { viewport });
    await fillForm(pagina);
    await pagina.click('.calcular .caja[data-posicion="14"]');
    const detail = pagina.locator('.calcular .detalle');
    expect(await detail.textContent()).toContain('La primera consonante interna de OLVERA.');
    expect(await detail.locator('code').textContent()).toBe('IN 14');
    expect(await pagina.locator('.nombre .senalada').allTextContents()).toEqual(['l']);
    await pagina.locator('.calcular .caja[data-posicion="7"]').hover();
    expect(await pagina.locator('.nombre .senalada').allTextContents()).toEqual(['17 de mayo de 1990']);
  });
});

conNavegador('calcular', () => {
  const { abrir } = navegador();

  it('lists the missing data once something is typed', async () => {
    const { pagina } = await abrir();
    const status = pagina.locator('.calcular .estado');
    expect(await status.textContent()).toContain('Escriba los datos');
    await fillForm(pagina, { nombres: 'Renata', sexo: 'M' });
    expect(await status.textContent()).toBe('Falta: fecha de nacimiento, entidad de nacimiento.');
  });

  it('accepts the usual ways to write a date', async () => {
    const { pagina } = await abrir();
    const dates = [
      '17/05/1990',
      '17-5-1990',
      '17.05.1990',
      '17 05 1990',
      '1990-05-17',
      '17 de mayo de 1990',
      '17-may-1990',
    ];
    for (const fecha_nacimiento of dates) {
      await fillForm(pagina, { ...RENATA, fecha_nacimiento });
      expect(await pagina.locator('#nota-fecha_nacimiento').textContent()).toBe('17 de mayo de 1990');
      expect(await boxes(pagina)).toBe(CURP);
      await pagina.fill('#fecha_nacimiento', '');
    }
  });

  it('shows an impossible date at once, and an unreadable one when its field is left', async () => {
    const { pagina } = await abrir();
    const note = pagina.locator('#nota-fecha_nacimiento');
    await fillForm(pagina, { ...RENATA, fecha_nacimiento: '31/02/1990' });
    expect(await note.textContent()).toContain('ese día no existe');
    expect(await pagina.getAttribute('#fecha_nacimiento', 'aria-invalid')).toBe('true');
    await pagina.fill('#fecha_nacimiento', '17/0');
    expect(await note.textContent()).toContain('No se entiende la fecha'); // the field was left once
    await pagina.fill('#nombres', '1234');
    expect(await pagina.locator('#nota-nombres').textContent()).toContain('no tiene letras');
    expect(await boxes(pagina)).toBe('OET·······MDFLN···');
  });

  it('ignores extra spaces, invisible characters and decomposed letters', async () => {
    const { pagina } = await abrir();
    await fillForm(pagina, { ...RENATA, nombres: '\u00a0 Ren\u200bata \t', apellido_materno: ' Tin\u0303ajero  ' });
    expect(await boxes(pagina)).toBe('OETR900517MDFLXN01');
  });

  it('lists the ten possible CURPs behind a click', async () => {
    const { pagina } = await abrir();
    await fillForm(pagina);
    expect(await pagina.locator('.diez li').first().isVisible()).toBe(false);
    await pagina.click('.diez summary');
    const curps = await pagina.locator('.diez li').allTextContents();
    expect(curps).toHaveLength(10);
    expect(curps[0]).toBe(CURP);
    expect(new Set(curps.map((curp) => curp.slice(0, 16)))).toEqual(new Set(['OETR900517MDFLNN']));
  });

  it('warns when only the second surname is given', async () => {
    const { pagina } = await abrir();
    await fillForm(pagina, { ...RENATA, apellido_paterno: '' });
    expect(await pagina.locator('.calcular .hallazgos').textContent()).toContain('Sólo hay segundo apellido');
  });

  it('copies the CURP', async () => {
    const { pagina } = await abrir('', { permissions: ['clipboard-read', 'clipboard-write'] });
    await fillForm(pagina);
    const button = pagina.locator('.resultado .acciones .boton').first();
    await button.click();
    await pagina.waitForFunction(() => document.querySelector('.resultado .boton')?.textContent === 'Copiada');
    expect(await pagina.evaluate(async () => navigator.clipboard.readText())).toBe(CURP);
  });

  it('announces the CURP to screen readers', async () => {
    const { pagina } = await abrir();
    await fillForm(pagina);
    await pagina.waitForFunction(() => document.querySelector('#voz')?.textContent?.includes('O E T R 9 0 0 5 1 7'));
    expect(await pagina.getAttribute('#voz', 'aria-live')).toBe('polite');
    const box = pagina.locator('.calcular .caja[data-posicion="18"]');
    expect(await box.getAttribute('aria-label')).toContain('el dígito verificador de los otros 17');
  });

  it('prints on one page', async () => {
    const { pagina } = await abrir();
    await fillForm(pagina, { ...RENATA, nombres: 'María de los Ángeles', apellido_paterno: 'de la Peña y Ruiz' });
    const pdf = await pagina.pdf({ format: 'Letter' });
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
    await pagina.emulateMedia({ media: 'print' });
    expect(await pagina.locator('.todos tbody tr').count()).toBe(18);
    expect(await pagina.locator('.pestanas').isVisible()).toBe(false);
  });

  it('keeps the CURP visible on a phone while the user types', async () => {
    const { pagina } = await abrir('', { viewport: PHONE });
    await pagina.focus('#nombres');
    const box = await pagina.locator('.calcular .caja').last().boundingBox();
    expect(box && box.y + box.height).toBeLessThan(PHONE.height);
  });
});
