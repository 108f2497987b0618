import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import {
  type Connected,
  connections,
  loadConnections,
  type Outcome,
  removeProvider,
  type Tested,
  testAgain,
  titleOf,
} from '../../commands/connections';
import { attempt } from '../../commands/refused';
import { formatMoment, formatWhen, joinWords } from '../parts/format';

const ConnectDialog = lazy(() => import('../connect/ConnectDialog').then((room) => ({ default: room.ConnectDialog })));

/** The providers in force, where each comes from, and the way to add, test and remove one. */
export function ConnectedList() {
  const { t } = useTranslation('settings');
  const known = useStore(connections, (state) => state.known);
  const [connecting, setConnecting] = useState(false);
  useEffect(() => void attempt(loadConnections), []);
  return (
    <>
      {known !== null && known.items.length > 0 && (
        <ul className="connected">
          {known.items.map((each) => (
            <ConnectedRow key={each.name} provider={each} />
          ))}
        </ul>
      )}
      <p className="connect-more">
        <button type="button" className="btn" onClick={() => setConnecting(true)}>
          {t('connect.add')}
        </button>
      </p>
      {connecting && (
        <Suspense>
          <ConnectDialog onClose={() => setConnecting(false)} />
        </Suspense>
      )}
    </>
  );
}

function ConnectedRow({ provider }: { provider: Connected }) {
  const { t } = useTranslation('settings');
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [giving, setGiving] = useState<Tested | null>(null);
  const [sure, setSure] = useState(false);
  const test = async () => {
    const heard = await testAgain(provider.name);
    setOutcome(heard);
    return heard.tested;
  };
  const name = titleOf(provider.name);
  const isOurs = provider.source === 'added' || provider.overruled;
  const key = provider.key_end === null ? '' : t('connect.keyEnds', { end: provider.key_end });
  return (
    <li>
      <div>
        <b dir="auto">{name}</b>
        <p className="what">
          <span dir="ltr">{provider.base_url}</span>{' '}
          {joinWords([t(`connect.source.${provider.source}`), key].filter(Boolean))}
        </p>
        {outcome === null && <Standing provider={provider} />}
        {provider.overruled && <p className="what">{t('connect.overruled')}</p>}
      </div>
      <div className="deeds">
        <button type="button" className="btn sm" aria-label={t('connect.testOf', { name })} onClick={() => void test()}>
          {t('connect.test')}
        </button>
        <button
          type="button"
          className="btn sm"
          aria-label={t('connect.giveOf', { name })}
          onClick={() => void test().then(setGiving)}
        >
          {t('connect.give')}
        </button>
        {isOurs && (
          <button
            type="button"
            className="btn sm"
            aria-label={t('connect.removeOf', { name })}
            onClick={() => setSure(true)}
          >
            {t('connect.remove')}
          </button>
        )}
      </div>
      <TestOutcome outcome={outcome} />
      {giving && (
        <Suspense>
          <ConnectDialog tested={giving} onClose={() => setGiving(null)} />
        </Suspense>
      )}
      {sure && (
        <div className="sure" role="alert">
          <span>{t('connect.sure', { name })}</span>
          <button type="button" className="btn sm" onClick={() => void removeProvider(provider.name)}>
            {t('connect.remove')}
          </button>
          <button type="button" className="btn sm" onClick={() => setSure(false)}>
            {t('connect.keepIt')}
          </button>
        </div>
      )}
    </li>
  );
}

/** What the server knows without asking: when it last worked, or since when and why it is refused. */
function Standing({ provider }: { provider: Connected }) {
  const { t } = useTranslation('settings');
  const { worked_at, refused_since, refusal } = provider;
  if (refused_since !== null) {
    const reason = REASONS.find((each) => each === refusal) ?? 'other';
    return (
      <p className="standing-word refused" title={formatMoment(refused_since)}>
        {t('connect.refused', { when: formatWhen(refused_since) })} {t(`connect.reason.${reason}`)}
      </p>
    );
  }
  return worked_at === null ? (
    <p className="standing-word">{t('connect.unused')}</p>
  ) : (
    <p className="standing-word works" title={formatMoment(worked_at)}>
      {t('connect.worked', { when: formatWhen(worked_at) })}
    </p>
  );
}

const REASONS = ['auth', 'quota', 'net'] as const;

function TestOutcome({ outcome }: { outcome: Outcome | null }) {
  const { t } = useTranslation('settings');
  if (outcome === null) return null;
  return (
    <p className={outcome.wrong ? 'said bad' : 'said'} role="status">
      {outcome.wrong ? outcome.wrong.head : t('connect.works', { count: outcome.tested.models.length })}{' '}
      {outcome.wrong?.quoted && <q dir="auto">{outcome.wrong.quoted}</q>}
    </p>
  );
}
