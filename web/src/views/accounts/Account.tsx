import '../../locales/accounts';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { loadCredentials } from '../../commands/credentials';
import { attempt } from '../../commands/refused';
import type { Me } from '../../model/account';
import { ChangePassword } from './ChangePassword';
import { ChangeProfile } from './ChangeProfile';
import { Factor } from './Factor';
import { Identities } from './Identities';
import { OwnKeys } from './OwnKeys';
import { Sessions } from './Sessions';
import { Tokens } from './Tokens';
import { useRoleWord } from './useRoleWord';

/** Oneself: who one is, the password, who else says so, where one is signed in, and what programs may do in one's name. */
export function Account({ me }: { me: Me }) {
  const { t } = useTranslation('accounts');
  const say = useRoleWord();
  useEffect(() => void attempt(loadCredentials), []);
  return (
    <div className="oneself-part">
      <dl>
        <div>
          <dt>{t('name')}</dt>
          <dd dir="auto">{me.name}</dd>
        </div>
        <div>
          <dt>{t('email')}</dt>
          <dd dir="ltr">{me.email}</dd>
        </div>
        <div>
          <dt>{t('people.may')}</dt>
          <dd>{say(me)}</dd>
        </div>
      </dl>
      <ChangeProfile me={me} />
      <ChangePassword me={me} />
      <Identities />
      <Factor />
      <OwnKeys owner="person" />
      <Sessions />
      <Tokens me={me} />
    </div>
  );
}
