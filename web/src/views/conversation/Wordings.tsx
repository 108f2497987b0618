import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseWording, readWordings } from '../../commands/wordings';
import { findTurn } from '../../model/conversation';
import { standingReplies } from '../../model/voices';
import type { Turn } from '../../protocol/events';
import { Markdown } from '../markdown/Markdown';
import { Monogram } from '../parts/Monogram';
import { useConversation } from '../parts/store';

const NONE: readonly string[] = [];

/** A question that was asked in several wordings: step through them, and let another one stand. */
export function Wordings({ turnId, children }: { turnId: string; children: ReactNode }) {
  const { t } = useTranslation('conversation');
  const ids = useConversation((state) => findTurn(state, turnId)?.wordings ?? NONE);
  const [found, setFound] = useState<readonly Turn[]>([]);
  const [lookedAt, setLookedAt] = useState(turnId);
  if (ids.length < 2) return children;
  const place = ids.indexOf(lookedAt);
  const shown = lookedAt === turnId ? null : found.find((each) => each.id === lookedAt);
  const step = async (to: number) => {
    const id = ids[to];
    if (id === undefined) return;
    const known = found.length === ids.length ? found : await readWordings(turnId);
    if (known === null) return;
    setFound(known);
    setLookedAt(id);
  };
  return (
    <>
      <div className="variants wordings">
        <button type="button" className="link" disabled={place <= 0} onClick={() => void step(place - 1)}>
          <span aria-hidden="true">‹</span>
          <span className="vh">{t('wordings.previous')}</span>
        </button>
        <span className="num">{t('wordings.of', { which: place + 1, count: ids.length })}</span>
        <button type="button" className="link" disabled={place >= ids.length - 1} onClick={() => void step(place + 1)}>
          <span aria-hidden="true">›</span>
          <span className="vh">{t('wordings.next')}</span>
        </button>
        {shown && <span>{t('wordings.notSent')}</span>}
        {shown && (
          <button type="button" className="link" onClick={() => void chooseWording(shown.id, turnId)}>
            {t('wordings.choose')}
          </button>
        )}
      </div>
      {shown ? <Other turn={shown} /> : children}
    </>
  );
}

/** What was asked in other words, and what came back then. */
function Other({ turn }: { turn: Turn }) {
  const { t } = useTranslation('conversation');
  return (
    <section className="wording" aria-label={t('wordings.label')}>
      <p className="human" dir="auto">
        {turn.text}
      </p>
      {standingReplies(turn).map((reply) => (
        <article key={reply.id} aria-label={reply.name}>
          <h3>
            <Monogram name={reply.name} colour={reply.colour} small /> {reply.name}
          </h3>
          {reply.text ? (
            <Markdown text={reply.edited ?? reply.text} dir="auto" />
          ) : (
            <em>{t(`state.${reply.state}`)}</em>
          )}
        </article>
      ))}
    </section>
  );
}
