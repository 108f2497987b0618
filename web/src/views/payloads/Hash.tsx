import '../../locales/inspector';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../commands/copyText';
import { hasImages, readWire } from './wire';

/** The fingerprint, worked out again from the bytes on the screen. */
export function Hash({ sha256, body }: { sha256: string; body: string }) {
  const { t } = useTranslation('inspector');
  const fits = useCheck(sha256, body);
  return (
    <div className="sha">
      <code>{sha256}</code>
      <button type="button" className="btn sm" aria-label={t('hash.copyLabel')} onClick={() => void copyText(sha256)}>
        {t('hash.copy')}
      </button>
      <p>
        {t('hash.same')} {fits === true && t('hash.checked')}
        {fits === false && (hasImages(readWire(body)) ? t('hash.images') : <b>{t('hash.wrong')}</b>)}
      </p>
    </div>
  );
}

/** Null until it is known, and where the browser does not reckon (it does so for safe addresses only). */
function useCheck(sha256: string, body: string): boolean | null {
  const [found, setFound] = useState<{ body: string; hash: string } | null>(null);
  useEffect(() => {
    let current = true;
    void digest(body).then((hash) => {
      if (current && hash !== null) setFound({ body, hash });
    });
    return () => {
      current = false;
    };
  }, [body]);
  return found?.body === body ? found.hash === sha256 : null;
}

export async function digest(text: string): Promise<string | null> {
  const { subtle } = crypto as { subtle?: SubtleCrypto };
  if (subtle === undefined) return null;
  const hash = new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
