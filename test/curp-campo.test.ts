/** The element `<curp-campo>` of `curp.min.js` in a browser, on a page from disk with a strict content policy. */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { inBrowser, sharedBrowser } from '../packages/web/test/browser.js';

const script = pathToFileURL(fileURLToPath(new URL('../packages/core/dist/curp.min.js', import.meta.url))).href;
const KEY = 'OETR900517MDFLNN05';

const FIELDS = `
  <label>Nombres <input name="nombres"></label>
  <label>Primer apellido <input name="apellido_paterno"></label>
  <label>Segundo apellido <input name="apellido_materno"></label>
  <label>Fecha <input name="fecha_nacimiento"></label>
  <label>Mujer <input type="radio" name="sexo" value="M"></label>
  <label>Hombre <input type="radio" name="sexo" value="H"></label>
  <label>Entidad <input name="entidad"></label>`;

inBrowser('<curp-campo> (needs chromium)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'curp-campo-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Opens a page with this body. Any complaint of the browser fails the test. */
  async function open(body: string): Promise<Page> {
    const file = join(folder, 'page.html');
    writeFileSync(
      file,
      `<!doctype html><html lang="es"><meta charset="utf-8"><title>Alta</title>
       <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src file:">
       <script src="${script}"></script><main><h1>Alta</h1>${body}</main></html>`,
    );
    const context = await (await sharedBrowser()).newContext({ bypassCSP: false });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => complaints.push(message.text()));
    onTestFinished(async () => {
      await context.close();
      expect(complaints).toEqual([]);
    });
    await page.goto(pathToFileURL(file).href);
    return page;
  }

  const fill = async (page: Page): Promise<void> => {
    await page.fill('[name=nombres]', 'Renata');
    await page.fill('[name=apellido_paterno]', 'Olvera');
    await page.fill('[name=apellido_materno]', 'Tinajero');
    await page.fill('[name=entidad]', 'CDMX');
    await page.fill('[name=fecha_nacimiento]', '17/05/1990');
    await page.check('[value=M]');
  };
  const key = async (page: Page): Promise<string> => (await page.locator('curp-campo output').textContent()) ?? '';
  const note = async (page: Page): Promise<string> => (await page.locator('curp-campo p').textContent()) ?? '';

  it('shows the key while the form is filled in, where each character comes from, and that it proves nothing', async () => {
    const page = await open(`<form>${FIELDS}<curp-campo></curp-campo></form>`);
    expect([await key(page), await note(page)]).toEqual(['', '']);
    await fill(page);
    expect(await key(page)).toBe(KEY);
    expect(await note(page)).toBe('Una CURP calculada no prueba ningún registro.');
    await page.click('curp-campo summary');
    const items = page.locator('curp-campo li');
    expect(await items.count()).toBe(18);
    expect(await items.nth(1).innerText()).toBe('E la primera vocal interna de OLVERA (IN 2)');
    expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)).toEqual([]);
  });

  it('says what is missing and what is wrong', async () => {
    const page = await open(`<form>${FIELDS}<curp-campo></curp-campo></form>`);
    await page.fill('[name=nombres]', 'Renata');
    await page.fill('[name=fecha_nacimiento]', '31/02/1990');
    expect(await note(page)).toBe(
      'Falta: Sexo, Entidad de nacimiento. Ese día no existe en el calendario: revise la fecha de nacimiento.',
    );
    expect(await page.locator('curp-campo details').isVisible()).toBe(false);
  });

  it('shows what is wrong in another colour than what is missing, in the language of the page', async () => {
    const page = await open(`<form lang="en">${FIELDS}<curp-campo></curp-campo></form>`);
    const colour = async (): Promise<string> =>
      page.locator('curp-campo p').evaluate((element) => getComputedStyle(element).color);
    await page.fill('[name=nombres]', 'Renata');
    const before = await colour();
    expect(await note(page)).toMatch(/^Missing: /);
    await page.fill('[name=fecha_nacimiento]', '31/02/1990');
    expect(await note(page)).toBe(
      'Missing: Sex, State of birth. There is no such day in the calendar: check the date of birth.',
    );
    expect(await colour()).not.toBe(before);
    expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)).toEqual([]);
    await fill(page);
    expect([await note(page), await colour()]).toEqual(['A calculated CURP is not proof of any registration.', before]);
  });

  it('is sent with the form under its name, reports every change, and empties when the form is reset', async () => {
    const page = await open(`<form>${FIELDS}<curp-campo name="curp"></curp-campo></form>`);
    const sent = async (): Promise<unknown> =>
      page.locator('form').evaluate((form: HTMLFormElement) => new FormData(form).get('curp'));
    await page.locator('form').evaluate((form) => {
      form.addEventListener('curp', (event) => {
        form.dataset['told'] = `${form.dataset['told'] ?? ''}[${(event as CustomEvent<{ curp: string }>).detail.curp}]`;
      });
    });
    await fill(page);
    expect(await sent()).toBe(KEY);
    await page.locator('form').evaluate((form: HTMLFormElement) => form.reset());
    expect([await sent(), await key(page)]).toEqual(['', '']);
    expect(await page.getAttribute('form', 'data-told')).toBe(`[${KEY}][]`);
  });

  it('reads fields of other names, initial values, and a form elsewhere on the page', async () => {
    const page = await open(`
      <curp-campo form="alta" nombres="first" apellido_paterno="last" fecha_nacimiento="born" sexo="sex" entidad="state"></curp-campo>
      <form id="alta">
        <label>A <input name="first" value="Renata"></label><label>B <input name="last" value="Olvera"></label>
        <label>C <input name="apellido_materno" value="Tinajero"></label>
        <label>D <input type="date" name="born" value="1990-05-17"></label>
        <label>E <select name="sex"><option value="M">Mujer</option></select></label>
        <label>F <select name="state"><option>Ciudad de México</option></select></label>
      </form>`);
    expect(await key(page)).toBe(KEY);
  });

  it('returns and sends the key of the data that a script left, not of those that it last saw', async () => {
    const page = await open(`<form>${FIELDS}<curp-campo name="curp"></curp-campo></form>`);
    await fill(page);
    const keys = await page.locator('form').evaluate((form: HTMLFormElement) => {
      const name = form.querySelector<HTMLInputElement>('[name=nombres]');
      const campo = form.querySelector<HTMLElement & { readonly value: string }>('curp-campo');
      if (name) name.value = 'Inés';
      const sent = new FormData(form).get('curp');
      if (name) name.value = 'Luz';
      return [sent, campo?.value];
    });
    expect(keys).toEqual([expect.stringMatching(/^OETI/), expect.stringMatching(/^OETL/)]);
  });

  it('is invalid with the reason while data are wrong, or missing if it is required', async () => {
    const page = await open(`<form>${FIELDS}<curp-campo required></curp-campo><button>Enviar</button></form>`);
    const judge = async (): Promise<unknown> =>
      page
        .locator('curp-campo')
        .evaluate((campo: HTMLInputElement) => [
          campo.checkValidity(),
          campo.validity.valueMissing,
          campo.validationMessage,
        ]);
    expect(await judge()).toEqual([false, true, 'Faltan los datos de la persona.']);
    await page.click('button'); // Any complaint of the browser fails the test.
    await fill(page);
    expect(await judge()).toEqual([true, false, '']);
    await page.fill('[name=fecha_nacimiento]', '31/02/1990');
    expect(await judge()).toEqual([false, false, 'Ese día no existe en el calendario: revise la fecha de nacimiento.']);
  });

  it('keeps back a form that a script spoils and sends, with the reason', async () => {
    const page = await open(
      `<form>${FIELDS}<curp-campo name="curp" required></curp-campo><button>Enviar</button></form>`,
    );
    await fill(page);
    const events = await page.locator('form').evaluate((form: HTMLFormElement) => {
      const date = form.querySelector<HTMLInputElement>('[name=fecha_nacimiento]');
      const seen: string[] = [];
      for (const name of ['submit', 'invalid']) {
        form.addEventListener(
          name,
          (event) => {
            event.preventDefault();
            seen.push(name);
          },
          name === 'invalid',
        );
      }
      const send = (value: string): void => {
        if (date) date.value = value;
        form.requestSubmit();
        seen.push(value);
      };
      send('18/05/1990');
      send('31/02/1990');
      form.noValidate = true;
      send('30/02/1990');
      return seen;
    });
    expect(events).toEqual(['submit', '18/05/1990', 'invalid', '31/02/1990', 'submit', '30/02/1990']);
    expect(await note(page)).toBe('Ese día no existe en el calendario: revise la fecha de nacimiento.');
  });

  it('is defined on a page that imports the module `campo`, and does no harm in Node', async () => {
    const dist = new URL('../packages/core/dist/', import.meta.url);
    await import(new URL('campo.js', dist).href);
    const server = createServer(({ url = '' }, response) => {
      response.setHeader('content-type', url === '/' ? 'text/html' : 'text/javascript');
      const start = `<link rel="icon" href="data:,"><script type="module" src="/campo.js"></script><form>${FIELDS}<curp-campo></curp-campo></form>`;
      response.end(url === '/' ? start : readFileSync(new URL(`.${url}`, dist)));
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const page = await (await sharedBrowser()).newPage();
    onTestFinished(async () => page.close());
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await fill(page);
    expect(await key(page)).toBe(KEY);
  });

  it('works in the example for a plain page', async () => {
    const page = await (await sharedBrowser()).newPage();
    onTestFinished(async () => page.close());
    await page.goto(new URL('../examples/campo.html', import.meta.url).href);
    await page.click('button');
    expect(await page.locator('#resultado').textContent()).toBe('');
    await page.fill('[name=nombres]', 'Renata');
    await page.fill('[name=apellido_paterno]', 'Olvera');
    await page.fill('[name=apellido_materno]', 'Tinajero');
    await page.fill('[name=fecha_nacimiento]', '1990-05-17');
    await page.selectOption('[name=sexo]', 'Mujer');
    await page.fill('[name=entidad]', 'CDMX');
    await page.click('button');
    expect(await page.locator('#resultado').textContent()).toBe(`Guardada: ${KEY}`);
  });

  it('shows nothing outside of any form', async () => {
    const page = await open('<curp-campo></curp-campo>');
    expect([await key(page), await note(page)]).toEqual(['', '']);
  });
});
