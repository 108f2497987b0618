import '../../locales/inspector';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadHabits } from '../../commands/receipts';
import { prefer } from '../../model/preferences';
import { AnalysesView } from '../analyses/AnalysesView';
import { usePreferences, useScreen } from '../parts/store';
import { useNarrow } from '../parts/useNarrow';
import type { PayloadForm } from '../payloads/shown';
import { DraftView } from './DraftView';
import { Edge } from './Edge';
import { ReplyView } from './ReplyView';

/** What a voice was sent, or would be: the payload, what differs, the receipt, the figures behind it. */
export function Inspector() {
  const { t } = useTranslation('inspector');
  const subject = useScreen((state) => state.inspector);
  const [form, onForm] = useState<PayloadForm>('canonical');
  const [against, onAgainst] = useState<string | null>(null);
  const narrow = useNarrow();
  useEffect(() => void loadHabits(), []);
  const manner = { form, onForm, against, onAgainst };
  if (subject === null) return null;
  const pane = (
    <section className="insp" aria-label={t('label')}>
      <WidthEdge />
      {subject.kind === 'analyses' ? (
        <AnalysesView analysisId={subject.analysisId} />
      ) : subject.kind === 'draft' ? (
        <DraftView advisorId={subject.advisorId} manner={manner} />
      ) : (
        <ReplyView turnId={subject.turnId} replyId={subject.replyId} manner={manner} />
      )}
    </section>
  );
  // On a phone the conversation is away meanwhile, so this is what the page is about.
  if (!narrow) return pane;
  return (
    <main className="contents">
      <h1 className="vh">{t('label')}</h1>
      {pane}
    </main>
  );
}

const LEAST = 420;
// The rail, the narrowest conversation and the slim ribbon stay beside it.
const BESIDE = 52 + 280 + 22;

/** The edge towards the conversation. The width is a variable of the page, which its grid reads. */
function WidthEdge() {
  const { t } = useTranslation('inspector');
  const width = usePreferences((state) => state.inspectorWidth);
  useEffect(() => {
    const { style } = document.documentElement;
    if (width) style.setProperty('--inspector-width', `${width}px`);
    return () => void style.removeProperty('--inspector-width');
  }, [width]);
  return (
    <Edge
      lies="vertical"
      label={t('resizeWidth')}
      value={width}
      least={LEAST}
      most={Math.max(LEAST, window.innerWidth - BESIDE)}
      measure={() => document.querySelector<HTMLElement>('.insp')?.offsetWidth ?? LEAST}
      onChange={(inspectorWidth) => prefer({ inspectorWidth })}
    />
  );
}
