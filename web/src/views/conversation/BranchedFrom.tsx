import { useTranslation } from 'react-i18next';
import { RouteLink } from '../parts/RouteLink';
import { useWorkspace } from '../parts/store';

/** At the head of a branch: where it left the other conversation. */
export function BranchedFrom({ id }: { id: string }) {
  const { t } = useTranslation('conversation');
  const entry = useWorkspace((state) => state.conversations.find((each) => each.id === id));
  const from = entry?.branched_from;
  if (!from) return null;
  // Both begin with the same words.
  const title = from.title || entry.opening || t('untitled');
  return (
    <p className="branched" dir="auto">
      {t('branch.from')}{' '}
      <RouteLink className="link" to={{ page: 'conversation', id: from.conversation_id, turnId: from.turn_id }}>
        {t('branch.place', { title, position: from.position })}
      </RouteLink>
    </p>
  );
}
