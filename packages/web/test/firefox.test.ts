/** Every section of the page in Firefox. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { xlsxFromCsv } from '@curp-service/lote/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CURP, DESKTOP, PHONE, RENATA, pages } from './browser.js';
import { bytesOf } from '../../lote/test/bytes-of.js';
import { has } from '../../../test/tools.js';
import { Firefox } from './firefox.js';
import { peopleCsv } from './lote-files.js';

const SOON = { timeout: 30_000 };
const { base } = pages();

describe.skipIf(!has('firefox'))('the page in Firefox (needs firefox)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'curp-firefox-files-'));
  let firefox: Firefox;
  beforeAll(async () => {
    firefox = await Firefox.start();
  });
  afterAll(async () => {
    await firefox.close();
    rmSync(folder, { recursive: true });
  });

  const open = async (fragment: string): Promise<void> => {
    await firefox.go('about:blank');
    await firefox.go((await base()) + fragment);
  };
  const shows = async (selector: string, text: string | RegExp): Promise<void> => {
    const read = async (): Promise<string> =>
      firefox.text(`document.querySelector(${JSON.stringify(selector)})?.innerText`);
    await expect.poll(read, SOON).toMatch(text);
  };
  const click = async (selector: string): Promise<string> =>
    firefox.text(`document.querySelector(${JSON.stringify(selector)}).click()`);
  const person = new URLSearchParams({ ...RENATA, curp: CURP }).toString();
  const boxes = (panel: string): string =>
    `Array.from(document.querySelectorAll('#panel-${panel} .caja'), (box) => box.innerText).join('')`;

  it.each([
    ['phone', PHONE],
    ['desktop', DESKTOP],
  ] as const)('calculates, validates, compares and shows the command on a %s', async (_, { width, height }) => {
    await firefox.setSize(width, height);
    await open(`#calcular?${person}`);
    await expect.poll(async () => firefox.text(boxes('calcular')), SOON).toContain(CURP);
    await open(`#validar?${person}`);
    await shows('#panel-validar .veredicto', 'Bien formada');
    await open(`#cotejar?${person}`);
    await shows('#panel-cotejar .veredicto', 'La CURP corresponde a estos datos');
    await open(`#api?${person}`);
    await shows('#panel-api pre', /Bearer pruebas[^]*nombres=Renata/);
    await click('.idioma');
    await shows('#panel-api .nota', 'The command contains personal data');
    await click('.idioma');
    expect(await firefox.text('document.documentElement.scrollWidth <= innerWidth')).toBe('true');
  });

  it.each(['csv', 'xlsx'])('processes a file: %s', async (extension) => {
    const csv = peopleCsv(300, (i) => i === 7);
    const file = join(folder, `gente.${extension}`);
    async function* chunks(): AsyncGenerator<Uint8Array, void> {
      yield Buffer.from(csv);
    }
    writeFileSync(file, extension === 'csv' ? csv : await bytesOf(xlsxFromCsv(chunks())));
    await open('#lote');
    await shows('.soltar', 'Suelte aquí un archivo');
    await firefox.setFiles('#archivo', [file]);
    await shows('.asistente', /300 (?:filas|renglones)/);
    await click('.asistente .principal');
    await shows('.cifras', /Listas\s+299\s+Por revisar\s+0\s+Con error\s+1/);
    await shows('.por-corregir', /D9/);
  });
});
