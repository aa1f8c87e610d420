/** Mending on the page: faulty cells, one by one or all with the same text, and the file that comes back. */
import { csvFromXlsx } from '@curp-service/lote/xlsx';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { bytesOf } from '../../lote/test/bytes-of.js';
import { Workbook } from '../../lote/src/xlsx/workbook.js';
import { workbookOf } from '../../lote/test/workbook.js';
import { PHONE, SIZES, inBrowser, violationsOn } from './browser.js';
import { button, chooseFile, downloaded, open, piles, run } from './files-page.js';
import { HEADER } from './lote-files.js';

const PEOPLE = [
  'Ana,Ruiz,Gil,1990-05-17,M,JC',
  'Luis,Ruiz,Gil,1990-02-31,H,JC',
  ...['Eva', 'Inés', 'Iris', 'Luz'].map((name) => `${name},Ruiz,Gil,1990-05-17,M,Atlántida`),
  'Gpe.,Ruiz,Gil,1990-05-17,M,JC',
];
const CSV = `${HEADER}\n${PEOPLE.join('\n')}\n`;

/** Mends the seven rows of the file, and processes it again. */
async function mendAll(page: Page): Promise<void> {
  await run(page);
  expect(await piles(page)).toEqual(['1', '1', '5']);
  expect(await page.locator('.grupo-de-fallas h3').allTextContents()).toEqual([
    '1 nombre',
    '4 lugares de nacimiento',
    '1 fecha',
  ]);
  expect(await button(page, 'Procesar de nuevo').isVisible()).toBe(false);
  await page.getByLabel('A8').fill('Guadalupe');
  await page.getByLabel('«Atlántida» en 4 filas').fill('Jalisco');
  await page.getByText('Fila por fila').click();
  await page.getByLabel('F7').fill('Oaxaca');
  await page.getByLabel('D3').fill('1990-02-28');
  await page.getByText('Filas corregidas: 6').waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.nota').getByText('Filas corregidas: 6').waitFor();
  expect(await piles(page)).toEqual(['7', '0', '0']);
}

const MENDED = [
  /^Ana,Ruiz,Gil,1990-05-17,M,JC,RUGA900517MJC/,
  /^Luis,Ruiz,Gil,1990-02-28,H,JC,RUGL900228HJC/,
  /^Eva,Ruiz,Gil,1990-05-17,M,Jalisco,RUGE900517MJC/,
  /^Inés,Ruiz,Gil,1990-05-17,M,Jalisco,RUGI900517MJC/,
  /^Iris,Ruiz,Gil,1990-05-17,M,Jalisco,RUGI900517MJC/,
  /^Luz,Ruiz,Gil,1990-05-17,M,Oaxaca,RUGL900517MOC/,
  /^Guadalupe,Ruiz,Gil,1990-05-17,M,JC,RUGG900517MJC/,
].map((pattern): unknown => expect.stringMatching(pattern));

