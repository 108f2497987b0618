import { useTranslation } from 'react-i18next';
import { type Invitation, takeBack } from '../../commands/people';
import { formatMoment, formatWhen } from '../parts/format';
import { Initials } from '../parts/Initials';
import { useRoleWord } from './useRoleWord';

/** Somebody who has not come yet. */
export function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation('accounts');
  const say = useRoleWord();
  const whose = invitation.email ?? t('invite.anybody');
  return (
    <tr>
      <th scope="row">
        <div className="who-row">
          <Initials name={invitation.email ?? '?'} away />
          <span>
            <b dir="auto">{whose}</b>
            <small>{t('invite.until', { when: formatMoment(invitation.expires_at) })}</small>
          </span>
        </div>
      </th>
      <td>{say(invitation)}</td>
      <td title={formatMoment(invitation.created_at)}>
        {t('invite.invited', { when: formatWhen(invitation.created_at) })}
      </td>
      <td className="deed">
        <button
          type="button"
          className="link"
          aria-label={t('invite.takeBackOf', { whose })}
          onClick={() => void takeBack(invitation)}
        >
          {t('invite.takeBack')}
        </button>
      </td>
    </tr>
  );
}
