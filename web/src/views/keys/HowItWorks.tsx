import { useTranslation } from 'react-i18next';

const PARTS = ['isolation', 'preview', 'context', 'cost', 'states', 'modes', 'safe'] as const;

/** What happens to a message, in a minute. */
export function HowItWorks() {
  const { t } = useTranslation('keys');
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
