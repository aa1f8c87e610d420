/** Two lists are crossed on the page, in the browser: three piles, the downloads, and a list that must be explained. */
import { csvFromXlsx } from '@curp-service/lote/xlsx';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { bytesOf } from '../../lote/test/bytes-of.js';
import { SIZES, inBrowser, violationsOn } from './browser.js';
import { button, downloaded, errorsOf, figure, open, reasons, workbook } from './files-page.js';
import { HEADER, upload } from './lote-files.js';

const A = `${HEADER}\nRenata,Olvera,Tenorio,1990-05-17,M,DF\nLuis,Soto,Mora,1970-01-05,H,MC\nAna,Gil,Paz,1999-09-09,M,JC\n`;
const B = `${HEADER}\nLUIS,SOTO,MORA,06/01/1970,H,MC\nEva,Ruiz,Paz,1981-12-31,M,OC\nRenata,Olvera,Tenorio,17/05/1990,M,DF\n`;
const RESULT = 'Descargar la lista A con el resultado';

async function cross(page: Page, a: string | Uint8Array, b: string | Uint8Array, name = 'nomina.csv'): Promise<void> {
  await button(page, 'Cruzar dos listas').click();
  await page.setInputFiles('#lista-a', upload(name, a));
  await page.setInputFiles('#lista-b', upload('imss.csv', b));
  await button(page, 'Cruzar').click();
}

const FIGURES = ['La misma persona', 'Quizá la misma', 'Solo en A', 'Solo en B'];
const figures = async (page: Page): Promise<(string | null)[]> => {
  await page.getByText('Listo: la misma persona').first().waitFor();
  return Promise.all(FIGURES.map(async (name) => figure(page, name)));
};

