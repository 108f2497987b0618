/** What a link brought along behind its #: it is taken out of the address at once, and kept by nobody but this page. */
import { createStore } from 'zustand/vanilla';

const LINKS = new Set(['/setup', '/join', '/reset']);

export const arrival = createStore<{ readonly token: string | null }>(() => ({ token: takeToken() }));

/** A password was chosen with a link a moment ago. */
export const arrived = createStore<{ readonly reset: boolean }>(() => ({ reset: false }));

addEventListener('hashchange', () => {
  const token = takeToken();
  if (token !== null) arrival.setState({ token });
});

function takeToken(): string | null {
  if (!LINKS.has(location.pathname) || location.hash.length < 2) return null;
  const token = location.hash.slice(1);
  history.replaceState(null, '', location.pathname);
  return token;
}
