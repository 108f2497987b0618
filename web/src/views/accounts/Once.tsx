import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toClipboard } from '../../commands/copyText';

interface OnceProps {
  label: string;
  secret: string;
  help: string;
  onClose: () => void;
}

/** Something that is shown once and copied from here. */
export function Once({ label, secret, help, onClose }: OnceProps) {
  const { t } = useTranslation('accounts');
  const id = useId();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    setCopied(await toClipboard(secret));
  };
  return (
    <div className="told-once" role="status">
      <label htmlFor={id}>{label}</label>
      <div className="row">
        <input
          id={id}
          className="input secret"
          dir="ltr"
          readOnly
          value={secret}
          onFocus={(event) => event.target.select()}
          aria-describedby={`${id}-help`}
        />
        <button type="button" className="btn primary" onClick={() => void copy()}>
          {t(copied ? 'once.copied' : 'once.copy')}
        </button>
        <button type="button" className="btn quiet" onClick={onClose}>
          {t('once.close')}
        </button>
      </div>
      <p id={`${id}-help`} className="help">
        {help}
      </p>
    </div>
  );
}
