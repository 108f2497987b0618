import '../../locales/inspector';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sayNth } from '../parts/counts';
import { formatNumber } from '../parts/format';
import { BlockRow } from './BlockRow';
import { Hash } from './Hash';
import { RawForm } from './RawForm';
import { formatRanges } from './ranges';
import { buildRows, type Row } from './rows';
import type { PayloadForm, ShownPayload } from './shown';
import { ToldRow } from './ToolRows';
import { WireForm } from './WireForm';

/** What is in the request, message by message. */
export function Payload({ shown, form }: { shown: ShownPayload; form: PayloadForm }) {
  const { t } = useTranslation('inspector');
  const messages = t('payload.messages', { count: shown.blocks.length, formatted: formatNumber(shown.blocks.length) });
  const bytes = t('payload.bytes', { count: shown.size ?? 0, formatted: formatNumber(shown.size ?? 0) });
  return (
    <>
      <div className="h">
        <h3>{t(shown.turnId === null ? 'payload.titleNow' : 'payload.title')}</h3>
        <span className="num">{shown.size === null ? messages : t('payload.size', { messages, bytes })}</span>
      </div>
      {shown.sha256 !== null && shown.body !== null && <Hash sha256={shown.sha256} body={shown.body} />}
      {form === 'canonical' || shown.body === null ? (
        <Canonical shown={shown} />
      ) : form === 'provider' ? (
        <WireForm body={shown.body} canonical={shown.blocks.length} />
      ) : (
        <RawForm body={shown.body} name={shown.voice.name} position={shown.position} />
      )}
    </>
  );
}

function Canonical({ shown }: { shown: ShownPayload }) {
  const { t } = useTranslation('inspector');
  const { blocks, trims, leftOut, places } = shown;
  const rows = useMemo(
    () => buildRows({ blocks, trims, leftOut, positionOf: places.positionOf }),
    [blocks, trims, leftOut, places],
  );
  return (
    <>
      <ul className="blocks" aria-label={t('payload.list')}>
        {shown.told && <ToldRow told={shown.told} />}
        {rows.map((row) => (
          <RowView key={keyOf(row)} row={row} shown={shown} />
        ))}
      </ul>
      <p className="sum">
        <span>{t('payload.sum')}</span>
        <span className="num">{formatNumber(shown.tokens)}</span>
      </p>
    </>
  );
}

function RowView({ row, shown }: { row: Row; shown: ShownPayload }) {
  switch (row.kind) {
    case 'block':
      return <BlockRow block={row.block} shown={shown} />;
    case 'run':
      return <RunRow row={row} shown={shown} />;
    default:
      return <GapRow row={row} />;
  }
}

// What a person can look through at once; a thousand blocks at a time would take a second to draw.
const STEP = 100;

/** Old turns in one line. All of them are still sent; opening only shows them. */
function RunRow({ row, shown }: { row: Extract<Row, { kind: 'run' }>; shown: ShownPayload }) {
  const { t } = useTranslation('inspector');
  const [drawn, setDrawn] = useState(0);
  const open = drawn > 0;
  const hidden = row.blocks.length - drawn;
  const tokens = row.blocks.reduce((sum, block) => sum + block.tokens, 0);
  const ranges = formatRanges(row.positions);
  const about = { count: row.blocks.length, ranges, name: shown.voice.name };
  return (
    <>
      <li className="run">
        <button type="button" aria-expanded={open} onClick={() => setDrawn(open ? 0 : STEP)}>
          {open ? t(ranges ? 'run.fold' : 'run.foldGone', { ranges }) : t(ranges ? 'run.words' : 'run.gone', about)}
          {!open && <span className="still">{t('run.sent')}</span>}
        </button>
        <span className="num">{formatNumber(tokens)}</span>
      </li>
      {row.blocks.slice(0, drawn).map((block) => (
        <BlockRow key={block.index} block={block} shown={shown} />
      ))}
      {open && hidden > 0 && (
        <li className="run">
          <button type="button" onClick={() => setDrawn(drawn + STEP)}>
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
  const { t: tell } = useTranslation('conversation');
  if (row.kind === 'out') {
    const { first, last, turns, why } = row.span;
    const ranges = first === last ? `${first}` : `${first}–${last}`;
    return <li className="gap">{t('out', { count: turns, ranges, why: t(`why.${why}`) })}</li>;
  }
  const { attempt, tokens } = row.trim;
  const before = sayNth(tell, 'try', attempt);
  return (
    <li className="ghost">
      <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
        <rect x="1.5" y="1.5" width="9" height="9" />
        <path d="M0 12L12 0" />
      </svg>
      <span>
        {row.position === null ? t('trimGone', { try: before }) : t('trim', { position: row.position, try: before })}
      </span>
      {tokens !== null && <del className="num">{formatNumber(tokens)}</del>}
    </li>
  );
}

function keyOf(row: Row): string {
  if (row.kind === 'block') return `b${row.block.index}`;
  if (row.kind === 'run') return `r${row.blocks[0]?.index}`;
  return row.kind === 'trim' ? `t${row.trim.turnId}` : `o${row.span.first}`;
}
