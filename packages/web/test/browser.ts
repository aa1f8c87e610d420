/** The page in a real browser, as the service serves it, and everything that it requests. */
import { fileURLToPath } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContextOptions, type Page, chromium } from 'playwright-core';
import { describe, inject, onTestFinished } from 'vitest';

export const DIST = fileURLToPath(new URL('../dist', import.meta.url));

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 900 };
export const SIZES = [
  ['phone', PHONE],
  ['desktop', DESKTOP],
] as const;

/** Tests that need a browser; without one they are skipped. */
// oxlint-disable-next-line vitest/valid-describe-callback -- a condition is no callback
export const inBrowser = describe.runIf(inject('chromium') !== '');

interface Visit {
  readonly page: Page;
  /** Every request of the page, with its body. */
  readonly requests: { readonly url: string; readonly body: string }[];
  /** Errors and warnings of the browser, refusals of the content policy among them. */
  readonly complaints: string[];
}

export interface PageOpener {
  /** The address of the service. */
  readonly base: () => Promise<string>;
  /** Opens the page for the running test; it closes when the test ends. */
  readonly open: (fragment?: string, options?: BrowserContextOptions) => Promise<Visit>;
}

export async function launch(): Promise<Browser> {
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath: inject('chromium'), args });
}

/** All test files of a worker share it; it ends with the worker. */
let browser: Promise<Browser> | undefined;

export function pages(): PageOpener {
  const base = async (): Promise<string> => (await fetch(inject('service'))).text();
  return {
    base,
    open: async (fragment = '', options = {}) => {
      const defaults = { viewport: DESKTOP, reducedMotion: 'reduce', serviceWorkers: 'block' } as const;
      const context = await (await (browser ??= launch())).newContext({ ...defaults, ...options });
      onTestFinished(async () => context.close());
      context.setDefaultTimeout(50_000);
      const page = await context.newPage();
      const requests: { url: string; body: string }[] = [];
      const complaints: string[] = [];
      context.on('request', (request) => requests.push({ url: request.url(), body: request.postData() ?? '' }));
      page.on('console', (message) => {
        const complaint =
          ['error', 'warning'].includes(message.type()) && !/blocked by Playwright/.test(message.text());
        if (complaint) complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(String(error)));
      await page.goto((await base()) + fragment);
      return { page, requests, complaints };
    },
  };
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

export async function fillForm(
  page: Page,
  values: Partial<Record<keyof typeof RENATA, string>> = RENATA,
): Promise<void> {
  const { sexo, entidad, ...texts } = values;
  for (const [field, value] of Object.entries(texts)) await page.fill(`#${field}`, value);
  if (sexo !== undefined) await page.click(`label[for=sexo-${sexo}]`);
  if (entidad !== undefined) await page.fill('#entidad', entidad);
}

/** The characters in the visible boxes; `·` for an empty one. */
export const boxes = async (page: Page, where = ''): Promise<string> =>
  (await page.locator(`${where} .caja:visible`).allTextContents()).map((c) => c || '·').join('');

/** Everything that axe finds wrong with a part of the page as it is shown. */
export async function violationsOn(page: Page, part = 'html'): Promise<unknown[]> {
  // Legacy mode opens no second page for each analysis. It only leaves out frames of other origins, and the page has none.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).include(part).analyze();
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}
