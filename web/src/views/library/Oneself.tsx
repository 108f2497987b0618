import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { signOut } from '../../commands/account';
import { attempt } from '../../commands/refused';
import { openSettings } from '../../commands/settings';
import { account } from '../../model/account';
import { Initials } from '../parts/Initials';

/** Who is signed in, and the way out. Where there are no accounts there is nobody to name. */
export function Oneself() {
  const { t } = useTranslation('library');
  const me = useStore(account, (state) => state.me);
  if (me === null) return null;
  return (
    <div className="oneself">
      <button type="button" className="name" title={t('account')} onClick={() => openSettings('account')}>
        <Initials name={me.name} />
        <span dir="auto">{me.name}</span>
      </button>
      <button type="button" className="link" onClick={() => void attempt(signOut)}>
        {t('signOut')}
      </button>
    </div>
  );
}
