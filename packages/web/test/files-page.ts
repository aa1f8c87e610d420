/** The section for files in a browser: opens it, chooses files, and reads its figures and downloads. */
import { readFileSync } from 'node:fs';
import { xlsxFromCsv } from '@curp-service/lote/xlsx';
import type { BrowserContextOptions, Download, Locator, Page } from 'playwright-core';
import { DIST, pages } from './browser.js';
import { upload } from './lote-files.js';
import { bytesOf } from '../../lote/test/bytes-of.js';

const { open: visitPage } = pages();

const complaints = new WeakMap<Page, readonly string[]>();
export const errorsOf = (page: Page): readonly string[] => complaints.get(page) ?? [];

/** Opens the page on the section for files. `fromDisk` opens the built files, without a service. */
export async function open({
  fromDisk = false,
  ...options
}: BrowserContextOptions & { readonly fromDisk?: boolean } = {}): Promise<Page> {
  const visit = await visitPage('#lote', options);
  complaints.set(visit.page, visit.complaints);
  if (fromDisk) await visit.page.goto(`file://${DIST}/index.html#lote`);
  return visit.page;
}

async function* inChunks(text: string): AsyncGenerator<Uint8Array, void> {
  yield Buffer.from(text);
}

export const workbook = async (csv: string): Promise<Uint8Array> => bytesOf(xlsxFromCsv(inChunks(csv)));

export const button = (page: Page, name: string): Locator => page.getByRole('button', { name });

export async function chooseFile(page: Page, name: string, content: string | Uint8Array): Promise<void> {
  await page.setInputFiles('#archivo', upload(name, content));
}

/** Starts the chosen file and waits for its result. */
export async function run(page: Page): Promise<void> {
  await button(page, 'Empezar').click();
  await page.getByRole('heading', { name: 'Listo' }).waitFor();
}

/** Returns the figure of the summary with this label. */
export const figure = async (page: Page, name: string): Promise<string | null> =>
  page
    .locator('.cifras div', { has: page.getByText(name, { exact: true }) })
    .locator('dd')
    .textContent();

/** Returns how many rows are ready, for review and with an error. */
export const piles = async (page: Page): Promise<(string | null)[]> =>
  Promise.all(['Listas', 'Por revisar', 'Con error'].map(async (name) => figure(page, name)));

export async function downloaded(page: Page, name: string): Promise<{ name: string; content: Buffer }> {
  const [download]: [Download, void] = await Promise.all([page.waitForEvent('download'), button(page, name).click()]);
  return { name: download.suggestedFilename(), content: readFileSync(await download.path()) };
}

/** Unfolds the line that says that all columns are known, to show the column of each field. */
export const showColumns = async (page: Page): Promise<void> => page.getByText('Todo reconocido').click();

export const reasons = async (page: Page): Promise<string[]> => page.locator('.motivo').allTextContents();
