import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeMe } from '../../commands/me';
import type { Me } from '../../model/account';
import { AddressField } from './AddressField';
import { FormActs } from './FormActs';
import { NameField } from './NameField';
import { Trouble } from './Trouble';
import { useForm } from './useForm';

/** Another name, or another address to sign in with. */
export function ChangeProfile({ me }: { me: Me }) {
  const { t } = useTranslation('accounts');
  const [open, setOpen] = useState(false);
  const [done, setDone] = useState(false);
  const end = (saved: boolean) => {
    setOpen(false);
    setDone(saved);
  };
  if (open) return <ProfileForm me={me} onEnd={end} />;
  return (
    <p>
      <button type="button" className="btn" onClick={() => setOpen(true)}>
        {t('profile.change')}
      </button>{' '}
      {done && <span role="status">{t('profile.saved')}</span>}
    </p>
  );
}

function ProfileForm({ me, onEnd }: { me: Me; onEnd: (saved: boolean) => void }) {
  const { t } = useTranslation('accounts');
  const [name, setName] = useState(me.name);
  const [email, setEmail] = useState(me.email ?? '');
  const { submit, busy, at, whole } = useForm(async () => {
    await changeMe(me, name, email);
    onEnd(true);
  });
  return (
    <form className="narrow-form" onSubmit={submit}>
      <NameField value={name} onChange={setName} />
      <AddressField
        value={email}
        onChange={setEmail}
        wrong={at('email')}
        help={t('profile.addressHelp')}
        // Whoever others vouch for may have none; whoever has one keeps one.
        required={me.email !== null}
      />
      <Trouble words={whole} />
      <FormActs label={t('profile.save')} disabled={busy} onCancel={() => onEnd(false)} />
    </form>
  );
}
