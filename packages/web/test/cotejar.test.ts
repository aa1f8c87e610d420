/** Cotejar, and the command of the API, as somebody uses them. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { CLAVE, RENATA, TAMANOS, cajas, conNavegador, llenar, navegador } from './browser.js';

conNavegador.each(TAMANOS)('cotejar on a %s', (_, viewport) => {
  const { abrir } = navegador();

  it('shows where a person and a key differ', async () => {
    const { pagina } = await abrir('#cotejar', { viewport });
    expect(await pagina.locator('.cotejar .veredicto').textContent()).toContain('Escriba los datos');
    await llenar(pagina, { ...RENATA, fecha_nacimiento: '18/05/1990', entidad: 'JC' });
    await pagina.fill('#curp', CLAVE);
    expect(await pagina.locator('.cotejar .veredicto').textContent()).toBe('No coincide');
    expect(await cajas(pagina, '.cotejar .marco >> nth=0 >>')).toBe('OETR900518MJCLNN02');
    expect(await cajas(pagina, '.cotejar .marco >> nth=1 >>')).toBe(CLAVE);
    const difieren = await pagina.locator('.campos .mal span').allTextContents();
    expect(difieren).toEqual(['Fecha de nacimiento', 'Entidad de nacimiento']);
    await pagina.locator('.cotejar .caja[data-posicion="10"]').first().hover();
    expect(await pagina.locator('.cotejar .resultado > .nota').first().textContent()).toBe(
      'Posición 10: se espera 8 y dice 7',
    );
  });
});

conNavegador('cotejar', () => {
  const { abrir } = navegador();

  it.each([
    ['Es la clave que da la norma', CLAVE],
    ['La raíz coincide: el registro asignó otro diferenciador', 'OETR900517MDFLNN13'],
  ])('says: %s', async (dicho, clave) => {
    const { pagina } = await abrir('#cotejar');
    await llenar(pagina);
    await pagina.fill('#curp', clave);
    expect(await pagina.locator('.cotejar .veredicto').textContent()).toBe(dicho);
  });

  it('takes the person and the key along from the other sections', async () => {
    const { pagina } = await abrir();
    await llenar(pagina);
    await pagina.click('#pestana-validar');
    await pagina.fill('#curp', CLAVE);
    await pagina.click('#pestana-cotejar');
    expect(await pagina.locator('.cotejar .veredicto').textContent()).toBe('Es la clave que da la norma');
    await pagina.click('#pestana-calcular');
    expect(await pagina.inputValue('#nombres')).toBe('Renata');
  });

  it('says which data are missing', async () => {
    const { pagina } = await abrir('#cotejar');
    await llenar(pagina, { nombres: 'Renata', apellido_paterno: 'Olvera', sexo: 'M' });
    await pagina.fill('#curp', CLAVE);
    const veredicto = pagina.locator('.cotejar .veredicto');
    expect(await veredicto.textContent()).toBe('Falta: fecha de nacimiento, entidad de nacimiento.');
    await llenar(pagina, { fecha_nacimiento: '31/02/1990' });
    expect(await veredicto.textContent()).toBe('Falta: entidad de nacimiento.');
    await llenar(pagina, { entidad: 'DF' });
    expect(await veredicto.isVisible()).toBe(false);
    expect(await pagina.locator('#nota-fecha_nacimiento').getAttribute('class')).toContain('mal');
  });
});

conNavegador('the command of the API', () => {
  const { abrir } = navegador();

  it('does what the form does', async () => {
    const { pagina } = await abrir();
    await llenar(pagina, { ...RENATA, apellido_materno: "O'Hara" });
    const esperada = await cajas(pagina);
    await pagina.click('#pestana-api');
    const comando = (await pagina.locator('.api pre').textContent()) ?? '';
    expect(comando).toContain('$TOKEN');
    const env = { ...process.env, TOKEN: 'pruebas' };
    const { stdout } = await promisify(execFile)('sh', ['-c', comando.replace('curl', 'curl -s')], { env });
    expect(JSON.parse(stdout)).toMatchObject({ error: false, response: { curp: esperada } });
  });

  it.each(['validar', 'cotejar', 'lote'])('is there for %s', async (operacion) => {
    const { pagina } = await abrir('#api');
    await pagina.selectOption('#operacion', operacion);
    expect(await pagina.locator('.api pre').textContent()).toContain(`/curp/${operacion} `);
    expect(await pagina.getAttribute('.api a', 'href')).toBe('docs');
  });
});
