/** What a link brought along behind its #: it is taken out of the address at once, and kept by nobody but this page. */
import { createStore } from 'zustand/vanilla';

const LINKS = new Set(['/setup', '/join', '/reset']);

export const arrival = createStore<{ readonly token: string | null }>(() => ({ token: takeToken() }));

/** What came of a link a moment ago: a password was chosen, or somebody came who could not be signed in at once. */
interface Arrived {
  readonly reset: boolean;
  readonly trouble: string | null;
}

export const arrived = createStore<Arrived>(() => ({ reset: false, trouble: null }));

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
