import { useTranslation } from 'react-i18next';
import { type AdvisorEdit, editOf } from '../../model/advisorEdit';
import type { Advisor } from '../../model/workspace';
import { Difference } from './Difference';

interface Props {
  advisor: Advisor;
  edit: AdvisorEdit;
  onMine: () => void;
  onTheirs: () => void;
}

/** Somebody saved another version while this one was edited: both are shown, and one is chosen. */
export function Stale({ advisor, edit, onMine, onTheirs }: Props) {
  const { t } = useTranslation('library');
  return (
    <section className="stale" role="alert">
      <h3>{t('stale.title', { version: advisor.version })}</h3>
      <p>{t('stale.body', { base: edit.base })}</p>
      <Difference before={editOf(advisor)} after={edit} />
      <div className="acts">
        <button type="button" className="btn sm" onClick={onMine}>
          {t('stale.mine')}
        </button>
        <button type="button" className="btn sm" onClick={onTheirs}>
          {t('stale.theirs')}
        </button>
      </div>
    </section>
  );
}
