/** Where the person is: the address bar as a value. */
import { createStore } from 'zustand/vanilla';

export type Route =
  | { readonly page: 'conversation'; readonly id: string | null; readonly turnId: string | null }
  | { readonly page: 'contamination'; readonly id: string }
  | { readonly page: 'unasked'; readonly id: string }
  | { readonly page: 'map'; readonly id: string; readonly turnId: string }
  | { readonly page: 'advisors'; readonly id: string | null }
  | { readonly page: 'evals'; readonly id: string | null; readonly caseId: string | null }
  | { readonly page: 'panels'; readonly id: string | null }
  | { readonly page: 'topics'; readonly id: string | null }
  | { readonly page: 'memory'; readonly id: string | null }
  | { readonly page: 'journal'; readonly id: string | null; readonly turnId: string | null }
  | { readonly page: 'documents'; readonly id: string | null }
  | { readonly page: 'instructions' }
  | { readonly page: 'tools' }
  | { readonly page: 'work' }
  | { readonly page: 'people' }
  | { readonly page: 'audit' }
  | { readonly page: Way }
  | { readonly page: 'settings' };

/** The pages of whoever is nobody yet, and the one that lets a program in. */
export type Way = 'sign-in' | 'setup' | 'join' | 'reset' | 'device';
const WAYS: ReadonlySet<string> = new Set<Way>(['sign-in', 'setup', 'join', 'reset', 'device']);
export const isWay = (page: Page): page is Way => WAYS.has(page);

export type Page = Route['page'];

export function parseRoute(path: string): Route {
  const [first, id = null, second, third = null, fourth] = path.split('/').filter(Boolean).map(decode);
  switch (first) {
    case 'c':
      if (id !== null && second === 'apart') return { page: 'contamination', id };
      if (id !== null && second === 'unasked') return { page: 'unasked', id };
      if (id !== null && second === 't' && third !== null && fourth === 'map')
        return { page: 'map', id, turnId: third };
      return { page: 'conversation', id, turnId: second === 't' ? third : null };
    case 'advisors':
      if (id !== null && second === 'evals') return { page: 'evals', id, caseId: third };
      return { page: 'advisors', id };
    case 'evals':
      return { page: 'evals', id: null, caseId: null };
    case 'panels':
      return { page: 'panels', id };
    case 'topics':
      return { page: 'topics', id };
    case 'memory':
      return { page: 'memory', id };
    case 'journal':
      return id === 'write'
        ? { page: 'journal', id: null, turnId: second ?? null }
        : { page: 'journal', id, turnId: null };
    case 'documents':
      return { page: 'documents', id };
    case 'instructions':
    case 'tools':
    case 'work':
    case 'settings':
    case 'people':
    case 'audit':
    case 'sign-in':
    case 'setup':
    case 'join':
    case 'reset':
    case 'device':
      return { page: first };
    default:
      return { page: 'conversation', id: null, turnId: null };
  }
}

/** A part of the address; one that cannot be decoded is taken as it stands. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function formatRoute(route: Route): string {
  if (route.page === 'unasked') return `/c/${encodeURIComponent(route.id)}/unasked`;
  if (route.page === 'contamination') return `/c/${encodeURIComponent(route.id)}/apart`;
  if (route.page === 'map') return `/c/${encodeURIComponent(route.id)}/t/${encodeURIComponent(route.turnId)}/map`;
  if (route.page === 'evals') return formatEvals(route.id, route.caseId);
  if (route.page === 'journal' && route.turnId !== null) return `/journal/write/${encodeURIComponent(route.turnId)}`;
  if (route.page !== 'conversation')
    return !('id' in route) || route.id === null ? `/${route.page}` : `/${route.page}/${encodeURIComponent(route.id)}`;
  if (route.id === null) return '/';
  const turn = route.turnId === null ? '' : `/t/${encodeURIComponent(route.turnId)}`;
  return `/c/${encodeURIComponent(route.id)}${turn}`;
}

function formatEvals(advisorId: string | null, caseId: string | null): string {
  if (advisorId === null) return '/evals';
  const home = `/advisors/${encodeURIComponent(advisorId)}/evals`;
  return caseId === null ? home : `${home}/${encodeURIComponent(caseId)}`;
}

/** Where the person is, and the conversation they were in last. */
interface Whereabouts {
  readonly now: Route;
  readonly talk: string | null;
}

export const route = createStore<Whereabouts>(() => arrive(parseRoute(location.pathname), null));

export function go(to: Route, { replace = false } = {}): void {
  const path = formatRoute(to);
  if (path !== location.pathname) history[replace ? 'replaceState' : 'pushState'](null, '', path);
  route.setState(({ talk }) => arrive(to, talk));
}

window.addEventListener('popstate', () => route.setState(({ talk }) => arrive(parseRoute(location.pathname), talk)));

function arrive(now: Route, talk: string | null): Whereabouts {
  return { now, talk: now.page === 'conversation' ? now.id : talk };
}
