import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changePassword } from '../../commands/signIn';
import type { Me } from '../../model/account';
import { FormActs } from './FormActs';
import { PasswordField } from './PasswordField';
import { Trouble } from './Trouble';
import { useForm } from './useForm';

/** Another password. Every other session ends with it. Whoever has none is told who can make a link for one. */
export function ChangePassword({ me }: { me: Me }) {
  const { t } = useTranslation('accounts');
  const [open, setOpen] = useState(false);
  const [done, setDone] = useState(false);
  return (
    <section aria-labelledby="account-password">
      <h3 id="account-password">{t('password.label')}</h3>
      {!me.signs_in_here ? (
        <p className="about">{t('password.none')}</p>
      ) : open ? (
        <PasswordForm
          onEnd={(changed) => {
            setOpen(false);
            setDone(changed);
          }}
        />
      ) : (
        <p>
          <button type="button" className="btn" onClick={() => setOpen(true)}>
            {t('password.change')}
          </button>{' '}
          {done && <span role="status">{t('password.changed')}</span>}
        </p>
      )}
    </section>
  );
}

function PasswordForm({ onEnd }: { onEnd: (changed: boolean) => void }) {
  const { t } = useTranslation('accounts');
  const [old, setOld] = useState('');
  const [next, setNext] = useState('');
  const { submit, busy, at, whole } = useForm(async () => {
    await changePassword(old, next);
    onEnd(true);
  });
  return (
    <form className="narrow-form" onSubmit={submit}>
      <PasswordField
        label={t('password.old')}
        value={old}
        onChange={setOld}
        kind="current-password"
        wrong={at('old') && t('wrong.password')}
        focused
      />
      <PasswordField
        label={t('password.new')}
        value={next}
        onChange={setNext}
        kind="new-password"
        wrong={at('password')}
      />
      <Trouble words={whole} />
      <FormActs label={t('password.change')} disabled={busy} onCancel={() => onEnd(false)} />
    </form>
  );
}