inBrowser('two lists on the page (needs chromium)', () => {
  it.each([
    ['over HTTP, in a worker', false],
    ['from disk, on the page', true],
  ])('are crossed %s, and nothing is sent', async (_, fromDisk) => {
    const page = await open({ fromDisk, acceptDownloads: true });
    const sent: string[] = [];
    page.on('request', (request) => void (request.method() === 'GET' || sent.push(request.url())));
    await cross(page, A, B);
    expect(await figures(page)).toEqual(['1', '1', '1', '1']);
    const { name, content } = await downloaded(page, RESULT);
    expect([name, String(content).replace('\ufeff', '').split('\n')]).toEqual([
      'nomina-cruce.csv',
      [
        `${HEADER},cruce,fila_b,curp_b,motivo`,
        'Renata,Olvera,Tenorio,1990-05-17,M,DF,misma,4,,Los mismos datos.',
        'Luis,Soto,Mora,1970-01-05,H,MC,quiza,2,,Difiere el día: 1970-01-05 y 06/01/1970.',
        'Ana,Gil,Paz,1999-09-09,M,JC,sola,,,',
        '',
      ],
    ]);
    const only = await downloaded(page, 'Descargar quienes solo están en B');
    expect([only.name, String(only.content)]).toEqual([
      'nomina-solo-b.csv',
      expect.stringContaining('3,,Eva,Ruiz,Paz,1981-12-31,M,OC,'),
    ]);
    await page.getByText('Cómo se leyó').nth(1).click();
    await page.getByText('Fechas: día, mes, año, como lo prueba').first().waitFor();
    expect([...sent, ...errorsOf(page)]).toEqual([]);
    for (const [size, viewport] of [...SIZES, ['narrow', { width: 360, height: 740 }] as const]) {
      await page.setViewportSize(viewport);
      expect([size, ...(await violationsOn(page, '.lote'))]).toEqual([size]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
    }
  });

  it('ask about each person who is perhaps the same: a button, the counts, the download, and Ctrl+Z', async () => {
    const page = await open();
    const people = ['Noé,MU?OZ,Lara,2015-11-03,H,JC', 'Luz,Soto,Mora,,M,JC', 'Eva,Ruiz,Paz,2014-02-13,M,JC', ''];
    const others = [
      'Noé,Muñoz,Lara,2015-11-03,H,JC',
      'Luz,Soto,Mora,2015-02-14,M,JC',
      'Eva,Ruiz,Paz,2014-02-14,M,JC',
      '',
    ];
    await cross(page, [HEADER, ...people].join('\n'), [HEADER, ...others].join('\n'));
    expect(await figures(page)).toEqual(['0', '3', '0', '0']);
    expect(await reasons(page)).toEqual([
      'Difiere el primer apellido: MU?OZ y Muñoz.',
      'Lo demás coincide. Sin fecha en A.',
      'Difiere el día: 2014-02-13 y 2014-02-14.',
    ]);
    await button(page, 'Ir a la primera fila que falta').press('Enter');
    const focused = async (): Promise<string> =>
      page.evaluate(() => document.activeElement?.closest('.por-corregir')?.textContent?.slice(0, 15) ?? '');
    expect(await focused()).toContain('fila 2');
    await page.keyboard.press('Enter'); // the same
    await expect.poll(async () => figures(page)).toEqual(['1', '2', '0', '0']);
    await expect.poll(focused).toContain('fila 3');
    await page.getByLabel('Fecha de nacimiento D3').fill('14/02/2015');
    await page.keyboard.press('Enter');
    await expect.poll(async () => figures(page)).toEqual(['2', '1', '0', '0']);
    await expect.poll(focused).toContain('fila 4');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter'); // somebody else
    await expect.poll(async () => figures(page)).toEqual(['2', '0', '1', '1']);
    await page.getByText('Filas revisadas: 2 · Filas corregidas: 1. Aún no están en ninguna descarga.').waitFor();
    const { content } = await downloaded(page, RESULT);
    expect(String(content).replace('\ufeff', '').split('\n').slice(1)).toEqual([
      `${people[0]},misma,2,,Revisado. Difiere el primer apellido: MU?OZ y Muñoz.`,
      'Luz,Soto,Mora,14/02/2015,M,JC,misma,3,,Los mismos datos.',
      `${people[2]},sola,,,Revisado. No es la persona de la fila 4 de la otra lista.`,
      '',
    ]);
    await page.getByText('La última descarga las trae.').waitFor();
    await page.keyboard.press('Control+z');
    await expect.poll(async () => figures(page)).toEqual(['2', '1', '0', '0']);
    expect(errorsOf(page)).toEqual([]);
  });

  it('show who is in one list only by name, and a mended cell goes into the workbook', async () => {
    const page = await open();
    await cross(page, await workbook(`${A}Luz,Soto,,,M,JC\n`), await workbook(B), 'nomina.xlsx');
    expect(await figures(page)).toEqual(['1', '1', '2', '1']);
    const alone = page.locator('.dos-listas .en-lista');
    await expect
      .poll(async () => alone.allTextContents())
      .toEqual([
        expect.stringContaining('Ana · Gil · Paz'),
        expect.stringContaining('Luz · Soto'),
        expect.stringContaining('Eva · Ruiz · Paz'),
      ]);
    await page.getByLabel('Fecha de nacimiento D3').fill('1970-01-06');
    await page.keyboard.press('Enter');
    await expect.poll(async () => figures(page)).toEqual(['2', '0', '2', '1']);
    const { content } = await downloaded(page, RESULT);
    expect(String(await bytesOf(csvFromXlsx(content, { hoja: 'CURP' })))).toContain(
      'Luis,Soto,Mora,1970-01-06,H,MC,La misma,2',
    );
  });

  it('give a workbook with those only in B in its last sheet', async () => {
    const page = await open();
    await cross(page, await workbook(A), await workbook(B), 'nomina.xlsx');
    expect(await figures(page)).toEqual(['1', '1', '1', '1']);
    const { name, content } = await downloaded(page, RESULT);
    expect(name).toBe('nomina-cruce.xlsx');
    expect(String(await bytesOf(csvFromXlsx(content, { hoja: 'Solo en B' })))).toContain('Eva,Ruiz,Paz');
  });

  it('are explained where only a person knows: a button says what M means', async () => {
    const page = await open();
    const women = `${HEADER}\nRenata,Olvera,Tenorio,1990-05-17,M,DF\n`;
    await cross(page, A, women);
    await page.getByText('Lista B, en la que se busca: La columna del sexo trae solo M').first().waitFor();
    await button(page, 'Mujer').first().click();
    expect(await figures(page)).toEqual(['1', '0', '2', '0']);
  });

  it('must both be chosen, and one without a key and without a date is refused', async () => {
    const page = await open();
    await button(page, 'Cruzar dos listas').click();
    await button(page, 'Cruzar').click();
    await page.getByText('Elija las dos listas.').first().waitFor();
    await page.setInputFiles('#lista-a', upload('a.csv', A));
    await page.setInputFiles('#lista-b', upload('b.csv', 'nombres,apellido_paterno,apellido_materno\nEva,Ruiz,Paz\n'));
    await button(page, 'Cruzar').click();
    await page.getByText('las listas se cruzan por nombres, apellidos y fecha de nacimiento').first().waitFor();
    await button(page, 'Procesar un archivo').click();
    await page.locator('#archivo').waitFor({ state: 'attached' });
  });
});
