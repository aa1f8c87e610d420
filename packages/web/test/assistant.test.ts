/** The file assistant in a browser: what the page understands of a file, and what it asks. */
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { SIZES, inBrowser, violationsOn } from './browser.js';
import { button, chooseFile, downloaded, figure, open, piles, run, showColumns } from './files-page.js';
import { HEADER } from './lote-files.js';

const rows = (...people: readonly string[]): string => `${HEADER}\n${people.join('\n')}\n`;
const convention = (page: Page, name: string): Locator => page.locator(`[data-convencion=${name}]`);
const choose = async (page: Page, label: string): Promise<void> => page.getByText(label, { exact: true }).click();
const isReady = async (page: Page): Promise<boolean> => button(page, 'Empezar').isEnabled();
/** Returns the command that repeats what was chosen, which stands under "Más". */
const command = async (page: Page): Promise<string | null> => page.locator('#por-terminal pre').textContent();
const result = async (page: Page): Promise<string> => String((await downloaded(page, 'Descargar CSV')).content);

const FM = rows('Ana,Ruiz,Gil,05/17/1990,F,JC', 'Raúl,Ruiz,Gil,01/02/1980,M,JC', 'Eva,Ruiz,NULL,01/02/1980,F,JC');
/** Nothing in these files shows what M means, which figure is the month, or which century it was. */
const UNCLEAR = rows('Ana,Ruiz,Gil,05/07/90,M,JC', 'Luz,Ruiz,Gil,01/02/80,M,JC');
const WHOLE = `Nombre completo,Fecha de nacimiento,Sexo,Entidad\n${[
  'Peña Gil Ana',
  'de la Cruz Ruiz Luis',
  'Vera Eva',
  'Soto Paz Iris',
  '"Mora, Raúl"',
  'Luna Sol Inés',
]
  .map((name, i) => `${name},17/05/1990,${'MH'[i % 2]},JC`)
  .join('\n')}\n`;

