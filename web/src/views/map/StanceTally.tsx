import { useTranslation } from 'react-i18next';
import { type Claim, type RoomMap, tally } from '../../model/map';

const squares = (count: number, kind: string) => Array.from({ length: count }, (_, at) => `${kind} ${at}`);

/** How they stand together: one square per voice that was heard, and the same in words. */
export function StanceTally({ map, claim }: { map: RoomMap; claim: Claim }) {
  const { t } = useTranslation('map');
  const { agree, contradict, open, silent } = tally(map, claim);
  const all = [
    ...squares(agree, 'with'),
    ...squares(contradict, 'against'),
    ...squares(open, 'open'),
    ...squares(silent, 'silent'),
  ];
  const words =
    agree + contradict + open === 0
      ? t('tally.none')
      : claim.label === 'lone'
        ? t(map.ungrouped > 0 ? 'tally.apart' : 'tally.lone')
        : claim.label === 'near' || claim.label === 'torn'
          ? t(`tally.${claim.label}`, { count: agree + contradict + open })
          : claim.label === 'contradict'
            ? t('tally.split', { agree, contradict })
            : contradict > 0
              ? t('tally.against', { count: contradict })
              : t('tally.aligned', { count: agree });
  return (
    <>
      <span className="meter" aria-hidden="true">
        {all.map((each) => (
          <i key={each} className={each.split(' ')[0]} />
        ))}
      </span>
      {words}
    </>
  );
}
