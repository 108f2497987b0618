import '../../locales/inspector';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { compareReplies } from '../../commands/differences';
import { beginSentence } from '../../locales/sentence';
import { inspect } from '../../model/screen';
import { variantsOf } from '../../model/voices';
import type { Reply } from '../../protocol/events';
import { sayNth } from '../parts/counts';
import { useConversation } from '../parts/store';
import type { SentPayload } from '../payloads/shown';
import { Comparison } from './Comparison';
import { ReplayForm } from './ReplayForm';
import { sayChanges } from './sayChanges';
import { useDifferences } from './useDifference';

/** Ask again with another context, and see what that changed: first in what was sent, then in the answer. */
export function ReplayPane({ shown }: { shown: SentPayload }) {
  const { t } = useTranslation('inspector');
  const variants = useConversation((state) => variantsOf(state, shown.turnId ?? '', shown.voice.id));
  const [open, setOpen] = useState(false);
  /** The variants there were when it was asked again; whatever comes beside them is the new one. */
  const [before, setBefore] = useState<ReadonlySet<string> | null>(null);
  const made = before && variants.find((each) => !before.has(each.id));
  return (
    <section className="pane">
      <div className="h">
        <h3>{t('replay.title')}</h3>
        {!open && shown.reply.completed && (
          <button type="button" className="btn sm" onClick={() => setOpen(true)}>
            {t('replay.open')}
          </button>
        )}
      </div>
      {open && (
        <ReplayForm
          shown={shown}
          onClose={() => setOpen(false)}
          onAsk={() => setBefore(new Set(variants.map((each) => each.id)))}
        />
      )}
      {!open && variants.length < 2 && <p className="note">{t('replay.note')}</p>}
      {variants.length > 1 && <VariantList variants={variants} shown={shown} />}
      {made && !made.completed && <p className="note">{t('replay.running', { name: made.name })}</p>}
      {made?.completed && <Outcome from={shown.reply} to={made} shown={shown} />}
    </section>
  );
}

function Outcome({ from, to, shown }: { from: Reply; to: Reply; shown: SentPayload }) {
  const { t } = useTranslation('inspector');
  const found = useDifferences(to.id, (signal) => compareReplies(from.id, to.id, signal))[to.id];
  if (found === undefined) return <p className="note">{t('diff.loading')}</p>;
  if (found === null) return <p className="note">{t('diff.refused')}</p>;
  return (
    <>
      <h4 className="sub">{t('replay.compared')}</h4>
      <Comparison difference={found} shown={{ blocks: [], body: shown.body }} against="self" />
    </>
  );
}

/** Every answer of this voice to this turn, each with what was different for it. */
function VariantList({ variants, shown }: { variants: readonly Reply[]; shown: SentPayload }) {
  const { t } = useTranslation('inspector');
  const { t: tell } = useTranslation('conversation');
  const [first] = variants;
  const turnId = shown.turnId ?? '';
  return (
    <ul className="others" aria-label={t('replay.variants')}>
      {variants.map((each, place) => (
        <li key={each.id}>
          {each.id === shown.reply.id ? (
            <b>{beginSentence(sayNth(tell, 'answer', place + 1))}</b>
          ) : (
            <button type="button" className="link" onClick={() => inspect({ kind: 'reply', turnId, replyId: each.id })}>
              {beginSentence(sayNth(tell, 'answer', place + 1))}
            </button>
          )}{' '}
          <span>{first ? sayChanges(t, each, first) : ''}</span>
          {each.id === shown.reply.id && <span>{t('replay.shown')}</span>}
          {each.chosen && <span>{t('replay.chosen')}</span>}
        </li>
      ))}
    </ul>
  );
}
