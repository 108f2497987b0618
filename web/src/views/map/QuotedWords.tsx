import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { say } from '../../locales/i18n';
import { conversation, findTurn } from '../../model/conversation';
import { maps } from '../../model/map';
import { announce, focusOn, notify } from '../../model/screen';
import { unitOf } from '../../protocol/points';
import { Dialog } from '../parts/Floating';
import { useConversation, useRoute } from '../parts/store';
import { findWords, mark } from './markWords';
import { useMaps } from './useMap';

// The turn may have to be read first, and the list settles while rows are measured.
const PATIENCE = 6_000;
const STEADY = 120;

/** Marks the words somebody came for, once they are drawn; when they cannot be told there, shows them as written. */
export function QuotedWords() {
  const { t } = useTranslation('map');
  const quoted = useMaps((state) => state.quoted);
  const [lost, setLost] = useState(false);
  const reply = useConversation((state) =>
    quoted ? (findTurn(state, quoted.turnId)?.replies.find((each) => each.id === quoted.reply_id) ?? null) : null,
  );
  const source = reply ? (reply.edited ?? reply.text) : null;
  useEffect(() => {
    setLost(false);
    if (quoted === null || source === null) return;
    const began = performance.now();
    let steady = 0;
    const timer = setInterval(() => {
      focusOn(quoted.turnId, quoted.advisor_id);
      const card = cardOf(quoted.turnId, quoted.reply_id);
      const range = card && findWords([...card.querySelectorAll('.say')], source, quoted.start, quoted.end);
      if (range) {
        mark(range);
        // Twice in a row at the same place: the list has come to rest.
        steady = bringIntoSight(range) ? 0 : steady + 1;
      }
      const late = performance.now() - began > PATIENCE;
      if (steady < 2 && !late) return;
      clearInterval(timer);
      if (range) tell(quoted.turnId, quoted.reply_id);
      else setLost(true);
    }, STEADY);
    return () => clearInterval(timer);
  }, [quoted, source]);
  useLeaving(quoted?.turnId ?? null);
  if (!lost || quoted === null || source === null || reply === null) return null;
  const close = () => maps.setState({ quoted: null });
  return (
    <Dialog open onClose={close} title={t('words.plain', { name: reply.name })} className="as-written">
      <p className="help">{t('words.plainHelp')}</p>
      <Written source={source} start={quoted.start} end={quoted.end} />
      <button type="button" className="btn" onClick={close}>
        {t('words.close')}
      </button>
    </Dialog>
  );
}

/** The marks go with the turn they were asked for. */
function useLeaving(turnId: string | null): void {
  const route = useRoute();
  const isThere = route.page === 'conversation' && route.turnId === turnId;
  useEffect(() => {
    if (turnId !== null && !isThere) maps.setState({ quoted: null });
  }, [turnId, isThere]);
  useEffect(() => () => mark(null), []);
}

function cardOf(turnId: string, replyId: string): Element | null {
  const heading = document.getElementById(`h-${replyId}`);
  return heading?.closest(`[data-turn="${CSS.escape(turnId)}"] article.reply`) ?? null;
}

/** True when something had to move. */
function bringIntoSight(range: Range): boolean {
  const scroller = document.querySelector('.talk');
  if (scroller === null) return false;
  const words = range.getBoundingClientRect();
  const view = scroller.getBoundingClientRect();
  if (words.top >= view.top && words.bottom <= view.bottom) return false;
  // The person's own hand on the wheel would end a wish that still pulls at the list.
  scroller.dispatchEvent(new WheelEvent('wheel'));
  scroller.scrollTop += words.top - view.top - view.height / 3;
  return true;
}

function tell(turnId: string, replyId: string): void {
  const turn = findTurn(conversation.getState(), turnId);
  const name = turn?.replies.find((each) => each.id === replyId)?.name ?? '';
  const sentence = say('map:words.marked', { name, position: turn?.position ?? 0 });
  notify(sentence);
  announce(sentence);
}

function Written({ source, start, end }: { source: string; start: number; end: number }) {
  const from = unitOf(source, start);
  const to = unitOf(source, end);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <pre tabIndex={0} dir="auto">
      {source.slice(0, from)}
      <mark>{source.slice(from, to)}</mark>
      {source.slice(to)}
    </pre>
  );
}
