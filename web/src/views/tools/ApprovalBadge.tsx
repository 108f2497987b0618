import { useTranslation } from 'react-i18next';
import { openApprovals } from '../../commands/approvals';
import { useTools } from './useTools';

/** How many calls wait for the person, wherever they are; nothing when none does. */
export function ApprovalBadge() {
  const { t } = useTranslation('tools');
  const count = useTools((state) => state.pending.length);
  if (count === 0) return null;
  return (
    <button type="button" className="asks-badge" title={t('badgeTitle', { count })} onClick={() => openApprovals()}>
      {t('badge', { count })}
    </button>
  );
}
