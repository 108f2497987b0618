import { useTranslation } from 'react-i18next';
import { drawMap } from '../../commands/map';
import type { RoomMap } from '../../model/map';
import { MadeBy } from './MadeBy';

/** Under the map: what was found and not shown, who read it, and the bytes that were sent for it. */
export function MapFoot({ map }: { map: RoomMap }) {
  const { t } = useTranslation('map');
  const dropped = Object.values(map.dropped).reduce((sum, each) => sum + each, 0);
  return (
    <div className="map-foot">
      {dropped > 0 && <p>{t('dropped', { count: dropped })}</p>}
      {map.analysis && map.analysis.id === map.drawn_id && (
        <MadeBy key={map.analysis.id} analysis={map.analysis}>
          {!map.is_stale && map.status === 'done' && (
            <button type="button" className="link" onClick={() => void drawMap(map.turn_id)}>
              {t('again')}
            </button>
          )}
        </MadeBy>
      )}
    </div>
  );
}
