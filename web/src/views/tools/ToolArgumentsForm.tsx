import type { TFunction } from 'i18next';
import { type FormEvent, useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { attempt } from '../../commands/refused';
import { loadTools } from '../../commands/tools';
import { type ArgumentProblem, readArguments } from '../../model/toolArguments';
import { findTool, tools } from '../../model/tools';
import { leaveOnEscape } from './leaveOnEscape';
import { useTools } from './useTools';

interface Props {
  server: string;
  tool: string;
  text: string;
  /** Why the last try was refused. */
  problem: string | null;
  busy: boolean;
  onChange: (text: string) => void;
  onAllow: (value: Record<string, unknown>) => void;
  onLeave: () => void;
}

const MOST_ROWS = 14;

/** Other arguments for a call, held against what the tool takes while they are written. */
export function ToolArgumentsForm({ server, tool, text, problem, busy, onChange, onAllow, onLeave }: Props) {
  const { t } = useTranslation('tools');
  const id = useId();
  const schema = useTools((state) => findTool(state, server, tool)?.schema ?? null);
  useEffect(() => {
    if (tools.getState().servers === null) void attempt(loadTools);
  }, []);
  const read = readArguments(text, schema);
  const wrong = read.problem ? sayProblem(t, read.problem) : problem;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (read.value !== null) onAllow(read.value);
  };
  return (
    <form className="tool-form" onSubmit={submit} onKeyDown={leaveOnEscape(onLeave)}>
      <label htmlFor={id}>{t('ask.argumentsLabel', { tool: `${server}/${tool}` })}</label>
      <textarea
        id={id}
        className="input mono"
        dir="ltr"
        spellCheck={false}
        rows={Math.min(MOST_ROWS, text.split('\n').length + 1)}
        value={text}
        aria-invalid={read.problem !== null}
        aria-describedby={`${id}-help`}
        // biome-ignore lint/a11y/noAutofocus: the person has just asked to write here.
        autoFocus
        onChange={(event) => onChange(event.target.value)}
      />
      <div id={`${id}-help`}>
        {wrong !== null && (
          <p className="wrong" role="alert">
            {wrong}
          </p>
        )}
        <p className="help">{t('ask.argumentsHelp')}</p>
      </div>
      <div className="tool-asks">
        <button type="submit" className="btn sm primary" disabled={busy || read.value === null}>
          {t('ask.allowChanged')}
        </button>
        <button type="button" className="btn sm quiet" onClick={onLeave}>
          {t('ask.cancel')}
        </button>
      </div>
    </form>
  );
}

function sayProblem(t: TFunction<'tools'>, problem: ArgumentProblem): string {
  const { kind, ...facts } = problem;
  return t(`problem.${kind}`, facts as { name: string; wanted: string });
}
