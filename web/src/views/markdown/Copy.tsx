import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toClipboard } from '../../commands/copyText';

export function Copy({ text }: { text: string }) {
  const { t } = useTranslation('markdown');
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    setCopied(await toClipboard(text));
  };
  return (
    <button type="button" className="btn sm quiet" onClick={() => void copy()}>
      {copied ? t('copied') : t('copy')}
    </button>
  );
}
