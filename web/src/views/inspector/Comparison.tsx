import '../../locales/inspector';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Difference } from '../../commands/differences';
import { formatNumber } from '../parts/format';
import type { ShownPayload } from '../payloads/shown';
import { Words } from '../payloads/Words';
import { firstMessageByte, readWire } from '../payloads/wire';
import { foldChanges, foldPieces, type Line, type Part } from './changes';

interface Props {
  difference: Difference;
  /** The payload on the second side. */
  shown: Pick<ShownPayload, 'blocks' | 'body'>;
  against: 'voice' | 'self';
}

/** What differs in what was sent, then in what came back. */
export function Comparison({ difference, shown, against }: Props) {
  const { t } = useTranslation('inspector');
  const parts = useMemo(() => foldDifference(difference, shown, against), [difference, shown, against]);
  return (
    <>
      {difference.payload.first_difference === null && <p className="note">{t('diff.identical')}</p>}
      <ul className="diff" aria-label={t('diff.list')}>
        {parts.map((part, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one difference never move.
          <PartRows key={place} part={part} />
        ))}
      </ul>
      {difference.answer !== null && <Answers pieces={difference.answer} />}
    </>
  );
}

function foldDifference({ payload }: Difference, { blocks, body }: Props['shown'], against: Props['against']): Part[] {
  const isWhole = body !== null && readWire(body)?.messages.length === blocks.length;
  return foldChanges({
    diff: payload,
    against,
    kindOf: (index) => (isWhole ? (blocks[index]?.kind ?? null) : null),
    messagesFrom: body === null ? 0 : firstMessageByte(body),
  });
}

function Answers({ pieces }: { pieces: NonNullable<Difference['answer']> }) {
  const { t } = useTranslation('inspector');
  const lines = useMemo(() => foldPieces(pieces), [pieces]);
  return (
    <>
      <h4 className="sub">{t('diff.answers')}</h4>
      {pieces.every((piece) => piece.op === 'same') ? (
        <p className="note">{t('diff.answersSame')}</p>
      ) : (
        <ul className="diff" aria-label={t('diff.answersNote')}>
          <Lines lines={lines} />
        </ul>
      )}
    </>
  );
}

function PartRows({ part }: { part: Part }) {
  const { t } = useTranslation('inspector');
  switch (part.kind) {
    case 'same':
      return (
        <li className="same">
          <span>=</span>
          <span>{t('diff.same', { count: part.count })}</span>
        </li>
      );
    case 'break': {
      const key = part.where === 'start' ? 'breakStart' : part.where === 'end' ? 'breakEnd' : 'break';
      return <li className="brk">{t(`diff.${key}`, { byte: formatNumber(part.byte), of: formatNumber(part.of) })}</li>;
    }
    case 'words':
      return <Lines lines={part.lines} />;
    case 'differ':
      return (
        <Folded sign="≠" words={t(`diff.${part.reason}`, { count: part.changes.length })} changes={part.changes} />
      );
    case 'only': {
      const sign = part.side === 'removed' ? '−' : '+';
      return (
        <Folded sign={sign} words={t(`diff.${part.side}`, { count: part.changes.length })} changes={part.changes} />
      );
    }
  }
}

type Changes = Extract<Part, { kind: 'differ' }>['changes'];

/** Messages whose difference needs no words until somebody wants them. */
function Folded({ sign, words, changes }: { sign: string; words: string; changes: Changes }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <li className="same">
        <span>{sign}</span>
        <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
          {words}
        </button>
      </li>
      {open && changes.map((change) => <Lines key={`${change.a}-${change.b}`} lines={foldPieces(change.pieces)} />)}
    </>
  );
}

const SIGNS = { same: '=', removed: '−', added: '+' } as const;
const CLASSES = { same: 'both', removed: 'del', added: 'add' } as const;

function Lines({ lines }: { lines: readonly Line[] }) {
  const { t } = useTranslation('inspector');
  return lines.map((line, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one difference never move.
    <li key={place} className={CLASSES[line.kind]}>
      <span aria-hidden="true">{SIGNS[line.kind]}</span>
      <span className="vh">{t(`diff.${line.kind}Word`)}</span>
      <Words text={line.text} lines={1} />
    </li>
  ));
}