inBrowser('mending on the page (needs chromium)', () => {
  it('says for a file without cells where its data are mended', async () => {
    const page = await open();
    await chooseFile(
      page,
      'a.ndjson',
      '{"nombres":"Ana","apellidos":"Ruiz Gil","dob":"ayer","sexo":"F","entidad":"JC"}\n',
    );
    await run(page);
    await page.getByText('corrija los datos en el programa del que vienen').waitFor();
    expect(await page.locator('.caso input').count()).toBe(0);
  });

  it('can leave one row of a shared text unchanged', async () => {
    const page = await open();
    await chooseFile(page, 'a.csv', CSV);
    await run(page);
    await page.getByLabel('«Atlántida» en 4 filas').fill('Jalisco');
    await page.getByText('Filas corregidas: 4').waitFor();
    await page.getByText('Fila por fila').click();
    await page.getByLabel('F7').fill('Atlántida');
    await page.getByLabel('D3').fill('1990-02-28');
    await page.getByText('Filas corregidas: 5').waitFor();
    await button(page, 'Procesar de nuevo').click();
    await page.getByRole('heading', { name: 'Listo' }).waitFor();
    await page.locator('.nota').getByText('Filas corregidas: 5').waitFor();
    expect(await piles(page)).toEqual(['5', '1', '1']);
  });

  it('has one field for rows with one cause, and one each for the empty cells, names and dates of several people', async () => {
    const page = await open();
    const rows = [
      ...['Ana', 'Eva', 'Luz'].map((name) => `,${name},Gil,1990-05-17,F,JC`),
      ...['Ana', 'Eva', 'Luz'].map((name) => `${name},Ruiz,Gil,1990-02-31,F,JC`),
      ...['Soto', 'Luna'].map((name) => `Gpe.,${name},Gil,1990-05-17,F,JC`),
      ...['Soto', 'Luna'].map((name) => `Iris,${name},Gil,1990-05-17,F,Atlántida`),
    ];
    await chooseFile(page, 'a.csv', `${HEADER}\n${rows.join('\n')}\n`);
    await run(page);
    const labels = await page.locator('.caso:visible label b').allTextContents();
    expect(labels).toEqual(['«Gpe.» en 2 filas', 'A2', 'A3', 'A4', 'D5', 'D6', 'D7', '«Atlántida» en 2 filas']);
    await page.getByLabel('A2').fill('Juana');
    await page.getByText('Filas corregidas: 1').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.nota').getByText('Filas corregidas: 1').waitFor();
    expect(await piles(page)).toEqual(['1', '2', '7']);
  });

  it('has a button for the word that is known', async () => {
    const page = await open();
    const rows = ['Gpe.,Hdez.,Gil,1990-05-17,F,JC,', 'Ma. GPE,Ruiz,Gil,1990-05-17,F,JC,'];
    await chooseFile(page, 'a.csv', `${HEADER}\n${rows.join('\n')}\n`);
    await run(page);
    await button(page, 'Poner «Guadalupe»').click();
    expect(await page.getByLabel('A2').inputValue()).toBe('Guadalupe');
    await button(page, 'Poner «MA. GUADALUPE»').or(button(page, 'Poner «Ma. GUADALUPE»')).click();
    await page.getByText('Filas corregidas: 2').waitFor();
    await page.keyboard.press('Enter');
    await button(page, 'Poner «Hernández»').click();
    await page.keyboard.press('Enter');
    await page.locator('.nota').getByText('Filas corregidas: 2').waitFor();
    expect(await piles(page)).toEqual(['2', '0', '0']);
  });

  it('has a button for a key whose check digit is wrong', async () => {
    const page = await open();
    await chooseFile(page, 'a.csv', 'CURP\nRUGA900517MJCZLN06\n');
    await page.locator('label[for=operacion-validar]').click();
    await run(page);
    await button(page, 'Poner «RUGA900517MJCZLN05»').click();
    await page.keyboard.press('Enter');
    await page.locator('.nota').getByText('Filas corregidas: 1').waitFor();
    expect(await piles(page)).toEqual(['1', '0', '0']);
  });

  it('covers no field that takes the focus', async () => {
    const page = await open({ viewport: PHONE });
    const rows = Array.from({ length: 14 }, (_, i) => `Ana,Ruiz,Gil,1990-02-3${i % 2},F,JC`);
    await chooseFile(page, 'a.csv', `${HEADER}\n${rows.join('\n')}\n`);
    await run(page);
    await page.getByLabel('D2').fill('1990-02-28');
    const bar = page.locator('.al-pie-fijo');
    await bar.waitFor();
    for (let i = 3; i <= 15; i++) {
      await page.keyboard.press('Tab');
      const field = await page.evaluate(() => document.activeElement?.getBoundingClientRect().bottom ?? 0);
      expect([i, field]).toEqual([i, Math.min(field, (await bar.boundingBox())?.y ?? 0)]);
    }
  });

  it('keeps a date of a workbook a date', async () => {
    const page = await open();
    const born = new Date(Date.UTC(1990, 4, 17));
    const rows = [['Ana', born], ['Eva', new Date(Date.UTC(1900, 0, 3))]].map(([name = '', date = '']) => [name, 'Ruiz', 'Gil', date, 'F', 'JC']); // prettier-ignore
    await chooseFile(page, 'a.xlsx', workbookOf({ Una: [HEADER.split(','), ...rows] }));
    await run(page);
    await page.getByLabel('D3').fill('17/05/1990');
    await button(page, 'Procesar de nuevo').click();
    await page.locator('.nota').getByText('Filas corregidas: 1').waitFor();
    const { content } = await downloaded(page, 'Descargar el mismo libro');
    const book = await Workbook.open(content);
    expect((await bytesOf(book.open(book.sheet(undefined)))).toString()).toContain('<c r="D3" s="1"><v>33010</v></c>');
  });

  it('returns a CSV with the mended cells, even after options were changed', async () => {
    const page = await open();
    await chooseFile(page, 'gente.csv', CSV);
    await mendAll(page);
    const rows = async (): Promise<string[]> =>
      String((await downloaded(page, 'Descargar CSV')).content)
        .trim()
        .split('\n')
        .slice(1);
    expect(await rows()).toEqual(MENDED);
    await button(page, 'Cambiar columnas u opciones').click();
    await page.getByLabel('Preparar el CSV para Excel').uncheck();
    await run(page);
    expect(await rows()).toEqual(MENDED);
  });

  it('returns the workbook with the mended cells', async () => {
    const page = await open();
    const cells = CSV.trim()
      .split('\n')
      .map((row) => row.split(','));
    await chooseFile(page, 'gente.xlsx', workbookOf({ Gente: cells, Notas: [['nada']] }));
    await mendAll(page);
    const { name, content } = await downloaded(page, 'Descargar el mismo libro con las respuestas');
    expect(name).toBe('gente-curp.xlsx');
    const lines = String(await bytesOf(csvFromXlsx(content)))
      .trim()
      .split('\n');
    expect(lines.slice(1)).toEqual(MENDED);
    expect(String(await bytesOf(csvFromXlsx(content, { hoja: 'Notas' })))).toBe('nada\n');
  });

  it('has a button for an error that another reading of the file would solve', async () => {
    const page = await open();
    const rows = ['Ana,Mu#iz,Gil,17/05/90,M,JC', 'Luis,Mu#oz,Gil,17/05/1990,H,JC'];
    await chooseFile(page, 'a.csv', `${HEADER}\n${rows.join('\n')}\n`);
    await page.getByText('Dejar como error').click();
    await run(page);
    expect(await page.locator('.motivo').allTextContents()).not.toContain(expect.stringMatching(/declare|=/));
    await button(page, '# es Ñ').click();
    await page.getByRole('heading', { name: '1 fecha' }).waitFor();
    await button(page, 'De 1930 a 2029').click();
    await page.getByText('Las primeras 2 filas').waitFor();
    await page.getByRole('cell', { name: /^MUGA900517MJC/ }).waitFor();
    expect(await piles(page)).toEqual(['2', '0', '0']);
    await button(page, 'Cambiar columnas u opciones').click();
    await page.getByText('Hacerlo la próxima vez').click();
    expect(await page.locator('.asistente pre').innerText()).toContain("--siglo 1930 --enie '#'");
  });

  it('is accessible on a phone and on a desktop, and needs no mouse', async () => {
    const page = await open({ viewport: PHONE, colorScheme: 'dark' });
    const check = async (): Promise<void> => {
      for (const [name, viewport] of SIZES.toReversed()) {
        await page.setViewportSize(viewport);
        expect([name, ...(await violationsOn(page, '.lote'))]).toEqual([name]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
      }
    };
    const press = async (key: string, until: () => Promise<boolean>): Promise<void> => {
      for (let i = 0; i < 40 && !(await until()); i++) await page.keyboard.press(key);
    };
    const focused = async (selector: string): Promise<boolean> =>
      page.evaluate((one) => document.activeElement?.matches(one) === true, selector);
    await chooseFile(page, 'gente.csv', CSV);
    await button(page, 'Empezar').waitFor();
    await press('Tab', async () => focused('.principal'));
    await page.keyboard.press('Enter');
    await page.locator('.caso').first().waitFor();
    await press('Tab', async () => focused('#celdas-F4'));
    await page.keyboard.type('Jalisco');
    await press('Tab', async () => focused('.casos summary'));
    await page.keyboard.press('Space');
    await page.getByLabel('F7').waitFor();
    expect(await page.getByLabel('F7').inputValue()).toBe('Jalisco');
    await check();
    await press('Tab', async () => focused('.al-pie-fijo .principal'));
    await page.keyboard.press('Enter');
    await page.locator('.nota').getByText('Filas corregidas: 4').waitFor();
    expect(await piles(page)).toEqual(['5', '1', '1']);
    await check();
  });
});
