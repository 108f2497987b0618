import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../parts/format';
import { BlockRow } from './BlockRow';
import { Hash } from './Hash';
import type { Form } from './Header';
import type { Look } from './look';
import { RawForm } from './RawForm';
import { formatRanges } from './ranges';
import { buildRows, type Row } from './rows';
import { ToldRow } from './ToolRows';
import { WireForm } from './WireForm';

/** What is in the request, message by message. */
export function Payload({ look, form }: { look: Look; form: Form }) {
  const { t } = useTranslation('inspector');
  const messages = t('payload.messages', { count: look.blocks.length, formatted: formatNumber(look.blocks.length) });
  const bytes = t('payload.bytes', { count: look.size ?? 0, formatted: formatNumber(look.size ?? 0) });
  return (
    <>
      <div className="h">
        <h3>{t('payload.title')}</h3>
        <span className="num">{look.size === null ? messages : t('payload.size', { messages, bytes })}</span>
      </div>
      {look.sha256 !== null && look.body !== null && <Hash sha256={look.sha256} body={look.body} />}
      {form === 'canonical' || look.body === null ? (
        <Canonical look={look} />
      ) : form === 'provider' ? (
        <WireForm body={look.body} canonical={look.blocks.length} />
      ) : (
        <RawForm body={look.body} name={look.voice.name} position={look.position} />
      )}
    </>
  );
}

function Canonical({ look }: { look: Look }) {
  const { t } = useTranslation('inspector');
  const { blocks, trims, leftOut, places } = look;
  const rows = useMemo(
    () => buildRows({ blocks, trims, leftOut, positionOf: places.positionOf }),
    [blocks, trims, leftOut, places],
  );
  return (
    <>
      <ul className="blocks" aria-label={t('payload.list')}>
        {look.told && <ToldRow told={look.told} />}
        {rows.map((row) => (
          <RowView key={keyOf(row)} row={row} look={look} />
        ))}
      </ul>
      <p className="sum">
        <span>{t('payload.sum')}</span>
        <span className="num">{formatNumber(look.tokens)}</span>
      </p>
    </>
  );
}

function RowView({ row, look }: { row: Row; look: Look }) {
  switch (row.kind) {
    case 'block':
      return <BlockRow block={row.block} look={look} />;
    case 'run':
      return <RunRow row={row} look={look} />;
    default:
      return <GapRow row={row} />;
  }
}

// What a person can look through at once; a thousand blocks at a time would take a second to draw.
const STEP = 100;

/** Old turns in one line. All of them are still sent; opening only shows them. */
function RunRow({ row, look }: { row: Extract<Row, { kind: 'run' }>; look: Look }) {
  const { t } = useTranslation('inspector');
  const [shown, setShown] = useState(0);
  const open = shown > 0;
  const hidden = row.blocks.length - shown;
  const tokens = row.blocks.reduce((sum, block) => sum + block.tokens, 0);
  const ranges = formatRanges(row.positions);
  const about = { count: row.blocks.length, ranges, name: look.voice.name };
  return (
    <>
      <li className="run">
        <button type="button" aria-expanded={open} onClick={() => setShown(open ? 0 : STEP)}>
          {open ? t(ranges ? 'run.fold' : 'run.foldGone', { ranges }) : t(ranges ? 'run.words' : 'run.gone', about)}
          {!open && <span className="still">{t('run.sent')}</span>}
        </button>
        <span className="num">{formatNumber(tokens)}</span>
      </li>
      {row.blocks.slice(0, shown).map((block) => (
        <BlockRow key={block.index} block={block} look={look} />
      ))}
      {open && hidden > 0 && (
        <li className="run">
          <button type="button" onClick={() => setShown(shown + STEP)}>
            {t('run.more', { count: Math.min(STEP, hidden), hidden: formatNumber(hidden) })}
          </button>
        </li>
      )}
    </>
  );
}

/** What is not sent, drawn where it would be. */
function GapRow({ row }: { row: Extract<Row, { kind: 'trim' | 'out' }> }) {
  const { t } = useTranslation('inspector');
  if (row.kind === 'out') {
    const { first, last, turns, why } = row.span;
    const ranges = first === last ? `${first}` : `${first}–${last}`;
    return <li className="gap">{t('out', { count: turns, ranges, why: t(`why.${why}`) })}</li>;
  }
  const { attempt, tokens } = row.trim;
  return (
    <li className="ghost">
      <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
        <rect x="1.5" y="1.5" width="9" height="9" />
        <path d="M0 12L12 0" />
      </svg>
      <span>{row.position === null ? t('trimGone', { attempt }) : t('trim', { position: row.position, attempt })}</span>
      {tokens !== null && <del className="num">{formatNumber(tokens)}</del>}
    </li>
  );
}

function keyOf(row: Row): string {
  if (row.kind === 'block') return `b${row.block.index}`;
  if (row.kind === 'run') return `r${row.blocks[0]?.index}`;
  return row.kind === 'trim' ? `t${row.trim.turnId}` : `o${row.span.first}`;
}
