/** The section for files in a browser. */
import { readFileSync } from 'node:fs';
import { Lote } from '@curp-service/lote';
import { csvFromXlsx, sheetNames } from '@curp-service/lote/xlsx';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import {
  button,
  chooseFile,
  downloaded,
  errorsOf,
  figure,
  open,
  piles,
  reasons,
  run,
  showColumns,
  workbook,
} from './files-page.js';
import { HEADER, peopleCsv } from './lote-files.js';
import { MACROS, macroWorkbookOf, workbookOf } from '../../lote/test/workbook.js';
import { inBrowser, pages, violationsOn } from './browser.js';
import { bytesOf } from '../../lote/test/bytes-of.js';

const { openAlone } = pages();

const fixture = (name: string): Uint8Array =>
  readFileSync(new URL(`../../lote/test/workbooks/${name}`, import.meta.url));

/** The most rows that a page opened from disk answers before it checks for other work. */
const LONGEST_SLICE = 2000;

inBrowser('files on the page (needs chromium)', () => {
  it('the sample file goes from the empty page to its result', async () => {
    const page = await open();
    await page.getByText('El archivo no sale de esta computadora').waitFor();
    await button(page, 'Probar con un archivo de ejemplo').click();
    await page.getByText('CSV · separado por punto y coma · 7 filas').waitFor();
    await page.locator('.asistente').getByText('PEOF900517MJCXXR04').waitFor(); // The answer appears before the start.
    expect(await page.locator('.asistente .tabla tbody tr').count()).toBe(3);
    expect(await page.locator('#columna-apellido_paterno').isVisible()).toBe(false);
    await showColumns(page);
    expect(await page.locator('#columna-apellido_paterno option:checked').textContent()).toBe('primer_apellido');
    await page.getByText('María Fernanda · José Luis · Ximena').waitFor();
    await run(page);
    await page.getByText('· 7 filas ·').waitFor();
    expect(await piles(page)).toEqual(['2', '3', '2']);
    await expect.poll(async () => reasons(page)).toHaveLength(6);
    expect(await page.locator('.por-corregir .cabeza > :first-child').allTextContents()).toEqual(
      [3, 6, 8, 5, 7].map((number) => `Fila ${number}`),
    );
    expect(await reasons(page)).toContainEqual(
      expect.stringMatching(/^El nombre trae una abreviatura: lo usual es GUADALUPE/),
    );
    expect(await page.locator('h2').allTextContents()).toEqual(
      expect.arrayContaining(['Filas por revisar', 'Filas con error']),
    );
    await page.locator('.lote').getByText('no prueba que la CURP esté registrada').waitFor();
    await page.getByText('Las primeras 7 filas').click();
    await page.getByText('PEOF900517MJCXXR04').waitFor();
    expect(errorsOf(page)).toEqual([]);
  });

  it('cotejar and validar show a reason for each row that is not ready', async () => {
    const page = await open();
    await button(page, 'Probar con un archivo de ejemplo').click();
    await page.locator('label[for=operacion-cotejar]').click();
    await run(page);
    expect(await piles(page)).toEqual(['2', '3', '2']);
    await expect.poll(async () => reasons(page)).toContain('No coincide: Fecha de nacimiento.');
    await button(page, 'Cambiar columnas u opciones').click();
    await page.locator('label[for=operacion-validar]').click();
    await run(page);
    expect(await piles(page)).toEqual(['5', '1', '1']);
    await expect.poll(async () => (await reasons(page)).join(' ')).toMatch(/dígito verificador.*|Falta «CURP»/);
    await page.locator('.lote').getByText('no prueba que esté registrada').waitFor();
  });

  it('the user chooses columns that are ambiguous or not recognised', async () => {
    const page = await open();
    const text =
      'nombre,nombre de pila,paterno,nacio,sexo,estado\nX,Ana,Peña,17/05/1990,M,Jalisco\nX,Raúl,Peña,17/05/1990,H,Jalisco\n';
    await chooseFile(page, 'a.csv', text);
    const note = (field: string) => page.locator(`#nota-columna-${field}`);
    await note('nombres').getByText('Más de una columna puede contener este dato').waitFor();
    expect(await button(page, 'Empezar').isDisabled()).toBe(true);
    expect(await page.locator('#columna-nombres').getAttribute('aria-invalid')).toBe('true');
    await page.selectOption('#columna-nombres', { label: 'nombre de pila' });
    await note('entidad').getByText('No se sabe si «estado» es la de nacimiento').waitFor();
    await page.selectOption('#columna-entidad', { label: 'estado' });
    await note('apellido_materno').getByText('Elija la columna').waitFor();
    await page.selectOption('#columna-apellido_materno', { label: 'No está en el archivo' });
    await note('fecha_nacimiento').getByText('Elija la columna').waitFor();
    await page.selectOption('#columna-fecha_nacimiento', { label: 'nacio' });
    await run(page);
    const { name, content } = await downloaded(page, 'Descargar CSV');
    expect(name).toBe('a-curp.csv');
    expect(content.toString()).toContain('X,Ana,Peña,17/05/1990,M,Jalisco,PEXA900517MJCXXN0');
  });

  it('a date of birth may be in three columns', async () => {
    const page = await open();
    const text =
      'nombres,paterno,materno,a,m,d,sexo,entidad\nAna,Peña,Ruiz,1990,05,17,M,Jalisco\nLuis,Peña,Ruiz,1990,05,17,H,Jalisco\n';
    await chooseFile(page, 'a.csv', text);
    await page.selectOption('#columna-fecha_nacimiento', { label: 'En tres columnas' });
    await page.selectOption('#columna-anio_nacimiento', { label: 'a' });
    await page.selectOption('#columna-mes_nacimiento', { label: 'm' });
    await page.selectOption('#columna-dia_nacimiento', { label: 'd' });
    await run(page);
    expect(await figure(page, 'Con error')).toBe('0');
    await page.getByText('PERA900517MJCXZN0').waitFor();
  });

  it('the downloaded CSV has the bytes that lote writes, and the rows with errors have their numbers', async () => {
    const page = await open();
    const text = peopleCsv(5000, (i) => i % 10 === 0);
    await chooseFile(page, 'gente.csv', text);
    await run(page);
    const { content } = await downloaded(page, 'Descargar CSV');
    const lote = new Lote({ formato: 'csv' });
    const pieces = [...copies(lote.process(Buffer.from(text))), ...copies(lote.finish())];
    expect(content.equals(Buffer.concat(pieces))).toBe(true);
    const bad = await downloaded(page, 'Descargar solo las filas por revisar o con error');
    expect(bad.name).toBe('gente-por-revisar.csv');
    const lines = bad.content.toString().split('\n');
    expect(lines).toHaveLength(502);
    expect(lines[0]).toMatch(/^\ufeffFila,Celda,nombres,.*,Motivo$/);
    expect(lines[2]).toMatch(/^12,D12,.*«Fecha de nacimiento»/);
  });

  it('the downloaded rows to check, corrected, are a file like any other', async () => {
    const page = await open();
    await chooseFile(page, 'gente.csv', peopleCsv(300, (i) => i % 100 === 0).replace('\nRoberto,', '\n=Roberto,'));
    await run(page);
    const { content } = await downloaded(page, 'Descargar solo las filas por revisar o con error');
    expect(String(content)).toContain("\n2,A2,'=Roberto,");
    const mended = String(content).replaceAll('1990-02-31', '1990-02-28').replace("'=Roberto", 'Roberto');
    await button(page, 'Otro archivo').click();
    await chooseFile(page, 'gente-por-revisar.csv', mended);
    await run(page);
    expect(await piles(page)).toEqual(['3', '0', '0']);
  });

  it('a workbook comes back with the answers after its last column', async () => {
    const page = await open();
    const original = fixture('openpyxl.xlsx');
    await chooseFile(page, 'gente.xlsx', original);
    await page.getByText('Excel · ').waitFor();
    expect(await page.locator('#encabezado').inputValue()).toBe('3');
    await run(page);
    expect(await piles(page)).toEqual(['2', '0', '3']);
    await page.getByText('Fila 7', { exact: true }).waitFor();
    const { name, content } = await downloaded(page, 'Descargar el mismo libro con las respuestas');
    expect(name).toBe('gente-curp.xlsx');
    expect(await sheetNames(content)).toEqual(await sheetNames(original));
    const lines = (await bytesOf(csvFromXlsx(content))).toString().split('\n');
    expect(lines[2]).toMatch(/Entidad,CURP,Motivo$/);
    expect(lines[3]).toMatch(/,MUAL840312HNLXLS0\d,$/);
    expect(lines[6]).toMatch(/«Nombre\(s\)»/);
    expect(errorsOf(page)).toEqual([]);
  });

  it('a workbook without a header shows its first values, and the user says what each column holds', async () => {
    const page = await open();
    const [header = '', ...rows] = peopleCsv(20).trim().split('\n');
    await chooseFile(page, 'gente.xlsx', await workbook(rows.join('\n')));
    await page.getByText('El archivo no tiene encabezado: elija la columna de cada dato.').waitFor();
    for (const [i, field] of header.split(',').entries()) {
      const column = page.locator(`#columna-${field} option`, { hasText: `Columna ${i + 1} · ` });
      await page.selectOption(`#columna-${field}`, (await column.getAttribute('value')) ?? '');
    }
    await page.getByText('--columna nombres=1').waitFor({ state: 'attached' });
    await run(page);
    expect(await piles(page)).toEqual(['20', '0', '0']);
    const { content } = await downloaded(page, 'Descargar el mismo libro con las respuestas');
    const [first = ''] = (await bytesOf(csvFromXlsx(content))).toString().split('\n');
    expect(first).toMatch(new RegExp(`^${rows[0]},[A-Z]{4}\\d{6}[HMX]\\w{7}$`));
  });

  it('a workbook with macros keeps them and its extension', async () => {
    const page = await open();
    const rows = peopleCsv(2).trim().split('\n');
    await chooseFile(page, 'gente.xlsm', macroWorkbookOf({ Gente: rows.map((row) => row.split(',')) }));
    await page.getByText('curp lote gente.xlsm -o gente-curp.xlsm').waitFor({ state: 'attached' });
    await run(page);
    const { name, content } = await downloaded(page, 'Descargar el mismo libro con las respuestas');
    expect([name, content.includes(MACROS.bytes)]).toEqual(['gente-curp.xlsm', true]);
  });

  it('plain numbers in the date column of a workbook are days', async () => {
    const page = await open();
    const people = [
      ['Ana', 'Peña', 'Ruiz', 33010, 'M', 'JC'],
      ['Luis', 'Peña', 'Ruiz', 33010, 'H', 'JC'],
    ];
    await chooseFile(page, 'gente.xlsx', workbookOf({ Gente: [HEADER.split(','), ...people] }));
    await page.locator('.asistente').getByText('PERA900517MJCXZN0').waitFor();
    await run(page);
    expect(await figure(page, 'Listas')).toBe('2');
  });

  it('the download for Excel has the words for people, and that for programs the codes', async () => {
    const page = await open();
    await chooseFile(page, 'a.csv', 'curp,nota\nPEOF900517MJCXXR04,=1+1\nPEOF900517MJCXXR05,-\n');
    await page.locator('label[for=operacion-validar]').click();
    await run(page);
    const excel = await downloaded(page, 'Descargar Excel');
    const lines = (await bytesOf(csvFromXlsx(excel.content))).toString().split('\n');
    expect(lines[0]).toBe('curp,nota,CURP válida,CURP sugerida,Motivo');
    expect(lines[1]).toBe('PEOF900517MJCXXR04,=1+1,Sí,,');
    expect(lines[2]).toMatch(/^PEOF900517MJCXXR05,-,No,,El último carácter/);
    const { content } = await downloaded(page, 'Descargar CSV para programas');
    expect(content.toString()).toMatch(/^curp,nota,valido,[^\n]*code_error[^\n]*\nPEOF900517MJCXXR04,=1\+1,true,/);
  });

  it('a workbook with a cover is read in the sheet with most people, and the user can choose another', async () => {
    const page = await open();
    const people = peopleCsv(2)
      .trim()
      .split('\n')
      .map((row) => row.split(','));
    const sheets = { Portada: [['Nombre', 'Nómina']], Gente: people, Claves: [['curp'], ['PEOF900517MJCXXR04']] };
    await chooseFile(page, 'tres.xlsx', workbookOf(sheets));
    await page.locator('#nota-hoja').getByText('Es la hoja que trae más personas').waitFor();
    expect(await page.locator('#hoja').inputValue()).toBe('Gente');
    await page.getByText('curp lote tres.xlsx --hoja Gente -o').waitFor({ state: 'attached' });
    await page.selectOption('#hoja', 'Portada');
    await page.locator('.lote').getByText('Elija la columna que contiene este dato').first().waitFor();
    expect(await page.locator('#nota-hoja').textContent()).toBe('');
    await page.selectOption('#hoja', 'Claves');
    await page.locator('label[for=operacion-validar]').click();
    await run(page);
    expect(await piles(page)).toEqual(['1', '0', '0']);
  });

  it('of two sheets with as many people it asks which, and goes on with the other', async () => {
    const page = await open();
    const people = peopleCsv(2)
      .trim()
      .split('\n')
      .map((row) => row.split(','));
    await chooseFile(page, 'dos.xlsx', workbookOf({ '1A': people, '1B': people }));
    await page.locator('#nota-hoja').getByText('En «1A», «1B» hay el mismo número').waitFor();
    expect(await button(page, 'Empezar').isDisabled()).toBe(true);
    await page.selectOption('#hoja', '1B');
    await run(page);
    expect(await piles(page)).toEqual(['2', '0', '0']);
    await button(page, 'Seguir con la hoja «1A»').waitFor();
  });

  it('a person who is in the file twice is for review, with the first row, on the page and in the file', async () => {
    const page = await open();
    const [header = '', persona = ''] = peopleCsv(1).split('\n');
    await chooseFile(page, 'a.csv', [header, persona, persona, ''].join('\n'));
    await run(page);
    expect(await piles(page)).toEqual(['1', '1', '0']);
    await page.locator('.motivo').getByText('Es la misma persona que en la fila 2').first().waitFor();
    expect(String((await downloaded(page, 'Descargar CSV')).content)).toMatch(/Es la misma persona que en la fila 2/);
  });

  it('a JSON array is read like its lines', async () => {
    const page = await open();
    await chooseFile(page, 'a.json', '[{"curp": "PEOF900517MJCXXR04"},\n {"curp": "PEOF900517MJCXXR05"}]');
    await page.locator('label[for=operacion-validar]').click();
    await run(page);
    expect(await piles(page)).toEqual(['1', '1', '0']);
    expect((await downloaded(page, 'Descargar NDJSON')).name).toBe('a-curp.ndjson');
  });

  it('rows that hold no person are counted apart from the piles', async () => {
    const page = await open();
    await chooseFile(page, 'a.csv', `${peopleCsv(3)}TOTAL,,,,,\n`);
    await run(page);
    expect(await piles(page)).toEqual(['3', '0', '0']);
    await page.getByText('filas que no son de una persona: 1').waitFor();
  });

  it('NDJSON gives NDJSON, and no workbook', async () => {
    const page = await open();
    await chooseFile(page, 'a.ndjson', '{"curp":"PEOF900517MJCXXR04"}\n{"curp":"PEOF900517MJCXXR05"}\n');
    await page.locator('label[for=operacion-validar]').click();
    await page.getByText('Cada línea trae el nombre de sus datos').waitFor();
    await run(page);
    expect(await page.getByLabel('CURP 2').inputValue()).toBe('PEOF900517MJCXXR05');
    expect(await button(page, 'Descargar Excel').count()).toBe(0);
    expect((await downloaded(page, 'Descargar NDJSON')).name).toBe('a-curp.ndjson');
  });

  it('a worker that fails is reported', async () => {
    const { page } = await openAlone('#lote');
    await page.locator('.soltar').waitFor();
    await page.route('**/lote.js', async (route) => route.fulfill({ contentType: 'text/javascript', body: 'throw 1' }));
    await chooseFile(page, 'a.csv', peopleCsv(1));
    await page.locator('.lote .veredicto').getByText('El proceso se detuvo').waitFor();
  });

  it.each([
    ['an empty file', 'vacio.csv', '', 'El archivo no trae ninguna fila'],
    ['a broken workbook', 'roto.xlsx', 'PK\u0003\u0004nada', 'no es un libro de Excel'],
    ['an old workbook', 'viejo.xls', fixture('sheetjs.xls'), 'es un libro .xls'],
    ['a binary workbook', 'binario.xlsb', fixture('sheetjs.xlsb'), 'es un libro .xlsb'],
    ['a workbook with a password', 'cerrado.xlsx', fixture('xlsx-populate-password.xlsx'), 'tiene contraseña'],
    ['a broken gzip file', 'roto.csv.gz', Uint8Array.of(0x1f, 0x8b, 8, 0, 1, 2, 3), 'El proceso se detuvo'],
  ])('%s is reported in both languages', async (_, name, content, message) => {
    const page = await open();
    await chooseFile(page, name, content);
    const verdict = page.locator('.lote .veredicto');
    await verdict.getByText(message).waitFor();
    await button(page, 'Switch to English').click();
    expect(await verdict.textContent()).not.toContain(message);
    await page.locator('.soltar').waitFor();
  });

  it('a task can be cancelled, and dropping another file replaces it', async () => {
    const page = await open();
    // The worker gets no file until the end, so that the task lasts as long as it must.
    await page.evaluate(() => {
      const send = Object.getOwnPropertyDescriptor(Worker.prototype, 'postMessage') as TypedPropertyDescriptor<Send>;
      type Send = (message: { kind: string }) => void;
      const hold = function (this: Worker, message: { kind: string }): void {
        if (message.kind !== 'process') send.value?.call(this, message);
      };
      Object.defineProperty(Worker.prototype, 'postMessage', { ...send, value: hold });
      addEventListener('drop', () => Object.defineProperty(Worker.prototype, 'postMessage', send));
    });
    await chooseFile(page, 'grande.csv', peopleCsv(1000));
    await button(page, 'Empezar').click();
    await button(page, 'Cancelar').click();
    await expect.poll(() => page.workers()).toHaveLength(0);
    await button(page, 'Empezar').click();
    await button(page, 'Cancelar').waitFor();
    const dropped = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], 'otro.csv'));
      return transfer;
    }, peopleCsv(7));
    await page.dispatchEvent('body', 'drop', { dataTransfer: dropped });
    await page.getByRole('heading', { name: 'otro.csv' }).waitFor();
    await run(page);
    await page.getByText('· 7 filas ·').waitFor();
    expect(errorsOf(page)).toEqual([]);
  });

  it.each([
    ['CSV', 'grande.csv'],
    ['a workbook', 'grande.xlsx'],
  ])('a page from the service leaves all work on %s to workers, and stays responsive', async (_, name) => {
    const page = await open();
    const workers: string[] = [];
    page.on('worker', (worker) => workers.push(new URL(worker.url()).pathname));
    const csv = peopleCsv(5000, (i) => i % 50 === 0);
    const isWorkbook = name.endsWith('.xlsx');
    await chooseFile(page, name, isWorkbook ? await workbook(csv) : csv);
    await button(page, 'Empezar').waitFor();
    expect(workers[0]).toBe('/lote.js');
    await page.locator('.asistente .tabla').waitFor();
    await run(page);
    expect(workers).toHaveLength(3); // One worker looks at the file, one reads its first rows, and one reads all of it.
    await page.getByText('· 5,000 filas ·').waitFor();
    expect(await figure(page, 'Con error')).toBe('100');
    if (!isWorkbook) return;
    await downloaded(page, 'Descargar el mismo libro con las respuestas');
    expect(workers).toHaveLength(3);
  });

  it.each([
    ['CSV', 'mediano.csv', 20_000],
    ['a workbook', 'mediano.xlsx', 5000],
  ])('a page opened from disk works on %s in short slices, and stays responsive', async (_, name, rows) => {
    const page = await open({ fromDisk: true });
    const csv = peopleCsv(rows, (i) => i % 50 === 0);
    const isWorkbook = name.endsWith('.xlsx');
    const content = isWorkbook ? await workbook(csv) : csv;
    await page.locator('.soltar').waitFor();
    await page.evaluate(endSlicesEarly);
    const slicesOf = async (work: () => Promise<unknown>): Promise<number> => {
      const before = await page.evaluate(slicesDone);
      await work();
      return (await page.evaluate(slicesDone)) - before;
    };
    await chooseFile(page, name, content);
    await button(page, 'Empezar').waitFor();
    expect(await slicesOf(async () => run(page))).toBeGreaterThan(rows / LONGEST_SLICE);
    expect(page.workers()).toEqual([]);
    await page.getByText(`· ${rows.toLocaleString('es-MX')} filas ·`).waitFor();
    if (!isWorkbook) return;
    const download = async () => downloaded(page, 'Descargar el mismo libro con las respuestas');
    expect(await slicesOf(download)).toBeGreaterThan(rows / LONGEST_SLICE);
  });

  it('the section says so if its script cannot be loaded, and tries again when opened', async () => {
    const { page } = await openAlone();
    await page.route('**/archivos.js', async (route) => route.abort());
    await page.click('#pestana-lote');
    await page.getByText('No se pudo cargar esta sección').waitFor();
    await page.unroute('**/archivos.js');
    await page.click('#pestana-calcular');
    await page.click('#pestana-lote');
    await page.locator('#archivo').waitFor({ state: 'attached' });
  });

  it('every view follows the language', async () => {
    const page = await open();
    const toEnglish = async (): Promise<void> => button(page, 'Switch to English').click();
    const toSpanish = async (): Promise<void> => button(page, 'Cambiar a español').click();
    await toEnglish();
    await page.getByText('Drop a file here').waitFor();
    await button(page, 'Try a sample file').click();
    await page.getByText('CSV · semicolon-separated').waitFor();
    await toSpanish();
    await page.getByText('CSV · separado por punto y coma').waitFor();
    await showColumns(page);
    await page.getByText('María Fernanda · José Luis · Ximena').waitFor();
    await toEnglish();
    await page.getByText('All recognised: 6 columns').waitFor();
    await button(page, 'Start').click();
    await page.getByRole('heading', { name: 'Done' }).waitFor();
    await page.getByText('Row 7', { exact: true }).waitFor();
    await page.locator('.motivo').getByText('That day does not exist').waitFor();
    await toSpanish();
    await page.getByText('Fila 7', { exact: true }).waitFor();
    await button(page, 'Descargar Excel').waitFor();
  });

  it('the keyboard is enough, and screen readers announce the result', async () => {
    const page = await open();
    const press = async (...keys: string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await page.locator('#operacion-calcular').focus();
    await press('ArrowRight', 'ArrowLeft', 'Tab');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('archivo');
    await press('Tab', 'Enter');
    await button(page, 'Empezar').waitFor(); // The view before it has the same heading.
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('ejemplo.csv');
    for (let i = 0; i < 30 && (await focused(page)) !== 'Empezar'; i++) await press('Tab');
    await press('Enter');
    await page.getByRole('heading', { name: 'Listo' }).waitFor();
    expect(await focused(page)).toBe('Listo');
    await expect
      .poll(async () => page.locator('#voz').textContent())
      .toBe('Listo: 7 filas, 2 listas, 3 por revisar, 2 con error.');
    await press('Tab');
    expect(await focused(page)).toBe('Ir a la primera fila que falta');
  });

  it('axe finds no problem in any view at the width of a small phone', async () => {
    const page = await open({ viewport: { width: 320, height: 700 } });
    const check = async (): Promise<void> => {
      expect(await violationsOn(page, '.lote')).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    };
    await page.locator('.soltar').waitFor();
    await check();
    await button(page, 'Probar con un archivo de ejemplo').click();
    await button(page, 'Empezar').waitFor();
    await check();
    await run(page);
    await page.getByText('Las primeras 7 filas').click();
    await page.getByText('PEOF900517MJCXXR04').waitFor();
    await check();
  });
});

const focused = async (page: Page): Promise<string | null | undefined> =>
  page.evaluate(() => document.activeElement?.textContent);

const copies = (pieces: Iterable<Uint8Array>): Uint8Array[] => Array.from(pieces, (piece) => piece.slice());

declare global {
  interface Window {
    slices: number;
  }
}

/** Makes every slice of work on the page seem too long, so that it ends at its first chance, and counts the slices. */
const endSlicesEarly = (): void => {
  const now = performance.now.bind(performance);
  performance.now = () => now() * 1e6;
  const later = window.setTimeout.bind(window);
  window.slices = 0;
  window.setTimeout = ((then: () => void, ms?: number) => {
    if (ms === undefined) window.slices += 1;
    return later(then, ms);
  }) as typeof window.setTimeout;
};

const slicesDone = (): number => window.slices;
