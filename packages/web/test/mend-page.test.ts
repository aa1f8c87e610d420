/** Mending on the page: every cell of a row that is not ready, its buttons, and the file that comes back. */
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
  'Eva,Ruiz,Gil,1994-08-03,M,Guadalajara',
  'Inés,Ruiz,Gil,1991-01-22,M,Guadalajara',
  'Iris,Ruiz,Gil,1997-11-09,M,Guadalajara',
  'Luz,Ruiz,Gil,1992-06-14,M,Guadalajara',
  'Gpe.,Muñoz Lara,,1995-03-26,M,JC',
];
const CSV = `${HEADER}\n${PEOPLE.join('\n')}\n`;

const row = (page: Page, number: number) => page.locator('.por-corregir', { has: page.locator('.cabeza', { hasText: new RegExp(`^Fila ${number}(?!\\d)`) }) }); // prettier-ignore
async function soon(page: Page, expected: readonly string[]): Promise<void> {
  await expect.poll(async () => piles(page)).toEqual(expected);
}

/** Mends the rows of the file: by buttons, by typing, and by saying that a row is right. */
async function mendAll(page: Page): Promise<void> {
  await run(page);
  expect(await piles(page)).toEqual(['1', '1', '5']);
  // All reasons of a row, in the order of its cells, each with its own button.
  expect(await row(page, 8).locator('.motivo').allTextContents()).toEqual([
    expect.stringContaining('GUADALUPE'),
    expect.stringContaining('los dos apellidos'),
  ]);
  await row(page, 8).getByRole('button', { name: 'Poner Muñoz | Lara' }).click();
  await row(page, 8).getByRole('button', { name: 'Poner Guadalupe' }).click();
  await soon(page, ['2', '0', '5']);
  await row(page, 4).getByText('No se reconoce «Guadalajara»').waitFor();
  await row(page, 4).getByRole('button', { name: 'Poner Jalisco en las 4 filas iguales' }).click();
  await soon(page, ['6', '0', '1']);
  await page.getByLabel('Fecha de nacimiento D3').fill('1990-02-28');
  await page.keyboard.press('Enter');
  await soon(page, ['7', '0', '0']);
  await page.getByLabel('Entidad de nacimiento F7').fill('Oaxaca');
  await page.keyboard.press('Tab');
  await row(page, 7).getByText('RUGL920614MOC').waitFor();
}

const MENDED = [
  /^Ana,Ruiz,Gil,1990-05-17,M,JC,RUGA900517MJC/,
  /^Luis,Ruiz,Gil,1990-02-28,H,JC,RUGL900228HJC/,
  /^Eva,Ruiz,Gil,1994-08-03,M,Jalisco,RUGE940803MJC/,
  /^Inés,Ruiz,Gil,1991-01-22,M,Jalisco,RUGI910122MJC/,
  /^Iris,Ruiz,Gil,1997-11-09,M,Jalisco,RUGI971109MJC/,
  /^Luz,Ruiz,Gil,1992-06-14,M,Oaxaca,RUGL920614MOC/,
  /^Guadalupe,Muñoz,Lara,1995-03-26,M,JC,MULG950326MJC/,
].map((pattern): unknown => expect.stringMatching(pattern));

