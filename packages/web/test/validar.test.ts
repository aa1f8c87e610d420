/** The section Validar in a browser. */
import { expect, it } from 'vitest';
import { CURP, SIZES, boxes, conNavegador, navegador } from './browser.js';

conNavegador.each(SIZES)('validar on a %s', (_, viewport) => {
  const { abrir } = navegador();

  it('fills the boxes and shows the data of the CURP', async () => {
    const { pagina } = await abrir('#validar', { viewport });
    await pagina.fill('#curp', ' oetr 900517-mdflnn05 ');
    expect(await boxes(pagina)).toBe(CURP);
    expect(await pagina.locator('.validar .veredicto').textContent()).toContain('Bien formada');
    expect(await pagina.locator('.validar dd').allTextContents()).toEqual([
      '17 de mayo de 1990',
      'Mujer',
      'Ciudad de México',
      'No: es la primera CURP con estos 16 primeros caracteres',
    ]);
    await pagina.waitForSelector('.mapa .encendido');
    expect(await pagina.getAttribute('.mapa .encendido', 'data-estado')).toBe('Ciudad de México');
    expect(await pagina.getAttribute('.mapa svg', 'aria-label')).toBe('Mapa de México: Ciudad de México');
    expect(await pagina.locator('.mapa path').count()).toBe(32);
  });
});

conNavegador('validar', () => {
  const { abrir } = navegador();

  it('shows every finding and marks its positions', async () => {
    const { pagina } = await abrir('#validar');
    await pagina.fill('#curp', 'OETR900231MDFLNN05');
    expect(await pagina.locator('.validar .veredicto').textContent()).toContain('No es válida');
    const hallazgos = await pagina.locator('.validar .hallazgos li').allTextContents();
    expect(hallazgos[0]).toContain('ese día no existe en el calendario');
    expect(hallazgos[0]).toContain('posiciones 5-10');
    expect(hallazgos[1]).toContain('Posición 18');
    const malas = await pagina.locator('.validar .caja.mal').evaluateAll((c) => c.map((e) => e.dataset['posicion']));
    expect(malas).toEqual(['5', '6', '7', '8', '9', '10', '18']);
  });

  it('judges only the characters typed so far', async () => {
    const { pagina } = await abrir('#validar');
    await pagina.fill('#curp', 'OETR90');
    expect(await pagina.locator('.validar .veredicto').textContent()).toBe('6 de 18');
    expect(await pagina.locator('.validar .hallazgos').count()).toBe(0);
    await pagina.fill('#curp', 'OETR9O');
    expect(await pagina.locator('.validar .hallazgos li').allTextContents()).toEqual([
      expect.stringContaining('Aquí va una cifra.'),
    ]);
  });

  it('reports a CURP that is too long', async () => {
    const { pagina } = await abrir('#validar');
    await pagina.fill('#curp', `${CURP}7`);
    expect(await pagina.locator('.validar .hallazgos').textContent()).toContain('18 caracteres');
    expect(await boxes(pagina)).toBe(CURP);
  });

  it('shows warnings, and the entity of people born abroad', async () => {
    const { pagina } = await abrir('#validar');
    await pagina.fill('#curp', 'OETR900517MNELNNK6');
    await pagina.fill('#curp', 'OETR100517MNELNNK6');
    expect(await pagina.locator('.validar .caja.aviso').count()).toBeGreaterThan(0);
    expect(await pagina.locator('.validar dd').allTextContents()).toContain('Nacido en el Extranjero');
  });

  it('clears everything with the button', async () => {
    const { pagina } = await abrir('#validar');
    await pagina.click('.validar .boton:visible');
    expect(await boxes(pagina)).toBe(CURP);
    await pagina.click('.validar .boton:has-text("Borrar")');
    expect(await boxes(pagina)).toBe('·'.repeat(18));
    expect(await pagina.locator('.validar dd').first().textContent()).toBe('—');
  });
});
