/** The section for files in a browser. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { Lote } from '@curp-service/lote';
import { csvFromXlsx, xlsxFromCsv } from '@curp-service/lote/xlsx';
import type { BrowserContextOptions, Download, Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { archivo, personas } from './lote-files.js';
import { workbookOf } from '../../lote/test/workbook.js';
import { DIST, conNavegador, navegador } from './browser.js';

const { abrir: visitPage } = navegador();
const folder = mkdtempSync(join(tmpdir(), 'curp-lote-'));
afterAll(() => rmSync(folder, { recursive: true }));

const complaints = new WeakMap<Page, readonly string[]>();
const errorsOf = (pagina: Page): readonly string[] => complaints.get(pagina) ?? [];

/** The page on the section for files. `fromDisk`: from the built files, without a service. */
async function abrir({
  fromDisk = false,
  ...opciones
}: BrowserContextOptions & { readonly fromDisk?: boolean } = {}): Promise<Page> {
  const visit = await visitPage('#lote', opciones);
  complaints.set(visit.pagina, visit.complaints);
  if (fromDisk) await visit.pagina.goto(`file://${DIST}/index.html#lote`);
  return visit.pagina;
}

async function* inChunks(text: string): AsyncGenerator<Uint8Array, void> {
  yield Buffer.from(text);
}

async function concat(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece.slice());
  return Buffer.concat(all);
}

const workbook = async (csv: string): Promise<Uint8Array> => concat(xlsxFromCsv(inChunks(csv)));

const button = (pagina: Page, name: string) => pagina.getByRole('button', { name });

async function chooseFile(pagina: Page, name: string, content: string | Uint8Array): Promise<void> {
  await pagina.setInputFiles('#archivo', archivo(name, content));
}

/** Starts the chosen file and waits for its result. */
async function run(pagina: Page): Promise<void> {
  await button(pagina, 'Empezar').click();
  await pagina.getByRole('heading', { name: 'Listo' }).waitFor();
}

/** The figure of the summary with this label. */
const figure = async (pagina: Page, name: string): Promise<string | null> =>
  pagina
    .locator('.cifras div', { has: pagina.getByText(name, { exact: true }) })
    .locator('dd')
    .textContent();

async function downloaded(pagina: Page, name: string): Promise<{ name: string; content: Buffer }> {
  const [download]: [Download, void] = await Promise.all([
    pagina.waitForEvent('download'),
    button(pagina, name).click(),
  ]);
  return { name: download.suggestedFilename(), content: readFileSync(await download.path()) };
}

const reasons = async (pagina: Page): Promise<string[]> => pagina.locator('.motivo').allTextContents();

