import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { watchTrims } from '../../commands/ribbon';
import { inspect } from '../../model/screen';
import { tightestTrim, trims } from '../../model/trims';
import { Popover } from '../parts/Floating';
import { formatNumber } from '../parts/format';
import { Monogram } from '../parts/Monogram';
import { useConversation, useDraft, usePreview, useWorkspace } from '../parts/store';

/** How many of the visible turns go along, and after a send that was cut to fit how many had to stay behind. */
export function Counter() {
  const { t } = useTranslation('context');
  const [open, setOpen] = useState(false);
  const counts = usePreview(({ latest }) => latest && { included: latest.included, visible: latest.visible });
  const stale = usePreview((state) => state.problem !== null);
  const { filter } = useDraft();
  const told = useStore(trims);
  useEffect(watchTrims, []);
  const isNew = useConversation((state) => state.id === null);
  if (counts === null || isNew) return <div className="counter" />;
  const { included, visible } = counts;
  const trim = told.filter === filter ? tightestTrim(told) : null;
  const trimmed = trim?.turnIds.length ?? 0;
  const of = trim?.visible ?? visible;
  const name = trim
    ? t('counter.nameTrimmed', { sent: trim.predicted - trimmed, predicted: trim.predicted, trimmed, visible: of })
    : t('counter.name', { included, visible });
  return (
    <div className="counter">
      <Popover
        label={t('counter.about')}
        className="counter-why"
        openOnHover
        open={open}
        onOpenChange={setOpen}
        trigger={
          <button type="button" className={stale ? 'xy muted' : 'xy'} aria-label={name}>
            {t('counter.of', {
              included: formatNumber(trim ? trim.predicted - trimmed : included),
              visible: formatNumber(of),
            })}
            <small>{t('counter.labelShort')}</small>
          </button>
        }
      >
        <Why trimmed={trimmed} onClose={() => setOpen(false)} />
      </Popover>
      <span className="lbl" aria-hidden="true">
        {trim ? t('counter.trimmed', { trimmed }) : t('counter.label')}
      </span>
    </div>
  );
}

/** What the two numbers are made of, and what binds each advisor. */
function Why({ trimmed, onClose }: { trimmed: number; onClose: () => void }) {
  const { t } = useTranslation('context');
  const latest = usePreview((state) => state.latest);
  const colours = useWorkspace((state) => Object.fromEntries(state.advisors.map((each) => [each.id, each.colour])));
  if (latest === null) return null;
  const tightest = latest.advisors.reduce<(typeof latest.advisors)[number] | null>(
    (least, each) => (least === null || each.included < least.included ? each : least),
    null,
  );
  const facts: [string, string][] = [
    [t('counter.visible'), formatNumber(latest.visible)],
    [t('counter.predicted'), formatNumber(latest.included)],
    [t('counter.lastTrim'), formatNumber(trimmed)],
    [t('counter.history'), tokens(tightest?.history_tokens ?? 0)],
    [t('counter.kept'), tokens(tightest?.request_allowance ?? 0)],
    [t('counter.message'), tokens(tightest?.request_tokens ?? 0)],
    [t('counter.limit'), tightest?.limit ? tokens(tightest.limit) : t('counter.unknown')],
    [
      t(tightest?.calibrated ? 'counter.rateLearned' : 'counter.rate'),
      tightest?.chars_per_token ? formatNumber(tightest.chars_per_token, 2) : t('counter.unknown'),
    ],
  ];
  function tokens(count: number): string {
    return t('counter.tokens', { count, replace: { count: formatNumber(count) } });
  }
  const look = (advisorId: string) => {
    inspect({ kind: 'draft', advisorId });
    onClose();
  };
  return (
    <>
      <h2>{latest.included === 0 ? t('counter.titleNone') : t('counter.title', { count: latest.included })}</h2>
      <dl className="num">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <hr />
      <ul className="adv" aria-label={t('counter.advisors')}>
        {latest.advisors.map((each) => (
          <li key={each.advisor_id}>
            <button
              type="button"
              title={t('counter.advisor', { name: each.name, count: each.included })}
              onClick={() => look(each.advisor_id)}
            >
              <Monogram small name={each.name} colour={colours[each.advisor_id] ?? ''} />
              <span className="name">{each.name}</span>
              <span className="num">{formatNumber(each.included)}</span>
              <span className="binds">{t(`counter.binding.${(each.binding ?? 'none') as 'none'}`)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
