import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nameOfUse, oneLine, type ToolStatus } from '../../model/toolUse';
import type { Reply, ToolUse } from '../../protocol/events';
import { formatMoney, formatSeconds } from '../parts/format';
import { ToolAsks } from './ToolAsks';
import { Arguments, ToolDetails } from './ToolDetails';
import { formatUntil } from './until';
import { useTools } from './useTools';

/** One use of a tool where it stands in an answer: in one line, and all of it when it is opened or asks. */
export function ToolCard({ reply, use }: { reply: Reply; use: ToolUse }) {
  const { t } = useTranslation('tools');
  const [wanted, want] = useState<boolean | null>(null);
  const head = useRef<HTMLButtonElement>(null);
  const id = useId();
  const name = nameOfUse(use);
  const line = oneLine(use.allowed ?? use.arguments);
  const asks = use.status === 'asking' && !reply.completed;
  // What is asked about is in sight.
  const open = wanted ?? asks;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend and is no form here.
    <div
      className={`tool ${use.status}`}
      role="group"
      aria-label={t('card.label', { tool: name, status: t(`status.${use.status}`) })}
    >
      <button
        ref={head}
        type="button"
        className="tool-head"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => want(!open)}
      >
        <Mark status={use.status} />
        <code>
          <bdi>{name}</bdi>
        </code>
        <span className="line" dir="auto">
          {line}
        </span>
        <span className="how">
          {t(`status.${use.status}`)}
          {use.seconds !== null && <span className="num"> {formatSeconds(use.seconds)}</span>}
        </span>
      </button>
      {open && (
        <div id={id} className="tool-body">
          {asks ? <Asking use={use} onDone={() => head.current?.focus()} /> : <ToolDetails use={use} />}
        </div>
      )}
    </div>
  );
}

/** The call in full, and the person's word about it. */
function Asking({ use, onDone }: { use: ToolUse; onDone: () => void }) {
  const { t } = useTranslation('tools');
  const { approval_id: id, server, tool } = use;
  return (
    <>
      <p>{t('card.asks')}</p>
      <Price approvalId={id} />
      <Arguments use={use} />
      {id !== null && (
        <ToolAsks approvalId={id} server={server} tool={tool} written={use.arguments} onDone={onDone} all />
      )}
      {use.expires_at && <p className="quiet">{t('card.until', { time: formatUntil(use.expires_at) })}</p>}
    </>
  );
}

/** What a call costs that is paid for. */
function Price({ approvalId }: { approvalId: string | null }) {
  const { t } = useTranslation('tools');
  const asked = useTools(({ pending }) => pending.find((each) => each.id === approvalId) ?? null);
  if (!asked?.paid) return null;
  return <p>{asked.price === null ? t('card.priceUnknown') : t('card.price', { cost: formatMoney(asked.price) })}</p>;
}

const PATHS: Readonly<Record<Exclude<ToolStatus, 'running'>, string>> = {
  asking: 'M4.2 4.4a1.8 1.8 0 1 1 2.6 1.7c-.6.3-.8.6-.8 1.2M6 9.3v.2',
  success: 'M2.5 6.4 5 8.8l4.6-5.4',
  error: 'M3 3l6 6M9 3l-6 6',
  rejected: 'M2.5 6h7',
};

/** A sign that repeats the word behind it. */
function Mark({ status }: { status: ToolStatus }) {
  if (status === 'running') return <span className="spin" aria-hidden="true" />;
  return (
    <svg className="mark" width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
      <path d={PATHS[status]} />
    </svg>
  );
}
