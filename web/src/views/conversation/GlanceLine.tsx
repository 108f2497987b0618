import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { loadGlance } from '../../commands/glance';
import { goToWords } from '../../commands/map';
import { type Conversation, findTurn } from '../../model/conversation';
import { type Glance, glances } from '../../model/glance';
import { standingReplies } from '../../model/voices';
import { useMaps } from '../map/useMap';
import { formatNumber } from '../parts/format';
import { Monogram } from '../parts/Monogram';
import { useConversation } from '../parts/store';

type Point = Glance['points'][number];

const ENOUGH = 2;
// Rows that only fly past while somebody scrolls are not asked for.
const RESTING = 120;

/** Where they stand, at a glance, once everybody has ended; nothing where nothing can be said, or a map says more. */
export function GlanceLine({ turnId }: { turnId: string }) {
  const mark = useConversation((state) => markAnswers(state, turnId));
  const isDrawn = useMaps((state) => state.turnId === turnId && Boolean(state.map?.drawn_id));
  const seen = useStore(glances, (state) => state.seen[turnId]);
  const live = useConversation((state) => state.connection === 'live');
  const isWanted = live && mark !== '' && seen?.mark !== mark;
  useEffect(() => {
    if (!isWanted) return;
    const timer = setTimeout(() => void loadGlance(turnId, mark), RESTING);
    return () => clearTimeout(timer);
  }, [turnId, mark, isWanted]);
  const first = seen?.mark === mark ? seen.glance.points[0] : undefined;
  if (isDrawn || seen === undefined || first === undefined) return null;
  return <Seen turnId={turnId} glance={seen.glance} first={first} />;
}

function Seen({ turnId, glance, first }: { turnId: string; glance: Glance; first: Point }) {
  const { t } = useTranslation('conversation');
  return (
    <details className="glance">
      <summary>
        <span className="n">
          {t('glance.line', { speaking: formatNumber(first.stances.length), heard: formatNumber(glance.heard.length) })}
        </span>{' '}
        <q dir="auto">{first.text}</q>
      </summary>
      <p className="help">{t(glance.way === 'words' ? 'glance.byWords' : 'glance.byMeaning')}</p>
      {glance.points.map((point) => (
        <ul key={point.number}>
          {point.stances.map((stance) => (
            <Words key={stance.reply_id} turnId={turnId} stance={stance} />
          ))}
        </ul>
      ))}
    </details>
  );
}

function Words({ turnId, stance }: { turnId: string; stance: Point['stances'][number] }) {
  const { t } = useTranslation('conversation');
  const { id, name, colour } = useConversation((state) => {
    const reply = findTurn(state, turnId)?.replies.find((each) => each.id === stance.reply_id);
    return { id: state.id ?? '', name: reply?.name ?? '', colour: reply?.colour ?? '' };
  });
  return (
    <li>
      <Monogram name={name} colour={colour} small />
      <button
        type="button"
        className="link"
        aria-label={t('glance.words', { name, words: stance.quote })}
        onClick={() => goToWords(id, turnId, stance)}
      >
        <span dir="auto">{stance.quote}</span>
      </button>
    </li>
  );
}

/** Changes when an answer that stands does; empty while somebody speaks, and with fewer than two answers. */
function markAnswers(state: Conversation, turnId: string): string {
  const turn = findTurn(state, turnId);
  if (turn === null || turn.replies.some((reply) => !reply.completed)) return '';
  const said = standingReplies(turn).filter((reply) => (reply.edited ?? reply.text) !== '');
  if (said.length < ENOUGH) return '';
  return said.map((reply) => `${reply.id} ${reply.edited ?? reply.text.length}`).join('\n');
}
