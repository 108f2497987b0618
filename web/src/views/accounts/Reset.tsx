import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { resetPassword } from '../../commands/signIn';
import { arrival } from '../../model/arrival';
import { LinkGone } from './LinkGone';
import { PasswordField } from './PasswordField';
import { Trouble } from './Trouble';
import { useForm } from './useForm';

/** Another password, with a link that somebody made. */
export function Reset() {
  const { t } = useTranslation('accounts');
  const token = useStore(arrival, (state) => state.token);
  const [password, setPassword] = useState('');
  const { submit, busy, at, whole } = useForm(() => resetPassword(token ?? '', password));
  if (token === null || at('link') !== undefined) return <LinkGone kind="reset" />;
  return (
    <form className="form" onSubmit={submit}>
      <div>
        <h1>{t('reset.title')}</h1>
        <p className="sub">{t('reset.lead')}</p>
      </div>
      <PasswordField
        label={t('password.new')}
        value={password}
        onChange={setPassword}
        kind="new-password"
        wrong={at('password')}
        focused
      />
      <Trouble words={whole} />
      <button type="submit" className="btn primary" disabled={busy}>
        {busy ? t('signIn.busy') : t('reset.go')}
      </button>
    </form>
  );
}
