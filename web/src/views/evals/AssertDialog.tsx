import '../../locales/evals';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { archiveCase, changeCase, findCaseOf, keepCase, runEvals } from '../../commands/evals';
import { closeOverlay } from '../../commands/keys/palette';
import { say } from '../../locales/i18n';
import { asserting } from '../../model/asserting';
import { conversation, findReply } from '../../model/conversation';
import type { EvalCase } from '../../model/evals';
import { type Assertion, assertionOf, readLines, writeLines } from '../../model/expectations';
import { go } from '../../model/route';
import { notify } from '../../model/screen';
import type { Reply } from '../../protocol/events';
import { Dialog } from '../parts/Floating';
import { LineField } from '../parts/LineField';
import { useEdit } from '../parts/useEdit';
import { LinesField } from './LinesField';
import { type CaseProblem, Problems, problemOf } from './Problems';
import { SentFor } from './SentFor';

/** What an answer must hold, said beside the very request it was an answer to. */
export function AssertDialog() {
  const { replyId } = useStore(asserting);
  const place = findReply(conversation.getState(), replyId);
  const [found, setFound] = useState<{ known: EvalCase | null } | null>(null);
  const [problem, setProblem] = useState<CaseProblem | null>(null);
  useEffect(() => {
    void problemOf(async () => setFound({ known: await findCaseOf(replyId) })).then(setProblem);
  }, [replyId]);
  if (place === null) return null;
  if (found === null) return <Waiting problem={problem} />;
  return <Sheet reply={place.reply} question={place.turn.text} known={found.known} />;
}

function Waiting({ problem }: { problem: CaseProblem | null }) {
  const { t } = useTranslation('evals');
  return (
    <Dialog open onClose={closeOverlay} title={t('assert.title')} className="asserting">
      {problem === null ? <p role="status">{t('loading')}</p> : <Problems problem={problem} />}
    </Dialog>
  );
}

interface Edit {
  text: string;
  name: string;
  keep: boolean;
}

function Sheet({ reply, question, known }: { reply: Reply; question: string; known: EvalCase | null }) {
  const { t } = useTranslation('evals');
  const { text: saved, rest } = writeLines((known?.asserts ?? []) as Assertion[]);
  // Kept outside the sheet: whoever looks at the inspector meanwhile finds the words again.
  const { edit, changed, change, drop } = useEdit<Edit>(`assert:${reply.id}`, {
    text: saved,
    name: known?.name ?? nameAfter(question),
    keep: false,
  });
  const [leaving, setLeaving] = useState(false);
  const [problem, setProblem] = useState<CaseProblem | null>(null);
  const [busy, setBusy] = useState(false);
  const lines = readLines(edit.text);
  const isReady = !busy && lines.length + rest.length > 0 && lines.every((each) => each.wrong === null);

  const close = () => (changed ? setLeaving(!leaving) : closeOverlay());
  const save = async (run: boolean) => {
    if (!isReady) return;
    setBusy(true);
    const refused = await problemOf(async () => {
      const kept = await write(reply, known, edit, [...lines.map(assertionOf), ...rest]);
      drop();
      closeOverlay();
      if (run) await runAndShow(kept);
      else tell(kept, known === null, reply.name);
    });
    setProblem(refused);
    setBusy(false);
  };
  return (
    <Dialog open onClose={close} title={t('assert.title')} className="asserting">
      <p className="quiet">{t('assert.lead', { name: reply.name })}</p>
      <form
        className="fields"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void save(false);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          void save(false);
        }}
      >
        <LinesField text={edit.text} onText={(text) => change({ text })} rest={rest} focused />
        <LineField label={t('assert.name')} most={200} value={edit.name} onChange={(name) => change({ name })} />
        {known === null && (
          <label className="check">
            <input type="checkbox" checked={edit.keep} onChange={(event) => change({ keep: event.target.checked })} />
            <span>{t('assert.expected')}</span>
          </label>
        )}
        <SentFor reply={reply} />
        <Problems problem={problem} />
        {leaving ? (
          <Leaving
            onGo={() => {
              drop();
              closeOverlay();
            }}
            onStay={() => setLeaving(false)}
          />
        ) : (
          <div className="end">
            <button type="button" className="btn" onClick={close}>
              {t('assert.cancel')} <kbd>Esc</kbd>
            </button>
            <button type="submit" className="btn" disabled={!isReady}>
              {t('assert.save')} <kbd>Ctrl Enter</kbd>
            </button>
            <button type="button" className="btn primary" disabled={!isReady} onClick={() => void save(true)}>
              {t('assert.saveRun')}
            </button>
          </div>
        )}
      </form>
    </Dialog>
  );
}

/** Words that are not saved are not thrown away by one key. */
function Leaving({ onGo, onStay }: { onGo: () => void; onStay: () => void }) {
  const { t } = useTranslation('evals');
  return (
    <fieldset className="end leaving" aria-label={t('assert.unsaved')}>
      <span role="alert">{t('assert.unsaved')}</span>
      <button type="button" className="btn danger" onClick={onGo}>
        {t('assert.discard')}
      </button>
      {/* biome-ignore lint/a11y/noAutofocus: the buttons that were there have made way for this one. */}
      <button type="button" className="btn" autoFocus onClick={onStay}>
        {t('assert.goOn')}
      </button>
    </fieldset>
  );
}

const LONGEST = 80;

/** The question in a few words. */
function nameAfter(question: string): string {
  const line = question.trim().replace(/\s+/g, ' ');
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1).trimEnd()}…`;
}

function write(reply: Reply, known: EvalCase | null, { name, keep }: Edit, asserts: Assertion[]): Promise<EvalCase> {
  const [first = '', ...others] = asserts as (string | Record<string, unknown>)[];
  const body = { asserts: [first, ...others] as [string], name };
  return known === null ? keepCase(reply.id, { ...body, note: '', keep_reply: keep }) : changeCase(known.id, body);
}

function tell(kept: EvalCase, isNew: boolean, name: string): void {
  // Said from outside of any view: by now the sheet is gone.
  if (isNew) notify(say('evals:assert.saved', { name }), { undo: () => void archiveCase(kept) });
  else notify(say('evals:assert.changed'));
}

async function runAndShow({ id, advisor_id: advisorId }: EvalCase): Promise<void> {
  if (await runEvals({ advisor_id: advisorId, case_ids: [id], repeat: 1 }))
    go({ page: 'evals', id: advisorId, caseId: id });
}
