import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Obstacle, sendOrAsk, sendWithout } from '../../commands/ceiling';
import { writeText } from '../../commands/mention';
import { send, stopAll } from '../../commands/send';
import { openTurn } from '../../model/conversation';
import { type Draft, draftOf, isBlank } from '../../model/draft';
import { emit, on } from '../../model/signals';
import { useConversation, useDraft } from '../parts/store';
import { RoundStrip } from '../rounds/RoundStrip';
import { AttachButton } from './AttachButton';
import { Attachments } from './Attachments';
import { Chips } from './Chips';
import { Estimate } from './Estimate';
import { Guidelines } from './Guidelines';
import { useLineUp } from './lineUp';
import { MessageField } from './MessageField';
import { Notes } from './Notes';
import { PanelMenu } from './PanelMenu';
import { Question } from './Question';
import { useDropping } from './useDropping';
import { useReplacing } from './useReplacing';
import { sayPlaceholder } from './words';

/** The message being written, what goes with it, and Send. */
export function Composer() {
  const phase = useConversation((state) => state.phase);
  return phase === 'missing' ? null : <Writing />;
}

function Writing() {
  const { t } = useTranslation(['composer', 'documents']);
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useConversation((state) => state.id);
  const answering = useConversation((state) => openTurn(state) !== null);
  const draft = useDraft();
  const lineUp = useLineUp();
  const cancelReplacing = useReplacing(id);
  const { asked, ask, obstacle, busy, leave } = useSend(id, draft);
  const { dropping, handlers } = useDropping(id);
  const { seats } = lineUp;
  const isAsking = obstacle !== null && asked === draft;
  const focus = () => field.current?.focus();

  useEffect(() => on('focusComposer', () => field.current?.focus()), []);
  useEffect(() => on('fillComposer', (text) => writeText(id, text, seats)), [id, seats]);

  const submit = async (deed: () => Promise<Obstacle | null>) => {
    // W21: whatever was clicked, the person goes on writing.
    if ((await ask(deed)) === null) focus();
  };
  const back = () => {
    leave();
    focus();
  };
  return (
    <form
      className={dropping ? 'compose dropping' : 'compose'}
      aria-label={t('form')}
      onSubmit={(event) => {
        event.preventDefault();
        void submit(sendOrAsk);
      }}
      {...handlers}
    >
      {dropping && <p className="drop-here">{t('documents:attach.drop')}</p>}
      <RoundStrip />
      <Chips />
      <Guidelines id={id} />
      <Attachments id={id} />
      <Notes lineUp={lineUp} onCancel={cancelReplacing} />
      {isAsking && (
        <Question
          obstacle={obstacle}
          onAnyway={() => void submit(() => send().then(() => null))}
          onChangePanel={() => emit('openPanelMenu')}
          onWithout={(ids) => void submit(() => sendWithout(ids))}
          onBack={back}
        />
      )}
      <div className="box">
        <MessageField
          field={field}
          conversationId={id}
          text={draft.text}
          placeholder={sayPlaceholder(
            t,
            lineUp.asked.map((each) => each.name),
            seats.length,
          )}
          seats={seats}
          onSend={() => void submit(sendOrAsk)}
          onEscape={() => {
            if (draft.replaces === null) return false;
            cancelReplacing();
            return true;
          }}
        />
        <div className="bar">
          <PanelMenu {...lineUp} />
          <AttachButton id={id} />
          <Estimate />
          {answering && (
            <button type="button" className="btn stop" onClick={() => void stopAll()}>
              <span className="long">{t('stopAll')}</span>
              <span className="short">{t('stop')}</span>
              <kbd>Ctrl C</kbd>
            </button>
          )}
          <button
            type="submit"
            // One filled button at a time: the question has its own.
            className={answering ? 'btn primary thinking' : isAsking ? 'btn' : 'btn primary'}
            disabled={answering || busy || isBlank(draft)}
          >
            {answering || busy ? t('thinking') : t('send')}
          </button>
        </div>
      </div>
    </form>
  );
}

/** Sends one thing at a time, and holds what was asked instead for as long as the draft is the same. */
function useSend(id: string | null, draft: Draft) {
  const [busy, setBusy] = useState(false);
  const [question, setQuestion] = useState<{ asked: Draft; obstacle: Obstacle } | null>(null);
  const under = useRef(false);
  const ask = async (deed: () => Promise<Obstacle | null>): Promise<Obstacle | null> => {
    if (under.current) return null;
    under.current = true;
    setBusy(true);
    try {
      const obstacle = await deed();
      setQuestion(obstacle && { asked: draftOf(id), obstacle });
      return obstacle;
    } finally {
      under.current = false;
      setBusy(false);
    }
  };
  return {
    ask,
    busy,
    asked: question?.asked ?? draft,
    obstacle: question?.obstacle ?? null,
    leave: () => setQuestion(null),
  };
}
