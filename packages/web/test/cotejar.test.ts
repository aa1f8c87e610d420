/** The sections Cotejar and API in a browser. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { CURP, RENATA, SIZES, boxes, conNavegador, fillForm, navegador } from './browser.js';

conNavegador.each(SIZES)('cotejar on a %s', (_, viewport) => {
  const { abrir } = navegador();

  it('shows the positions and data in which a person and a CURP differ', async () => {
    const { pagina } = await abrir('#cotejar', { viewport });
    expect(await pagina.locator('.cotejar .veredicto').textContent()).toContain('Escriba los datos');
    await fillForm(pagina, { ...RENATA, fecha_nacimiento: '18/05/1990', entidad: 'JC' });
    await pagina.fill('#curp', CURP);
    expect(await pagina.locator('.cotejar .veredicto').textContent()).toBe('No coincide');
    expect(await boxes(pagina, '.cotejar .marco >> nth=0 >>')).toBe('OETR900518MJCLNN02');
    expect(await boxes(pagina, '.cotejar .marco >> nth=1 >>')).toBe(CURP);
    const differing = await pagina.locator('.campos .mal span').allTextContents();
    expect(differing).toEqual(['Fecha de nacimiento', 'Entidad de nacimiento']);
    await pagina.locator('.cotejar .caja[data-posicion="10"]').first().hover();
    expect(await pagina.locator('.cotejar .resultado > .nota').first().textContent()).toBe(
      'Posición 10: se espera 8 y dice 7',
    );
  });
});

conNavegador('cotejar', () => {
  const { abrir } = navegador();

  it.each([
    ['La CURP corresponde a estos datos', CURP],
    ['La CURP corresponde a estos datos, con otro diferenciador asignado por RENAPO', 'OETR900517MDFLNN13'],
  ])('says: %s', async (message, curp) => {
    const { pagina } = await abrir('#cotejar');
    await fillForm(pagina);
    await pagina.fill('#curp', curp);
    expect(await pagina.locator('.cotejar .veredicto').textContent()).toBe(message);
  });

  it('keeps the person and the CURP of the other sections', async () => {
    const { pagina } = await abrir();
    await fillForm(pagina);
    await pagina.click('#pestana-validar');
    await pagina.fill('#curp', CURP);
    await pagina.click('#pestana-cotejar');
    expect(await pagina.locator('.cotejar .veredicto').textContent()).toBe('La CURP corresponde a estos datos');
    await pagina.click('#pestana-calcular');
    expect(await pagina.inputValue('#nombres')).toBe('Renata');
  });

  it('lists the missing data', async () => {
    const { pagina } = await abrir('#cotejar');
    await fillForm(pagina, { nombres: 'Renata', apellido_paterno: 'Olvera', sexo: 'M' });
    await pagina.fill('#curp', CURP);
    const verdict = pagina.locator('.cotejar .veredicto');
    expect(await verdict.textContent()).toBe('Falta: fecha de nacimiento, entidad de nacimiento.');
    await fillForm(pagina, { fecha_nacimiento: '31/02/1990' });
    expect(await verdict.textContent()).toBe('Falta: entidad de nacimiento.');
    await fillForm(pagina, { entidad: 'DF' });
    expect(await verdict.isVisible()).toBe(false);
    expect(await pagina.locator('#nota-fecha_nacimiento').getAttribute('class')).toContain('mal');
  });
});

conNavegador('the curl command', () => {
  const { abrir } = navegador();

  it('returns the CURP that the form shows', async () => {
    const { pagina } = await abrir();
    await fillForm(pagina, { ...RENATA, apellido_materno: "O'Hara" });
    const expected = await boxes(pagina);
    await pagina.click('#pestana-api');
    const command = (await pagina.locator('.api pre').textContent()) ?? '';
    expect(command).toContain('$TOKEN');
    const env = { ...process.env, TOKEN: 'pruebas' };
    const { stdout } = await promisify(execFile)('sh', ['-c', command.replace('curl', 'curl -s')], { env });
    expect(JSON.parse(stdout)).toMatchObject({ error: false, response: { curp: expected } });
  });

  it.each(['validar', 'cotejar', 'lote'])('exists for %s', async (operacion) => {
    const { pagina } = await abrir('#api');
    await pagina.selectOption('#operacion', operacion);
    expect(await pagina.locator('.api pre').textContent()).toContain(`/curp/${operacion} `);
    expect(await pagina.getAttribute('.api a', 'href')).toBe('docs');
  });
});
