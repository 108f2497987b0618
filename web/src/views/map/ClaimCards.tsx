import { useTranslation } from 'react-i18next';
import { type Claim, type MapVoice, type RoomMap, stanceOf } from '../../model/map';
import { paletteIndex } from '../../model/workspace';
import { joinWords } from '../parts/format';
import { Monogram } from '../parts/Monogram';
import { StanceTally } from './StanceTally';
import { StandCell } from './StandCell';

/** The same where a table has no room: one claim after the other, with who stands where under it. */
export function ClaimCards({ map }: { map: RoomMap }) {
  const { t } = useTranslation('map');
  return (
    <section className="claim-cards">
      <h2>{t(map.sides_read ? 'claims' : 'claimsUnread', { count: map.claims.length })}</h2>
      <ol>
        {map.claims.map((claim) => (
          <Card key={claim.number} map={map} claim={claim} />
        ))}
      </ol>
    </section>
  );
}

function Card({ map, claim }: { map: RoomMap; claim: Claim }) {
  const { t } = useTranslation('map');
  const has = ({ advisor_id: id }: MapVoice) => stanceOf(claim, id) !== null;
  const absent = map.voices.filter((each) => !has(each) && each.heard !== 'read');
  const silent = map.voices.filter((each) => !has(each) && !absent.includes(each));
  const names = (voices: readonly MapVoice[]) => joinWords(voices.map((each) => each.name));
  return (
    <li className="claim-card">
      <h3 dir="auto">{claim.text}</h3>
      <p className="tally">
        <StanceTally map={map} claim={claim} />
      </p>
      <ul>
        {map.voices.filter(has).map(({ advisor_id: id, name, colour }) => (
          <li key={id} className={`claim-voice a-${paletteIndex(colour)}`}>
            <Monogram name={name} colour={colour} small />
            <span dir="auto">{name}</span>
            <StandCell map={map} claim={claim} advisorId={id} />
          </li>
        ))}
      </ul>
      {silent.length > 0 && <p className="help">{t('silentOnes', { names: names(silent) })}</p>}
      {absent.length > 0 && <p className="help gone">{t('absentOnes', { names: names(absent) })}</p>}
    </li>
  );
}
