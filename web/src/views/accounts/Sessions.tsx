import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { signOut, signOutEverywhere } from '../../commands/account';
import { credentials, endSession, type Session } from '../../commands/credentials';
import { attempt } from '../../commands/refused';
import { formatMoment, formatWhen, joinWords } from '../parts/format';
import { nameAgent } from './agent';

/** Where one is signed in. */
export function Sessions() {
  const { t } = useTranslation('accounts');
  const sessions = useStore(credentials, (state) => state.sessions);
  return (
    <section aria-labelledby="account-sessions">
      <h3 id="account-sessions">{t('sessions.title')}</h3>
      {sessions === null && <p role="status">{t('loading')}</p>}
      <ul className="mine">
        {sessions?.map((each) => (
          <SessionRow key={each.id} session={each} />
        ))}
      </ul>
      {sessions?.some((each) => each.current && each.method === 'oidc') && (
        <p className="about">{t('sessions.there')}</p>
      )}
      <p className="acts">
        <button type="button" className="btn" onClick={() => void attempt(signOutEverywhere)}>
          {t('sessions.everywhere')}
        </button>
      </p>
    </section>
  );
}

function SessionRow({ session }: { session: Session }) {
  const { t } = useTranslation('accounts');
  const device = nameAgent(session.agent) || t('sessions.unknown');
  return (
    <li>
      <div>
        <b>{device}</b> {session.current && <span className="here">{t('sessions.here')}</span>}
        <p title={formatMoment(session.seen_at)}>
          {joinWords([
            t('sessions.seen', { when: formatWhen(session.seen_at) }),
            t('sessions.since', { when: formatWhen(session.created_at) }),
            ...(session.method === 'oidc' ? [t('sessions.through')] : []),
            session.address,
          ])}
        </p>
      </div>
      <button
        type="button"
        className="btn sm"
        aria-label={t('sessions.endOf', { device })}
        onClick={() => void (session.current ? attempt(signOut) : endSession(session))}
      >
        {t('sessions.end')}
      </button>
    </li>
  );
}
