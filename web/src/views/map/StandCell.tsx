import { useTranslation } from 'react-i18next';
import { type Claim, type RoomMap, stanceOf, standOf } from '../../model/map';
import { Quoted } from './Quoted';

interface Props {
  map: RoomMap;
  claim: Claim;
  advisorId: string;
  /** The one cell that Tab goes to. */
  reachable?: boolean;
}

/** How one voice stands to one claim: a word and a shape, and behind them the words it rests on. */
export function StandCell({ map, claim, advisorId, reachable = true }: Props) {
  const { t } = useTranslation('map');
  const stance = stanceOf(claim, advisorId);
  const stand = standOf(map, claim, advisorId);
  if (stance === null) return <span className={`stance ${stand}`}>{t(`stand.${stand}`)}</span>;
  return (
    <Quoted
      span={stance}
      claim={claim}
      disputed={stance.disputed}
      trigger={
        <button
          type="button"
          className={`stance ${stand}`}
          data-cell={`${claim.number} ${advisorId}`}
          tabIndex={reachable ? 0 : -1}
        >
          {t(`stand.${stand}`)}
        </button>
      }
    />
  );
}
