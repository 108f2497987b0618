// Keeps the shell, so that the app opens while the server is away. Conversations are never kept here.
const SHELL = 'antiphon-shell-1';

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll(['/'])));
  self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  const drop = async () => {
    for (const name of await caches.keys()) if (name !== SHELL) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(drop());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/v1/')) return;
  if (request.mode === 'navigate') event.respondWith(fresh(request, '/'));
  else if (url.pathname.startsWith('/assets/')) event.respondWith(kept(request));
});

// The newest shell there is; the kept one when the server does not answer.
async function fresh(request, key) {
  const cache = await caches.open(SHELL);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(key, response.clone());
    return response;
  } catch {
    return (await cache.match(key)) ?? Response.error();
  }
}

// Files whose name holds their hash never change.
async function kept(request) {
  const cache = await caches.open(SHELL);
  const known = await cache.match(request);
  if (known) return known;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}
