import { type FocusEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Cut, findCut } from './findCut';

interface Props {
  /** What is remembered as read on, as long as the page is there. */
  id: string;
  name: string;
  /** Words still arrive. */
  live: boolean;
  /** Something in it waits for the person and must not be out of sight. */
  whole: boolean;
  /** Where the rest is read; null: here. */
  onReadOn: (() => void) | null;
  children: ReactNode;
}

const unfolded = new Set<string>();

/** Long words at a height that leaves the others in sight, cut at the end of a line; the rest is one press away. */
export function Clamp({ id, name, live, whole, onReadOn, children }: Props) {
  const { t } = useTranslation('conversation');
  const [open, setOpen] = useState(() => unfolded.has(id));
  const inner = useRef<HTMLDivElement>(null);
  const cut = useCut(inner);
  const fold = (on: boolean) => {
    if (on) unfolded.delete(id);
    else unfolded.add(id);
    setOpen(!on);
    if (on) inner.current?.closest('.reply')?.scrollIntoView({ block: 'nearest' });
  };
  const isCut = cut !== null && !open && !whole;
  const lookBelow = ({ target }: FocusEvent) => {
    const top = inner.current?.getBoundingClientRect().top ?? 0;
    if (isCut && target.getBoundingClientRect().top - top >= cut.height) fold(false);
  };
  return (
    <>
      <div
        className={isCut ? 'words cut' : 'words'}
        style={isCut ? { maxHeight: cut.height } : undefined}
        // Only the browser's own search scrolls in here: to words below the cut.
        onScroll={({ currentTarget }) => {
          if (currentTarget.scrollTop > 0 && isCut) fold(false);
        }}
      >
        <div ref={inner} onFocusCapture={lookBelow}>
          {children}
        </div>
      </div>
      {cut !== null && !whole && (
        <p className="read-on">
          <button
            type="button"
            className="link"
            aria-expanded={open}
            aria-label={t(open ? 'reply.foldFor' : 'reply.readOnFor', { name })}
            onClick={() => (open || onReadOn === null ? fold(open) : onReadOn())}
          >
            {t(open ? 'reply.fold' : 'reply.readOn')}
          </button>
          {!open && <span>{t(live ? 'reply.linesSoFar' : 'reply.lines', { count: cut.lines })}</span>}
        </p>
      )}
    </>
  );
}

/** Where the words are cut, found anew when they grow or the column changes; null while they are short enough. */
function useCut(inner: React.RefObject<HTMLDivElement | null>): Cut | null {
  const [cut, setCut] = useState<Cut | null>(null);
  const last = useRef({ width: 0, limit: 0, cut: null as Cut | null });
  const look = () => {
    const element = inner.current;
    if (element === null) return;
    // A registered length: what the style sheet says in parts of the window comes as pixels.
    const limit = Number.parseFloat(getComputedStyle(element).getPropertyValue('--cut'));
    if (Number.isNaN(limit)) return;
    const known = last.current.width === element.clientWidth && last.current.limit === limit ? last.current.cut : null;
    const found = findCut(element, limit, known?.height ?? null);
    last.current = { width: element.clientWidth, limit, cut: found };
    setCut((before) => (before?.height === found?.height && before?.lines === found?.lines ? before : found));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured once before it is seen, then whenever it changes.
  useLayoutEffect(look, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above.
  useEffect(() => {
    const element = inner.current;
    if (element === null || typeof ResizeObserver === 'undefined') return;
    const size = new ResizeObserver(look);
    size.observe(element);
    window.addEventListener('resize', look);
    return () => {
      size.disconnect();
      window.removeEventListener('resize', look);
    };
  }, []);
  return cut;
}
