import '../../locales/keys';
import { useTranslation } from 'react-i18next';
import { keyParts } from '../../commands/keymap';

/** One key as it is printed on the keyboard. */
export function Key({ of }: { of: string }) {
  const say = useKeyWords();
  return <kbd dir="ltr">{say(of)}</kbd>;
}

/** All the keys of a command, or that it has none. */
export function KeyList({ keys }: { keys: readonly string[] }) {
  const { t } = useTranslation('keys');
  if (keys.length === 0) return <span className="muted">{t('noKey')}</span>;
  return (
    <span className="keylist">
      {keys.map((key, at) => (
        <span key={key}>
          {at > 0 && <span className="muted"> {t('or')} </span>}
          <Key of={key} />
        </span>
      ))}
    </span>
  );
}

/** How a key is called in the person's language. */
export function useKeyWords(): (key: string) => string {
  const { t, i18n } = useTranslation('keys');
  return (key) =>
    keyParts(key)
      .map((part) => (i18n.exists(`keys:name.${part}`) ? t(`name.${part as 'Space'}`) : part))
      .join(' ');
}
