import '../../locales/accounts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { findVouching, identities, loadIdentities, verifyWith } from '../../commands/identities';
import { attempt } from '../../commands/refused';
import { sayAgain } from '../../commands/signIn';
import { account } from '../../model/account';
import { Dialog } from '../parts/Floating';
import { FormActs } from './FormActs';
import { PasswordField } from './PasswordField';
import { Trouble } from './Trouble';
import { useDeed } from './useDeed';
import { useForm } from './useForm';

interface VerifyProps {
  onEnd: (proved: boolean) => void;
}

/** Something sensitive wants to know once more who it is; whoever closes this does without it. */
export function VerifyDialog({ onEnd }: VerifyProps) {
  const { t } = useTranslation('accounts');
  // Until it is known better, somebody has a password.
  const typed = useStore(account, ({ me }) => me?.signs_in_here ?? true);
  return (
    <Dialog open onClose={() => onEnd(false)} title={t(typed ? 'verify.title' : 'verify.anew')} className="verify">
      <p>{t('verify.lead')}</p>
      {typed && <ByPassword onEnd={onEnd} />}
      <ByOthers typed={typed} onEnd={onEnd} />
    </Dialog>
  );
}

function ByPassword({ onEnd }: VerifyProps) {
  const { t } = useTranslation('accounts');
  const [password, setPassword] = useState('');
  const { submit, busy, at, whole } = useForm(async () => {
    await sayAgain(password);
    onEnd(true);
  });
  return (
    <form onSubmit={submit}>
      <PasswordField
        label={t('password.label')}
        value={password}
        onChange={setPassword}
        kind="current-password"
        wrong={at('old') ? t('wrong.password') : whole}
        focused
      />
      <FormActs label={busy ? t('signIn.busy') : t('verify.go')} disabled={busy} onCancel={() => onEnd(false)} />
    </form>
  );
}

/** Whoever is linked can say it too. They are on another page, and what was begun on this one is done anew. */
function ByOthers({ typed, onEnd }: VerifyProps & { typed: boolean }) {
  const { t } = useTranslation('accounts');
  const vouching = findVouching(useStore(identities));
  const [read, setRead] = useState(false);
  const { run, busy, trouble } = useDeed();
  useEffect(() => void attempt(loadIdentities).then(setRead), []);
  if (vouching.length === 0 && typed) return null;
  return (
    <div className="others">
      {typed && <p className="or">{t('signIn.or')}</p>}
      <Trouble words={trouble} />
      <div className="acts">
        {vouching.map(({ name, title }, index) => (
          <button
            key={name}
            type="button"
            className={typed ? 'btn' : 'btn primary'}
            disabled={busy}
            // biome-ignore lint/a11y/noAutofocus: there is nothing to type, and this is what the dialog is for.
            autoFocus={!typed && index === 0}
            onClick={() => void run(() => verifyWith(name))}
          >
            {t('signIn.with', { title })}
          </button>
        ))}
        {!typed && (
          <button type="button" className="btn quiet" onClick={() => onEnd(false)}>
            {t('cancel')}
          </button>
        )}
      </div>
      {read && <p className="sub">{t(vouching.length > 0 ? 'verify.there' : 'verify.noWay')}</p>}
    </div>
  );
}
