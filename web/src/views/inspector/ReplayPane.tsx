import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { compareReplies } from '../../commands/differences';
import { inspect } from '../../model/screen';
import { variantsOf } from '../../model/voices';
import type { Reply } from '../../protocol/events';
import { useConversation } from '../parts/store';
import { Comparison } from './Comparison';
import type { SentLook } from './look';
import { ReplayForm } from './ReplayForm';
import { sayChanges } from './sayChanges';
import { useDifferences } from './useDifference';

/** Ask again with another context, and see what that changed: first in what was sent, then in the answer. */
export function ReplayPane({ look }: { look: SentLook }) {
  const { t } = useTranslation('inspector');
  const variants = useConversation((state) => variantsOf(state, look.turnId ?? '', look.voice.id));
  const [open, setOpen] = useState(false);
  /** The variants there were when it was asked again; whatever comes beside them is the new one. */
  const [before, setBefore] = useState<ReadonlySet<string> | null>(null);
  const made = before && variants.find((each) => !before.has(each.id));
  return (
    <section className="pane">
      <div className="h">
        <h3>{t('replay.title')}</h3>
        {!open && look.reply.completed && (
          <button type="button" className="btn sm" onClick={() => setOpen(true)}>
            {t('replay.open')}
          </button>
        )}
      </div>
      {open && (
        <ReplayForm
          look={look}
          onClose={() => setOpen(false)}
          onAsk={() => setBefore(new Set(variants.map((each) => each.id)))}
        />
      )}
      {!open && variants.length < 2 && <p className="note">{t('replay.note')}</p>}
      {variants.length > 1 && <VariantList variants={variants} look={look} />}
      {made && !made.completed && <p className="note">{t('replay.running', { name: made.name })}</p>}
      {made?.completed && <Outcome from={look.reply} to={made} look={look} />}
    </section>
  );
}

function Outcome({ from, to, look }: { from: Reply; to: Reply; look: SentLook }) {
  const { t } = useTranslation('inspector');
  const found = useDifferences(to.id, (signal) => compareReplies(from.id, to.id, signal))[to.id];
  if (found === undefined) return <p className="note">{t('diff.loading')}</p>;
  if (found === null) return <p className="note">{t('diff.refused')}</p>;
  return (
    <>
      <h4 className="sub">{t('replay.compared')}</h4>
      <Comparison difference={found} look={{ blocks: [], body: look.body }} against="self" />
    </>
  );
}

/** Every answer of this voice to this turn, each with what was different for it. */
function VariantList({ variants, look }: { variants: readonly Reply[]; look: SentLook }) {
  const { t } = useTranslation('inspector');
  const [first] = variants;
  const turnId = look.turnId ?? '';
  return (
    <ul className="others" aria-label={t('replay.variants')}>
      {variants.map((each, place) => (
        <li key={each.id}>
          {each.id === look.reply.id ? (
            <b>{t('replay.number', { variant: place + 1 })}</b>
          ) : (
            <button type="button" className="link" onClick={() => inspect({ kind: 'reply', turnId, replyId: each.id })}>
              {t('replay.number', { variant: place + 1 })}
            </button>
          )}{' '}
          <span>{first ? sayChanges(t, each, first) : ''}</span>
          {each.id === look.reply.id && <span>{t('replay.shown')}</span>}
          {each.chosen && <span>{t('replay.chosen')}</span>}
        </li>
      ))}
    </ul>
  );
}
