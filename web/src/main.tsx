import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './model/arrival';
import './styles/index.css';
import { watchDoor } from './commands/account';
import { App } from './views/App';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no root');

watchDoor();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

// Another app shared something: `/share` is an address of the installed app's own.
if (location.pathname === '/share') {
  const { search } = location;
  void import('./commands/shared').then(({ takeShared }) => takeShared(search));
}

// Trusted Types: the one script address that is not in the page itself.
interface Policies {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): unknown };
}
const { trustedTypes } = globalThis as { trustedTypes?: Policies };
const scripts = trustedTypes?.createPolicy('antiphon', { createScriptURL: (address) => address });
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  // Without it the page works as well; the next one asks again.
  navigator.serviceWorker.register((scripts?.createScriptURL('/sw.js') ?? '/sw.js') as string).catch(() => undefined);
}
