import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { arrive } from '../../commands/signIn';
import { arrival } from '../../model/arrival';
import { AddressField } from './AddressField';
import { LinkGone } from './LinkGone';
import { NameField } from './NameField';
import { PasswordField } from './PasswordField';
import { Trouble } from './Trouble';
import { useForm } from './useForm';

/** Whoever follows a link says who they are: the first owner, or somebody who was invited. */
export function Arrive({ kind }: { kind: 'setup' | 'join' }) {
  const { t } = useTranslation('accounts');
  const token = useStore(arrival, (state) => state.token);
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const { submit, busy, at, whole } = useForm(() => arrive(kind, { token: token ?? '', name, email, password }));
  if (token === null || at('link') !== undefined) return <LinkGone kind={kind} />;
  return (
    <form className="form" onSubmit={submit}>
      <div>
        <h1>{t(`${kind}.title`)}</h1>
        <p className="sub">{t(`${kind}.lead`)}</p>
      </div>
      <NameField value={name} onChange={setName} />
      <AddressField value={email} onChange={setEmail} wrong={at('email')} />
      <PasswordField
        label={t('password.label')}
        value={password}
        onChange={setPassword}
        kind="new-password"
        wrong={at('password')}
      />
      <Trouble words={whole} />
      <button type="submit" className="btn primary" disabled={busy}>
        {busy ? t('signIn.busy') : t(`${kind}.go`)}
      </button>
    </form>
  );
}
