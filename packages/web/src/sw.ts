/** The page without a network: its own files, kept when it is first opened. Nothing else goes through here. */

declare const self: ServiceWorkerGlobalScope;

interface ServiceWorkerGlobalScope extends EventTarget {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
}
interface ExtendableEvent extends Event {
  waitUntil(promesa: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(respuesta: Promise<Response>): void;
}

const NOMBRE = `curp-${VERSION}`;
const { scope } = self.registration;
const propios = new Set(['', ...ARCHIVOS].map((archivo) => scope + archivo));

self.addEventListener('install', (evento) => {
  (evento as ExtendableEvent).waitUntil(guardar());
});

self.addEventListener('activate', (evento) => {
  (evento as ExtendableEvent).waitUntil(ordenar());
});

self.addEventListener('fetch', (evento) => {
  const { request } = evento as FetchEvent;
  const [url = ''] = request.url.split(/[?#]/);
  if (request.method === 'GET' && propios.has(url)) (evento as FetchEvent).respondWith(contestar(url));
});

async function guardar(): Promise<void> {
  const cache = await caches.open(NOMBRE);
  await cache.addAll(Array.from(propios, (url) => new Request(url, { cache: 'reload' })));
  await self.skipWaiting();
}

async function ordenar(): Promise<void> {
  const viejos = (await caches.keys()).filter((nombre) => nombre.startsWith('curp-') && nombre !== NOMBRE);
  await Promise.all(viejos.map(async (nombre) => caches.delete(nombre)));
  await self.clients.claim();
}

async function contestar(url: string): Promise<Response> {
  const cache = await caches.open(NOMBRE);
  return (await cache.match(url)) ?? fetch(url);
}
