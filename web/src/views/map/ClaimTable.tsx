import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Claim, type MapVoice, type RoomMap, unheard } from '../../model/map';
import { paletteIndex } from '../../model/workspace';
import { Monogram } from '../parts/Monogram';
import { StanceTally } from './StanceTally';
import { StandCell } from './StandCell';

/** Claims down, voices across. Tab goes to one cell; arrows, or J and L, go on from there. */
export function ClaimTable({ map }: { map: RoomMap }) {
  const { t } = useTranslation('map');
  const [at, setAt] = useState<string | null>(null);
  const cells = map.claims.flatMap((claim) => claim.stances.map((each) => `${claim.number} ${each.advisor_id}`));
  const reachable = at !== null && cells.includes(at) ? at : firstCell(map);
  return (
    <div className="claims-scroll">
      <table
        className="claims"
        onFocus={({ target }) => {
          const cell = target.closest<HTMLElement>('[data-cell]')?.dataset.cell;
          if (cell) setAt(cell);
        }}
      >
        <caption className="vh">{t('title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t(map.sides_read ? 'claims' : 'claimsUnread', { count: map.claims.length })}</th>
            <th scope="col">{t('stands')}</th>
            {map.voices.map((voice) => (
              <VoiceHead key={voice.advisor_id} map={map} voice={voice} />
            ))}
          </tr>
        </thead>
        <tbody>
          {map.claims.map((claim, index) => (
            <Row key={claim.number} map={map} claim={claim} first={index === 0} reachable={reachable} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The first stance as the eye meets it: row by row, voice by voice. */
function firstCell(map: RoomMap): string | null {
  const [claim] = map.claims;
  const voice = map.voices.find((each) => claim?.stances.some((stance) => stance.advisor_id === each.advisor_id));
  return claim && voice ? `${claim.number} ${voice.advisor_id}` : null;
}

function VoiceHead({ map, voice }: { map: RoomMap; voice: MapVoice }) {
  const { t } = useTranslation('map');
  const { advisor_id: id, name, colour, heard } = voice;
  const cut = map.quorum.cut.some((each) => each.advisor_id === id);
  const trimmed = map.quorum.trimmed.some((each) => each.advisor_id === id);
  return (
    <th scope="col" className="voice">
      <span>
        <Monogram name={name} colour={colour} small hollow={heard !== 'read'} />
        <span dir="auto">{name}</span>
      </span>
      {(cut || trimmed) && <small>{t(cut ? 'stand.cut' : 'stand.trimmed')}</small>}
    </th>
  );
}

interface RowProps {
  map: RoomMap;
  claim: Claim;
  first: boolean;
  reachable: string | null;
}

/** A voice that was not heard has one hatched cell down all rows. */
function Row({ map, claim, first, reachable }: RowProps) {
  const { t } = useTranslation('map');
  return (
    <tr data-claim={claim.number}>
      <th scope="row">
        <bdi>{claim.text}</bdi>
      </th>
      <td className="tally">
        <StanceTally map={map} claim={claim} />
      </td>
      {map.voices.map(({ advisor_id: id, colour }, column) => {
        const why = unheard(map, id);
        if (why === null) {
          return (
            <td key={id} data-column={column} className={`a-${paletteIndex(colour)}`}>
              <StandCell map={map} claim={claim} advisorId={id} reachable={reachable === `${claim.number} ${id}`} />
            </td>
          );
        }
        return first ? (
          <td key={id} className="gone" rowSpan={map.claims.length}>
            <span className={`unheard ${why}`}>{t(`stand.${why}`)}</span>
          </td>
        ) : null;
      })}
    </tr>
  );
}
