import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import {
  beginFactor,
  confirmFactor,
  factors,
  forgetShown,
  loadFactors,
  removeFactor,
  renewCodes,
} from '../../commands/factors';
import { attempt } from '../../commands/refused';
import { CodeField } from './CodeField';
import { FormActs } from './FormActs';
import { Once } from './Once';
import { Trouble } from './Trouble';
import { useForm } from './useForm';

/** An app that shows codes: added, asked for from then on, removed. */
export function Factor({ title: Title = 'h3' }: { title?: 'h1' | 'h3' }) {
  const { t } = useTranslation('accounts');
  const { state, begun, codes } = useStore(factors);
  useEffect(() => {
    void attempt(loadFactors);
    return forgetShown;
  }, []);
  if (state === null) return null;
  return (
    <section aria-labelledby="account-factor">
      <Title id="account-factor">{t('factor.title')}</Title>
      <p>{t(state.active ? 'factor.on' : state.required ? 'factor.required' : 'factor.off')}</p>
      {codes && (
        <Once label={t('factor.codes')} secret={codes.join(' ')} help={t('factor.codesHelp')} onClose={forgetShown} />
      )}
      {state.active && <p>{t('factor.left', { count: state.codes_left })}</p>}
      {begun && <Adding typed={begun.typed} link={begun.link} />}
      {!begun && (
        <div className="acts">
          {state.active ? (
            <>
              <button type="button" className="btn" onClick={() => void attempt(renewCodes)}>
                {t('factor.renew')}
              </button>
              <button type="button" className="btn" onClick={() => void attempt(removeFactor)}>
                {t('factor.remove')}
              </button>
            </>
          ) : (
            <button type="button" className="btn" onClick={() => void attempt(beginFactor)}>
              {t('factor.add')}
            </button>
          )}
        </div>
      )}
    </section>
  );
}

function Adding({ typed, link }: { typed: string; link: string }) {
  const { t } = useTranslation('accounts');
  const [code, setCode] = useState('');
  const { submit, busy, at, whole } = useForm(() => confirmFactor(code));
  return (
    <form className="narrow-form" onSubmit={submit}>
      <p>{t('factor.give')}</p>
      <p>
        <code dir="ltr">{typed}</code>
      </p>
      <p>
        <a href={link}>{t('factor.link')}</a>
      </p>
      <CodeField value={code} onChange={setCode} wrong={at('code')} help={t('factor.show')} />
      <Trouble words={whole} />
      <FormActs label={t('factor.confirm')} disabled={busy} onCancel={forgetShown} />
    </form>
  );
}
