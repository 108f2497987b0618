import { useTranslation } from 'react-i18next';
import { changeDraft } from '../../model/draft';
import type { Ticked } from '../../model/synthesis';
import { formatNumber } from '../parts/format';
import { RouteLink } from '../parts/RouteLink';
import { useConversation, usePreview } from '../parts/store';

/** A synthesis that goes along with this message, and only this one. */
export function SynthesisChip({ ticked: { position } }: { ticked: Ticked }) {
  const { t } = useTranslation('synthesis');
  const { id, turnId } = useConversation((state) => ({
    id: state.id,
    turnId: state.rows.find((row) => row.position === position)?.id ?? null,
  }));
  const tokens = usePreview(({ conversationId, latest }) =>
    conversationId === id ? Math.max(0, ...(latest?.advisors.flatMap(weigh) ?? [])) : 0,
  );
  const words = t('chip', { position });
  return (
    <span className="chip ticked">
      {id !== null && turnId !== null ? (
        <RouteLink to={{ page: 'map', id, turnId }}>{words}</RouteLink>
      ) : (
        <span>{words}</span>
      )}
      {tokens > 0 && <span className="num">{formatNumber(tokens)}</span>}
      <button type="button" aria-label={t('chipOff')} onClick={() => changeDraft(id, { synthesis: null })}>
        <span aria-hidden="true">×</span>
      </button>
    </span>
  );
}

function weigh({ items }: { items: readonly { kind: string; tokens: number }[] }): number[] {
  return items.filter((each) => each.kind === 'synthesis').map((each) => each.tokens);
}
