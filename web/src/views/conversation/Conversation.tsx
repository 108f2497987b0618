import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConversation, useWorkspace } from '../parts/store';
import { BranchedFrom } from './BranchedFrom';
import { NotKept } from './NotKept';
import { TurnList } from './TurnList';
import { VoicesStrip } from './VoicesStrip';

// Shorter waits are not worth a word.
const PATIENCE = 400;

/** The conversation on the screen. */
export function Conversation() {
  const { t } = useTranslation('conversation');
  const { id, phase, count, title } = useConversation((state) => ({
    id: state.id,
    phase: state.phase,
    count: state.rows.length,
    title: state.view?.title ?? '',
  }));
  if (id === null) return null;
  if (phase !== 'ready') return <Opening key={id} id={id} />;
  if (count === 0) return <p className="nothing">{t('empty')}</p>;
  return (
    <div className="room" key={id}>
      <h1 className="vh">{title || t('untitled')}</h1>
      <NotKept id={id} />
      <BranchedFrom id={id} />
      <VoicesStrip />
      <TurnList />
    </div>
  );
}

function Opening({ id }: { id: string }) {
  const { t } = useTranslation('shell');
  const [late, setLate] = useState(false);
  const count = useWorkspace((state) => state.conversations.find((each) => each.id === id)?.turn_count ?? 0);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p className="nothing" role="status">
      {late && (count === 0 ? t('openingUnknown') : t('opening', { count }))}
    </p>
  );
}
