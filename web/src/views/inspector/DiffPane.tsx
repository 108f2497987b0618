import '../../locales/inspector';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Difference } from '../../commands/differences';
import { formatNumber } from '../parts/format';
import type { ShownPayload } from '../payloads/shown';
import { Comparison } from './Comparison';
import { useDifferences } from './useDifference';

/** Something this payload can be held against. Its name is the same for every payload, so a choice outlives a look. */
export interface Target {
  readonly name: string;
  readonly kind: 'voice' | 'self';
  readonly option: string;
  readonly bar: string;
  readonly load: (signal: AbortSignal) => Promise<Difference | null>;
}

/** A share that is known without asking. */
export interface KnownBar {
  readonly bar: string;
  readonly bytes: number;
  readonly share: number;
}

interface Props {
  shown: ShownPayload;
  targets: readonly Target[];
  known?: readonly KnownBar[];
  /** What is said about the cache, if anything. */
  note?: string | null;
  against: string | null;
  onAgainst: (name: string | null) => void;
}

/** Where this payload parts from another; asked for when somebody wants to know. */
export function DiffPane({ shown, targets, known = [], note = null, against, onAgainst }: Props) {
  const { t } = useTranslation('inspector');
  const id = useId();
  const target = targets.find((each) => each.name === against) ?? null;
  const found = useDifferences(target?.name ?? null, (signal) => target?.load(signal) ?? Promise.resolve(null));
  const difference = target && found[target.name];
  const bars = [...known, ...targets.flatMap((each) => barOf(each, found[each.name]))];
  return (
    <section className="pane">
      <div className="h">
        <h3>{t('diff.title')}</h3>
        {targets.length > 0 && (
          <span className="vs">
            <label htmlFor={id}>{t('diff.against')}</label>
            <select
              id={id}
              aria-label={t('diff.againstLabel')}
              className="input"
              value={target?.name ?? ''}
              onChange={(event) => onAgainst(event.target.value || null)}
            >
              <option value="">{t('diff.choose')}</option>
              {targets.map((each) => (
                <option key={each.name} value={each.name}>
                  {each.option}
                </option>
              ))}
            </select>
          </span>
        )}
      </div>
      {bars.length > 0 && <Bars bars={bars} />}
      {targets.length === 0 && bars.length === 0 && <p className="note">{t('diff.none')}</p>}
      {targets.length > 0 && target === null && <p className="note">{t('diff.hint', { name: shown.voice.name })}</p>}
      {target && difference === undefined && <p className="note">{t('diff.loading')}</p>}
      {difference === null && target && <p className="note">{t('diff.refused')}</p>}
      {note && <p className="note">{note}</p>}
      {target && difference && <Comparison difference={difference} shown={shown} against={target.kind} />}
    </section>
  );
}

function barOf(target: Target, difference: Difference | null | undefined): KnownBar[] {
  if (!difference) return [];
  const { first_difference: first, b_size: size } = difference.payload;
  const bytes = first ?? size;
  return [{ bar: target.bar, bytes, share: size === 0 ? 1 : bytes / size }];
}

function Bars({ bars }: { bars: readonly KnownBar[] }) {
  const { t } = useTranslation('inspector');
  return (
    <ul className="bars">
      {bars.map(({ bar, bytes, share }) => (
        <li key={bar}>
          <span>{bar}</span>
          <span className="bar2" aria-hidden="true">
            <i style={{ inlineSize: `${share * 100}%` }} />
            <u style={{ insetInlineStart: `min(${share * 100}%, 100% - 2px)` }} />
          </span>
          <span className="num">{t('diff.shared', { bytes: formatNumber(bytes) })}</span>
        </li>
      ))}
    </ul>
  );
}
