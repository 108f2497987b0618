import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { keepIt } from '../../commands/unkept';
import { unkept } from '../../model/unkept';
import { formatMoment } from '../parts/format';

/** Over a conversation that is not kept: what becomes of it, and the one click that keeps it. */
export function NotKept({ id }: { id: string | null }) {
  const { t } = useTranslation('keeping');
  const { starting, id: open, until } = useStore(unkept);
  const isHere = id === null ? starting : id === open;
  if (!isHere) return null;
  return (
    <p className="unkept" role="note">
      {id === null || until === null ? t('unkept.welcome') : t('unkept.banner', { when: formatMoment(until) })}{' '}
      <button type="button" className="btn" onClick={() => void keepIt()}>
        {t('unkept.keep')}
      </button>
    </p>
  );
}
