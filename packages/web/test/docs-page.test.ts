/** The reference at `/docs` in a browser: it follows the style of the page, and everybody can use it. */
import { expect, it } from 'vitest';
import { DESKTOP, PHONE, inBrowser, pages, violationsOn } from './browser.js';

inBrowser('/docs (needs chromium)', () => {
  const { base, open } = pages();

  it.each([
    ['light', DESKTOP, 'es-MX', 'Parámetros'],
    ['dark', PHONE, 'en-US', 'Parameters'],
  ] as const)('is accessible on a %s screen, and follows it', async (colorScheme, viewport, locale, heading) => {
    const { page, complaints } = await open('', { colorScheme, locale });
    await page.setViewportSize(viewport);
    await page.goto(`${await base()}docs`);
    await page.locator('.opblock').first().waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.locator('.opblock-summary-control').first().click();
    await page.getByText(heading, { exact: true }).first().waitFor();
    expect(await violationsOn(page)).toEqual([]);
    const [dark, wide] = await page.evaluate(() => {
      const [red = 0] = getComputedStyle(document.documentElement).backgroundColor.match(/\d+/g)?.map(Number) ?? [];
      return [red < 64, document.documentElement.scrollWidth] as const;
    });
    expect([dark, Math.max(wide, viewport.width)]).toEqual([colorScheme === 'dark', viewport.width]);
    await page.getByRole('button', { name: /^(Ejecutar|Execute)$/ }).click();
    await page.locator('.live-responses-table').getByText('code_error').first().waitFor();
    expect(complaints).toEqual([]);
  });
});
