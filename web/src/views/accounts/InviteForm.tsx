import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { invite } from '../../commands/people';
import type { Me } from '../../model/account';
import { Field } from '../parts/Field';
import { RoleSelect } from './RoleSelect';
import { ROLES, type RoleName } from './roles';
import { useForm } from './useForm';

/** A link for each address that is typed, or one for whoever gets it. */
export function InviteForm({ me }: { me: Me }) {
  const { t } = useTranslation('accounts');
  const [text, setText] = useState('');
  const [role, setRole] = useState<RoleName>('member');
  const { submit, busy, at, whole } = useForm(async () => {
    await invite(text.split(/[\s,;]+/).filter(Boolean), ROLES[role]);
    setText('');
  });
  return (
    <form className="invite" onSubmit={submit}>
      <Field label={t('invite.label')} help={t('invite.help')} wrong={at('email') ?? whole}>
        {(ids) => (
          <input
            {...ids}
            className="input"
            dir="ltr"
            inputMode="email"
            autoComplete="off"
            placeholder={t('invite.example')}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <RoleSelect me={me} label={t('invite.role')} roles={ROLES[role]} onChange={setRole} />
      <button type="submit" className="btn primary go" disabled={busy}>
        {t('invite.go')}
      </button>
    </form>
  );
}
