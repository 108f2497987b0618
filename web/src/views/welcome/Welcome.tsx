import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { startTour } from '../../commands/tour';
import { changeDraft, draftOf } from '../../model/draft';
import { nameOfModel } from '../../model/picking';
import { inspect, notify } from '../../model/screen';
import { emit } from '../../model/signals';
import { useAskedPanel } from '../panels/useAskedPanel';
import { sayCount } from '../parts/counts';
import { Monogram } from '../parts/Monogram';
import { useDraft, usePreferences, useWorkspace } from '../parts/store';
import { useMayConnect } from '../parts/useMayConnect';

const ConnectHere = lazy(() => import('../connect/ConnectHere').then((room) => ({ default: room.ConnectHere })));

/** The page of a conversation that has not begun. */
export function Welcome() {
  const { t } = useTranslation('composer');
  const rehearsal = useWorkspace((state) => state.status?.rehearsal ?? false);
  return (
    <div className="welcome">
      <header>
        <h1>{t('welcome.title')}</h1>
      </header>
      {rehearsal && <Rehearsal />}
      <Examples />
      <Voices />
      <HowItWorks />
    </div>
  );
}

function Voices() {
  const { t } = useTranslation('composer');
  const { seats } = useAskedPanel();
  const { models } = useDraft();
  const usual = useWorkspace(({ status }) => (status === null || status.rehearsal ? '' : status.default_model));
  return (
    <section aria-labelledby="welcome-voices">
      <h2 id="welcome-voices">{t('welcome.panel')}</h2>
      <ul className="voices">
        {seats.map((advisor) => (
          <li key={advisor.id}>
            <Monogram name={advisor.name} colour={advisor.colour} />
            <b>{advisor.name}</b>
            <span>{advisor.tagline}</span>
            <small dir="ltr">{nameOfModel(models[advisor.id] ?? (models[''] || advisor.model || usual))}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Rehearsal() {
  const { t } = useTranslation('composer');
  const { seats } = useAskedPanel();
  const may = useMayConnect();
  return (
    <section className="rehearsal" aria-labelledby="welcome-rehearsal">
      <h2 id="welcome-rehearsal">
        {t('welcome.rehearsal', { count: seats.length, number: sayCount(t, seats.length) })}
      </h2>
      <p>{t(may ? 'welcome.rehearsalBody' : 'welcome.rehearsalOthers')}</p>
      {may && (
        <Suspense fallback={<div className="form-to-come" />}>
          <ConnectHere />
        </Suspense>
      )}
    </section>
  );
}

const EXAMPLES = ['welcome.example1', 'welcome.example2', 'welcome.example3'] as const;

function Examples() {
  const { t } = useTranslation('composer');
  const begin = (text: string) => {
    const { text: before, advisorIds } = draftOf(null);
    emit('fillComposer', text);
    emit('focusComposer');
    if (before.trim() === '' || before === text) return;
    notify(t('welcome.replaced'), { undo: () => changeDraft(null, { text: before, advisorIds }) });
  };
  return (
    <section aria-labelledby="welcome-examples">
      <h2 id="welcome-examples">{t('welcome.examples')}</h2>
      <ul className="examples">
        {EXAMPLES.map((example) => (
          <li key={example}>
            <button type="button" onClick={() => begin(t(example))}>
              {t(example)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function HowItWorks() {
  const { t } = useTranslation('composer');
  const toured = usePreferences((state) => state.toured);
  return (
    <section className="how" aria-labelledby="welcome-how">
      <h2 id="welcome-how">{t('welcome.how')}</h2>
      <ul>
        <li>{t('welcome.how1')}</li>
        <li>{t('welcome.how2')}</li>
        <li>{t('welcome.how3')}</li>
      </ul>
      <button type="button" className="btn" onClick={() => inspect({ kind: 'draft', advisorId: null })}>
        {t('welcome.show')}
      </button>
      {!toured && (
        <button type="button" className="btn" onClick={startTour}>
          {t('tourOffer')}
        </button>
      )}
    </section>
  );
}
