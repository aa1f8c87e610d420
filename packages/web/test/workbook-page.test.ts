/** Workbooks on the page: what a person must know before sorting, and a workbook that comes a second time. */
import { readFileSync } from 'node:fs';
import { csvFromXlsx } from '@curp-service/lote/xlsx';
import { expect, it } from 'vitest';
import { bytesOf } from '../../lote/test/bytes-of.js';
import { filteredWorkbook, workbookOf } from '../../lote/test/workbook.js';
import { SIZES, inBrowser, violationsOn } from './browser.js';
import { button, chooseFile, downloaded, open, piles, run } from './files-page.js';
import { HEADER, upload } from './lote-files.js';

const ROW = 'Ana,Ruiz,Gil,1990-05-17,F,JC';

const rowsOf = async (content: Buffer, hoja?: string): Promise<string[]> =>
  (await bytesOf(csvFromXlsx(content, { hoja }))).toString().trim().split('\n');

inBrowser('a workbook on the page (needs chromium)', () => {
  it('says beside the button, before the download, that a filter does not include the new columns', async () => {
    const page = await open();
    await chooseFile(page, 'a.xlsx', filteredWorkbook('A1:F2', `${HEADER},,Clave`, ROW));
    await run(page);
    const warning = page.getByText('las columnas nuevas quedan fuera de: el filtro').first();
    await warning.waitFor();
    expect(await warning.isVisible()).toBe(true);
    for (const [name, viewport] of SIZES) {
      await page.setViewportSize(viewport);
      expect([name, ...(await violationsOn(page, '.lote'))]).toEqual([name]);
    }
    await button(page, 'Otro archivo').first().click();
    await chooseFile(page, 'a.xlsx', filteredWorkbook('A1:F2', HEADER, ROW));
    await run(page);
    expect(await page.locator('.veredicto.aviso').innerText()).toBe('');
  });

  it('is answered sheet after sheet, and the last download has the answers of all', async () => {
    const page = await open();
    const cells = (...rows: readonly string[]): string[][] => rows.map((row) => row.split(','));
    const other = 'Eva,Olvera,Gil,1990-05-18,F,JC';
    await chooseFile(
      page,
      'a.xlsx',
      workbookOf({ '1A': cells(HEADER, ROW), Notas: [['x']], '1B': cells(HEADER, ROW, other) }),
    );
    await page.getByText('También hay personas en «1A»: al terminar esta hoja').waitFor();
    const isWhole = await page.locator('#nota-hoja').evaluate((note) => note.scrollHeight <= note.clientHeight);
    expect(isWhole).toBe(true);
    await run(page);
    await button(page, 'Seguir con la hoja «1A»').click();
    await page.getByText('Todo reconocido: 6 columnas').waitFor();
    await run(page);
    expect(await piles(page)).toEqual(['1', '0', '0']);
    expect(await button(page, 'Seguir con la hoja').count()).toBe(0);
    const { name, content } = await downloaded(page, 'Descargar el mismo libro');
    expect(name).toBe('a-curp.xlsx');
    for (const hoja of ['1A', '1B']) expect((await rowsOf(content, hoja))[1]).toMatch(/^Ana,.*,RUGA900517MJC.....,$/);
  });

  it('comes a second time: its answers are filled anew, and a user changes the operation', async () => {
    const page = await open();
    const cells = [HEADER, ROW, 'Eva,Ruiz,Gil,1990-02-31,F,JC'].map((row) => row.split(','));
    await chooseFile(page, 'a.xlsx', workbookOf({ Una: cells }));
    await run(page);
    const first = await downloaded(page, 'Descargar el mismo libro');
    await button(page, 'Otro archivo').first().click();
    await chooseFile(page, 'a-curp.xlsx', first.content);
    await page.getByText('Todo reconocido: 6 columnas').waitFor();
    await page.getByText('Revisar la CURP', { exact: true }).click();
    await page.getByText('Todo reconocido: 1 columnas').waitFor();
    await page.getByText('Calcular la CURP', { exact: true }).click();
    await run(page);
    await page.getByLabel('Fecha de nacimiento D3').fill('1990-02-28');
    await page.keyboard.press('Enter');
    await page.getByText('Filas corregidas: 1').waitFor();
    await expect.poll(async () => piles(page)).toEqual(['2', '0', '0']);
    const again = await downloaded(page, 'Descargar el mismo libro');
    expect(again.name).toBe('a-curp.xlsx');
    expect(await rowsOf(again.content)).toEqual([
      `${HEADER},CURP,Motivo`,
      expect.stringMatching(/^Ana,.*,RUGA900517MJC.....,$/),
      expect.stringMatching(/^Eva,.*,RUGE900228MJC.....,$/),
    ]);
  });

  it('goes from the empty page to the mended workbook by the keyboard alone, with the focus always in sight', async () => {
    const page = await open();
    /** Presses Tab until the focus is on an element with this name. */
    const tabTo = async (wanted: RegExp): Promise<void> => {
      for (let i = 0; i < 60; i++) {
        await page.keyboard.press('Tab');
        const [focused, isSeen] = await page.evaluate(() => {
          const element = document.activeElement as HTMLInputElement;
          const [label] = element.labels ?? [];
          // The label of a choice or of a file shows its focus.
          const shown = (/^(?:radio|checkbox|file)$/.test(element.type) && label) || element;
          const { left, top, width, height } = shown.getBoundingClientRect();
          const above = document.elementFromPoint(left + width / 2, top + height / 2);
          const name = label?.textContent ?? element.getAttribute('aria-label') ?? element.textContent;
          return [name, shown.contains(above)] as const;
        });
        expect([focused, isSeen]).toEqual([focused, true]);
        if (wanted.test(focused.trim())) return;
      }
      throw new Error(`no stop is called ${wanted.source}`);
    };
    const act = async (name: RegExp, key = 'Enter'): Promise<void> => {
      await tabTo(name);
      await page.keyboard.press(key);
    };
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), act(/Elegir un archivo/)]);
    const people = [HEADER, ROW, 'Eva,Ruiz,Gil,1990-02-31,F,JC'].map((row) => row.split(','));
    await chooser.setFiles(upload('a.xlsx', workbookOf({ Una: people })));
    await button(page, 'Empezar').waitFor();
    await act(/^Empezar/);
    await page.getByRole('heading', { name: 'Listo' }).waitFor();
    await act(/^Ir a la primera/);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('1990-02-28');
    await page.keyboard.press('Enter');
    await page.getByText('Filas corregidas: 1').waitFor();
    // Nothing is left to mend: the focus is on the download.
    await expect.poll(async () => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Descargar el/);
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect((await rowsOf(readFileSync(await download.path()))).at(-1)).toMatch(/^Eva,.*,RUGE900228MJC.....,$/);
  });

  it('gives the rows to check as a workbook', async () => {
    const page = await open();
    const cells = [HEADER, ROW, 'Eva,Ruiz,Gil,1990-02-31,F,JC'].map((row) => row.split(','));
    await chooseFile(page, 'gente.xlsx', workbookOf({ Una: cells }));
    await button(page, 'Empezar').waitFor();
    await run(page);
    const { name, content } = await downloaded(page, 'Descargar solo las filas');
    expect(name).toBe('gente-por-revisar.xlsx');
    const rows = await rowsOf(content);
    expect(rows).toEqual([`Fila,Celda,${HEADER},Motivo`, expect.stringMatching(/^3,D3,Eva,/)]);
  });
});
