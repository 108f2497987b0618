import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Drawn } from '../../commands/drawing';
import type { Colours, Drawing } from '../../model/drawing';
import { usePreferences } from '../parts/store';
import { useMedia } from '../parts/useMedia';
import { Code } from './Code';
import { Copy } from './Copy';
import { reveal } from './letters';

/** Finished Mermaid source as a picture; as its source until it is drawn, when it cannot be, and whenever asked. */
export function Diagram({ code }: { code: string }) {
  const { t } = useTranslation('markdown');
  const figure = useRef<HTMLElement>(null);
  const drawn = useDrawn(code, figure);
  const [wantsSource, setWantsSource] = useState(false);
  const picture = drawn !== null && !('failed' in drawn) ? drawn : null;
  const shown = reveal(code);
  return (
    <figure className="md-code" ref={figure}>
      <figcaption>
        <span>{t('diagram.name')}</span>
        <span className="md-deeds">
          {picture && (
            <button type="button" className="btn sm quiet" onClick={() => setWantsSource(!wantsSource)}>
              {t(wantsSource ? 'diagram.show' : 'diagram.source')}
            </button>
          )}
          <Copy text={shown} />
        </span>
      </figcaption>
      {drawn !== null && 'failed' in drawn && (
        <p className="md-note" role="status">
          {t(`diagram.failed.${drawn.failed}`)}
        </p>
      )}
      {picture && !wantsSource ? <Picture picture={picture} kind={kindOf(code)} /> : <Code text={shown} />}
    </figure>
  );
}

/** As an image, in which no script runs and from which nothing is fetched. */
function Picture({ picture, kind }: { picture: Drawing; kind: string }) {
  const { t } = useTranslation('markdown');
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([picture.svg], { type: 'image/svg+xml' }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <div className="md-drawn" tabIndex={0}>
      {address !== null && (
        <img src={address} width={picture.width} height={picture.height} alt={t('diagram.alt', { kind })} />
      )}
    </div>
  );
}

/** Drawn when it comes near, and anew in other colours. */
function useDrawn(code: string, figure: RefObject<HTMLElement | null>): Drawn | null {
  const theme = usePreferences((all) => all.theme);
  const isDark = useMedia('(prefers-color-scheme: dark)');
  const isNear = useNear(figure);
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme decides what the colours are.
  useEffect(() => {
    if (!isNear) return undefined;
    let wanted = true;
    void import('../../commands/drawing')
      .then(({ drawDiagram }) => drawDiagram(code, readColours(figure.current ?? document.body)))
      .catch((): Drawn => ({ failed: 'away' }))
      .then((each) => {
        if (wanted) setDrawn(each);
      });
    return () => {
      wanted = false;
    };
  }, [code, isNear, theme, isDark, figure]);
  return drawn;
}

function useNear(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (element.current === null || isNear || typeof IntersectionObserver === 'undefined') return undefined;
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.some((each) => each.isIntersecting)) setNear(true);
      },
      { rootMargin: '300px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isNear]);
  return isNear;
}

/** The colours of the page as they are now: what a variable says in two themes, an element's style says in one. */
function readColours(near: Element): Colours {
  const probe = near.appendChild(document.createElement('span'));
  probe.hidden = true;
  const read = (name: string) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const colours = {
    paper: read('paper'),
    ink: read('ink'),
    line: read('ink-3'),
    wash: read('wash'),
    accent: read('accent'),
    note: read('caution-wash'),
  };
  probe.remove();
  return colours;
}

/** What the source says it is, in its own word: `flowchart`, `sequenceDiagram`. */
function kindOf(code: string): string {
  return /^\s*(?:%%[^\n]*\n\s*)*([A-Za-z][\w-]{1,29})/.exec(code)?.[1] ?? '';
}
