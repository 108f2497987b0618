import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { openBeside } from '../../model/screen';
import { useNarrow } from '../parts/useNarrow';

interface FrameProps {
  title: string;
  /** A few words behind the title. */
  note: string;
  children: ReactNode;
}

/** A panel with its title and a way out; the focus goes into it when it opens. */
export function BesideFrame({ title, note, children }: FrameProps) {
  const { t } = useTranslation('reminders');
  const narrow = useNarrow();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const pane = (
    <section className="insp beside" aria-label={title}>
      <header className="bare">
        <h2 ref={heading} tabIndex={-1}>
          {title} <small>{note}</small>
        </h2>
        <button type="button" className="btn sm quiet" onClick={() => openBeside(null)}>
          {t('close')}
        </button>
      </header>
      <div className="list">{children}</div>
    </section>
  );
  // On a phone the conversation is away meanwhile, so this is what the page is about.
  return narrow ? <main className="contents">{pane}</main> : pane;
}

/** What such a panel holds, on a page of its own. */
export function BesideList({ children }: { children: ReactNode }) {
  return (
    <div className="beside">
      <div className="list">{children}</div>
    </div>
  );
}
