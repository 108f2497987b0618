import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { credentials } from '../../commands/credentials';
import type { Me } from '../../model/account';
import { Once } from './Once';
import { TokenForm } from './TokenForm';
import { TokenRow } from './TokenRow';

/** What programs may do in one's name. A token is shown once. */
export function Tokens({ me }: { me: Me }) {
  const { t } = useTranslation('accounts');
  const tokens = useStore(credentials, (state) => state.tokens);
  const made = useStore(credentials, (state) => state.made);
  const [making, setMaking] = useState(false);
  return (
    <section aria-labelledby="account-tokens">
      <h3 id="account-tokens">{t('tokens.title')}</h3>
      <p className="about">{t('tokens.lead')}</p>
      {made !== null && (
        <Once
          label={t('tokens.made')}
          secret={made}
          help={t('tokens.madeHelp')}
          onClose={() => credentials.setState({ made: null })}
        />
      )}
      <ul className="mine">
        {tokens?.map((each) => (
          <TokenRow key={each.id} token={each} />
        ))}
      </ul>
      {making ? (
        <TokenForm me={me} onEnd={() => setMaking(false)} />
      ) : (
        <p className="acts">
          <button type="button" className="btn" onClick={() => setMaking(true)}>
            {t('tokens.make')}
          </button>
        </p>
      )}
    </section>
  );
}
