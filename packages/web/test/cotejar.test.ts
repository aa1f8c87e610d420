/** The sections Cotejar and API in a browser. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { CURP, RENATA, SIZES, boxes, inBrowser, fillForm, pages } from './browser.js';

inBrowser.each(SIZES)('cotejar on a %s (needs chromium)', (_, viewport) => {
  const { open } = pages();

  it('shows the positions and data in which a person and a CURP differ', async () => {
    const { page } = await open('#cotejar', { viewport });
    expect(await page.locator('.cotejar .veredicto').textContent()).toContain('Escriba la CURP');
    await fillForm(page, { ...RENATA, fecha_nacimiento: '18/05/1990', entidad: 'JC' });
    await page.fill('#curp', CURP);
    expect(await page.locator('.cotejar .veredicto').textContent()).toBe('No coincide');
    expect(await boxes(page, '.cotejar .marco >> nth=0 >>')).toBe('OETR900518MJCLNN02');
    expect(await boxes(page, '.cotejar .marco >> nth=1 >>')).toBe(CURP);
    const differing = await page.locator('.campos .mal span').allTextContents();
    expect(differing).toEqual(['Fecha de nacimiento', 'Entidad de nacimiento']);
    await page.locator('.cotejar .caja[data-posicion="10"]').first().hover();
    expect(await page.locator('.cotejar .resultado > .nota').first().textContent()).toBe(
      'Posición 10: se espera 8 y dice 7',
    );
  });
});

inBrowser('cotejar (needs chromium)', () => {
  const { open } = pages();

  it('clears the person and the CURP with one button', async () => {
    const { page } = await open('#cotejar');
    await fillForm(page);
    await page.fill('#curp', CURP);
    await page.click('.cotejar .boton:has-text("Borrar")');
    expect([await page.inputValue('#nombres'), await page.inputValue('#curp')]).toEqual(['', '']);
    expect(await boxes(page)).toBe('·'.repeat(36));
    expect(await page.locator('.cotejar .veredicto').textContent()).toContain('Escriba la CURP');
  });

  it('says that the CURP fits, even with another differentiator', async () => {
    const { page } = await open('#cotejar');
    await fillForm(page);
    for (const [message, curp] of [
      ['La CURP corresponde a estos datos', CURP],
      ['La CURP corresponde a estos datos; RENAPO asigna las posiciones 17 y 18', 'OETR900517MDFLNN13'],
    ] as const) {
      await page.fill('#curp', curp);
      expect(await page.locator('.cotejar .veredicto').textContent()).toBe(message);
    }
  });

  it('compares nothing until the whole CURP is typed', async () => {
    const { page } = await open('#cotejar');
    await fillForm(page);
    await page.fill('#curp', 'ZZZZ900517MDFLNN');
    expect(await page.locator('.cotejar .veredicto').textContent()).toBe('16 de 18');
    expect(await page.locator('.cotejar .mal').count()).toBe(0);
    await page.fill('#curp', 'ZZZZ900517MDFLNN05');
    expect(await page.locator('.cotejar .veredicto').textContent()).toBe('No coincide');
  });

  it('explains a wrong check digit if all data match', async () => {
    const { page } = await open('#cotejar');
    await fillForm(page);
    await page.fill('#curp', 'OETR900517MDFLNN07');
    const verdict = page.locator('.cotejar .veredicto strong');
    expect(await verdict.textContent()).toBe('Los datos coinciden, pero la CURP está mal escrita');
    expect(await page.locator('.cotejar .hallazgos').textContent()).toContain('debería ser 5.');
    expect(await page.locator('.campos .mal').count()).toBe(0);
    await page.click('.idioma');
    expect(await verdict.textContent()).toBe('The details match, but the CURP is misspelt');
    expect(await page.locator('.cotejar .hallazgos').textContent()).toContain('it should be 5.');
  });

  it('explains a differentiator of the other century', async () => {
    const { page } = await open('#cotejar');
    await fillForm(page);
    await page.fill('#curp', 'OETR900517MDFLNNA5');
    expect(await page.locator('.campos .mal span').allTextContents()).toEqual(['Fecha de nacimiento']);
    expect(await page.locator('.cotejar .mas').textContent()).toContain('La posición 17 indica el siglo');
  });

  it('says that a CURP is the one by the edition of 2006', async () => {
    const { page } = await open('#cotejar');
    await fillForm(page);
    await page.fill('#nombres', 'M Renata');
    await page.fill('#curp', 'OETM900517MDFLNX02');
    expect(await page.locator('.cotejar .mas').textContent()).toContain('es la clave por el Instructivo de 2006.');
    await page.click('.idioma');
    expect(await page.locator('.cotejar .mas').textContent()).toContain('the key by the Instructivo of 2006.');
  });

  it('keeps the person and the CURP of the other sections', async () => {
    const { page } = await open();
    await fillForm(page);
    await page.click('#pestana-validar');
    await page.fill('#curp', CURP);
    await page.click('#pestana-cotejar');
    expect(await page.locator('.cotejar .veredicto').textContent()).toBe('La CURP corresponde a estos datos');
    await page.click('#pestana-calcular');
    expect(await page.inputValue('#nombres')).toBe('Renata');
  });

  it('compares the given data, and shows which positions they decide', async () => {
    const { page } = await open('#cotejar');
    const verdict = page.locator('.cotejar .veredicto');
    const fieldsIn = async (state: string): Promise<string[]> =>
      page.locator(`.campos .${state} span`).allTextContents();
    await page.fill('#curp', CURP);
    expect(await verdict.textContent()).toContain('Escriba la CURP y los datos');
    await fillForm(page, { nombres: 'Renata', sexo: 'M' });
    expect(await verdict.textContent()).toBe('La CURP concuerda con los datos que dio');
    expect(await boxes(page, '.cotejar .marco >> nth=0 >>')).toBe('···R······M····N··');
    expect(await fieldsIn('bien')).toEqual(['Nombre(s)', 'Sexo']);
    await page.click('[for="sexo-"]');
    expect(await fieldsIn('bien')).toEqual(['Nombre(s)']);
    await fillForm(page, { fecha_nacimiento: '31/02/1990' });
    expect(await verdict.isVisible()).toBe(false);
    await fillForm(page, { fecha_nacimiento: '18/05/1990' });
    expect(await fieldsIn('mal')).toEqual(['Fecha de nacimiento']);
  });

  it('distinguishes an unknown second surname from one that does not exist', async () => {
    const { page } = await open('#cotejar');
    await fillForm(page, { apellido_paterno: 'Olvera' });
    await page.fill('#curp', CURP);
    expect(await page.locator('.campos .mal').count()).toBe(0);
    await page.check('#sin_segundo_apellido');
    expect(await page.locator('.campos .mal span').allTextContents()).toEqual(['Segundo apellido']);
    await page.fill('#apellido_materno', 'Tinajero');
    expect(await page.isChecked('#sin_segundo_apellido')).toBe(false);
    expect(await page.locator('.campos .mal').count()).toBe(0);
    await page.click('#pestana-calcular');
    expect(await page.locator('#sin_segundo_apellido, #rfc, #sexo-').filter({ visible: true }).count()).toBe(0);
  });

  it('says what the RFC proves, and that a broken CURP proves nothing', async () => {
    const { page } = await open('#cotejar');
    await fillForm(page, { nombres: 'Renata' });
    await page.fill('#curp', CURP);
    for (const [rfc, words] of [
      ['OETR900517AB1', 'RFC coincide'],
      ['oetx900517', 'RFC otras letras: no prueba nada'],
      ['OETR900518AB1', 'RFC no coincide'],
    ] as const) {
      await page.fill('#rfc', rfc);
      expect(await page.locator('.campos li').last().textContent()).toBe(words);
    }
    expect(await page.locator('.cotejar .mas').textContent()).toBe('El RFC trae otra fecha de nacimiento.');
    await page.fill('#rfc', 'OETR');
    await page.fill('#curp', 'OETR900517MDFLNN06');
    expect(await page.locator('#nota-rfc').getAttribute('class')).toContain('mal');
    expect(await page.locator('.cotejar .veredicto').textContent()).toBe('La CURP está mal escrita');
    expect(await page.locator('.cotejar .hallazgos').textContent()).toContain('debería ser 5.');
    expect(await page.locator('.campos li').count()).toBe(0);
  });
});

inBrowser('the curl command (needs chromium)', () => {
  const { open, base } = pages();

  it('returns the CURP that the form shows', async () => {
    const { page } = await open();
    await fillForm(page, { ...RENATA, apellido_materno: "O'Hara" });
    const expected = await boxes(page);
    await page.click('#pestana-api');
    const command = (await page.locator('.api pre').textContent()) ?? '';
    expect(command).toContain('Bearer pruebas');
    const { stdout } = await promisify(execFile)('sh', ['-c', command.replace('curl', 'curl -s')]);
    expect(JSON.parse(stdout)).toMatchObject({ error: false, response: { curp: expected } });
  });

  it('links to the reference in the same language, which is ready to try', async () => {
    const { page } = await open('#api');
    page.setDefaultTimeout(100_000); // Swagger UI takes seconds, on a busy machine tens of them.
    await page.click('.api a');
    await page.click('text=Listar las entidades');
    await page.click('text=Ejecutar');
    expect(await page.locator('.live-responses-table pre').first().textContent()).toContain('AGUASCALIENTES');
    expect(await page.locator('.opblock-body').textContent()).toContain('Respuesta del servicio');
  });

  it('names the public token only on this computer', async () => {
    const { page } = await open('#api');
    expect(await page.locator('.api').textContent()).toContain('El token pruebas sirve para probar');
    await page.goto(`${(await base()).replace('127.0.0.1', 'curp.localhost')}#api`);
    expect(await page.locator('.api pre').textContent()).toContain('Bearer $TOKEN');
    expect(await page.locator('.api').textContent()).toContain('Ponga su token en lugar de $TOKEN.');
  });

  it('exists for every operation', async () => {
    const { page } = await open('#api');
    for (const operacion of ['validar', 'cotejar', 'lote']) {
      await page.selectOption('#operacion', operacion);
      expect(await page.locator('.api pre').textContent()).toContain(`/curp/${operacion} `);
      expect(await page.getAttribute('.api a', 'href')).toBe('docs?idioma=es');
    }
  });
});
