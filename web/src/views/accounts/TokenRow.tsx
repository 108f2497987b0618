import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limitToken, revokeToken, type Token } from '../../commands/credentials';
import { Confirm } from '../parts/Confirm';
import { formatMoment, formatMoney, formatWhen, joinWords } from '../parts/format';
import { areCeilings, CeilingFields, readCeiling } from './CeilingFields';
import { FormActs } from './FormActs';
import { Trouble } from './Trouble';
import { useForm } from './useForm';

/** A token, what it has spent, and what it may spend. */
export function TokenRow({ token }: { token: Token }) {
  const { t } = useTranslation('accounts');
  const [limiting, setLimiting] = useState(false);
  const used =
    token.last_used_at === null ? t('tokens.unused') : t('tokens.used', { when: formatWhen(token.last_used_at) });
  return (
    <li>
      <div>
        <b dir="auto">{token.name}</b> <code dir="ltr">…{token.last4}</code>
        <p>{joinWords([token.scopes.join(', '), used, t('tokens.until', { when: formatMoment(token.expires_at) })])}</p>
        <Spent token={token} />
      </div>
      <div className="acts">
        {!limiting && (
          <button
            type="button"
            className="btn quiet"
            aria-label={t('tokens.limitOf', { name: token.name })}
            onClick={() => setLimiting(true)}
          >
            {t('tokens.limit')}
          </button>
        )}
        <Confirm
          word={t('tokens.revoke')}
          question={t('tokens.sure', { name: token.name })}
          onYes={() => void revokeToken(token)}
        />
      </div>
      {limiting && <LimitForm token={token} onEnd={() => setLimiting(false)} />}
    </li>
  );
}

function Spent({ token: { spent, day_ceiling, month_ceiling } }: { token: Token }) {
  const { t } = useTranslation('accounts');
  const words = [
    t('tokens.spent', { day: formatMoney(spent.day), month: formatMoney(spent.month) }),
    ...(day_ceiling === null ? [] : [t('tokens.dayOf', { ceiling: formatMoney(day_ceiling) })]),
    ...(month_ceiling === null ? [] : [t('tokens.monthOf', { ceiling: formatMoney(month_ceiling) })]),
  ];
  return <p className="num">{joinWords(words)}</p>;
}

function LimitForm({ token, onEnd }: { token: Token; onEnd: () => void }) {
  const { t } = useTranslation('accounts');
  const [ceilings, setCeilings] = useState({ day: write(token.day_ceiling), month: write(token.month_ceiling) });
  const { submit, busy, whole } = useForm(async () => {
    await limitToken(token, { day_ceiling: readCeiling(ceilings.day), month_ceiling: readCeiling(ceilings.month) });
    onEnd();
  });
  return (
    <form className="narrow-form" onSubmit={submit}>
      <CeilingFields value={ceilings} onChange={setCeilings} />
      <Trouble words={whole} />
      <FormActs label={t('tokens.limitSave')} disabled={busy || !areCeilings(ceilings)} onCancel={onEnd} />
    </form>
  );
}

function write(ceiling: number | null): string {
  return ceiling === null ? '' : String(ceiling);
}
