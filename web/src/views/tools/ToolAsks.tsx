import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { type Decision, decideCall, openApprovals } from '../../commands/approvals';
import { dropEdit, keepEdit, library } from '../../model/library';
import { pretty } from '../../model/toolUse';
import { leaveOnEscape } from './leaveOnEscape';
import { ToolArgumentsForm } from './ToolArgumentsForm';

interface Props {
  approvalId: string;
  server: string;
  tool: string;
  /** The arguments as the model wrote them. */
  written: string;
  /** It was decided, here or elsewhere. */
  onDone: () => void;
  /** Offer the way to everything that waits. */
  all?: boolean;
}

interface Writing {
  readonly kind: 'change' | 'reject';
  readonly text: string;
}

/** Yes, yes for good, other arguments, or no: the person's word about one call. */
export function ToolAsks({ approvalId, server, tool, written, onDone, all = false }: Props) {
  const { t } = useTranslation('tools');
  const name = `${server}/${tool}`;
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const first = useRef<HTMLButtonElement>(null);
  // Kept outside of the card, which is taken away when its row leaves the window.
  const key = `approval:${approvalId}`;
  const writing = useStore(library, (state) => state.edits[key] as Writing | undefined);
  const write = (kind: Writing['kind'], text: string) => keepEdit(key, { kind, text } satisfies Writing);
  const leave = () => {
    dropEdit(key);
    requestAnimationFrame(() => first.current?.focus());
  };
  const decide = async (decision: Decision) => {
    setBusy(true);
    const wrong = await decideCall(approvalId, decision);
    setBusy(false);
    setProblem(wrong);
    if (wrong !== null) return;
    dropEdit(key);
    onDone();
  };
  if (writing?.kind === 'change') {
    return (
      <ToolArgumentsForm
        server={server}
        tool={tool}
        text={writing.text}
        problem={problem}
        busy={busy}
        onChange={(text) => write('change', text)}
        onAllow={(value) => void decide({ decision: 'allow', arguments: value })}
        onLeave={leave}
      />
    );
  }
  if (writing?.kind === 'reject') {
    return (
      <RejectForm
        text={writing.text}
        problem={problem}
        busy={busy}
        onChange={(text) => write('reject', text)}
        onReject={() => void decide({ decision: 'reject', reason: writing.text.trim() })}
        onLeave={leave}
      />
    );
  }
  const label = (deed: string) => t('ask.for', { deed, tool: name });
  return (
    <div className="tool-asks">
      <button
        ref={first}
        type="button"
        className="btn sm primary"
        disabled={busy}
        aria-label={label(t('ask.once'))}
        onClick={() => void decide({ decision: 'allow' })}
      >
        {t('ask.once')}
      </button>
      <button
        type="button"
        className="btn sm"
        disabled={busy}
        aria-label={label(t('ask.always'))}
        onClick={() => void decide({ decision: 'allow', always: true })}
      >
        {t('ask.always')}
      </button>
      <button
        type="button"
        className="btn sm"
        disabled={busy}
        aria-label={label(t('ask.change'))}
        onClick={() => write('change', pretty(written))}
      >
        {t('ask.change')}
      </button>
      <button
        type="button"
        className="btn sm"
        disabled={busy}
        aria-label={label(t('ask.reject'))}
        onClick={() => write('reject', '')}
      >
        {t('ask.reject')}
      </button>
      {all && (
        <button type="button" className="link" onClick={() => openApprovals(approvalId)}>
          {t('ask.all')}
        </button>
      )}
      {problem !== null && (
        <p className="wrong" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

interface RejectProps {
  text: string;
  problem: string | null;
  busy: boolean;
  onChange: (text: string) => void;
  onReject: () => void;
  onLeave: () => void;
}

function RejectForm({ text, problem, busy, onChange, onReject, onLeave }: RejectProps) {
  const { t } = useTranslation('tools');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onReject();
  };
  return (
    <form className="tool-form" onSubmit={submit} onKeyDown={leaveOnEscape(onLeave)}>
      <label>
        {t('ask.reasonLabel')}
        <input
          className="input"
          dir="auto"
          maxLength={2000}
          value={text}
          // biome-ignore lint/a11y/noAutofocus: the person has just asked to write here.
          autoFocus
          onChange={(event) => onChange(event.target.value)}
        />
      </label>
      <p className="help">{t('ask.reasonHelp')}</p>
      {problem !== null && (
        <p className="wrong" role="alert">
          {problem}
        </p>
      )}
      <div className="tool-asks">
        <button type="submit" className="btn sm" disabled={busy}>
          {t('ask.rejectNow')}
        </button>
        <button type="button" className="btn sm quiet" onClick={onLeave}>
          {t('ask.cancel')}
        </button>
      </div>
    </form>
  );
}
