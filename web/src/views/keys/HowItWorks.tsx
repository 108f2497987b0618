import { useTranslation } from 'react-i18next';
import '../../locales/help';

const PARTS = ['isolation', 'preview', 'context', 'cost', 'states', 'modes', 'safe'] as const;

/** What happens to a message, in a minute. */
export function HowItWorks() {
  const { t } = useTranslation('help');
  return (
    <div className="prose">
      {PARTS.map((part) => (
        <section key={part}>
          <h3>{t(`how.${part}`)}</h3>
          <p>{t(`how.${part}Text`)}</p>
        </section>
      ))}
    </div>
  );
}

const WORDS = [
  'advisor',
  'panel',
  'conversation',
  'turn',
  'topic',
  'folder',
  'sent',
  'kept',
  'cut',
  'others',
  'receipt',
  'second',
  'reading',
  'archive',
  'itself',
] as const;

/** Our own words, each in one sentence. */
export function OurWords() {
  const { t } = useTranslation('help');
  return (
    <div className="prose">
      {WORDS.map((word) => (
        <section key={word}>
          <h3>{t(`words.${word}`)}</h3>
          <p>{t(`words.${word}Text`)}</p>
        </section>
      ))}
    </div>
  );
}