conNavegador('files on the page', () => {
  it('the sample file goes from the empty page to its result', async () => {
    const pagina = await abrir();
    await pagina.getByText('El archivo no sale de esta computadora').waitFor();
    await button(pagina, 'Probar con un archivo de ejemplo').click();
    await pagina.getByText('CSV · con punto y coma · utf-8').waitFor();
    expect(await pagina.locator('#columna-apellido_paterno option:checked').textContent()).toBe('primer_apellido');
    await pagina.getByText('Por ejemplo: María Fernanda').waitFor();
    await run(pagina);
    expect(await figure(pagina, 'Filas')).toBe('6');
    expect(await figure(pagina, 'Con CURP')).toBe('4');
    expect(await figure(pagina, 'Con error')).toBe('2');
    expect(await pagina.locator('.grafica li').allTextContents()).toHaveLength(2);
    await expect.poll(async () => reasons(pagina)).toHaveLength(2);
    expect(await pagina.locator('.tabla tbody th').first().textContent()).toBe('5');
    await pagina.locator('.lote').getByText('no prueba que la CURP esté registrada').waitFor();
    await pagina.getByText('Las primeras 6 filas').click();
    await pagina.getByText('PEOF900517MJCXXR04').waitFor();
    expect(errorsOf(pagina)).toEqual([]);
  });

  it('cotejar and validar give a reason for each row with an error', async () => {
    const pagina = await abrir();
    await button(pagina, 'Probar con un archivo de ejemplo').click();
    await pagina.locator('label[for=operacion-cotejar]').click();
    await run(pagina);
    expect(await figure(pagina, 'Coinciden')).toBe('2');
    expect(await figure(pagina, 'Con otro diferenciador')).toBe('1');
    await expect.poll(async () => reasons(pagina)).toContain('No coincide: Fecha de nacimiento');
    await button(pagina, 'Cambiar columnas u opciones').click();
    await pagina.locator('label[for=operacion-validar]').click();
    await run(pagina);
    expect(await figure(pagina, 'Válidas')).toBe('4');
    await expect.poll(async () => (await reasons(pagina)).join(' ')).toMatch(/dígito verificador.*|Falta «CURP»/);
    await pagina.locator('.lote').getByText('no prueba que esté registrada').waitFor();
  });

  it('the user chooses columns that are ambiguous or not recognised', async () => {
    const pagina = await abrir();
    const text = 'nombre,nombre de pila,paterno,nacio,sexo,estado\nX,Ana,Peña,17/05/1990,M,Jalisco\n';
    await chooseFile(pagina, 'a.csv', text);
    const note = (field: string) => pagina.locator(`#muestra-${field}`);
    await note('nombres').getByText('Más de una columna puede contener este dato').waitFor();
    expect(await button(pagina, 'Empezar').isDisabled()).toBe(true);
    expect(await pagina.locator('#columna-nombres').getAttribute('aria-invalid')).toBe('true');
    await pagina.selectOption('#columna-nombres', { label: 'nombre de pila' });
    await note('apellido_materno').getByText('Elija la columna').waitFor();
    await pagina.selectOption('#columna-apellido_materno', { label: 'No está en el archivo' });
    await note('fecha_nacimiento').getByText('Elija la columna').waitFor();
    await pagina.selectOption('#columna-fecha_nacimiento', { label: 'nacio' });
    await run(pagina);
    const { name, content } = await downloaded(pagina, 'Descargar CSV');
    expect(name).toBe('a-curp.csv');
    expect(content.toString()).toContain('X,Ana,Peña,17/05/1990,M,Jalisco,PEXA900517MJCXXN0');
  });

  it('a date of birth may stand in three columns', async () => {
    const pagina = await abrir();
    const text = 'nombres,paterno,materno,a,m,d,sexo,estado\nAna,Peña,Ruiz,1990,05,17,M,Jalisco\n';
    await chooseFile(pagina, 'a.csv', text);
    await pagina.selectOption('#columna-fecha_nacimiento', { label: 'En tres columnas' });
    await pagina.selectOption('#columna-anio_nacimiento', { label: 'a' });
    await pagina.selectOption('#columna-mes_nacimiento', { label: 'm' });
    await pagina.selectOption('#columna-dia_nacimiento', { label: 'd' });
    await run(pagina);
    expect(await figure(pagina, 'Con error')).toBe('0');
    await pagina.getByText('PERA900517MJCXZN0').waitFor();
  });

  it('the downloaded CSV has the bytes that lote writes, and the rows with errors come with their numbers', async () => {
    const pagina = await abrir();
    const text = personas(5000, (i) => i % 10 === 0);
    await chooseFile(pagina, 'gente.csv', text);
    await run(pagina);
    const { content } = await downloaded(pagina, 'Descargar CSV');
    const lote = new Lote({ formato: 'csv' });
    const pieces = [...copies(lote.process(Buffer.from(text))), ...copies(lote.finish())];
    expect(content.equals(Buffer.concat(pieces))).toBe(true);
    const malas = await downloaded(pagina, 'Sólo las filas con error');
    expect(malas.name).toBe('gente-curp.error.csv');
    const lines = malas.content.toString().split('\n');
    expect(lines).toHaveLength(502);
    expect(lines[0]).toMatch(/^fila,nombres,/);
    expect(lines[2]).toMatch(/^12,/);
  });

  it('a workbook gives a workbook', async () => {
    const pagina = await abrir();
    await chooseFile(pagina, 'gente.xlsx', await workbook(personas(30, (i) => i === 4)));
    await pagina.getByText('Excel · ').waitFor();
    await run(pagina);
    expect(await figure(pagina, 'Con error')).toBe('1');
    const { name, content } = await downloaded(pagina, 'Descargar Excel');
    expect(name).toBe('gente-curp.xlsx');
    const lines = Buffer.from(await concat(csvFromXlsx(content)))
      .toString()
      .split('\n');
    expect(lines[0]).toMatch(/entidad,curp,code_error,error_message$/);
    expect(lines.filter((line) => /,[A-Z]{4}\d{6}[HM]\w{7},0,/.test(line))).toHaveLength(29);
    expect(lines[5]).toMatch(/,,417,/);
    expect(errorsOf(pagina)).toEqual([]);
  });

  it('the CSV for Excel has the UTF-8 mark and no formulas', async () => {
    const pagina = await abrir();
    await chooseFile(pagina, 'a.csv', 'curp,nota\nPEOF900517MJCXXR04,=1+1\n');
    await pagina.locator('label[for=operacion-validar]').click();
    await pagina.getByLabel('Preparar el CSV para Excel').check();
    await run(pagina);
    const { content } = await downloaded(pagina, 'Descargar CSV');
    expect(content.toString()).toMatch(/^\ufeffcurp,nota,[^\n]*\nPEOF900517MJCXXR04,'=1\+1,true,/);
  });

  it('the user chooses the sheet of a workbook', async () => {
    const pagina = await abrir();
    await chooseFile(
      pagina,
      'dos.xlsx',
      await workbookOf({ Portada: [['Nómina']], Gente: [['curp'], ['PEOF900517MJCXXR04']] }),
    );
    await pagina.locator('label[for=operacion-validar]').click();
    await pagina.getByText('No se reconoce ninguna columna de la primera línea').waitFor();
    await pagina.selectOption('#hoja', 'Gente');
    await pagina.getByText('Por ejemplo: PEOF900517MJCXXR04').waitFor();
    expect(await pagina.locator('#hoja').inputValue()).toBe('Gente');
    await run(pagina);
    expect(await figure(pagina, 'Válidas')).toBe('1');
  });

  it('possible duplicates are marked in a column', async () => {
    const pagina = await abrir();
    const [cabecera = '', persona = ''] = personas(1).split('\n');
    await chooseFile(pagina, 'a.csv', [cabecera, persona, persona, ''].join('\n'));
    await pagina.getByLabel('Marcar posibles duplicados').check();
    await run(pagina);
    await pagina.getByRole('columnheader', { name: 'misma_raiz_que' }).waitFor();
  });

  it('marking duplicates is not offered for validar or on the server', async () => {
    const pagina = await abrir();
    await button(pagina, 'Probar con un archivo de ejemplo').click();
    const checkbox = pagina.getByLabel('Marcar posibles duplicados');
    await checkbox.check();
    const server = pagina.getByText('Hacerlo en el servidor');
    await server.click();
    await checkbox.waitFor({ state: 'hidden' });
    await server.click();
    await checkbox.waitFor();
    await pagina.locator('label[for=operacion-validar]').click();
    expect(await checkbox.isVisible()).toBe(false);
    await run(pagina);
    expect(String((await downloaded(pagina, 'Descargar CSV')).content)).not.toContain('misma_raiz_que');
    await button(pagina, 'Cambiar columnas u opciones').click();
    await pagina.locator('label[for=operacion-cotejar]').click();
    expect(await checkbox.isChecked()).toBe(true);
    await run(pagina);
    expect(String((await downloaded(pagina, 'Descargar CSV')).content)).toContain('misma_raiz_que');
  });

  it('NDJSON gives NDJSON, and no workbook', async () => {
    const pagina = await abrir();
    await chooseFile(pagina, 'a.ndjson', '{"curp":"PEOF900517MJCXXR04"}\n{"curp":"PEOF900517MJCXXR05"}\n');
    await pagina.locator('label[for=operacion-validar]').click();
    await pagina.getByText('Cada línea trae el nombre de sus datos').waitFor();
    await run(pagina);
    await pagina.getByRole('cell', { name: 'curp: PEOF900517MJCXXR05' }).waitFor();
    expect(await button(pagina, 'Descargar Excel').count()).toBe(0);
    expect((await downloaded(pagina, 'Descargar NDJSON')).name).toBe('a-curp.ndjson');
  });

  it('a worker that fails is reported', async () => {
    const pagina = await abrir();
    await pagina.locator('.soltar').waitFor();
    await pagina.route('**/lote.js', async (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'throw 1' }),
    );
    await chooseFile(pagina, 'a.csv', personas(1));
    await pagina.locator('.lote .veredicto').getByText('El proceso se detuvo').waitFor();
  });

  it('the rows with errors are shown in pages of 100', async () => {
    const pagina = await abrir();
    await chooseFile(
      pagina,
      'a.csv',
      personas(1000, (i) => i % 4 === 0),
    );
    await run(pagina);
    const numbers = pagina.locator('.tabla tbody th');
    await pagina.getByText('1 a 100 de 250').waitFor();
    expect(await numbers.count()).toBe(100);
    expect(await button(pagina, 'Anteriores').isDisabled()).toBe(true);
    await button(pagina, 'Siguientes').click();
    await button(pagina, 'Siguientes').click();
    await pagina.getByText('201 a 250 de 250').waitFor();
    expect(await numbers.count()).toBe(50);
    expect(await numbers.last().textContent()).toBe(String(996 + 2));
    expect(await button(pagina, 'Siguientes').isDisabled()).toBe(true);
    await button(pagina, 'Anteriores').click();
    await pagina.getByText('101 a 200 de 250').waitFor();
  });

  it.each([
    ['an empty file', 'vacio.csv', '', 'No llegó ninguna fila'],
    ['a broken workbook', 'roto.xlsx', 'PK\u0003\u0004nada', 'no es un libro XLSX'],
    ['an old workbook', 'viejo.xls', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1), 'contraseña'],
    ['a broken gzip file', 'roto.csv.gz', Uint8Array.of(0x1f, 0x8b, 8, 0, 1, 2, 3), 'El proceso se detuvo'],
  ])('%s is reported in both languages', async (_, name, content, message) => {
    const pagina = await abrir();
    await chooseFile(pagina, name, content);
    const verdict = pagina.locator('.lote .veredicto');
    await verdict.getByText(message).waitFor();
    await button(pagina, 'Switch to English').click();
    expect(await verdict.textContent()).not.toContain(message);
    await pagina.locator('.soltar').waitFor();
  });

  it('a task can be cancelled, and dropping another file replaces it', async () => {
    const pagina = await abrir();
    const large = join(folder, 'grande.csv');
    writeFileSync(large, personas(600_000));
    await pagina.setInputFiles('#archivo', large);
    await button(pagina, 'Empezar').click();
    await button(pagina, 'Cancelar').click();
    await button(pagina, 'Empezar').click();
    await button(pagina, 'Cancelar').waitFor();
    const dropped = await pagina.evaluateHandle((text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], 'otro.csv'));
      return transfer;
    }, personas(7));
    await pagina.dispatchEvent('body', 'drop', { dataTransfer: dropped });
    await pagina.getByRole('heading', { name: 'otro.csv' }).waitFor();
    await run(pagina);
    expect(await figure(pagina, 'Filas')).toBe('7');
    expect(errorsOf(pagina)).toEqual([]);
  });

  it('200,000 rows never block the page for a tenth of a second', async () => {
    const pagina = await abrir();
    const large = join(folder, 'doscientas-mil.csv');
    writeFileSync(
      large,
      personas(200_000, (i) => i % 50 === 0),
    );
    await pagina.locator('.soltar').waitFor();
    const longest = await longestTask(pagina, async () => {
      await pagina.setInputFiles('#archivo', large);
      await run(pagina);
      await pagina.getByText('1 a 100 de 4,000').waitFor();
    });
    expect(longest).toBeLessThan(100);
    expect(await figure(pagina, 'Filas')).toBe('200,000');
  });

  it('a page opened from disk works without a worker and does not block either', async () => {
    const pagina = await abrir({ fromDisk: true });
    const medium = join(folder, 'mediano.csv');
    writeFileSync(
      medium,
      personas(60_000, (i) => i % 50 === 0),
    );
    await pagina.locator('.soltar').waitFor();
    const longest = await longestTask(pagina, async () => {
      await pagina.setInputFiles('#archivo', medium);
      await run(pagina);
    });
    expect(longest).toBeLessThan(100);
    expect(await figure(pagina, 'Filas')).toBe('60,000');
    await button(pagina, 'Otro archivo').click();
    await chooseFile(pagina, 'gente.xlsx', await workbook(personas(3)));
    await run(pagina);
    expect((await downloaded(pagina, 'Descargar Excel')).name).toBe('gente-curp.xlsx');
  });

  it('every view follows the language', async () => {
    const pagina = await abrir();
    const toEnglish = async (): Promise<void> => button(pagina, 'Switch to English').click();
    const toSpanish = async (): Promise<void> => button(pagina, 'Cambiar a español').click();
    await toEnglish();
    await pagina.getByText('Drop a file here').waitFor();
    await button(pagina, 'Try a sample file').click();
    await pagina.getByText('CSV · with semicolons').waitFor();
    await toSpanish();
    await pagina.getByText('CSV · con punto y coma').waitFor();
    await pagina.getByText('Por ejemplo: María Fernanda').waitFor();
    await toEnglish();
    await button(pagina, 'Start').click();
    await pagina.getByRole('heading', { name: 'Done' }).waitFor();
    await pagina.getByText('A datum that cannot be').waitFor();
    await pagina.getByRole('columnheader', { name: 'Reason' }).waitFor();
    await toSpanish();
    await pagina.getByText('Un dato que no puede ser').waitFor();
    await pagina.getByRole('columnheader', { name: 'Motivo' }).waitFor();
    await button(pagina, 'Descargar Excel').waitFor();
  });

  it('the keyboard suffices, and screen readers hear the result', async () => {
    const pagina = await abrir();
    const press = async (...keys: string[]): Promise<void> => {
      for (const key of keys) await pagina.keyboard.press(key);
    };
    await pagina.locator('#operacion-calcular').focus();
    await press('ArrowRight', 'ArrowLeft', 'Tab');
    expect(await pagina.evaluate(() => document.activeElement?.id)).toBe('archivo');
    await press('Tab', 'Enter');
    await pagina.getByRole('heading', { name: 'ejemplo.csv' }).waitFor();
    expect(await pagina.evaluate(() => document.activeElement?.textContent)).toBe('ejemplo.csv');
    for (let i = 0; i < 30 && (await focused(pagina)) !== 'Empezar'; i++) await press('Tab');
    await press('Enter');
    await pagina.getByRole('heading', { name: 'Listo' }).waitFor();
    expect(await focused(pagina)).toBe('Listo');
    await expect.poll(async () => pagina.locator('#voz').textContent()).toBe('Listo: 6 filas, 2 con error.');
    await press('Tab');
    expect(await focused(pagina)).toBe('Descargar CSV');
  });

  it('axe finds nothing in any view at the width of a small phone', async () => {
    const pagina = await abrir({ viewport: { width: 320, height: 700 } });
    const check = async (): Promise<void> => {
      const { violations } = await new AxeBuilder({ page: pagina }).include('.lote').analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
      expect(await pagina.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    };
    await pagina.locator('.soltar').waitFor();
    await check();
    await button(pagina, 'Probar con un archivo de ejemplo').click();
    await button(pagina, 'Empezar').waitFor();
    await check();
    await run(pagina);
    await pagina.getByText('Las primeras 6 filas').click();
    await pagina.getByText('PEOF900517MJCXXR04').waitFor();
    await check();
  });
});

const focused = async (pagina: Page): Promise<string | null | undefined> =>
  pagina.evaluate(() => document.activeElement?.textContent);

const copies = (pieces: Iterable<Uint8Array>): Uint8Array[] => Array.from(pieces, (piece) => piece.slice());

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly tdur?: number;
}

/** The longest task of the page's own thread while `work` runs, in milliseconds of processor time. */
async function longestTask(pagina: Page, work: () => Promise<void>): Promise<number> {
  const chromium = pagina.context().browser();
  await chromium?.startTracing(pagina, { categories: ['toplevel', 'blink.user_timing'] });
  await pagina.evaluate(() => performance.mark('own-thread'));
  await work();
  const { traceEvents } = JSON.parse(String(await chromium?.stopTracing())) as { traceEvents: TraceEvent[] };
  // Other tests use the same browser; the mark tells which thread is this page's.
  const own = traceEvents.find(({ name }) => name === 'own-thread');
  const durations = traceEvents.flatMap(({ name, pid, tid, tdur }) =>
    name.endsWith('RunTask') && pid === own?.pid && tid === own.tid && tdur !== undefined ? [tdur / 1000] : [],
  );
  expect(durations.length).toBeGreaterThan(10);
  return Math.max(...durations);
}
