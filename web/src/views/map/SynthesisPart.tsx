import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Wish } from '../../commands/synthesis';
import { type Synthesis, syntheses } from '../../model/synthesis';
import { Failed } from '../parts/Failed';
import { joinWords } from '../parts/format';
import { Coverage } from './Coverage';
import { HeldNote } from './HeldNote';
import { MadeBy } from './MadeBy';
import { SynthesisForm } from './SynthesisForm';
import { SynthesisText } from './SynthesisText';
import { useSyntheses } from './useMap';

/** One text out of all answers: asked for, being written, read. */
export function SynthesisPart({ turnId, mapDrawn }: { turnId: string; mapDrawn: boolean }) {
  const { t } = useTranslation('synthesis');
  const synthesis = useSyntheses((state) => (state.turnId === turnId ? state.synthesis : null));
  // Kept here: the form goes away while a text is written, and what was asked for must be there again if that fails.
  const [wish, setWish] = useState<Wish>({ mode: 'fuse', instruction: '' });
  const [again, setAgain] = useState(false);
  const title = useArrival(turnId, synthesis !== null);
  if (synthesis === null) return null;
  const { status, written_id: written } = synthesis;
  const isRunning = status === 'running';
  const isOpen = again || written === null;
  const askAgain = (instruction: string) => {
    if (instruction !== '') setWish({ mode: 'custom', instruction });
    setAgain(true);
  };
  return (
    <section className="synthesis" aria-labelledby="synthesis-title">
      <h2 id="synthesis-title" ref={title} tabIndex={-1}>
        {t('title')}
      </h2>
      {status === 'none' && <p className="help">{t('lead')}</p>}
      {isRunning && <p role="status">{t(written === null ? 'running' : 'rewriting')}</p>}
      {status === 'failed' && <Failure synthesis={synthesis} />}
      {written !== null && <Done synthesis={synthesis} onAgain={askAgain} />}
      {isOpen && !isRunning && (
        <SynthesisForm
          turnId={turnId}
          wish={wish}
          onWish={setWish}
          primary={status === 'none' && mapDrawn}
          onCancel={again ? () => setAgain(false) : null}
          onBegun={() => setAgain(false)}
        />
      )}
    </section>
  );
}

/** Whoever came for the synthesis finds it at the top, with the focus there. */
function useArrival(turnId: string, isThere: boolean) {
  const title = useRef<HTMLHeadingElement>(null);
  const isWanted = useSyntheses((state) => state.wanted === turnId);
  useEffect(() => {
    if (!isThere || !isWanted) return;
    syntheses.setState({ wanted: null });
    title.current?.scrollIntoView({ block: 'start' });
    title.current?.focus({ preventScroll: true });
  }, [isThere, isWanted]);
  return title;
}

function Failure({ synthesis: { analysis } }: { synthesis: Synthesis }) {
  const { t } = useTranslation('synthesis');
  return (
    <p role="alert" className="wrong" dir="auto">
      {analysis?.error ? <Failed title={t('failed')} error={analysis.error} /> : t('failed')}
    </p>
  );
}

/** Who it was written from stands before it, also when others have been heard since. */
function Heard({ synthesis: { quorum } }: { synthesis: Synthesis }) {
  const { t } = useTranslation(['synthesis', 'map']);
  const { answered, asked, missing, cut } = quorum;
  const without = joinWords([...missing, ...cut].map((each) => each.name));
  return (
    <p className={without ? 'from lowered' : 'from'}>
      {t('from', { answered, asked, confidence: t(`map:confidence.${quorum.confidence}`) })}{' '}
      {without && <b dir="auto">{t('without', { names: without })}</b>}
    </p>
  );
}

function Done({ synthesis, onAgain }: { synthesis: Synthesis; onAgain: (instruction: string) => void }) {
  const { t } = useTranslation('synthesis');
  return (
    <div className="written">
      <div>
        {synthesis.is_stale && (
          <p className="outdated">
            {t('stale')}{' '}
            <button type="button" className="btn sm" onClick={() => onAgain('')}>
              {t('again')}
            </button>
          </p>
        )}
        {synthesis.instruction && (
          <p className="help" dir="auto">
            {t('asked', { instruction: synthesis.instruction })}
          </p>
        )}
        <Heard synthesis={synthesis} />
        <SynthesisText synthesis={synthesis} />
        <HeldNote synthesis={synthesis} />
        {synthesis.analysis && synthesis.analysis.id === synthesis.written_id && (
          <MadeBy key={synthesis.analysis.id} analysis={synthesis.analysis} />
        )}
      </div>
      <Coverage synthesis={synthesis} onAgain={onAgain} />
    </div>
  );
}