inBrowser('the file assistant (needs chromium)', () => {
  it('shows each convention with its evidence, and a switch changes it', async () => {
    const page = await open();
    await chooseFile(page, 'personas.csv', FM);
    await convention(page, 'sexo').getByText('M = Masculino: la columna trae F y M, y ninguna H (fila 2).').waitFor();
    await convention(page, 'fechas').getByText('Fechas: mes, día, año').waitFor();
    await convention(page, 'nulos').getByText('NULL: 1').waitFor();
    await expect.poll(async () => command(page)).toBe('curp lote personas.csv -o personas-curp.csv');
    await run(page);
    await page.getByText('Cómo se leyó el archivo').click();
    await page.locator('.lectura').getByText('M = Masculino').waitFor();
    expect(await result(page)).toMatch(/RUGR800102HJC.*\n.*RUXE800102MJC/);
    await button(page, 'Cambiar columnas u opciones').click();
    await choose(page, 'M = Mujer');
    await expect.poll(async () => command(page)).toBe('curp lote personas.csv --sexo hm -o personas-curp.csv');
    await run(page);
    expect(await result(page)).toContain('RUGR800102MJC');
  });

  it('marks all open questions of a file at once, and says how many they are', async () => {
    const page = await open();
    await chooseFile(page, 'p.csv', 'Nombre,Paterno,Materno,Sexo,Fecha,Estado\nAna,Ruiz,Gil,M,1990-05-07,JC\n');
    await page.getByText('Faltan 3 respuestas para empezar: están marcadas arriba.').waitFor();
    await page.getByText('«Fecha» es la de nacimiento o la de otro día').first().waitFor();
    await page.getByText('«Estado» es la de nacimiento o la de un domicilio').first().waitFor();
    await convention(page, 'sexo').getByText('M').first().waitFor();
    expect(await isReady(page)).toBe(false);
    await page.locator('#columna-fecha_nacimiento').selectOption({ label: 'Fecha' });
    await page.locator('#columna-entidad').selectOption({ label: 'Estado' });
    await choose(page, 'M = Mujer');
    await expect.poll(async () => isReady(page)).toBe(true);
  });

  it('offers to compare a file that has keys and names, but no dates', async () => {
    const page = await open();
    await chooseFile(page, 'a.csv', 'CURP,Nombres,Primer apellido\nRUGA900517MJCZLN05,Ana,Ruiz\n');
    await page.getByText('El archivo trae CURP y nombres').waitFor();
    expect(await violationsOn(page, '.lote')).toEqual([]);
    await button(page, 'Revisar si cada CURP es de su persona').click();
    await run(page);
    await page.getByRole('cell', { name: 'Concuerda' }).waitFor();
    await button(page, 'Otro archivo').first().click();
    await page.locator('label[for=operacion-calcular]').click();
    await chooseFile(page, 'b.csv', rows('Ana,Ruiz,Gil,17/05/1990,F,JC'));
    await button(page, 'Empezar').waitFor();
    expect(await button(page, 'Revisar si cada CURP es de su persona').isVisible()).toBe(false);
  });

  it.each([
    ['a PDF', 'lista.pdf', '%PDF-1.7\n', 'El archivo es un PDF'],
    ['a photograph', 'lista.csv', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16), 'El archivo es una imagen'],
  ])('says that %s is no list', async (_, name, content, words) => {
    const page = await open();
    await chooseFile(page, name, content);
    await page.locator('.veredicto').getByText(words).waitFor();
  });

  it('asks what M is if the sexes are only M', async () => {
    const page = await open();
    await chooseFile(page, 'a.csv', rows('Ana,Ruiz,Gil,17/05/1990,M,JC', 'Luz,Ruiz,Gil,17/05/1990,M,JC'));
    await convention(page, 'sexo').getByText('¿M es mujer o masculino?').waitFor();
    expect(await isReady(page)).toBe(false);
    await choose(page, 'M = Masculino');
    expect(await isReady(page)).toBe(true);
    await run(page);
    expect(await result(page)).toContain('RUGA900517HJC');
    await button(page, 'Cambiar columnas u opciones').click();
    await page.locator('label[for=operacion-validar]').click();
    await convention(page, 'sexo').waitFor({ state: 'detached' });
  });

  it('asks for the column of a datum whose name may mean something else', async () => {
    const page = await open();
    const header = 'nombres,apellido_paterno,apellido_materno,Fecha,sexo,Estado';
    await chooseFile(page, 'a.csv', `${header}\nAna,Ruiz,Gil,17/05/1990,M,JC\nRaúl,Ruiz,Gil,17/05/1990,H,JC\n`);
    await page.locator('#nota-columna-entidad').getByText('No se sabe si «Estado» es la de nacimiento').waitFor();
    expect(await page.locator('#columna-entidad option:checked').textContent()).toBe('Elija…');
    expect(await isReady(page)).toBe(false);
    await page.selectOption('#columna-entidad', { label: 'Estado' });
    await page.locator('#nota-columna-fecha_nacimiento').getByText('No se sabe si «Fecha»').waitFor();
    expect(await isReady(page)).toBe(false);
    await page.selectOption('#columna-fecha_nacimiento', { label: 'Fecha' });
    await expect.poll(async () => command(page)).toContain('--columna entidad=Estado --columna fecha_nacimiento=Fecha');
    await run(page);
    expect(await piles(page)).toEqual(['2', '0', '0']);
  });

  it('offers the encodings of names that are not UTF-8', async () => {
    const page = await open();
    const text = rows('Ana,Muñoz,Gil,17/05/1990,M,JC', 'Raúl,Ruiz,Gil,17/05/1990,H,JC');
    await chooseFile(page, 'a.csv', Buffer.from(text, 'latin1'));
    const labels = convention(page, 'codificacion').locator('label');
    await labels.first().waitFor();
    expect(await labels.allTextContents()).toEqual(['UTF-8', 'Windows-1252', 'DOS 850', 'Mac Roman']);
    await choose(page, 'Mac Roman');
    await showColumns(page);
    await page.locator('#nota-columna-nombres').getByText('Ra˙l').waitFor();
  });

  it('joins two columns of given names, and lets the user leave out the second', async () => {
    const page = await open();
    await chooseFile(page, 'dos.csv', `Segundo nombre,${HEADER}\nInés,María,Ruiz,Gil,17/05/1990,H,JC\n`);
    await showColumns(page);
    await run(page);
    expect(await result(page)).toContain('RUGI900517HJC');
    await button(page, 'Cambiar columnas u opciones').click();
    await page.getByLabel('Segundo nombre').selectOption('No está en el archivo');
    await run(page);
    expect(await result(page)).toContain('RUGM900517HJC');
  });

  it('asks what no row can show, once for files of the same shape', async () => {
    const page = await open();
    await chooseFile(page, 'a.csv', UNCLEAR);
    await page.locator('.lote').getByText('Para empezar, conteste lo que está marcado.').waitFor();
    expect(await page.locator('.pregunta').count()).toBe(3);
    await choose(page, 'M = Masculino');
    await choose(page, 'Mes, día, año');
    expect(await isReady(page)).toBe(false);
    await choose(page, 'De 1930 a 2029');
    expect(await isReady(page)).toBe(true);
    await expect
      .poll(async () => command(page))
      .toBe('curp lote a.csv --sexo fm --fechas mda --siglo 1930 -o a-curp.csv');
    await run(page);
    expect(await result(page)).toMatch(/RUGA900507HJC.*\n.*RUGL800102HJC/);
    await button(page, 'Otro archivo').click();
    await chooseFile(page, 'b.csv', rows('Eva,Ruiz,Gil,03/04/75,M,JC'));
    await run(page);
    expect(await result(page)).toContain('RUGE750304HJC');
    await button(page, 'Otro archivo').click();
    await chooseFile(page, 'c.csv', UNCLEAR.replace('nombres', 'nombre'));
    await page.locator('.pregunta').first().waitFor();
  });

  it('proposes five cuts of whole names in both orders', async () => {
    const page = await open();
    await chooseFile(page, 'a.csv', WHOLE);
    await page.getByText('¿Qué va primero?').waitFor();
    expect(await page.locator('.cortes tbody tr').count()).toBe(10);
    const cut = page.locator('.cortes tbody').first().locator('tr').nth(1);
    expect(await cut.locator('td').allTextContents()).toEqual(['Luis', 'de la Cruz', 'Ruiz']);
    expect(await isReady(page)).toBe(false);
    await page.getByRole('radio', { name: 'Primero los apellidos' }).check();
    await run(page);
    expect(await result(page)).toMatch(/PEGA900517MJC.*\n.*CURL900517HJC/);
    await button(page, 'Cambiar columnas u opciones').click();
    await button(page, 'Los apellidos están en otra columna').click();
    await page.locator('#nota-columna-nombres').getByText('Elija la columna').waitFor();
  });

  it('shows how surnames in one column are cut, and asks about a column that may hold only one', async () => {
    const page = await open();
    const file = 'Apellidos,Nombre,F. Nac.,Sexo,Edo. Nac.\nde la Cruz Ruiz,Luis,1990-05-17,H,JC\n';
    await chooseFile(page, 'a.csv', file);
    const cut = page.locator('[data-convencion="apellidos"] tbody tr').first();
    await cut.waitFor();
    expect(await cut.locator('td').allTextContents()).toEqual(['de la Cruz', 'Ruiz']);
    await run(page);
    expect(await result(page)).toMatch(/CURL900517HJC/);
    await button(page, 'Otro archivo').click();
    await chooseFile(page, 'b.csv', file.replace('Apellidos', 'Apellido'));
    await page.locator('#nota-columna-apellidos').getByText('No se sabe si «Apellido» trae los dos').waitFor();
    await page.selectOption('#columna-apellidos', { label: 'En dos columnas' });
    await page.selectOption('#columna-apellido_paterno', { label: 'Los dos apellidos vienen en una columna' });
    await page.selectOption('#columna-apellidos', { label: 'Apellido' });
    await run(page);
    expect(await figure(page, 'Con error')).toBe('0');
  });

  it('lets the user say that a column holds the whole name', async () => {
    const page = await open();
    await chooseFile(page, 'a.csv', WHOLE.replace('Nombre completo', 'Nombre'));
    await page.selectOption('#columna-apellido_paterno', { label: 'Viene junto con el nombre' });
    await page.getByRole('radio', { name: 'Primero los apellidos' }).check();
    await run(page);
    expect(await figure(page, 'Con error')).toBe('0');
  });

  it('finds the header under a title, and another row can be chosen', async () => {
    const page = await open();
    await chooseFile(page, 'a.csv', `Nómina,,,,,\n\n${FM}`);
    await page.getByText('Fila 3: nombres, apellido_paterno').waitFor({ state: 'attached' });
    expect(await page.locator('#encabezado').inputValue()).toBe('3');
    await showColumns(page);
    await page.selectOption('#encabezado', '1');
    await page.locator('.lote').getByText('No se reconoce ninguna columna').waitFor();
    await page.selectOption('#encabezado', '3');
    await page.locator('#nota-columna-nombres').getByText('Ana · Raúl · Eva').waitFor();
    await run(page);
    expect(await figure(page, 'Con error')).toBe('0');
  });

  it('refuses a second header in another order, and a button says that the order did not change', async () => {
    const page = await open();
    const other = HEADER.split(',').toReversed().join(',');
    await chooseFile(page, 'a.csv', rows('Ana,Ruiz,Gil,17/05/1990,F,JC', other, 'Luz,Ruiz,Gil,17/05/1990,F,JC'));
    await button(page, 'Empezar').click();
    await page.getByText('La fila 3 nombra las columnas en otro orden').waitFor();
    expect(await page.locator('.veredicto').first().textContent()).not.toMatch(/declare|=/);
    await button(page, 'Fila con los nombres de las columnas: 1').click();
    await expect.poll(async () => command(page)).toContain('--encabezado 1');
    await run(page);
    expect(await result(page)).toContain('RUGL900517MJC');
  });

  it('looks at the file again when the column of a datum changes', async () => {
    const page = await open();
    await chooseFile(page, 'a.csv', FM.replace(/\n/g, ',H\n').replace(',H\n', ',genero_b\n'));
    await convention(page, 'sexo').waitFor();
    await showColumns(page);
    await page.selectOption('#columna-sexo', { label: 'genero_b' });
    await convention(page, 'sexo').waitFor({ state: 'detached' });
    await run(page);
    expect(await result(page)).toContain('RUGA900517HJC');
  });

  it('shows an error in each row that contradicts an answer', async () => {
    const page = await open();
    await chooseFile(page, 'a.csv', FM);
    await choose(page, 'Día, mes, año');
    await run(page);
    expect(await figure(page, 'Con error')).toBe('1');
    await page.locator('.motivo').getByText('no sigue el orden con que se lee el archivo').waitFor();
  });

  it('shows the rows that a question is about, what each answer makes of them, and how many keys it changes', async () => {
    const page = await open();
    const sure = Array.from({ length: 4 }, (_, i) => `Eva,Ruiz,Gil,${14 + i}/05/1990,F,JC`);
    const files = rows(
      'Ana,Ruiz,Gil,03/11/2015,F,JC',
      ...sure,
      'Luz,Ruiz,Gil,05/28/2016,F,JC',
      'Iris,Ruiz,Gil,04/04/2016,F,JC',
    );
    await chooseFile(page, 'a.csv', files);
    const question = convention(page, 'fechas');
    await question.getByText('La respuesta cambia 6 claves de las primeras 7 filas.').waitFor();
    const first = await question.locator('tbody tr').first().locator('td').allTextContents();
    expect(first.slice(0, 4)).toEqual([
      '2',
      '03/11/2015',
      expect.stringMatching(/^RUGA151103M/),
      expect.stringMatching(/^RUGA150311M/),
    ]);
    expect(await violationsOn(page, '.asistente')).toEqual([]);
  });

  it('asks about NDJSON too', async () => {
    const page = await open();
    const person = { nombres: 'Ana', apellido_paterno: 'Ruiz', apellido_materno: 'Gil', entidad: 'JC' };
    await chooseFile(page, 'a.ndjson', `${JSON.stringify({ ...person, fecha_nacimiento: '17/05/1990', sexo: 'M' })}\n`);
    await choose(page, 'M = Mujer');
    await run(page);
    expect(await piles(page)).toEqual(['1', '0', '0']);
  });

  it('is accessible with its questions in both languages, on a phone and on a desktop', async () => {
    const page = await open();
    const check = async (): Promise<void> => {
      for (const [name, viewport] of SIZES) {
        await page.setViewportSize(viewport);
        expect([name, ...(await violationsOn(page, '.lote'))]).toEqual([name]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
      }
    };
    await chooseFile(page, 'a.csv', WHOLE.replaceAll('17/05/1990', '01/02/90').replaceAll(',H,', ',M,'));
    await page.locator('.pregunta').nth(3).waitFor();
    await check();
    await button(page, 'Switch to English').click();
    await page.getByText('The column of the sex only holds M').waitFor();
    await check();
    await choose(page, 'M = Mujer (woman)');
    await choose(page, 'Day, month, year');
    await choose(page, 'Leave as errors');
    await page.getByRole('radio', { name: 'Surnames first' }).check();
    await button(page, 'Start').click();
    await page.locator('.por-corregir input').first().waitFor();
    await check();
  });
});
