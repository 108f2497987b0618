import '../../locales/accounts';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { loadPeople, people } from '../../commands/people';
import { attempt } from '../../commands/refused';
import { account } from '../../model/account';
import { SinglePage } from '../parts/Page';
import { InvitationRow } from './InvitationRow';
import { InviteForm } from './InviteForm';
import { Links } from './Links';
import { PersonRow } from './PersonRow';
import { NAMES } from './roles';

/** Who may come in, and what they may. */
export function People() {
  const { t } = useTranslation('accounts');
  const me = useStore(account, (state) => state.me);
  const { list, invitations } = useStore(people);
  useEffect(() => void attempt(loadPeople), []);
  if (me === null) return null;
  return (
    <SinglePage title={t('people.title')} lead={t('people.lead')}>
      <div className="people">
        <InviteForm me={me} />
        <Links />
        {list === null ? (
          <p role="status">{t('loading')}</p>
        ) : (
          <table>
            <thead>
              <tr>
                <th scope="col">{t('people.person')}</th>
                <th scope="col">{t('people.may')}</th>
                <th scope="col">{t('people.since')}</th>
                <th scope="col">
                  <span className="vh">{t('people.deeds')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {list.map((each) => (
                <PersonRow key={each.id} me={me} person={each} />
              ))}
              {invitations.map((each) => (
                <InvitationRow key={each.id} invitation={each} />
              ))}
            </tbody>
          </table>
        )}
        <dl>
          {NAMES.map((name) => (
            <div key={name}>
              <dt>{t(`role.${name}`)}</dt>
              <dd>{t(`may.${name}`)}</dd>
            </div>
          ))}
        </dl>
        <p className="nobody">{t('may.nobody')}</p>
      </div>
    </SinglePage>
  );
}
