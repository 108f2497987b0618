import '../../locales/accounts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { titleOf } from '../../commands/connections';
import { bringKey, type KeyOwner, loadOwnKeys, type OwnKey, ownKeys, removeKey } from '../../commands/ownKeys';
import { attempt } from '../../commands/refused';
import { configuration } from '../../commands/settings';
import { Confirm } from '../parts/Confirm';
import { FormActs } from './FormActs';
import { PasswordField } from './PasswordField';
import { useForm } from './useForm';

/** Keys that oneself, or the workspace, pays with. Where they would pay for nothing, those that are left can go. */
export function OwnKeys({ owner }: { owner: KeyOwner }) {
  const { t } = useTranslation('accounts');
  const known = useStore(ownKeys, (state) => state[owner]);
  const policy = useStore(configuration, ({ list }) => list.find(({ name }) => name === 'key_policy')?.value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whose keys are used changes with the policy.
  useEffect(() => void attempt(() => loadOwnKeys(owner)), [owner, policy]);
  if (known === null) return null;
  const shown = known.used ? known.items : known.items.filter((each) => each.has_key);
  if (shown.length === 0 && !known.used) return null;
  return (
    <section aria-labelledby={`keys-of-${owner}`}>
      <h3 id={`keys-of-${owner}`}>{t(`keys.title.${owner}`)}</h3>
      <p className="about">{known.used ? t(`keys.lead.${owner}`) : t(`keys.unused.${owner}`)}</p>
      {shown.length === 0 && <p>{t('keys.none')}</p>}
      <ul className="mine">
        {shown.map((each) => (
          <KeyRow key={each.provider} owner={owner} each={each} used={known.used} />
        ))}
      </ul>
    </section>
  );
}

function KeyRow({ owner, each, used }: { owner: KeyOwner; each: OwnKey; used: boolean }) {
  const { t } = useTranslation('accounts');
  const [open, setOpen] = useState(false);
  const name = titleOf(each.provider);
  if (open) return <KeyForm owner={owner} provider={each.provider} onEnd={() => setOpen(false)} />;
  return (
    <li>
      <div>
        <b dir="auto">{name}</b> {each.key_end !== null && <code dir="ltr">…{each.key_end}</code>}
        <p>{t(each.has_key ? 'keys.kept' : 'keys.missing')}</p>
      </div>
      <span className="acts">
        {used && (
          <button
            type="button"
            className="btn"
            aria-label={t(each.has_key ? 'keys.replaceOf' : 'keys.addOf', { name })}
            onClick={() => setOpen(true)}
          >
            {t(each.has_key ? 'keys.replace' : 'keys.add')}
          </button>
        )}
        {each.has_key && (
          <Confirm
            word={t('keys.remove')}
            question={t('keys.sure', { name })}
            onYes={() => void removeKey(owner, each.provider)}
          />
        )}
      </span>
    </li>
  );
}

function KeyForm({ owner, provider, onEnd }: { owner: KeyOwner; provider: string; onEnd: () => void }) {
  const { t } = useTranslation('accounts');
  const { t: tc } = useTranslation('composer');
  const [key, setKey] = useState('');
  const { submit, busy, whole } = useForm(async () => {
    await bringKey(owner, provider, key);
    onEnd();
  });
  return (
    <li>
      <form className="narrow-form" onSubmit={submit}>
        <PasswordField
          label={tc('provider.keyOf', { name: titleOf(provider) })}
          kind="off"
          value={key}
          onChange={setKey}
          wrong={whole}
          focused
        />
        <FormActs label={t('keys.save')} disabled={busy || key.trim() === ''} onCancel={onEnd} />
      </form>
    </li>
  );
}
