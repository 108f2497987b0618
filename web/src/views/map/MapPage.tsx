import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { writeToJournal } from '../../commands/journal';
import { drawMap, followMap } from '../../commands/map';
import { reask } from '../../commands/reask';
import { findTurn } from '../../model/conversation';
import type { RoomMap } from '../../model/map';
import { Failed } from '../parts/Failed';
import { RouteLink } from '../parts/RouteLink';
import { useConversation } from '../parts/store';
import { useMedia } from '../parts/useMedia';
import { ClaimCards } from './ClaimCards';
import { ClaimTable } from './ClaimTable';
import { MapFoot } from './MapFoot';
import { MapState } from './MapState';
import { QuorumNote } from './QuorumNote';
import { ReaderNote } from './ReaderNote';
import { SynthesisPart } from './SynthesisPart';
import { useMaps, useTurn } from './useMap';
import { useMapKeys } from './useMapKeys';

/** Where the voices of one turn stand: who was heard, what they claim, and one text out of all of it. */
export function MapPage({ id, turnId }: { id: string; turnId: string }) {
  const { t } = useTranslation('map');
  const { map, known } = useMaps((state) => ({ map: state.map, known: state.turnId === turnId }));
  useEffect(() => followMap(turnId), [turnId]);
  useTurn(turnId, map?.position ?? null);
  useMapKeys();
  const isGone = useConversation(
    (state) => state.phase === 'ready' && state.rows.length > 0 && state.rows.every((row) => row.id !== turnId),
  );
  if (map === null || !known) {
    return (
      <p className="nothing" role="status">
        {isGone ? t('gone') : t('opening')}
      </p>
    );
  }
  return (
    <section className="map-page" aria-label={t('page', { position: map.position })}>
      <Head id={id} map={map} />
      <QuorumNote quorum={map.quorum} />
      <Body map={map} />
      {map.quorum.answered + map.quorum.cut.length > 0 && (
        <SynthesisPart turnId={turnId} mapDrawn={map.drawn_id !== null} />
      )}
    </section>
  );
}

function Head({ id, map }: { id: string; map: RoomMap }) {
  const { t } = useTranslation(['map', 'journal']);
  const { before, after } = useConversation(({ rows }) => {
    const at = rows.findIndex((row) => row.id === map.turn_id);
    return { before: rows[at - 1] ?? null, after: at < 0 ? null : (rows[at + 1] ?? null) };
  });
  return (
    <header className="map-head">
      <h1>
        {t('title')} <small dir="auto">{t('ofTurn', { position: map.position, question: map.question })}</small>
      </h1>
      <nav className="acts" aria-label={t('page', { position: map.position })}>
        {before && (
          <RouteLink
            className="btn sm quiet"
            to={{ page: 'map', id, turnId: before.id }}
            aria-label={t('previous', { position: before.position })}
          >
            <span aria-hidden="true" className="way">
              ‹
            </span>{' '}
            {t('turnNumber', { position: before.position })}
          </RouteLink>
        )}
        {after && (
          <RouteLink
            className="btn sm quiet"
            to={{ page: 'map', id, turnId: after.id }}
            aria-label={t('next', { position: after.position })}
          >
            {t('turnNumber', { position: after.position })}{' '}
            <span aria-hidden="true" className="way">
              ›
            </span>
          </RouteLink>
        )}
        <Reasks map={map} />
        <button type="button" className="btn sm" onClick={() => writeToJournal(map.turn_id)}>
          {t('journal:write')}
        </button>
        <RouteLink className="btn sm" to={{ page: 'conversation', id, turnId: map.turn_id }}>
          {t('toTurn')}
        </RouteLink>
      </nav>
    </header>
  );
}

/** The voices of which nothing came can be asked again in their places. */
function Reasks({ map }: { map: RoomMap }) {
  const { t } = useTranslation('map');
  const isHere = useConversation((state) => findTurn(state, map.turn_id) !== null);
  if (!isHere || map.quorum.answered === 0) return null;
  return map.quorum.missing.map(({ advisor_id: advisorId, name }) => {
    const replyId = map.voices.find((each) => each.advisor_id === advisorId)?.reply_id;
    if (!replyId) return null;
    return (
      <button key={advisorId} type="button" className="btn sm" onClick={() => void reask(map.turn_id, replyId)}>
        {t('reask', { name })}
      </button>
    );
  });
}

/** Above a map that is not the newest that could be. */
function Banner({ map }: { map: RoomMap }) {
  const { t } = useTranslation('map');
  if (map.status === 'running') return <p className="outdated">{t('redrawing')}</p>;
  if (map.status !== 'failed' && !map.is_stale) return null;
  const error = map.status === 'failed' ? map.analysis?.error : null;
  return (
    <p className="outdated" dir="auto">
      {error ? <Failed title={t('notRedrawn')} error={error} /> : t(map.status === 'failed' ? 'notRedrawn' : 'stale')}{' '}
      <button type="button" className="btn sm" onClick={() => void drawMap(map.turn_id)}>
        {t(error ? 'failed.again' : 'again')}
      </button>
    </p>
  );
}

function Body({ map }: { map: RoomMap }) {
  const { t } = useTranslation('map');
  const narrow = useMedia('(max-width: 820px)');
  if (map.drawn_id === null) return <MapState map={map} />;
  return (
    <>
      <Banner map={map} />
      {map.ungrouped > 0 && <p className="outdated">{t('ungrouped')}</p>}
      <ReaderNote map={map} />
      {map.claims.length === 0 ? (
        <p className="nothing">{t('zero')}</p>
      ) : narrow ? (
        <ClaimCards map={map} />
      ) : (
        <ClaimTable map={map} />
      )}
      <MapFoot map={map} />
    </>
  );
}
