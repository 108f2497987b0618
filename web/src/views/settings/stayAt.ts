const LONGEST = 10_000;
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Go to a place and stay there while what stands above it still arrives: until somebody moves, ten seconds at most. */
export function stayAt(element: Element): void {
  const go = () => element.scrollIntoView({ block: 'start' });
  go();
  const page = element.closest('.settings-page');
  if (page === null || typeof ResizeObserver === 'undefined') return;
  const size = new ResizeObserver(go);
  const moved = new AbortController();
  const end = () => {
    size.disconnect();
    moved.abort();
  };
  for (const each of MOVES) addEventListener(each, end, { passive: true, signal: moved.signal });
  setTimeout(end, LONGEST);
  size.observe(page);
}
