import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { giveRoles, offerReset, type Person, restore, suspend } from '../../commands/people';
import type { Me } from '../../model/account';
import { Menu, MenuItem } from '../parts/Floating';
import { formatMoment, formatWhen } from '../parts/format';
import { Initials } from '../parts/Initials';
import { RoleSelect } from './RoleSelect';
import { isWithin, ROLES } from './roles';

/** Somebody, what they may, and what can be done about it. Oneself is changed by somebody else. */
export function PersonRow({ me, person }: { me: Me; person: Person }) {
  const { t } = useTranslation('accounts');
  const [asking, setAsking] = useState(false);
  const isSuspended = person.state === 'suspended';
  const isMine = person.id === me.id;
  const mayChange = !isMine && isWithin(me, person);
  return (
    <>
      <tr>
        <th scope="row">
          <div className="who-row">
            <Initials name={person.name} away={isSuspended} />
            <span>
              <b dir="auto">{person.name}</b>
              <small dir="ltr">{person.email}</small>
            </span>
          </div>
        </th>
        <td>
          <RoleSelect
            me={me}
            label={t('people.mayOf', { name: person.name })}
            roles={person}
            disabled={!mayChange || isSuspended}
            onChange={(name) => void giveRoles(person, ROLES[name])}
          />
        </td>
        <td title={formatMoment(person.suspended_at ?? person.created_at)}>
          {isMine && <span className="you">{t('people.you')}</span>}
          {isSuspended && <span className="out">{t('people.suspended')}</span>}
          {!isMine && !isSuspended && formatWhen(person.created_at)}
        </td>
        <td className="deed">
          {mayChange && (
            <Menu
              align="end"
              trigger={
                <button type="button" className="link" aria-label={t('people.moreOf', { name: person.name })}>
                  {t('people.more')}
                </button>
              }
            >
              <MenuItem onClick={() => void offerReset(person)}>{t('people.reset')}</MenuItem>
              {isSuspended ? (
                <MenuItem onClick={() => void restore(person)}>{t('people.restore')}</MenuItem>
              ) : (
                <MenuItem onClick={() => setAsking(true)}>{t('people.suspend')}</MenuItem>
              )}
            </Menu>
          )}
        </td>
      </tr>
      {asking && (
        <tr className="asked">
          <td colSpan={4}>
            <fieldset className="sure" aria-label={t('people.sure', { name: person.name })}>
              <span>{t('people.sure', { name: person.name })}</span>
              <button
                type="button"
                className="btn danger"
                // biome-ignore lint/a11y/noAutofocus: the menu that was pressed is gone.
                autoFocus
                onClick={() => {
                  setAsking(false);
                  void suspend(person);
                }}
              >
                {t('people.suspend')}
              </button>
              <button type="button" className="btn quiet" onClick={() => setAsking(false)}>
                {t('cancel')}
              </button>
            </fieldset>
          </td>
        </tr>
      )}
    </>
  );
}
