import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ADMIN_SCOPE, makeToken, SCOPES, type Wanted } from '../../commands/credentials';
import { type Me, mayAudit } from '../../model/account';
import { LineField } from '../parts/LineField';
import { areCeilings, CeilingFields, readCeiling } from './CeilingFields';
import { FormActs } from './FormActs';
import { Trouble } from './Trouble';
import { useForm } from './useForm';

const DAYS = [7, 30, 90, 365] as const;
const USUAL_DAYS = 90;

/** What a token is called, what it is for, how long it lasts, and what it may spend. */
export function TokenForm({ me, onEnd }: { me: Me; onEnd: () => void }) {
  const { t } = useTranslation('accounts');
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly string[]>(['ask']);
  const [days, setDays] = useState<number>(USUAL_DAYS);
  const [ceilings, setCeilings] = useState({ day: '', month: '' });
  const { submit, busy, at, whole } = useForm(async () => {
    const may = { day_ceiling: readCeiling(ceilings.day), month_ceiling: readCeiling(ceilings.month) };
    await makeToken({ name, scopes: [...scopes] as Wanted['scopes'], days, ...may });
    onEnd();
  });
  const offered = mayAudit(me) ? [...SCOPES, ADMIN_SCOPE] : SCOPES;
  const tick = (scope: string, on: boolean) =>
    setScopes((before) => (on ? [...before, scope] : before.filter((each) => each !== scope)));
  return (
    <form className="narrow-form" onSubmit={submit}>
      <LineField label={t('tokens.name')} help={t('tokens.nameHelp')} value={name} onChange={setName} most={200} />
      <fieldset>
        <legend>{t('tokens.scopes')}</legend>
        {offered.map((scope) => (
          <label key={scope} className="check">
            <input
              type="checkbox"
              checked={scopes.includes(scope)}
              onChange={(event) => tick(scope, event.target.checked)}
            />
            <span>
              {t(`scope.${scope.replace(/\W/g, '_') as 'ask'}`)} <code dir="ltr">{scope}</code>
            </span>
          </label>
        ))}
      </fieldset>
      <label className="days">
        <span>{t('tokens.days')}</span>
        <select className="input" value={days} onChange={(event) => setDays(Number(event.target.value))}>
          {DAYS.map((each) => (
            <option key={each} value={each}>
              {t('tokens.forDays', { count: each })}
            </option>
          ))}
        </select>
      </label>
      <CeilingFields value={ceilings} onChange={setCeilings} />
      <Trouble words={at('email') ?? whole} />
      <FormActs
        label={t('tokens.make')}
        disabled={busy || name.trim() === '' || scopes.length === 0 || !areCeilings(ceilings)}
        onCancel={onEnd}
      />
    </form>
  );
}
