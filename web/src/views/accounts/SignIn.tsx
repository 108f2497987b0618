import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { ProblemKey } from '../../commands/problems';
import { signIn, signInWith, type Ways } from '../../commands/signIn';
import { arrived } from '../../model/arrival';
import { AddressField } from './AddressField';
import { CodeField } from './CodeField';
import { PasswordField } from './PasswordField';
import { Trouble } from './Trouble';
import { useForm } from './useForm';

interface SignInProps {
  ways: Ways;
  /** Why a provider sent the browser back. */
  problem: ProblemKey | null;
  /** Somebody was signed in here until a moment ago. */
  ended: boolean;
}

/** Address and password, and whoever else says who one is. */
export function SignIn({ ways, problem, ended }: SignInProps) {
  const { t } = useTranslation('accounts');
  const { reset: changed, trouble } = useStore(arrived);
  return (
    <div className="form">
      <div>
        <h1>{t('signIn.title')}</h1>
        <p className="sub">{t('signIn.to', { host: location.host })}</p>
      </div>
      <Trouble words={problem ? t(problem) : trouble} />
      {ended && <p role="alert">{t('signIn.ended')}</p>}
      {changed && <p role="status">{t('reset.done')}</p>}
      {ways.providers.map(({ name, title }) => (
        <button key={name} type="button" className="btn" onClick={() => signInWith(name)}>
          <svg viewBox="0 0 16 16" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="1.4">
            <path d="M3.5 7.5h9v6h-9zM5.5 7V4.5a2.5 2.5 0 0 1 5 0V7" />
          </svg>
          {t('signIn.with', { title })}
        </button>
      ))}
      {ways.password && ways.providers.length > 0 && <p className="or">{t('signIn.or')}</p>}
      {ways.password && <ByPassword />}
    </div>
  );
}

function ByPassword() {
  const { t } = useTranslation('accounts');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState<string | null>(null);
  const { submit, busy, at, whole } = useForm(async () => {
    if (!(await signIn(email, password, code))) setCode('');
  });
  return (
    <form onSubmit={submit}>
      <AddressField value={email} onChange={setEmail} wrong={at('email')} focused />
      <PasswordField
        label={t('password.label')}
        value={password}
        onChange={setPassword}
        kind="current-password"
        wrong={at('old')}
      />
      {code !== null && <CodeField value={code} onChange={setCode} wrong={at('code')} help={t('factor.either')} />}
      <Trouble words={whole} />
      <button type="submit" className="btn primary" disabled={busy}>
        {busy ? t('signIn.busy') : t('signIn.go')}
      </button>
      <p className="sub">{t('signIn.forgotten')}</p>
    </form>
  );
}
