/** The section for files as somebody uses it, in a browser. */
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

const { abrir: visitar } = navegador();
const carpeta = mkdtempSync(join(tmpdir(), 'curp-lote-'));
afterAll(() => rmSync(carpeta, { recursive: true }));

const quejas = new WeakMap<Page, readonly string[]>();
const erroresDe = (pagina: Page): readonly string[] => quejas.get(pagina) ?? [];

/** The page on the section for files. `deDisco`: without a server. */
async function abrir({
  deDisco = false,
  ...opciones
}: BrowserContextOptions & { readonly deDisco?: boolean } = {}): Promise<Page> {
  const visita = await visitar('#lote', { serviceWorkers: 'block', ...opciones });
  quejas.set(visita.pagina, visita.quejas);
  if (deDisco) await visita.pagina.goto(`file://${DIST}/index.html#lote`);
  return visita.pagina;
}

async function* enTrozos(texto: string): AsyncGenerator<Uint8Array, void> {
  yield Buffer.from(texto);
}

async function juntar(piezas: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const todas: Uint8Array[] = [];
  for await (const pieza of piezas) todas.push(pieza.slice());
  return Buffer.concat(todas);
}

const libro = async (csv: string): Promise<Uint8Array> => juntar(xlsxFromCsv(enTrozos(csv)));

const boton = (pagina: Page, name: string) => pagina.getByRole('button', { name });

async function elegir(pagina: Page, nombre: string, contenido: string | Uint8Array): Promise<void> {
  await pagina.setInputFiles('#archivo', archivo(nombre, contenido));
}

/** From a chosen file to what came out. */
async function correr(pagina: Page): Promise<void> {
  await boton(pagina, 'Empezar').click();
  await pagina.getByRole('heading', { name: 'Listo' }).waitFor();
}

/** A figure of the summary, by its name. */
const cifra = async (pagina: Page, nombre: string): Promise<string | null> =>
  pagina
    .locator('.cifras div', { has: pagina.getByText(nombre, { exact: true }) })
    .locator('dd')
    .textContent();

async function bajada(pagina: Page, name: string): Promise<{ nombre: string; contenido: Buffer }> {
  const [descarga]: [Download, void] = await Promise.all([
    pagina.waitForEvent('download'),
    boton(pagina, name).click(),
  ]);
  return { nombre: descarga.suggestedFilename(), contenido: readFileSync(await descarga.path()) };
}

const motivos = async (pagina: Page): Promise<string[]> => pagina.locator('.motivo').allTextContents();

