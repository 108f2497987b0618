import { useTranslation } from 'react-i18next';
import { drawMap } from '../../commands/map';
import { asSentence } from '../../locales/sentence';
import { findTurn } from '../../model/conversation';
import type { RoomMap } from '../../model/map';
import { Explained } from '../parts/Explained';
import { useConversation } from '../parts/store';
import { AnalysisCost } from './AnalysisCost';

/** What stands in the map's place while there is none: why, and what to do about it. */
export function MapState({ map }: { map: RoomMap }) {
  switch (map.status) {
    case 'running':
      return <Running />;
    case 'failed':
      return <Failed map={map} />;
    default:
      return <Empty map={map} />;
  }
}

function Empty({ map }: { map: RoomMap }) {
  const { t } = useTranslation('map');
  const answering = useConversation((state) => findTurn(state, map.turn_id)?.all_completed === false);
  const heard = map.quorum.answered + map.quorum.cut.length;
  return (
    <div className="map-state">
      <h2>{t('empty.title')}</h2>
      <p>{answering ? t('empty.answering') : heard === 0 ? t('empty.nobody') : t('empty.body')}</p>
      {!answering && heard > 0 && (
        <>
          <button type="button" className="btn primary" onClick={() => void drawMap(map.turn_id)}>
            {t('draw')}
          </button>
          <AnalysisCost turnId={map.turn_id} kind="map" />
        </>
      )}
    </div>
  );
}

function Running() {
  const { t } = useTranslation('map');
  return (
    <div className="map-state" role="status">
      <h2>{t('running.title')}</h2>
      <p>{t('running.body')}</p>
    </div>
  );
}

function Failed({ map }: { map: RoomMap }) {
  const { t } = useTranslation('map');
  const error = map.analysis?.error;
  return (
    <div className="map-state" role="alert">
      <h2>{t('failed.title')}</h2>
      {error && (
        <p dir="auto">
          <Explained title={asSentence(error.message)} code={error.code} />
        </p>
      )}
      <button type="button" className="btn primary" onClick={() => void drawMap(map.turn_id)}>
        {t('failed.again')}
      </button>
    </div>
  );
}
