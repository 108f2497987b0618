import { useTranslation } from 'react-i18next';
import { spanOf } from '../../model/heartbeats';

/** `every 4 hours`. */
export function Span({ minutes }: { minutes: number }) {
  const { t } = useTranslation('heartbeats');
  const { unit, count } = spanOf(minutes);
  return <span>{t(`every.${unit}`, { count })}</span>;
}
