import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { comeIn, signOut } from '../../commands/account';
import { factors } from '../../commands/factors';
import { attempt } from '../../commands/refused';
import { Factor } from './Factor';

/** Somebody is signed in and adds a second factor before anything else; once the codes were read, the page goes on. */
export function FactorFirst() {
  const { t } = useTranslation('library');
  const done = useStore(factors, ({ state, codes }) => state?.active === true && codes === null);
  useEffect(() => {
    if (done) void attempt(comeIn);
  }, [done]);
  return (
    <div className="form">
      <Factor title="h1" />
      <button type="button" className="link" onClick={() => void attempt(signOut)}>
        {t('signOut')}
      </button>
    </div>
  );
}
