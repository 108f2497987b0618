import { useTranslation } from 'react-i18next';
import type { Advisor } from '../../model/workspace';
import { sayCount } from '../parts/counts';
import { Monogram } from '../parts/Monogram';

/** Who is going to speak, and what holds for all of them. */
export function Aside({ seats }: { seats: readonly Advisor[] }) {
  const { t } = useTranslation('composer');
  return (
    <aside className="who-speaks">
      <p className="claim">{t('provider.aside.claim', { count: seats.length, number: sayCount(t, seats.length) })}</p>
      <ul>
        {seats.map((each) => (
          <li key={each.id}>
            <Monogram name={each.name} colour={each.colour} />
            <b dir="auto">{each.name}</b>
            <span dir="auto">{each.tagline}</span>
          </li>
        ))}
      </ul>
      <p className="how">{t('provider.aside.how')}</p>
    </aside>
  );
}
