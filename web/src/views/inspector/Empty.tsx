import '../../locales/inspector';
import { useTranslation } from 'react-i18next';
import { inspect } from '../../model/screen';

/** Nothing to show yet, and why. */
export function Empty({ words }: { words: string }) {
  const { t } = useTranslation('inspector');
  return (
    <>
      <header className="bare">
        <h2>{t('label')}</h2>
        <button type="button" className="btn sm quiet close" onClick={() => inspect(null)}>
          {t('close')}
        </button>
        <button type="button" className="btn sm back" onClick={() => inspect(null)}>
          {t('back')}
        </button>
      </header>
      <p className="none">{words}</p>
    </>
  );
}
