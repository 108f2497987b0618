import type { EditorView } from '@codemirror/view';
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pastLines, type Reading, readLine, runLine, type Wrong } from '../../commands/filter';
import { isAborted, Refusal } from '../../protocol/request';
import { AT_HAND, browse } from './browse';
import { openEditor, setWrong } from './editor';
import { readParts } from './parts';
import { putInWords } from './sentence';

type Told =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'read'; readonly line: string; readonly reading: Reading }
  | { readonly kind: 'wrong'; readonly wrong: Wrong }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'ask'; readonly count: number; readonly line: string };

const NOTHING: Told = { kind: 'nothing' };
const PAUSE = 250;

/** The filter line while it is written. Nothing changes on the page before Enter. */
export function FilterEditor({ line, onLeave }: { line: string; onLeave: (typed: string | null) => void }) {
  const { t } = useTranslation(['context', 'shell']);
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const browsing = useRef(AT_HAND);
  // The line Enter was pressed on: what came of that stands until the line changes.
  const answered = useRef<string | null>(null);
  const leaving = useRef(onLeave);
  leaving.current = onLeave;
  const [text, setText] = useState(line);
  const [told, setTold] = useState<Told>(NOTHING);

  const point = (wrong: Wrong | null) => view.current?.dispatch({ effects: setWrong.of(wrong?.at ?? null) });
  const run = async (said: string, confirm = false) => {
    answered.current = said;
    const outcome = await runLine(said, { confirm });
    if (outcome.kind === 'applied') return leaving.current(null);
    if (outcome.kind === 'wrong') point(outcome.wrong);
    setTold(outcome.kind === 'ask' ? { ...outcome, line: said } : outcome);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is made once and holds the text from then on
  useEffect(() => {
    if (host.current === null) return;
    const made = openEditor(host.current, line, {
      label: t('filter.editor'),
      change: (now) => {
        answered.current = null;
        setText(now);
        setTold(NOTHING);
      },
      enter: (now) => void run(now),
      leave: () => leaving.current(null),
      browse: (now, step) => {
        const found = browse(pastLines(), browsing.current, now, step);
        if (found) browsing.current = found.browsing;
        return found?.line ?? null;
      },
    });
    view.current = made;
    made.focus();
    return () => made.destroy();
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when the text changes, and only then
  useEffect(() => {
    if (text.trim() === '') return point(null);
    const gone = new AbortController();
    const timer = setTimeout(() => {
      readLine(text, undefined, gone.signal)
        .then((reading) => {
          if (answered.current === text) return;
          point(reading.wrong);
          setTold(reading.wrong ? { kind: 'wrong', wrong: reading.wrong } : { kind: 'read', line: text, reading });
        })
        .catch((error: unknown) => {
          if (!isAborted(error) && !(error instanceof Refusal)) throw error;
        });
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [text]);

  const leaveByBlur = (event: FocusEvent<HTMLDivElement>) => {
    if (event.currentTarget.contains(event.relatedTarget) || !document.hasFocus()) return;
    onLeave(text === line ? null : text);
  };
  const keep = () => {
    setTold(NOTHING);
    view.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it acts on nothing, it only watches what happens inside it
    <div className="writing" onBlur={leaveByBlur} onKeyDown={keepOwnKeys}>
      <strong className="mode-name">{t('shell:mode.command')}</strong>
      <div className="editor" ref={host} />
      {told.kind === 'ask' ? (
        <Question count={told.count} onYes={() => void run(told.line, true)} onNo={keep} />
      ) : (
        <Says told={told} />
      )}
    </div>
  );
}

/** What the line means, what Enter would do, or what is wrong: beside the line, never instead of it. */
function Says({ told }: { told: Told }) {
  const { t } = useTranslation('context');
  switch (told.kind) {
    case 'wrong':
      return (
        <span className="says msg" role="status">
          {t('filter.wrong', { ...told.wrong })}
        </span>
      );
    case 'refused':
      return (
        <span className="says msg" role="status">
          {t('filter.refused', { message: told.message })}
        </span>
      );
    case 'read': {
      const { command, canonical, words } = told.reading;
      const parts = canonical === null ? null : readParts(canonical);
      const will = command && t(`command.will.${command.name as 'star'}`);
      const shown = (parts && putInWords(parts, t)) || (canonical === '*' ? t('filter.all') : (words ?? ''));
      return <span className="says">{will ? `${will}: ${shown}` : shown}</span>;
    }
    default:
      return <span className="says" />;
  }
}

function Question({ count, onYes, onNo }: { count: number; onYes: () => void; onNo: () => void }) {
  const { t } = useTranslation('context');
  const yes = useRef<HTMLButtonElement>(null);
  useEffect(() => yes.current?.focus(), []);
  const leaveByKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onNo();
  };
  return (
    <fieldset className="question" onKeyDown={leaveByKey}>
      <legend className="msg">{t('command.ask', { count })}</legend>
      <button type="button" className="btn sm danger" ref={yes} onClick={onYes}>
        {t('command.yes')}
      </button>
      <button type="button" className="btn sm" onClick={onNo}>
        {t('command.no')}
      </button>
    </fieldset>
  );
}

const EDITING = new Set(['a', 'e', 'u', 'w', 'p', 'n']);

/** Keys that write or move in the line are nobody else's; from outside the shadow root they look like bare letters. */
function keepOwnKeys(event: KeyboardEvent): void {
  const chord = event.ctrlKey || event.metaKey || event.altKey;
  if (chord ? event.ctrlKey && EDITING.has(event.key.toLowerCase()) : !/^F\d/.test(event.key)) event.stopPropagation();
}
