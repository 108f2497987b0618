import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { followLooks, loadLook, loadLooks, loadOlderLooks } from '../../commands/looks';
import { inspect } from '../../model/screen';
import { useConversation } from '../parts/store';
import { LookRow } from './LookRow';
import { LookSheet } from './LookSheet';
import { useLooks } from './useLooks';

/** Every look a model took at the open conversation, and what was sent for the one that is open. */
export function LooksView({ lookId }: { lookId: string | null }) {
  const { t } = useTranslation('looks');
  const { t: inspector } = useTranslation('inspector');
  useEffect(followLooks, []);
  return (
    <>
      <header className="bare">
        <h2>{t('title')}</h2>
        <button type="button" className="btn sm quiet close" onClick={() => inspect(null)}>
          {inspector('close')}
        </button>
        <button type="button" className="btn sm back" onClick={() => inspect(null)}>
          {inspector('back')}
        </button>
      </header>
      <div className="line">
        <p className="lead">{t('lead')}</p>
        <div className="aside">
          <button type="button" className="link" onClick={() => inspect({ kind: 'draft', advisorId: null })}>
            {inspector('lookNow')}
          </button>
        </div>
      </div>
      <Listed lookId={lookId} />
    </>
  );
}

function Listed({ lookId }: { lookId: string | null }) {
  const { t } = useTranslation('looks');
  const { t: inspector } = useTranslation('inspector');
  const began = useConversation((state) => state.id !== null);
  const { list, hasOlder, failed } = useLooks(({ list, hasOlder, failed }) => ({ list, hasOlder, failed }));
  const shown = lookId ?? list?.[0]?.id ?? null;
  useEffect(() => {
    if (shown !== null) void loadLook(shown);
  }, [shown]);
  if (!began) return <p className="none">{t('notBegun')}</p>;
  if (failed) {
    return (
      <p className="none">
        {t('failed')}{' '}
        <button type="button" className="link" onClick={() => void loadLooks()}>
          {inspector('retry')}
        </button>
      </p>
    );
  }
  if (list === null) return <p className="none">{inspector('empty.opening')}</p>;
  if (list.length === 0 && lookId === null) return <p className="none">{t('none')}</p>;
  return (
    <div className="looks">
      <nav aria-label={t('title')}>
        <ul>
          {list.map((look) => (
            <LookRow key={look.id} look={look} shown={look.id === shown} />
          ))}
        </ul>
        {hasOlder && (
          <button type="button" className="btn sm" onClick={() => void loadOlderLooks()}>
            {t('older')}
          </button>
        )}
      </nav>
      <LookSheet id={shown} />
    </div>
  );
}
