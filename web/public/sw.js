// Keeps the shell, so that the app opens while the server is away. Conversations are never kept here.
const SHELL = 'antiphon-shell-1';

self.addEventListener('install', (event) => {
  event.waitUntil(fetch('/').then(keepShell));
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
  // Only the client's own addresses: a name with a dot is a file, and what draws diagrams is none of the shell.
  if (request.mode === 'navigate' && !url.pathname.includes('.')) event.respondWith(openPage(event, url));
  else if (url.pathname.startsWith('/assets/')) event.respondWith(openAsset(request));
});

// A notification was pressed: the conversation it is about, in the window that shows it or in a new one.
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const path = event.notification.data?.path ?? '/';
  const open = async () => {
    const windows = await self.clients.matchAll({ type: 'window' });
    const shows = (here) => here !== '/' && (path === here || path.startsWith(`${here}/`));
    const shown = windows.find((each) => shows(new URL(each.url).pathname)) ?? null;
    return shown ? shown.focus() : self.clients.openWindow(path);
  };
  event.waitUntil(open());
});

// The page as the server has it; the kept one when it does not answer.
async function openPage(event, url) {
  const cache = await caches.open(SHELL);
  try {
    // What another app shared stays in this browser: the server is asked for the page alone.
    const response = await fetch(url.pathname === '/share' ? '/' : event.request);
    if (response.ok) event.waitUntil(keepShell(response.clone()));
    return response;
  } catch {
    return (await cache.match('/')) ?? Response.error();
  }
}

// Files whose name holds their hash never change.
async function openAsset(request) {
  const cache = await caches.open(SHELL);
  const known = await cache.match(request);
  if (known) return known;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

// The page and the files it begins with. When it names others than before, what older builds left is dropped.
async function keepShell(page) {
  if (!page.ok) return;
  const cache = await caches.open(SHELL);
  const named = (text) => [...new Set(text.match(/\/assets\/[\w.-]+/g))];
  const text = await page.clone().text();
  const wanted = named(text);
  // A page of the server's own, or of whoever stands before it, is not the shell.
  if (wanted.length === 0 || !text.includes('id="root"')) return;
  const before = await cache.match('/').then((kept) => kept?.text());
  if (before !== undefined && named(before).join() === wanted.join()) return;
  const old = await cache.keys();
  await cache.addAll(wanted);
  await cache.put('/', page);
  const kept = new Set(['/', ...wanted]);
  for (const request of old) if (!kept.has(new URL(request.url).pathname)) await cache.delete(request);
}
