import { type Dispatch, type SetStateAction, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import {
  connections,
  type Tested,
  testProvider,
  type Wanted,
  type Wrong as WrongSaid,
} from '../../commands/connections';
import { nameOwn } from '../../commands/providerName';
import { KeyField } from './KeyField';
import { LocalServers } from './LocalServers';
import { ANOTHER, ProviderTiles } from './ProviderTiles';
import { Wrong } from './Wrong';

/** What was chosen and typed, which stays when somebody comes back to it. */
export interface Typed {
  readonly chosen: string;
  readonly address: string;
  readonly key: string;
}

export const NOTHING: Typed = { chosen: 'openrouter', address: '', key: '' };

interface ConnectFormProps {
  typed: Typed;
  setTyped: Dispatch<SetStateAction<Typed>>;
  onTested: (wanted: Wanted, tested: Tested) => void;
  onRehearse: () => void;
}

/** Who, the key, the test; or a server on this machine; or the rehearsal. */
export function ConnectForm({ typed, setTyped, onTested, onRehearse }: ConnectFormProps) {
  const { t } = useTranslation('composer');
  const known = useStore(connections, (state) => state.known);
  const [wrong, setWrong] = useState<WrongSaid | null>(null);
  const [busy, setBusy] = useState(false);
  const { chosen, address, key } = typed;
  const isOther = chosen === ANOTHER;
  const offered = known?.offered.find((each) => each.name === chosen);
  const wanted: Wanted = {
    name: isOther ? nameOwn(address, known?.items ?? []) : chosen,
    base_url: isOther ? address.trim() : null,
    key: key.trim() || null,
  };
  const ready = !busy && (isOther ? known !== null && wanted.base_url !== '' : key.trim() !== '') && !offered?.why_not;
  const type = (news: Partial<Typed>) => {
    setTyped((before) => ({ ...before, ...news }));
    setWrong(null);
  };
  const test = async () => {
    setBusy(true);
    const outcome = await testProvider(wanted);
    setBusy(false);
    setWrong(outcome.wrong);
    if (outcome.tested) onTested({ ...wanted, base_url: isOther ? outcome.tested.base_url : null }, outcome.tested);
  };
  return (
    <>
      <p className="lead">{t('provider.lead')}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) void test();
        }}
      >
        <ProviderTiles chosen={chosen} onChoose={(name) => type({ chosen: name })} />
        {offered?.why_not && (
          <p className="caution" dir="auto">
            {offered.why_not}
          </p>
        )}
        {isOther && (
          <label className="line">
            <span>{t('provider.address')}</span>
            <input
              className="input"
              type="url"
              dir="ltr"
              value={address}
              placeholder="http://127.0.0.1:8000/v1"
              onChange={(event) => type({ address: event.target.value })}
            />
          </label>
        )}
        <KeyField
          provider={isOther ? null : chosen}
          page={offered?.key_page}
          value={key}
          wrong={wrong !== null}
          onChange={(now) => type({ key: now })}
        >
          <button type="submit" className="btn primary" disabled={!ready}>
            {busy ? t('provider.testing') : t(wrong ? 'provider.testAgain' : 'provider.test')}
          </button>
        </KeyField>
      </form>
      <Wrong wrong={wrong} />
      <LocalServers
        busy={busy}
        onUse={(tested) => onTested({ name: tested.name, base_url: tested.base_url, key: null }, tested)}
      />
      <div className="foot">
        <span>{t('provider.noKey')}</span>
        <button type="button" className="btn" onClick={onRehearse}>
          {t('provider.rehearse')}
        </button>
        <span>{t('provider.rehearseBody')}</span>
      </div>
    </>
  );
}
