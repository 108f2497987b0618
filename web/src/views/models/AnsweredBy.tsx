import { useTranslation } from 'react-i18next';
import { nameOfModel } from '../../model/picking';
import type { Reply } from '../../protocol/events';

/** Which model answered, where it was picked for this once. */
export function AnsweredBy({ reply }: { reply: Reply }) {
  const { t } = useTranslation('models');
  if (!reply.changes?.model) return null;
  return <span title={reply.model}>{t('by', { model: nameOfModel(reply.model) })}</span>;
}
