import { useTranslation } from 'react-i18next';

/** The box of a task in a list: what the advisor wrote, nothing to press. */
export function Tick({ checked }: { checked: boolean }) {
  const { t } = useTranslation('markdown');
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: it can never be pressed, so it is no stop on the way.
    // biome-ignore lint/a11y/useSemanticElements: words of advisors never become fields of a form.
    <span
      role="checkbox"
      className={checked ? 'md-tick done' : 'md-tick'}
      aria-checked={checked}
      aria-disabled="true"
      aria-label={t(checked ? 'done' : 'open')}
    />
  );
}
