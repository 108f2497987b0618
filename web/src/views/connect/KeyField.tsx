import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { titleOf } from '../../commands/connections';
import { useWorkspace } from '../parts/store';

interface KeyFieldProps {
  /** Null for a server of one's own, which may want no key. */
  provider: string | null;
  /** Where the provider hands out keys, as the server says. */
  page: string | undefined;
  value: string;
  wrong: boolean;
  onChange: (key: string) => void;
  children: ReactNode;
}

/** The key, hidden unless somebody wants to see it. It is sent to the server once and kept nowhere in the browser. */
export function KeyField({ provider, page, value, wrong, onChange, children }: KeyFieldProps) {
  const { t } = useTranslation('composer');
  const id = useId();
  const [shown, setShown] = useState(false);
  const sealed = useWorkspace(({ status }) => status?.accounts ?? false);
  return (
    <div className="key">
      <label htmlFor={id}>
        {provider === null ? t('provider.keyIfAny') : t('provider.keyOf', { name: titleOf(provider) })}
      </label>
      <div className="row">
        <span className={wrong ? 'secret wrong' : 'secret'}>
          <input
            id={id}
            className="input"
            type={shown ? 'text' : 'password'}
            dir="ltr"
            value={value}
            autoComplete="off"
            spellCheck={false}
            aria-invalid={wrong}
            aria-describedby={`${id}-kept`}
            onChange={(event) => onChange(event.target.value)}
          />
          <button type="button" className="link" aria-pressed={shown} onClick={() => setShown(!shown)}>
            {t(shown ? 'provider.hide' : 'provider.show')}
          </button>
        </span>
        {children}
      </div>
      <p id={`${id}-kept`} className="muted">
        {t(sealed ? 'provider.keptSealed' : 'provider.kept')}{' '}
        {page && (
          <a href={page} target="_blank" rel="noopener noreferrer">
            {t('provider.where')}
          </a>
        )}
      </p>
    </div>
  );
}
