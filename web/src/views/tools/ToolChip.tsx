import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { changeDraft } from '../../model/draft';
import type { AdvisorPreview } from '../../model/preview';
import { type ChosenTool, chosenTools, omissionOf } from '../../model/toolChoice';
import { findAdvisor } from '../../model/workspace';
import { joinNames } from '../parts/counts';
import { Popover } from '../parts/Floating';
import { formatNumber } from '../parts/format';
import { useConversation, useDraft, usePreview, useWorkspace } from '../parts/store';

function useChosen(): readonly ChosenTool[] {
  const id = useConversation((state) => state.id);
  const { omit } = useDraft();
  const advisors = usePreview((state) => (state.conversationId === id ? (state.latest?.advisors ?? NOBODY) : NOBODY));
  return useMemo(() => chosenTools(advisors, omit), [advisors, omit]);
}

const NOBODY: readonly AdvisorPreview[] = [];

/** Whether anybody is told about a tool in this send, or would be if none were left out. */
export function useHasTools(): boolean {
  return useChosen().length > 0;
}

/** How many tools the voices are told about in this send; each can be left out of it, for everybody or for one. */
export function ToolChip() {
  const { t } = useTranslation('tools');
  const id = useConversation((state) => state.id);
  const { omit } = useDraft();
  const chosen = useChosen();
  const told = chosen.filter((each) => each.advisorIds.length > 0);
  const tokens = usePreview(({ latest }) =>
    Math.max(0, ...(latest?.advisors ?? NOBODY).map((each) => each.tool_tokens)),
  );
  return (
    <Popover
      side="top"
      align="start"
      label={t('chip.about')}
      className="tool-choice"
      trigger={
        <button type="button" className={told.length === 0 ? 'chip offed' : 'chip'}>
          <b>{t('chip.label')}</b> <span className="num">{formatNumber(told.length)}</span>
          {tokens > 0 && (
            <span className="num vh">{t('server.tokens', { count: tokens, formatted: formatNumber(tokens) })}</span>
          )}
        </button>
      }
    >
      <h3>{t('chip.about')}</h3>
      <p>{t('chip.lead')}</p>
      <ul>
        {chosen.map((each) => (
          <Choice key={each.name} tool={each} conversationId={id} omit={omit} />
        ))}
      </ul>
    </Popover>
  );
}

interface ChoiceProps {
  tool: ChosenTool;
  conversationId: string | null;
  omit: readonly string[];
}

function Choice({ tool, conversationId, omit }: ChoiceProps) {
  const { t } = useTranslation('tools');
  const { name, tokens } = tool;
  const everybody = omissionOf(name);
  const flip = (word: string) =>
    changeDraft(conversationId, { omit: omit.includes(word) ? omit.filter((each) => each !== word) : [...omit, word] });
  const ids = [...tool.advisorIds, ...tool.withoutIds];
  const names = useWorkspace((state) => ids.map((each) => findAdvisor(state, each)?.name ?? each));
  const isAlone = ids.length === 1 && tool.withoutIds.length === 0;
  return (
    <li>
      <label className="check">
        <input type="checkbox" checked={!omit.includes(everybody)} onChange={() => flip(everybody)} />
        <code>
          <bdi>{name}</bdi>
        </code>
        {tokens > 0 && <span className="quiet num">{formatNumber(tokens)}</span>}
        {isAlone && <span className="quiet">{t('chip.for', { names: joinNames(names) })}</span>}
      </label>
      {!isAlone &&
        ids.map((advisorId, at) => (
          <label key={advisorId} className="check one">
            <input
              type="checkbox"
              checked={!omit.includes(everybody) && !omit.includes(omissionOf(name, advisorId))}
              disabled={omit.includes(everybody)}
              onChange={() => flip(omissionOf(name, advisorId))}
            />
            <span dir="auto">{t('chip.for', { names: names[at] ?? '' })}</span>
          </label>
        ))}
    </li>
  );
}
