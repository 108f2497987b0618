import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClaimHit, DecisionHit } from '../../commands/search';
import type { Route } from '../../model/route';
import { formatWhen } from '../parts/format';
import { RouteLink } from '../parts/RouteLink';
import { Snippet } from '../parts/Snippet';

/** What was decided and claimed, before what was said. */
export function KeptHits({ claims, decisions }: { claims: readonly ClaimHit[]; decisions: readonly DecisionHit[] }) {
  const { t } = useTranslation('library');
  return (
    <>
      {decisions.map((hit) => (
        <KeptHit key={hit.id} hit={hit} to={{ page: 'journal', id: hit.id, turnId: null }} by={t('search.decision')} />
      ))}
      {claims.map((hit) => (
        <KeptHit
          key={`${hit.turn_id}.${hit.number}`}
          hit={hit}
          to={{ page: 'map', id: hit.conversation_id, turnId: hit.turn_id }}
          by={t(`search.claim.${hit.label}`, { position: hit.position })}
        />
      ))}
    </>
  );
}

function KeptHit({ hit, to, by }: { hit: ClaimHit | DecisionHit; to: Route; by: ReactNode }) {
  return (
    <li>
      <RouteLink data-row to={to}>
        <span className="by">
          {by} <span className="n">{formatWhen(hit.created_at)}</span>
        </span>
        <span className="words" dir="auto">
          {hit.start > 0 && '…'}
          <Snippet text={hit.snippet} matches={hit.matches} />
        </span>
      </RouteLink>
    </li>
  );
}