conNavegador('files on the page', () => {
  it('the invented one, from the empty page to what comes out', async () => {
    const pagina = await abrir();
    await pagina.getByText('El archivo no sale de esta computadora').waitFor();
    await boton(pagina, 'Probar con un archivo inventado').click();
    await pagina.getByText('CSV · con punto y coma · utf-8').waitFor();
    expect(await pagina.locator('#columna-apellido_paterno option:checked').textContent()).toBe('primer_apellido');
    await pagina.getByText('Por ejemplo: María Fernanda').waitFor();
    await correr(pagina);
    expect(await cifra(pagina, 'Filas')).toBe('6');
    expect(await cifra(pagina, 'Con CURP')).toBe('4');
    expect(await cifra(pagina, 'Con error')).toBe('2');
    expect(await pagina.locator('.grafica li').allTextContents()).toHaveLength(2);
    await expect.poll(async () => motivos(pagina)).toHaveLength(2);
    expect(await pagina.locator('.tabla tbody th').first().textContent()).toBe('5');
    await pagina.locator('.lote').getByText('no prueba ningún registro').waitFor();
    await pagina.getByText('Las primeras 6 filas').click();
    await pagina.getByText('PEOF900517MJCXXR04').waitFor();
    expect(erroresDe(pagina)).toEqual([]);
    await pagina.context().close();
  });

  it('the other operations, with their reasons', async () => {
    const pagina = await abrir();
    await boton(pagina, 'Probar con un archivo inventado').click();
    await pagina.locator('label[for=operacion-cotejar]').click();
    await correr(pagina);
    expect(await cifra(pagina, 'Idénticas')).toBe('2');
    expect(await cifra(pagina, 'Con la misma raíz')).toBe('1');
    await expect.poll(async () => motivos(pagina)).toContain('No coincide: Fecha de nacimiento');
    await boton(pagina, 'Cambiar columnas u opciones').click();
    await pagina.locator('label[for=operacion-validar]').click();
    await correr(pagina);
    expect(await cifra(pagina, 'Válidas')).toBe('4');
    await expect.poll(async () => (await motivos(pagina)).join(' ')).toMatch(/dígito verificador.*|Falta curp/);
    await pagina.locator('.lote').getByText('no prueba que esté registrada').waitFor();
    await pagina.context().close();
  });

  it('columns that several names may be, and those that none is: chosen by hand', async () => {
    const pagina = await abrir();
    const texto = 'nombre,nombre de pila,paterno,nacio,sexo,estado\nX,Ana,Peña,17/05/1990,M,Jalisco\n';
    await elegir(pagina, 'a.csv', texto);
    await pagina.getByText('Más de una columna puede ser nombres').waitFor();
    expect(await boton(pagina, 'Empezar').isDisabled()).toBe(true);
    expect(await pagina.locator('#columna-nombres').getAttribute('aria-invalid')).toBe('true');
    await pagina.selectOption('#columna-nombres', { label: 'nombre de pila' });
    await pagina.getByText('Falta la columna apellido_materno').waitFor();
    await pagina.selectOption('#columna-apellido_materno', { label: 'No está en el archivo' });
    await pagina.getByText('Falta la columna fecha_nacimiento').waitFor();
    await pagina.selectOption('#columna-fecha_nacimiento', { label: 'nacio' });
    await correr(pagina);
    const { nombre, contenido } = await bajada(pagina, 'Descargar CSV');
    expect(nombre).toBe('a-curp.csv');
    expect(contenido.toString()).toContain('X,Ana,Peña,17/05/1990,M,Jalisco,PEXA900517MJCXXN0');
    await pagina.context().close();
  });

  it('a date in three columns', async () => {
    const pagina = await abrir();
    const texto = 'nombres,paterno,materno,a,m,d,sexo,estado\nAna,Peña,Ruiz,1990,05,17,M,Jalisco\n';
    await elegir(pagina, 'a.csv', texto);
    await pagina.selectOption('#columna-fecha_nacimiento', { label: 'En tres columnas' });
    await pagina.selectOption('#columna-anio_nacimiento', { label: 'a' });
    await pagina.selectOption('#columna-mes_nacimiento', { label: 'm' });
    await pagina.selectOption('#columna-dia_nacimiento', { label: 'd' });
    await correr(pagina);
    expect(await cifra(pagina, 'Con error')).toBe('0');
    await pagina.getByText('PERA900517MJCXZN0').waitFor();
    await pagina.context().close();
  });

  it('what is taken away is what the command line writes', async () => {
    const pagina = await abrir();
    const texto = personas(5000, (i) => i % 10 === 0);
    await elegir(pagina, 'gente.csv', texto);
    await correr(pagina);
    const { contenido } = await bajada(pagina, 'Descargar CSV');
    const lote = new Lote({ formato: 'csv' });
    const piezas = [...copias(lote.process(Buffer.from(texto))), ...copias(lote.finish())];
    expect(contenido.equals(Buffer.concat(piezas))).toBe(true);
    const malas = await bajada(pagina, 'Sólo las filas con error');
    expect(malas.nombre).toBe('gente-curp.error.csv');
    const lineas = malas.contenido.toString().split('\n');
    expect(lineas).toHaveLength(502);
    expect(lineas[0]).toMatch(/^fila,nombres,/);
    expect(lineas[2]).toMatch(/^12,/);
    await pagina.context().close();
  });

  it('a workbook in, a workbook out', async () => {
    const pagina = await abrir();
    await elegir(pagina, 'gente.xlsx', await libro(personas(30, (i) => i === 4)));
    await pagina.getByText('Excel · ').waitFor();
    await correr(pagina);
    expect(await cifra(pagina, 'Con error')).toBe('1');
    const { nombre, contenido } = await bajada(pagina, 'Descargar Excel');
    expect(nombre).toBe('gente-curp.xlsx');
    const lineas = Buffer.from(await juntar(csvFromXlsx(contenido)))
      .toString()
      .split('\n');
    expect(lineas[0]).toMatch(/entidad,curp,code_error,error_message$/);
    expect(lineas.filter((linea) => /,[A-Z]{4}\d{6}[HM]\w{7},0,/.test(linea))).toHaveLength(29);
    expect(lineas[5]).toMatch(/,,417,/);
    expect(erroresDe(pagina)).toEqual([]);
    await pagina.context().close();
  });

  it('for Excel, a mark and no formulas', async () => {
    const pagina = await abrir();
    await elegir(pagina, 'a.csv', 'curp,nota\nPEOF900517MJCXXR04,=1+1\n');
    await pagina.locator('label[for=operacion-validar]').click();
    await pagina.getByLabel('Que Excel abra bien el CSV').check();
    await correr(pagina);
    const { contenido } = await bajada(pagina, 'Descargar CSV');
    expect(contenido.toString()).toMatch(/^\ufeffcurp,nota,[^\n]*\nPEOF900517MJCXXR04,'=1\+1,true,/);
    await pagina.context().close();
  });

  it('the sheet of a workbook that has several', async () => {
    const pagina = await abrir();
    await elegir(pagina, 'dos.xlsx', workbookOf({ Portada: [['Nómina']], Gente: [['curp'], ['PEOF900517MJCXXR04']] }));
    await pagina.locator('label[for=operacion-validar]').click();
    await pagina.getByText('Ninguna columna de la primera línea se reconoce').waitFor();
    await pagina.selectOption('#hoja', 'Gente');
    await pagina.getByText('Por ejemplo: PEOF900517MJCXXR04').waitFor();
    expect(await pagina.locator('#hoja').inputValue()).toBe('Gente');
    await correr(pagina);
    expect(await cifra(pagina, 'Válidas')).toBe('1');
    await pagina.context().close();
  });

  it('rows with the same root, marked', async () => {
    const pagina = await abrir();
    const [cabecera = '', persona = ''] = personas(1).split('\n');
    await elegir(pagina, 'a.csv', [cabecera, persona, persona, ''].join('\n'));
    await pagina.getByLabel('Señalar las filas con la misma raíz').check();
    await correr(pagina);
    await pagina.getByRole('columnheader', { name: 'misma_raiz_que' }).waitFor();
    await pagina.context().close();
  });

  it('rows with the same root, neither marked nor offered to be where nobody can', async () => {
    const pagina = await abrir();
    await boton(pagina, 'Probar con un archivo inventado').click();
    const casilla = pagina.getByLabel('Señalar las filas con la misma raíz');
    await casilla.check();
    const servidor = pagina.getByText('Hacerlo en el servidor');
    await servidor.click();
    await casilla.waitFor({ state: 'hidden' });
    await servidor.click();
    await casilla.waitFor();
    await pagina.locator('label[for=operacion-validar]').click();
    expect(await casilla.isVisible()).toBe(false);
    await correr(pagina);
    expect(String((await bajada(pagina, 'Descargar CSV')).contenido)).not.toContain('misma_raiz_que');
    await boton(pagina, 'Cambiar columnas u opciones').click();
    await pagina.locator('label[for=operacion-cotejar]').click();
    expect(await casilla.isChecked()).toBe(true);
    await correr(pagina);
    expect(String((await bajada(pagina, 'Descargar CSV')).contenido)).toContain('misma_raiz_que');
    await pagina.context().close();
  });

  it('objects, a line each', async () => {
    const pagina = await abrir();
    await elegir(pagina, 'a.ndjson', '{"curp":"PEOF900517MJCXXR04"}\n{"curp":"PEOF900517MJCXXR05"}\n');
    await pagina.locator('label[for=operacion-validar]').click();
    await pagina.getByText('Cada objeto nombra sus datos').waitFor();
    await correr(pagina);
    await pagina.getByRole('cell', { name: 'curp: PEOF900517MJCXXR05' }).waitFor();
    expect(await boton(pagina, 'Descargar Excel').count()).toBe(0);
    expect((await bajada(pagina, 'Descargar NDJSON')).nombre).toBe('a-curp.ndjson');
    await pagina.context().close();
  });

  it('a worker that dies', async () => {
    const pagina = await abrir();
    await pagina.locator('.soltar').waitFor();
    await pagina.route('**/lote.js', async (ruta) => ruta.fulfill({ contentType: 'text/javascript', body: 'throw 1' }));
    await elegir(pagina, 'a.csv', personas(1));
    await pagina.locator('.lote .veredicto').getByText('El trabajo se detuvo').waitFor();
    await pagina.context().close();
  });

  it('bad rows, page after page', async () => {
    const pagina = await abrir();
    await elegir(
      pagina,
      'a.csv',
      personas(1000, (i) => i % 4 === 0),
    );
    await correr(pagina);
    const numeros = pagina.locator('.tabla tbody th');
    await pagina.getByText('1 a 100 de 250').waitFor();
    expect(await numeros.count()).toBe(100);
    expect(await boton(pagina, 'Anteriores').isDisabled()).toBe(true);
    await boton(pagina, 'Siguientes').click();
    await boton(pagina, 'Siguientes').click();
    await pagina.getByText('201 a 250 de 250').waitFor();
    expect(await numeros.count()).toBe(50);
    expect(await numeros.last().textContent()).toBe(String(996 + 2));
    expect(await boton(pagina, 'Siguientes').isDisabled()).toBe(true);
    await boton(pagina, 'Anteriores').click();
    await pagina.getByText('101 a 200 de 250').waitFor();
    await pagina.context().close();
  });

  it.each([
    ['nothing', 'vacio.csv', '', 'No llegó ninguna fila'],
    ['a broken workbook', 'roto.xlsx', 'PK\u0003\u0004nada', 'no es un libro XLSX'],
    ['an old workbook', 'viejo.xls', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1), 'contraseña'],
    ['broken gzip', 'roto.csv.gz', Uint8Array.of(0x1f, 0x8b, 8, 0, 1, 2, 3), 'El trabajo se detuvo'],
  ])('of %s, what is wrong, in both languages', async (_, nombre, contenido, mensaje) => {
    const pagina = await abrir();
    await elegir(pagina, nombre, contenido);
    const veredicto = pagina.locator('.lote .veredicto');
    await veredicto.getByText(mensaje).waitFor();
    await boton(pagina, 'Switch to English').click();
    expect(await veredicto.textContent()).not.toContain(mensaje);
    await pagina.locator('.soltar').waitFor();
    await pagina.context().close();
  });

  it('the work can be stopped, and another file takes its place without a question', async () => {
    const pagina = await abrir();
    const grande = join(carpeta, 'grande.csv');
    writeFileSync(grande, personas(600_000));
    await pagina.setInputFiles('#archivo', grande);
    await boton(pagina, 'Empezar').click();
    await boton(pagina, 'Cancelar').click();
    await boton(pagina, 'Empezar').click();
    await boton(pagina, 'Cancelar').waitFor();
    const soltado = await pagina.evaluateHandle((texto) => {
      const datos = new DataTransfer();
      datos.items.add(new File([texto], 'otro.csv'));
      return datos;
    }, personas(7));
    await pagina.dispatchEvent('body', 'drop', { dataTransfer: soltado });
    await pagina.getByRole('heading', { name: 'otro.csv' }).waitFor();
    await correr(pagina);
    expect(await cifra(pagina, 'Filas')).toBe('7');
    expect(erroresDe(pagina)).toEqual([]);
    await pagina.context().close();
  });

  it('two hundred thousand rows, and the page is never busy for a tenth of a second', async () => {
    const pagina = await abrir();
    const chromium = pagina.context().browser();
    const grande = join(carpeta, 'doscientas-mil.csv');
    writeFileSync(
      grande,
      personas(200_000, (i) => i % 50 === 0),
    );
    await pagina.locator('.soltar').waitFor();
    await chromium?.startTracing(pagina, { categories: ['toplevel'] });
    await pagina.setInputFiles('#archivo', grande);
    await correr(pagina);
    await pagina.getByText('1 a 100 de 4,000').waitFor();
    expect(Math.max(...tareas(await chromium?.stopTracing()))).toBeLessThan(100);
    expect(await cifra(pagina, 'Filas')).toBe('200,000');
    await pagina.context().close();
  });

  it('opened from disk, without a worker, and not busy for long either', async () => {
    const pagina = await abrir({ deDisco: true });
    const chromium = pagina.context().browser();
    const mediano = join(carpeta, 'mediano.csv');
    writeFileSync(
      mediano,
      personas(60_000, (i) => i % 50 === 0),
    );
    await pagina.locator('.soltar').waitFor();
    await chromium?.startTracing(pagina, { categories: ['toplevel'] });
    await pagina.setInputFiles('#archivo', mediano);
    await correr(pagina);
    expect(Math.max(...tareas(await chromium?.stopTracing()))).toBeLessThan(100);
    expect(await cifra(pagina, 'Filas')).toBe('60,000');
    await boton(pagina, 'Otro archivo').click();
    await elegir(pagina, 'gente.xlsx', await libro(personas(3)));
    await correr(pagina);
    expect((await bajada(pagina, 'Descargar Excel')).nombre).toBe('gente-curp.xlsx');
    await pagina.context().close();
  });

  it('every moment follows the language', async () => {
    const pagina = await abrir();
    const cambiar = async (): Promise<void> => boton(pagina, 'Switch to English').click();
    const volver = async (): Promise<void> => boton(pagina, 'Cambiar a español').click();
    await cambiar();
    await pagina.getByText('Drop a file here').waitFor();
    await boton(pagina, 'Try an invented file').click();
    await pagina.getByText('CSV · with semicolons').waitFor();
    await volver();
    await pagina.getByText('CSV · con punto y coma').waitFor();
    await pagina.getByText('Por ejemplo: María Fernanda').waitFor();
    await cambiar();
    await boton(pagina, 'Start').click();
    await pagina.getByRole('heading', { name: 'Done' }).waitFor();
    await pagina.getByText('A datum that cannot be').waitFor();
    await pagina.getByRole('columnheader', { name: 'Reason' }).waitFor();
    await volver();
    await pagina.getByText('Un dato que no puede ser').waitFor();
    await pagina.getByRole('columnheader', { name: 'Motivo' }).waitFor();
    await boton(pagina, 'Descargar Excel').waitFor();
    await pagina.context().close();
  });

  it('by the keyboard alone, and heard', async () => {
    const pagina = await abrir();
    const pulsar = async (...teclas: string[]): Promise<void> => {
      for (const tecla of teclas) await pagina.keyboard.press(tecla);
    };
    await pagina.locator('#operacion-calcular').focus();
    await pulsar('ArrowRight', 'ArrowLeft', 'Tab');
    expect(await pagina.evaluate(() => document.activeElement?.id)).toBe('archivo');
    await pulsar('Tab', 'Enter');
    await pagina.getByRole('heading', { name: 'ejemplo.csv' }).waitFor();
    expect(await pagina.evaluate(() => document.activeElement?.textContent)).toBe('ejemplo.csv');
    for (let i = 0; i < 30 && (await enfocado(pagina)) !== 'Empezar'; i++) await pulsar('Tab');
    await pulsar('Enter');
    await pagina.getByRole('heading', { name: 'Listo' }).waitFor();
    expect(await enfocado(pagina)).toBe('Listo');
    await expect.poll(async () => pagina.locator('#voz').textContent()).toBe('Listo: 6 filas, 2 con error.');
    await pulsar('Tab');
    expect(await enfocado(pagina)).toBe('Descargar CSV');
    await pagina.context().close();
  });

  it('with nothing that axe finds, at every moment and at the width of a small phone', async () => {
    const pagina = await abrir({ viewport: { width: 320, height: 700 } });
    const revisar = async (): Promise<void> => {
      const { violations } = await new AxeBuilder({ page: pagina }).include('.lote').analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
      expect(await pagina.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    };
    await pagina.locator('.soltar').waitFor();
    await revisar();
    await boton(pagina, 'Probar con un archivo inventado').click();
    await boton(pagina, 'Empezar').waitFor();
    await revisar();
    await correr(pagina);
    await pagina.getByText('Las primeras 6 filas').click();
    await pagina.getByText('PEOF900517MJCXXR04').waitFor();
    await revisar();
    await pagina.context().close();
  });
});

const enfocado = async (pagina: Page): Promise<string | null | undefined> =>
  pagina.evaluate(() => document.activeElement?.textContent);

const copias = (piezas: Iterable<Uint8Array>): Uint8Array[] => Array.from(piezas, (pieza) => pieza.slice());

interface Evento {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** How many milliseconds of its processor each task of the page's own thread took: what others do there is not ours. */
function tareas(traza: Buffer | undefined): number[] {
  const { traceEvents } = JSON.parse(String(traza)) as { readonly traceEvents: readonly Evento[] };
  const hilos = traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const suyos = new Set(hilos.map(({ pid, tid }) => `${pid}:${tid}`));
  const duraciones = traceEvents.flatMap(({ name, pid, tid, tdur }) =>
    name.endsWith('RunTask') && suyos.has(`${pid}:${tid}`) && tdur !== undefined ? [tdur / 1000] : [],
  );
  expect(duraciones.length).toBeGreaterThan(10);
  return duraciones;
}
