import { useTranslation } from 'react-i18next';

const STEPS = ['connect', 'models', 'ask'] as const;

/** Where somebody is on the way to the first real answer. */
export function Steps({ now }: { now: 'connect' | 'models' }) {
  const { t } = useTranslation('composer');
  const at = STEPS.indexOf(now);
  return (
    <ol className="steps">
      {STEPS.map((step, index) => (
        <li key={step} className={index <= at ? 'done' : ''} aria-current={index === at ? 'step' : undefined}>
          {t(`provider.step.${step}`)}
        </li>
      ))}
    </ol>
  );
}