inBrowser('mending on the page (needs chromium)', () => {
  it('shows the values of an object as cells, and returns them as they were typed', async () => {
    const page = await open();
    const person = { nombres: 'Ana', apellidos: 'Ruiz Gil', dob: 'ayer', sexo: 'F', entidad: 'JC' };
    await chooseFile(page, 'a.ndjson', `${JSON.stringify(person)}\n`);
    await run(page);
    await page.getByLabel('Fecha de nacimiento 1').fill('1990-05-17');
    await page.keyboard.press('Enter');
    await soon(page, ['1', '0', '0']);
    const { content } = await downloaded(page, 'Descargar NDJSON');
    expect(JSON.parse(String(content))).toMatchObject({ ...person, dob: '1990-05-17', code_error: 0 });
  });

  it('answers rows at once, keeps what is typed, says how many, and takes it back', async () => {
    const page = await open();
    await chooseFile(page, 'gente.csv', CSV);
    await mendAll(page);
    const rows = async (): Promise<string[]> =>
      String((await downloaded(page, 'Descargar CSV')).content)
        .trim()
        .split('\n')
        .slice(1);
    await page.getByText('Filas corregidas: 6. Aún no están en ninguna descarga.').waitFor();
    expect(await rows()).toEqual(MENDED);
    await page.getByText('Filas corregidas: 6. La última descarga las trae.').waitFor();
    expect(await rows()).toEqual(MENDED);
    await button(page, 'Cambiar columnas u opciones').click();
    await run(page);
    expect(await piles(page)).toEqual(['7', '0', '0']);
    expect(await rows()).toEqual(MENDED);
    await page.getByLabel('Entidad de nacimiento F7').focus();
    await page.keyboard.press('Control+z');
    await row(page, 7).getByText('RUGL920614MJC').waitFor();
    await page.keyboard.press('Control+z');
    await soon(page, ['6', '0', '1']);
  });

  it('takes the word of a person who looked: the row is ready, the download says so, and the mark can be taken back', async () => {
    const page = await open();
    await chooseFile(page, 'a.csv', `${HEADER}\n${PEOPLE[0] ?? ''}\n${PEOPLE.at(-1) ?? ''}\n`.replaceAll(',M,', ',F,'));
    await run(page);
    await button(page, 'Así está bien').click();
    await soon(page, ['2', '0', '0']);
    await row(page, 3).getByText('revisada').waitFor();
    const { name, content } = await downloaded(page, 'Descargar Excel');
    expect(name).toBe('a-curp.xlsx');
    const lines = String(await bytesOf(csvFromXlsx(content)))
      .trim()
      .split('\n');
    expect(lines).toEqual([
      `${HEADER},CURP,Motivo`,
      expect.stringMatching(/^Ana,.*,RUGA900517MJC\w+,$/),
      expect.stringMatching(/^Gpe\.,.*,"?Revisado\. El nombre trae una abreviatura/),
    ]);
    await button(page, 'Volver a dejarla por revisar').click();
    await soon(page, ['1', '1', '0']);
  });

  it('asks before typed cells are lost', async () => {
    const page = await open();
    await chooseFile(page, 'a.csv', CSV);
    await run(page);
    await button(page, 'Así está bien').click();
    await page.getByText('Filas revisadas: 1').waitFor();
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(`${dialog.type()} ${dialog.message()}`);
      void (asked.length < 3 ? dialog.dismiss() : dialog.accept());
    });
    await button(page, 'Otro archivo').click();
    expect(await piles(page)).toEqual(['2', '0', '5']);
    await page.evaluate(() => location.reload());
    await expect.poll(() => asked.length).toBe(2);
    await button(page, 'Otro archivo').click();
    await page.locator('.soltar').waitFor();
    expect(asked).toEqual([expect.stringMatching(/^confirm Las correcciones/), expect.stringMatching(/^beforeunload/), expect.stringMatching(/^confirm/)]); // prettier-ignore
  });

  it('takes what is typed in place of the text at fault, without a key to select it', async () => {
    const page = await open();
    await chooseFile(page, 'a.csv', `${HEADER}\n${PEOPLE.slice(0, 2).join('\n')}\n`);
    await run(page);
    await button(page, 'Ir a la primera fila').press('Enter');
    await expect.poll(async () => page.evaluate(() => document.activeElement?.id)).toBe('celda-D3');
    await page.keyboard.type('28/02/1990');
    await page.keyboard.press('Enter');
    await soon(page, ['2', '0', '0']);
  });

  it('has a button for a key whose check digit is wrong', async () => {
    const page = await open();
    await chooseFile(page, 'a.csv', 'CURP\nRUGA900517MJCZLN06\n');
    await page.locator('label[for=operacion-validar]').click();
    await run(page);
    await button(page, 'Poner RUGA900517MJCZLN05').click();
    await soon(page, ['1', '0', '0']);
  });

  it('draws only what is seen of 5,000 rows, and goes from each to the next', async () => {
    const page = await open();
    const rows = Array.from({ length: 5000 }, (_, i) => `Ana,Ruiz,Gil,1990-02-31 ${i},F,JC`);
    await chooseFile(page, 'a.csv', `${HEADER}\n${rows.join('\n')}\n`);
    await run(page);
    await button(page, 'Ir a la primera fila').click();
    const focused = async (): Promise<string> => page.evaluate(() => document.activeElement?.id ?? '');
    for (let i = 2; i <= 62; i++) {
      await expect.poll(focused).toBe(`celda-D${i}`);
      await page.keyboard.press('Enter');
    }
    expect(await page.locator('.por-corregir').count()).toBeLessThan(200);
    await page.keyboard.press('Control+End');
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await row(page, 5001).waitFor();
  });

  it('keeps a date of a workbook a date', async () => {
    const page = await open();
    const born = new Date(Date.UTC(1990, 4, 17));
    const rows = [['Ana', born], ['Eva', new Date(Date.UTC(1900, 0, 3))]].map(([name = '', date = '']) => [name, 'Ruiz', 'Gil', date, 'F', 'JC']); // prettier-ignore
    await chooseFile(page, 'a.xlsx', workbookOf({ Una: [HEADER.split(','), ...rows] }));
    await run(page);
    await page.getByLabel('Fecha de nacimiento D3').fill('17/05/1990');
    await page.keyboard.press('Enter');
    await soon(page, ['2', '0', '0']);
    const { content } = await downloaded(page, 'Descargar el mismo libro');
    const book = await Workbook.open(content);
    expect((await bytesOf(book.open(book.sheet(undefined)))).toString()).toContain('<c r="D3" s="1"><v>33010</v></c>');
  });

  it('returns the workbook with the mended cells', async () => {
    const page = await open();
    const cells = CSV.trim()
      .split('\n')
      .map((line) => line.split(','));
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

  it('is accessible on a phone and on a desktop, and needs no mouse', async () => {
    const page = await open({ viewport: PHONE, colorScheme: 'dark' });
    const check = async (): Promise<void> => {
      for (const [name, viewport] of [...SIZES.toReversed(), ['narrow', { width: 360, height: 740 }] as const]) {
        await page.setViewportSize(viewport);
        expect([name, ...(await violationsOn(page, '.lote'))]).toEqual([name]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
      }
    };
    await chooseFile(page, 'gente.csv', CSV);
    await run(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const focused = async (): Promise<string | null> =>
      page.evaluate(() => document.activeElement?.textContent ?? null);
    await expect.poll(focused).toBe('Poner Guadalupe');
    await check();
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe('Poner Muñoz | Lara');
    await page.keyboard.press('Enter');
    await soon(page, ['2', '0', '5']);
    await expect.poll(async () => page.locator('#voz').textContent()).toMatch(/Fila 8: MULG950326MJC.*lista.*2 listas, 0 por revisar, 5 con error/); // prettier-ignore
    await check();
  });
});
