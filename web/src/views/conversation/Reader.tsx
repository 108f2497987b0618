import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { closeReader, openReader, readTurn, readVoice } from '../../commands/reading';
import { findTurn } from '../../model/conversation';
import { paletteIndex } from '../../model/house';
import { chosenOf, isWaiting, standingReplies } from '../../model/voices';
import type { Reply } from '../../protocol/events';
import { Dialog } from '../parts/Floating';
import { Monogram } from '../parts/Monogram';
import { useConversation, useScreen } from '../parts/store';
import { ToolPassages } from '../tools/ToolPassages';
import { ToolState } from '../tools/ToolState';
import { ReplyNote } from './ReplyNote';
import { StateWord } from './StateWord';
import { Thinking } from './Thinking';

/** One answer on the whole screen, live while it is being said. */
export function Reader() {
  const reading = useScreen((state) => state.reading);
  if (reading === null) return null;
  return <Page turnId={reading.turnId} advisorId={reading.advisorId} />;
}

function Page({ turnId, advisorId }: { turnId: string; advisorId: string }) {
  const { t } = useTranslation('conversation');
  const { text, position, reply } = useConversation((state) => {
    const turn = findTurn(state, turnId);
    return {
      text: turn?.text ?? '',
      position: turn?.position ?? 0,
      reply: turn && chosenOf(turn, advisorId),
    };
  });
  useKeys();
  return (
    <Dialog
      open
      onClose={closeReader}
      title={t('reader.title', { name: reply?.name ?? '', position })}
      quiet
      kind="full"
      className="reader"
    >
      <div className="bar">
        <Tabs turnId={turnId} advisorId={advisorId} />
        <div className="steps">
          <button type="button" className="btn sm" onClick={() => void readTurn(-1)}>
            {t('reader.previous')}
          </button>
          <button type="button" className="btn sm" onClick={() => void readTurn(1)}>
            {t('reader.next')}
          </button>
          <button type="button" className="btn sm" onClick={closeReader}>
            {t('reader.close')} <kbd>Esc</kbd>
          </button>
        </div>
      </div>
      <div className="leaf">
        <p className="human" dir="auto">
          {text}
        </p>
        {reply && <Words key={reply.id} turnId={turnId} reply={reply} />}
        <p className="hintline">{t('reader.keys')}</p>
      </div>
    </Dialog>
  );
}

function Words({ turnId, reply }: { turnId: string; reply: Reply }) {
  const words = reply.edited ?? reply.text;
  const live = reply.state === 'streaming';
  return (
    <article className={`reply a-${paletteIndex(reply.colour)}`} aria-labelledby={`r-${reply.id}`}>
      <header>
        <Monogram name={reply.name} colour={reply.colour} hollow={isWaiting(reply)} />
        <h3 id={`r-${reply.id}`} dir="auto">
          {reply.name}
        </h3>
        <ToolState reply={reply} />
      </header>
      <Thinking text={reply.thinking} live={live && words === ''} />
      <ToolPassages reply={reply} />
      <ReplyNote turnId={turnId} reply={reply} others={0} />
    </article>
  );
}

function Tabs({ turnId, advisorId }: { turnId: string; advisorId: string }) {
  const { t } = useTranslation('conversation');
  const voices = useConversation((state) => {
    const turn = findTurn(state, turnId);
    return turn
      ? standingReplies(turn).map((reply) => `${reply.advisor_id} ${reply.state} ${reply.colour} ${reply.name}`)
      : [];
  });
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    // The keys moved on: so does the focus, if it was here.
    const now = bar.current?.querySelector<HTMLElement>(`[data-voice="${CSS.escape(advisorId)}"]`);
    if (bar.current?.contains(document.activeElement)) now?.focus();
  }, [advisorId]);
  return (
    <nav ref={bar} className="voices" aria-label={t('reader.voices')}>
      {voices.map((voice) => {
        const [id = '', state = '', colour = '', ...name] = voice.split(' ');
        return (
          <button
            key={id}
            type="button"
            className={`a-${paletteIndex(colour)}`}
            data-voice={id}
            aria-current={id === advisorId}
            onClick={() => openReader(turnId, id)}
          >
            <Monogram name={name.join(' ')} colour={colour} small />
            <span dir="auto">{name.join(' ')}</span>
            <StateWord state={state as Reply['state']} />
          </button>
        );
      })}
    </nav>
  );
}

/** Left and right go by the reading direction of the page. */
function useKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.isComposing) return;
      const deed = deedOf(event.key);
      if (deed === null) return;
      event.preventDefault();
      event.stopPropagation();
      deed();
    };
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, []);
}

function deedOf(key: string): (() => void) | null {
  const forward = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowRight':
      return () => readVoice(key === forward ? 1 : -1);
    case 'ArrowUp':
      return () => void readTurn(-1);
    case 'ArrowDown':
      return () => void readTurn(1);
    default:
      return null;
  }
}
