/** The service worker: keeps the files of the page, so that it opens without a network. It leaves other requests alone. */

declare const self: ServiceWorkerGlobalScope;

interface ServiceWorkerGlobalScope extends EventTarget {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
}
interface ExtendableEvent extends Event {
  waitUntil(promise: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

const CACHE_NAME = `curp-${VERSION}`;
const { scope } = self.registration;
const own = new Set(['', ...FILES].map((file) => scope + file));

self.addEventListener('install', (event) => {
  (event as ExtendableEvent).waitUntil(store());
});

self.addEventListener('activate', (event) => {
  (event as ExtendableEvent).waitUntil(removeOld());
});

self.addEventListener('fetch', (event) => {
  const { request } = event as FetchEvent;
  const [url = ''] = request.url.split(/[?#]/);
  if (request.method === 'GET' && own.has(url)) (event as FetchEvent).respondWith(answer(url));
});

async function store(): Promise<void> {
  const cache = await caches.open(CACHE_NAME);
  await cache.addAll(Array.from(own, (url) => new Request(url, { cache: 'reload' })));
  await self.skipWaiting();
}

async function removeOld(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith('curp-') && name !== CACHE_NAME);
  await Promise.all(old.map(async (name) => caches.delete(name)));
  await self.clients.claim();
}

async function answer(url: string): Promise<Response> {
  const cache = await caches.open(CACHE_NAME);
  return (await cache.match(url)) ?? fetch(url);
}
