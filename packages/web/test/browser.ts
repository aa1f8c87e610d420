/** The page in a real browser, served by the service itself, and everything that it asks for on its way. */
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, type Page, chromium } from 'playwright-core';
import { afterAll, describe, inject } from 'vitest';
import { abrirServicio } from '../../server/test/service.js';

export const DIST = fileURLToPath(new URL('../dist', import.meta.url));

export const TELEFONO = { width: 390, height: 844 };
export const ESCRITORIO = { width: 1280, height: 900 };
export const TAMANOS = [
  ['phone', TELEFONO],
  ['desktop', ESCRITORIO],
] as const;

/** Tests that need a browser; where there is none, it was said once. */
// oxlint-disable-next-line vitest/valid-describe-callback -- a condition is no callback
export const conNavegador = describe.runIf(inject('chromium') !== '');

interface Visita {
  readonly pagina: Page;
  /** Every request that left the page, with its body. */
  readonly pedidas: { readonly url: string; readonly cuerpo: string }[];
  /** What the browser had to complain about: errors, refusals of the policy. */
  readonly quejas: string[];
}

export interface Navegador {
  readonly base: () => Promise<string>;
  readonly abrir: (fragmento?: string, opciones?: BrowserContextOptions) => Promise<Visita>;
}

export async function lanzar(): Promise<Browser> {
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath: inject('chromium'), args });
}

/** One browser for the tests of a file. */
export function navegador(): Navegador {
  let lanzado: Promise<Browser> | undefined;
  let servido: Promise<string> | undefined;
  const servicio = abrirServicio({}, { page: DIST });
  const base = async (): Promise<string> => {
    servido ??= servicio.escuchar().then((puerto) => `http://127.0.0.1:${puerto}/`);
    return servido;
  };
  afterAll(async () => {
    await (await lanzado)?.close();
  });
  return {
    base,
    abrir: async (fragmento = '', opciones = { viewport: ESCRITORIO }) => {
      lanzado ??= lanzar();
      const contexto = await (await lanzado).newContext(opciones);
      contexto.setDefaultTimeout(10_000);
      const pagina = await contexto.newPage();
      const pedidas: { url: string; cuerpo: string }[] = [];
      const quejas: string[] = [];
      contexto.on('request', (pedida) => pedidas.push({ url: pedida.url(), cuerpo: pedida.postData() ?? '' }));
      pagina.on('console', (mensaje) => {
        const queja = ['error', 'warning'].includes(mensaje.type()) && !/blocked by Playwright/.test(mensaje.text());
        if (queja) quejas.push(mensaje.text());
      });
      pagina.on('pageerror', (error) => quejas.push(String(error)));
      await pagina.goto((await base()) + fragmento);
      return { pagina, pedidas, quejas };
    },
  };
}

/** An invented person, as a form is filled in, and their key. */
export const RENATA = {
  nombres: 'Renata',
  apellido_paterno: 'Olvera',
  apellido_materno: 'Tinajero',
  fecha_nacimiento: '17/05/1990',
  sexo: 'M',
  entidad: 'DF',
} as const;
export const CLAVE = 'OETR900517MDFLNN05';

export async function llenar(
  pagina: Page,
  datos: Partial<Record<keyof typeof RENATA, string>> = RENATA,
): Promise<void> {
  const { sexo, entidad, ...textos } = datos;
  for (const [campo, valor] of Object.entries(textos)) await pagina.fill(`#${campo}`, valor);
  if (sexo !== undefined) await pagina.click(`label[for=sexo-${sexo}]`);
  if (entidad !== undefined) await pagina.selectOption('#entidad', entidad);
}

/** The characters that the boxes in sight show. */
export const cajas = async (pagina: Page, donde = ''): Promise<string> =>
  (await pagina.locator(`${donde} .caja:visible`).allTextContents()).map((c) => c || '·').join('');
