import { type FormEvent, type ReactElement, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Explanation, explainWorth, setWorth, type Weighed } from '../../commands/importance';
import { markTurns } from '../../commands/turns';
import { worthOf } from '../../model/importance';
import { Popover } from '../parts/Floating';
import { formatNumber } from '../parts/format';

interface Props {
  what: Weighed;
  importance: number | null;
  worth: number | null;
  pinned: boolean;
  trigger: ReactElement<Record<string, unknown>>;
  onClose: () => void;
}

// A quotation is there to be recognised, not to be read.
const LONGEST_QUOTE = 60;

/** Why something is worth what it is, rule by rule, and the person's own word. It opens at once. */
export function ImportanceWhy({ what, importance, worth, pinned, trigger, onClose }: Props) {
  const { t } = useTranslation('importance');
  const score = formatNumber(worthOf({ importance, worth }) ?? 0, 2);
  const found = useExplanation(what, `${importance} ${worth} ${pinned}`);
  return (
    <Popover
      trigger={trigger}
      label={t('why.title', { score })}
      align="start"
      open
      onOpenChange={(open) => !open && onClose()}
      className="weighing"
    >
      <h3>{t(worth === null ? 'why.title' : 'why.titleYours', { score })}</h3>
      {found === undefined && <p role="status">{t('why.loading')}</p>}
      {found === null && <p>{t('why.refused')}</p>}
      {found && <Reasons found={found} />}
      <OwnWorth key={worth ?? 'none'} what={what} importance={importance} worth={worth} />
      {what.kind === 'turn' && found && <Pin turnId={what.id} pinned={pinned} by={found.pinned_by ?? null} />}
      <p className="note">{t('why.both')}</p>
    </Popover>
  );
}

/** Undefined is under way; null was refused. What it depends on is asked for again when that changes. */
function useExplanation(what: Weighed, dependsOn: string): Explanation | null | undefined {
  const [found, setFound] = useState<Explanation | null | undefined>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the id names what is weighed; the rest is what may change.
  useEffect(() => {
    const asked = new AbortController();
    void explainWorth(what, asked.signal).then((answer) => {
      if (!asked.signal.aborted) setFound(answer);
    });
    return () => asked.abort();
  }, [what.id, dependsOn]);
  return found;
}

function Reasons({ found }: { found: Explanation }) {
  const { t } = useTranslation('importance');
  if (found.reckoned === null) return <p>{t('why.nothing')}</p>;
  return (
    <dl className="reasons">
      {found.reasons.map((reason) => (
        <div key={reason.rule}>
          <dt>
            {t(`why.rule.${reason.rule}`)}
            {reason.words !== null && <q dir="auto">{shorten(reason.words)}</q>}
          </dt>
          <dd className="num">{t(`why.${reason.effect}`, { amount: formatNumber(reason.amount, 2) })}</dd>
        </div>
      ))}
      <div className="sum">
        <dt>{t('why.sum')}</dt>
        <dd className="num">{formatNumber(found.reckoned, 2)}</dd>
      </div>
    </dl>
  );
}

function shorten(words: string): string {
  const points = [...words.replace(/\s+/g, ' ').trim()];
  return points.length > LONGEST_QUOTE ? `${points.slice(0, LONGEST_QUOTE).join('')}…` : points.join('');
}

function OwnWorth({ what, importance, worth }: Pick<Props, 'what' | 'importance' | 'worth'>) {
  const { t } = useTranslation('importance');
  const id = useId();
  const standing = worthOf({ importance, worth }) ?? 0;
  const [value, setValue] = useState(standing);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void setWorth(what, value);
  };
  return (
    <form className="ownworth" noValidate onSubmit={submit}>
      <label htmlFor={id}>{t('own.label')}</label>
      <input
        id={id}
        type="range"
        min={0}
        max={1}
        step={0.05}
        value={value}
        onChange={(event) => setValue(Number(event.target.value))}
      />
      <output htmlFor={id} className="num">
        {formatNumber(value, 2)}
      </output>
      <button type="submit" className="btn sm" disabled={value === worth}>
        {t('own.set')}
      </button>
      {worth !== null && (
        <button type="button" className="btn sm quiet" onClick={() => void setWorth(what, null)}>
          {t('own.takeBack')}
        </button>
      )}
    </form>
  );
}

function Pin({ turnId, pinned, by }: { turnId: string; pinned: boolean; by: 'rule' | 'person' | null }) {
  const { t } = useTranslation('importance');
  return (
    <p className="pinned">
      <span>{t(`pin.${pinned ? (by ?? 'person') : 'nobody'}`)}</span>
      <button type="button" className="btn sm" onClick={() => void markTurns([turnId], { pinned: !pinned })}>
        {t(pinned ? 'pin.unpin' : 'pin.pin')}
      </button>
    </p>
  );
}
