import { memo, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { loadAround } from '../../commands/open';
import { findTurn } from '../../model/conversation';
import type { OutlineRow } from '../../model/outline';
import { SpokeUp } from '../heartbeats/SpokeUp';
import { followWith } from '../parts/format';
import { useConversation, useScreen, useWorkspace } from '../parts/store';
import { useNarrow } from '../parts/useNarrow';
import { RoundHeading } from '../rounds/RoundHeading';
import { Digest } from './Digest';
import { GlanceLine } from './GlanceLine';
import { ReplyGrid } from './ReplyGrid';
import { TurnMargin } from './TurnMargin';
import { TurnOutcome } from './TurnOutcome';
import { TurnParts } from './TurnParts';
import { Wordings } from './Wordings';

// Rows that only fly past while somebody scrolls are not asked for.
const RESTING = 120;

interface Props {
  row: OutlineRow;
  newest: boolean;
  /** The person asked to see the answers of this past turn. */
  opened: boolean;
  /** The advisors this turn is not sent to, parted by blanks; how many are asked in all. */
  out: string;
  asked: number;
  onToggle: (turnId: string) => void;
}

/** One turn: the words of the person, and what came back. */
export const TurnRow = memo(function TurnRow({ row, newest, opened, out, asked, onToggle }: Props) {
  const focused = useScreen((state) => state.turnId === row.id);
  const text = useConversation((state) => findTurn(state, row.id)?.text ?? null);
  const isRound = useConversation((state) => findTurn(state, row.id)?.origin === 'round');
  const isUnasked = useConversation((state) => isBegunByAdvisor(findTurn(state, row.id)?.origin));
  // On a phone what it came to stands before the voices, and not beside a single one.
  const isAllShown = useScreen((state) => state.opened[row.id] === undefined);
  const narrow = useNarrow();
  useLoading(row.position, text === null);
  const outCount = out === '' ? 0 : out.split(' ').length;
  const isSpeaking = Object.values(row.states).some(isOpenState);
  const isFull = newest || opened || focused || isSpeaking;
  const classes = ['turn'];
  if (newest || isSpeaking) classes.push('now');
  if (outCount > 0 && outCount === asked) classes.push('ooc');
  if (focused) classes.push('focused');
  const toggle = <Toggle opened={opened} position={row.position} onToggle={() => onToggle(row.id)} />;
  return (
    <article className={classes.join(' ')} aria-labelledby={`n-${row.id}`} data-turn={row.id}>
      <TurnMargin row={row} newest={newest} outCount={outCount} asked={asked} />
      <div className="body">
        <Wordings key={row.id} turnId={row.id}>
          {isRound ? (
            <RoundHeading turnId={row.id} text={text ?? row.opening} />
          ) : isUnasked ? (
            <SpokeUp turnId={row.id} />
          ) : (
            <p className="human" dir="auto">
              {text ?? row.opening}
            </p>
          )}
          <TurnParts turnId={row.id} />
          <TagsAndTopic row={row} />
          {newest && isAllShown && narrow && <TurnOutcome turnId={row.id} />}
          {text === null ? (
            <Unread />
          ) : isFull ? (
            <ReplyGrid turnId={row.id} position={row.position} askedAt={row.at} />
          ) : (
            <Digest turnId={row.id} out={out}>
              {toggle}
            </Digest>
          )}
        </Wordings>
        {opened && text !== null && toggle}
        {text !== null && <GlanceLine turnId={row.id} />}
        {newest && !narrow && <TurnOutcome turnId={row.id} />}
      </div>
    </article>
  );
});

function isBegunByAdvisor(origin: string | undefined): boolean {
  return origin === 'heartbeat' || origin === 'review';
}

function isOpenState(state: string): boolean {
  return state === 'waiting' || state === 'sending' || state === 'streaming';
}

/** Where the turn belongs: its tags, and its topic when that is not where the conversation goes on. */
function TagsAndTopic({ row }: { row: OutlineRow }) {
  const here = useConversation((state) => state.id);
  const usual = useWorkspace((state) => state.conversations.find((each) => each.id === here)?.topic ?? null);
  const topic = row.topic === usual ? null : row.topic;
  if (topic === null && row.tags.length === 0) return null;
  return (
    <p className="place" dir="auto">
      {topic !== null && <span>{topic}</span>}
      {row.tags.map((tag) => (
        <span key={tag}>#{tag}</span>
      ))}
    </p>
  );
}

function Unread() {
  const { t } = useTranslation('conversation');
  return <p className="unread">{t('turn.loading')}</p>;
}

function Toggle({ opened, position, onToggle }: { opened: boolean; position: number; onToggle: () => void }) {
  const { t } = useTranslation('conversation');
  return (
    <button type="button" className="link toggle" aria-expanded={opened} onClick={onToggle}>
      {opened ? t('turn.close') : t('turn.open')}
      <span className="vh">{followWith(t('turn.named', { position }))}</span>
    </button>
  );
}

function useLoading(position: number, missing: boolean): void {
  const live = useConversation((state) => state.connection === 'live');
  useEffect(() => {
    if (!missing || !live) return;
    const timer = setTimeout(() => void loadAround(position), RESTING);
    return () => clearTimeout(timer);
  }, [position, missing, live]);
}
