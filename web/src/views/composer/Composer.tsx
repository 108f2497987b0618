import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { FROM_THE_BOX, type Obstacle, type Way } from '../../commands/ceiling';
import { writeText } from '../../commands/mention';
import { UNDER_FILTER } from '../../commands/refilter';
import { stopAll } from '../../commands/send';
import { isGone, openTurn } from '../../model/conversation';
import { canDictate } from '../../model/dictation';
import { type Draft, draftOf, isBlank } from '../../model/draft';
import { emit, on } from '../../model/signals';
import { refiltered, underway } from '../../model/underway';
import { useAskedPanel } from '../panels/useAskedPanel';
import { useConversation, useDraft } from '../parts/store';
import { RoundStrip } from '../rounds/RoundStrip';
import { AttachButton } from './AttachButton';
import { Attachments } from './Attachments';
import { Chips } from './Chips';
import { Estimate } from './Estimate';
import { GoesAlong } from './GoesAlong';
import { Guidelines } from './Guidelines';
import { MessageField } from './MessageField';
import { Notes } from './Notes';
import { PanelMenu } from './PanelMenu';
import { Question } from './Question';
import { useAlong } from './useAlong';
import { useDropping } from './useDropping';
import { useReplacing } from './useReplacing';
import { sayPlaceholder } from './words';

const Dictate = lazy(() => import('./Dictate').then((room) => ({ default: room.Dictate })));

/** The message being written, what goes with it, and Send. */
export function Composer() {
  const phase = useConversation((state) => state.phase);
  return isGone(phase) ? null : <Writing />;
}

function Writing() {
  const { t } = useTranslation(['composer', 'documents']);
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useConversation((state) => state.id);
  const answering = useConversation((state) => openTurn(state) !== null);
  const draft = useDraft();
  const panel = useAskedPanel();
  const cancelReplacing = useReplacing(id);
  const { question, ask, busy, leave } = useSend(id, draft);
  const { dropping, handlers } = useDropping(id);
  const { seats } = panel;
  const along = useAlong();
  // What the person changed for this message stays in sight until they close it.
  const [wished, setOpen] = useState<boolean | null>(null);
  const open = wished ?? (draft.synthesis !== null || draft.off.length + draft.omit.length > 0);
  const focus = () => field.current?.focus();

  useEffect(() => on('focusComposer', () => field.current?.focus()), []);
  useEffect(() => on('fillComposer', (text) => writeText(id, text, seats)), [id, seats]);

  const submit = (way: Way, deed = way.orAsk) => {
    void ask(way, deed);
    // Whatever was clicked, the person goes on writing. At once: later they may be elsewhere.
    focus();
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
        submit(FROM_THE_BOX);
      }}
      {...handlers}
    >
      {dropping && <p className="drop-here">{t('documents:attach.drop')}</p>}
      <RoundStrip />
      {open && <Chips items={along} />}
      <Guidelines id={id} />
      <Attachments id={id} />
      <Notes panel={panel} onCancel={cancelReplacing} onRefilter={() => submit(UNDER_FILTER)} />
      {question && (
        <Question
          obstacle={question.obstacle}
          onAnyway={() => submit(question.way, question.way.anyway)}
          // The panel is chosen for what stands in the box.
          onChangePanel={question.way === FROM_THE_BOX ? () => emit('openPanelMenu') : null}
          onWithout={(ids) => submit(question.way, () => question.way.without(ids))}
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
            panel.asked.map((each) => each.name),
            seats.length,
          )}
          seats={seats}
          onSend={() => submit(FROM_THE_BOX)}
          onEscape={() => {
            if (question) {
              leave();
              return true;
            }
            if (draft.replaces === null) return false;
            cancelReplacing();
            return true;
          }}
        />
        <div className="bar">
          <PanelMenu {...panel} />
          <AttachButton id={id} />
          {canDictate() && (
            <Suspense>
              <Dictate />
            </Suspense>
          )}
          <GoesAlong items={along} open={open} onFlip={() => setOpen(!open)} />
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
            className={answering ? 'btn primary thinking' : question ? 'btn' : 'btn primary'}
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
  const [question, setQuestion] = useState<{ asked: Draft; obstacle: Obstacle; way: Way } | null>(null);
  const under = useRef(false);
  const open = useConversation(openTurn);
  const isOver = useStore(underway, (sent) => refiltered(sent, open, draft.filter) === null);
  const ask = async (way: Way, deed: () => Promise<Obstacle | null>): Promise<void> => {
    if (under.current) return;
    under.current = true;
    setBusy(true);
    try {
      const obstacle = await deed();
      setQuestion(obstacle && { asked: draftOf(id), obstacle, way });
    } finally {
      under.current = false;
      setBusy(false);
    }
  };
  return {
    ask,
    busy,
    // Whoever speaks no more cannot be stopped, so there is nothing left to ask.
    question: question?.asked === draft && !(question.way === UNDER_FILTER && isOver) ? question : null,
    leave: () => setQuestion(null),
  };
}
