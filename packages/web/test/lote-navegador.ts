/** A browser on the page, as built: over HTTP with its policy, and from disk. */
import { existsSync, readFileSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, type Page, chromium } from 'playwright-core';

const DIST = fileURLToPath(new URL('../dist/', import.meta.url));
const CHROMIUM = '/usr/bin/chromium';
export const HAY_NAVEGADOR: boolean = existsSync(CHROMIUM);
const TIPOS: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  webmanifest: 'application/manifest+json',
};

export interface Navegador {
  /** A page on the section for files. `deDisco`: without a server. */
  readonly abrir: (opciones?: BrowserContextOptions & { readonly deDisco?: boolean }) => Promise<Page>;
  readonly cerrar: () => Promise<void>;
}

const errores = new WeakMap<Page, string[]>();

/** What went wrong on a page so far. */
export const erroresDe = (pagina: Page): readonly string[] => errores.get(pagina) ?? [];

export async function abrirNavegador(): Promise<Navegador> {
  const servidor = await servir();
  const { port } = servidor.address() as AddressInfo;
  const navegador: Browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  return {
    abrir: async ({ deDisco = false, ...opciones } = {}) => {
      const contexto = await navegador.newContext({ serviceWorkers: 'block', ...opciones });
      const pagina = await contexto.newPage();
      const suyos: string[] = [];
      errores.set(pagina, suyos);
      pagina.on('pageerror', (error) => suyos.push(String(error)));
      pagina.on('console', (mensaje) => {
        if (mensaje.type() === 'error') suyos.push(mensaje.text());
      });
      await pagina.goto(`${deDisco ? `file://${DIST}index.html` : `http://127.0.0.1:${port}/`}#lote`);
      return pagina;
    },
    cerrar: async () => {
      await navegador.close();
      servidor.close();
    },
  };
}

async function servir(): Promise<Server> {
  const [, politica = ''] = /content="(default-src[^"]*)"/.exec(readFileSync(`${DIST}index.html`, 'utf8')) ?? [];
  const servidor = createServer((peticion, respuesta) => {
    const nombre = (peticion.url ?? '/').slice(1) || 'index.html';
    const tipo = TIPOS[nombre.split('.').at(-1) ?? ''];
    if (tipo === undefined || !/^[\w.]+$/.test(nombre) || !existsSync(DIST + nombre)) {
      respuesta.writeHead(404).end();
      return;
    }
    respuesta.writeHead(200, { 'content-type': tipo, 'content-security-policy': politica });
    respuesta.end(readFileSync(DIST + nombre));
  });
  await new Promise<void>((listo) => {
    servidor.listen(0, '127.0.0.1', listo);
  });
  return servidor;
}
