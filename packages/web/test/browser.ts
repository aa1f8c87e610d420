/** The page in a real browser, as the service serves it, and everything that it requests. */
import { fileURLToPath } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContextOptions, type Page, type Response, chromium } from 'playwright-core';
import { describe, inject, onTestFinished } from 'vitest';

const PAGE = new URL('../dist/', import.meta.url);
export const DIST = fileURLToPath(PAGE).replace(/\/$/, '');

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 900 };
export const SIZES = [
  ['phone', PHONE],
  ['desktop', DESKTOP],
] as const;

/** Tests that need a browser. Without one they are skipped, so their title ends with `(needs chromium)`. */
// oxlint-disable-next-line vitest/valid-describe-callback -- a condition is no callback
export const inBrowser = describe.runIf(inject('chromium') !== '');

interface Visit {
  readonly page: Page;
  /** Every request of the page, with its body. */
  readonly requests: { readonly url: string; readonly body: string }[];
  /** Errors and warnings of the browser, including refusals of the content policy. */
  readonly complaints: string[];
}

export interface PageOpener {
  /** The address of the service. */
  readonly base: () => Promise<string>;
  /** Opens the page for the running test, in a tab that the next test gets with nothing in it and nothing stored. */
  readonly open: (fragment?: string, options?: BrowserContextOptions) => Promise<Visit>;
  /** Like `open`, but in a tab that no other test gets, for tests that change requests, the network or the emulation. */
  readonly openAlone: PageOpener['open'];
}

let browser: Promise<Browser> | undefined;

/** Returns the browser that all test files of a worker share; it ends with the worker. */
export async function sharedBrowser(): Promise<Browser> {
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  browser ??= chromium.launch({ executablePath: inject('chromium'), args });
  return browser;
}

async function newTab(options: BrowserContextOptions): Promise<Visit> {
  const defaults = { reducedMotion: 'reduce', serviceWorkers: 'block' } as const;
  const context = await (await sharedBrowser()).newContext({ ...defaults, ...options });
  const page = await context.newPage();
  const requests: { url: string; body: string }[] = [];
  const complaints: string[] = [];
  context.on('request', (request) => requests.push({ url: request.url(), body: request.postData() ?? '' }));
  page.on('console', (message) => {
    const complaint = ['error', 'warning'].includes(message.type()) && !/blocked by Playwright/.test(message.text());
    if (complaint) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return { page, requests, complaints };
}

/** The tab that no test uses now. A new one costs another process, which compiles all scripts again. */
let idle: { readonly tab: Visit; readonly kind: string } | undefined;

/** Returns the idle tab, or a new one if the context of the idle tab has other options. */
async function takeTab(options: BrowserContextOptions): Promise<Visit> {
  const kind = JSON.stringify(options);
  const found = idle;
  idle = undefined;
  if (found !== undefined && found.kind !== kind) await found.tab.page.context().close();
  const tab = found?.kind === kind ? found.tab : await newTab(options);
  tab.requests.length = 0;
  tab.complaints.length = 0;
  onTestFinished(async () => {
    await tab.page.evaluate(() => localStorage.clear());
    await tab.page.goto('about:blank');
    idle = { tab, kind };
  });
  return tab;
}

async function closedAfterwards(options: BrowserContextOptions): Promise<Visit> {
  const tab = await newTab(options);
  onTestFinished(async () => tab.page.context().close());
  return tab;
}

/** Loads the page, and loads it again if the service was too busy for one of its files. */
async function visit({ page, requests, complaints }: Visit, address: string): Promise<void> {
  let refused = false;
  const look = (response: Response): void => {
    refused ||= response.status() === 503;
  };
  page.on('response', look);
  await page.goto(address);
  while (refused) {
    refused = false;
    requests.length = 0;
    complaints.length = 0;
    await page.reload();
  }
  page.off('response', look);
  await page.locator('main').waitFor();
}

export function pages(): PageOpener {
  const base = async (): Promise<string> => (await fetch(inject('service'))).text();
  const openIn =
    (take: typeof newTab): PageOpener['open'] =>
    async (fragment = '', { viewport, ...options } = {}) => {
      const tab = await take(options);
      tab.page.setDefaultTimeout(100_000);
      await tab.page.setViewportSize(viewport ?? DESKTOP);
      await visit(tab, (await base()) + fragment);
      return tab;
    };
  return { base, open: openIn(takeTab), openAlone: openIn(closedAfterwards) };
}

/** An invented person as typed in the form, and her CURP. */
export const RENATA = {
  nombres: 'Renata',
  apellido_paterno: 'Olvera',
  apellido_materno: 'Tinajero',
  fecha_nacimiento: '17/05/1990',
  sexo: 'M',
  entidad: 'DF',
} as const;
export const CURP = 'OETR900517MDFLNN05';

/** Types all values in one step, as a user does one after the other. */
export async function fillForm(
  page: Page,
  values: Partial<Record<keyof typeof RENATA, string>> = RENATA,
): Promise<void> {
  await page.locator('#nombres').waitFor();
  await page.evaluate(({ sexo, entidad, ...texts }) => {
    const type = (id: string, value: string): void => {
      const field = document.querySelector<HTMLInputElement>(`#${id}`);
      if (field === null) throw new Error(`the page has no field ${id}`);
      field.focus();
      field.select();
      document.execCommand(value === '' ? 'delete' : 'insertText', false, value);
    };
    for (const [id, value] of Object.entries(texts)) type(id, value);
    if (sexo !== undefined) document.querySelector<HTMLElement>(`label[for=sexo-${sexo}]`)?.click();
    if (entidad !== undefined) type('entidad', entidad);
  }, values);
}

/** Returns the characters in the visible boxes, and `·` for an empty one. */
export const boxes = async (page: Page, where = ''): Promise<string> =>
  (await page.locator(`${where} .caja:visible`).allTextContents()).map((c) => c || '·').join('');

/** Returns everything that axe finds wrong with a part of the page as it is shown. */
export async function violationsOn(page: Page, part = 'html'): Promise<unknown[]> {
  // Legacy mode opens no second page for each analysis. It only leaves out frames of other origins, and the page has none.
  const isLoaded = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder({ page, ...(isLoaded && { axeSource: ';' }) })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] });
  const { violations } = await axe.include(part).analyze();
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}
